/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * graph.h - the graph of components that libbabeltrace2 runs: sources, muxer, sink
 */
#ifndef CTF_GRAPH_H
#define CTF_GRAPH_H

#include <babeltrace2/babeltrace.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "find.h"

struct ctf_graph {
	bt_graph *graph;
	const bt_plugin *ctf;
	const bt_plugin *utils;
	const bt_component_filter *muxer;
};

/**
 * ctf_graph_build() - make it
 * @consume, @data:	the sink's
 * @bad:	-EINVAL: which trace could not be opened
 *
 * Return: 0, -EINVAL (ctf_graph_error() says why), -ENOMEM, -ENOSYS.  ctf_graph_free() in any case.
 */
int ctf_graph_build(struct ctf_graph *graph, const struct ctf_traces *traces,
		    bt_graph_simple_sink_component_consume_func consume, void *data, size_t *bad);

void ctf_graph_free(struct ctf_graph *graph);

/** struct ctf_failure - an error of the library */
struct ctf_failure {
	char trace[1024]; /* its path; "" if the error says none */
	bool in_stream;
	uint64_t stream;
	char what[1024]; /* without the library's addresses */
};

/** ctf_graph_error() - take the library's last error of this thread, in words; false: there is none */
bool ctf_graph_error(struct ctf_failure *failure);

/**
 * ctf_graph_explain() - what is wrong with a trace that could not be opened
 *
 * A fault in a description is told by the library in its log alone; so the trace is opened once
 * more with standard error in a file.  Nothing changes where that does not say which line it is.
 */
void ctf_graph_explain(const struct ctf_trace *trace, char *text, size_t size);

bool ctf_is_directory(const char *path);

#endif
