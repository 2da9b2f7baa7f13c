// SPDX-License-Identifier: GPL-2.0-only
/*
 * graph.c - building the graph
 */
#include "graph.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool ctf_is_directory(const char *path)
{
	struct stat info;

	return !stat(path, &info) && S_ISDIR(info.st_mode);
}

/* The system's plugins alone: what reads a trace is not for a variable of the environment to say. */
static const bt_plugin *find_plugin(const char *name)
{
	const bt_plugin *plugin = NULL;

	if (bt_plugin_find(name, BT_FALSE, BT_FALSE, BT_TRUE, BT_TRUE, BT_FALSE, &plugin) !=
	    BT_PLUGIN_FIND_STATUS_OK)
		bt_current_thread_clear_error();
	return plugin;
}

static int add_muxer(struct ctf_graph *graph)
{
	const bt_component_class_filter *class =
		bt_plugin_borrow_filter_component_class_by_name_const(graph->utils, "muxer");

	if (!class)
		return -ENOSYS;
	return bt_graph_add_filter_component(graph->graph, class, "muxer", NULL,
					     BT_LOGGING_LEVEL_NONE, &graph->muxer) ?
		       -ENOMEM :
		       0;
}

static int add_sink(struct ctf_graph *graph, bt_graph_simple_sink_component_consume_func consume,
		    void *data)
{
	const bt_component_sink *sink;

	if (bt_graph_add_simple_sink_component(graph->graph, "reader", NULL, consume, NULL, data,
					       &sink))
		return -ENOMEM;
	return bt_graph_connect_ports(
		       graph->graph,
		       bt_component_filter_borrow_output_port_by_index_const(graph->muxer, 0),
		       bt_component_sink_borrow_input_port_by_index_const(sink, 0), NULL) ?
		       -ENOMEM :
		       0;
}

/* The muxer always has one more input. */
static int connect(struct ctf_graph *graph, const bt_component_source *source)
{
	uint64_t i, nr = bt_component_source_get_output_port_count(source), last;

	for (i = 0; i < nr; i++) {
		last = bt_component_filter_get_input_port_count(graph->muxer) - 1;
		if (bt_graph_connect_ports(
			    graph->graph,
			    bt_component_source_borrow_output_port_by_index_const(source, i),
			    bt_component_filter_borrow_input_port_by_index_const(graph->muxer,
										 last),
			    NULL))
			return -EINVAL;
	}
	return 0;
}

/* { "inputs": [ path ] } */
static bt_value *parameters(const char *path)
{
	bt_value *map = bt_value_map_create(), *inputs = NULL;

	if (map && !bt_value_map_insert_empty_array_entry(map, "inputs", &inputs) &&
	    !bt_value_array_append_string_element(inputs, path))
		return map;
	bt_value_put_ref(map);
	return NULL;
}

static int add_source(struct ctf_graph *graph, const struct ctf_trace *trace,
		      bt_logging_level level)
{
	const bt_component_class_source *class =
		bt_plugin_borrow_source_component_class_by_name_const(graph->ctf, "fs");
	bt_value *params = parameters(trace->stage ? trace->stage : trace->path);
	const bt_component_source *source = NULL;
	int err = 0;

	if (!class || !params)
		err = class ? -ENOMEM : -ENOSYS;
	/* Component names are unique; the path is, and it is what errors name. */
	else if (bt_graph_add_source_component(graph->graph, class, trace->path, params, level,
					       &source))
		err = -EINVAL;
	bt_value_put_ref(params);
	return err ? err : connect(graph, source);
}

/*
 * Standard error, in a file for a while.  What is wrong in a description the library says in its log
 * alone, and its parser has a level of its own, which is read when the plugin is loaded.
 */
struct capture {
	int saved;
	FILE *log; /* NULL: it could not be had, and goes where it went */
};

static void capture_begin(struct capture *capture)
{
	setenv("BABELTRACE_PLUGIN_CTF_METADATA_LOG_LEVEL", "ERROR", 1);
	fflush(stderr);
	capture->saved = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
	capture->log = capture->saved < 0 ? NULL : tmpfile();
	if (capture->log)
		dup2(fileno(capture->log), STDERR_FILENO);
}

static void capture_end(struct capture *capture)
{
	fflush(stderr);
	if (capture->log) {
		dup2(capture->saved, STDERR_FILENO);
		fclose(capture->log);
	}
	if (capture->saved >= 0)
		close(capture->saved);
}

static int begin(struct ctf_graph *graph)
{
	*graph = (struct ctf_graph){
		.graph = bt_graph_create(0),
		.ctf = find_plugin("ctf"),
		.utils = find_plugin("utils"),
	};
	if (!graph->graph)
		return -ENOMEM;
	if (!graph->ctf || !graph->utils)
		return -ENOSYS;
	return add_muxer(graph);
}

int ctf_graph_build(struct ctf_graph *graph, const struct ctf_traces *traces,
		    bt_graph_simple_sink_component_consume_func consume, void *data, size_t *bad)
{
	struct capture capture;
	size_t i;
	int err;

	capture_begin(&capture);
	err = begin(graph);
	for (i = 0; i < traces->nr && !err; i++) {
		err = add_source(graph, &traces->items[i], BT_LOGGING_LEVEL_NONE);
		*bad = i;
	}
	capture_end(&capture);
	return err ? err : add_sink(graph, consume, data);
}

/* The first line that names a line; what stands before it is the library's. */
static void find_reason(FILE *log, char *text, size_t size)
{
	char line[1024], *reason;

	rewind(log);
	while (fgets(line, sizeof(line), log)) {
		reason = strstr(line, "At line ");
		if (!reason)
			continue;
		line[strcspn(line, "\n")] = '\0';
		snprintf(text, size, "%s", reason);
		return;
	}
}

void ctf_graph_explain(const struct ctf_trace *trace, char *text, size_t size)
{
	struct capture capture;
	struct ctf_graph graph;

	capture_begin(&capture);
	if (!begin(&graph) && add_source(&graph, trace, BT_LOGGING_LEVEL_ERROR))
		bt_current_thread_clear_error();
	ctf_graph_free(&graph);
	fflush(stderr);
	if (capture.log)
		find_reason(capture.log, text, size);
	capture_end(&capture);
}

void ctf_graph_free(struct ctf_graph *graph)
{
	bt_graph_put_ref(graph->graph);
	bt_plugin_put_ref(graph->ctf);
	bt_plugin_put_ref(graph->utils);
	*graph = (struct ctf_graph){ NULL, NULL, NULL, NULL };
}
