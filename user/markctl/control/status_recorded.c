// SPDX-License-Identifier: GPL-2.0-only
/*
 * status_recorded.c - how often each marker of a process was recorded
 */
#include "user/markctl/control/status_recorded.h"

#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As the process sees it. */
static bool path_of(char *path, size_t size, pid_t pid, const struct marker_line *connection)
{
	const char *dir = reply_value(connection, "dir");
	const char *trace = reply_value(connection, "trace");

	return *dir == '/' && *trace && !strchr(trace, '/') &&
	       snprintf(path, size, "/proc/%d/root%s/%s", (int)pid, dir, trace) < (int)size;
}

/* Several globs are recorded to one. */
static const struct recorded_trace *find_trace(const struct recorded_traces *traces,
					       const char *path)
{
	size_t i;

	for (i = 0; i < traces->nr; i++)
		if (!strcmp(traces->items[i].counts.trace, path))
			return &traces->items[i];
	return NULL;
}

static int add(struct recorded_traces *traces, const char *path, bool is_whole)
{
	struct recorded_trace *grown, trace = { .is_whole = is_whole };
	int err = ctf_counts_open(&trace.counts, path);

	if (!err)
		err = ctf_counts_update(&trace.counts);
	if (err || !trace.counts.known) {
		ctf_counts_close(&trace.counts);
		return err == -ENOMEM ? err : 0;
	}
	grown = realloc(traces->items, (traces->nr + 1) * sizeof(*grown));
	if (!grown) {
		ctf_counts_close(&trace.counts);
		return -ENOMEM;
	}
	traces->items = grown;
	traces->items[traces->nr++] = trace;
	return 0;
}

int recorded_read(struct recorded_traces *traces, pid_t pid, const struct reply *status)
{
	char path[PATH_MAX];
	size_t i;
	int err = 0;

	*traces = (struct recorded_traces){ .pid = pid };
	for (i = 0; i < status->nr && !err; i++) {
		const struct marker_line *line = &status->lines[i];

		if (reply_is(line, "connection") && path_of(path, sizeof(path), pid, line) &&
		    !find_trace(traces, path))
			err = add(traces, path, !strstr(reply_value(line, "arg"), ";flight="));
	}
	return err;
}

/* A marker is described with its first event. */
static uint64_t count(const struct ctf_counts *counts, const struct marker_line *marker)
{
	const char *name = reply_value(marker, "name"), *format = reply_value(marker, "format");
	size_t i;

	for (i = 0; i < counts->sizes.nr; i++) {
		const struct ctf_event_size *event = &counts->sizes.events[i];

		if (event->known && !strcmp(event->name, name) && !strcmp(event->format, format))
			return counts->events[i];
	}
	return 0;
}

static bool is_for(const struct marker_line *connection, const struct marker_line *marker)
{
	return reply_is(connection, "connection") &&
	       !fnmatch(reply_value(connection, "glob"), reply_value(marker, "name"), FNM_NOESCAPE);
}

int recorded_of(const struct recorded_traces *traces, const struct reply *status,
		const struct marker_line *marker, uint64_t *events, uint64_t *hits)
{
	uint64_t dropped = strtoull(reply_value(marker, "dropped"), NULL, 10), found;
	const struct recorded_trace *trace;
	char path[PATH_MAX];
	int what = 0;
	size_t i;

	*events = *hits = 0;
	for (i = 0; i < status->nr; i++) {
		const struct marker_line *line = &status->lines[i];

		if (!is_for(line, marker) || !path_of(path, sizeof(path), traces->pid, line))
			continue;
		trace = find_trace(traces, path);
		if (!trace)
			continue;
		found = count(&trace->counts, marker);
		*events = found > *events ? found : *events;
		what = trace->is_whole ? 2 : what ? what : 1;
		if (trace->is_whole && found + dropped > *hits)
			*hits = found + dropped;
	}
	return what;
}

void recorded_free(struct recorded_traces *traces)
{
	size_t i;

	for (i = 0; i < traces->nr; i++)
		ctf_counts_close(&traces->items[i].counts);
	free(traces->items);
	*traces = (struct recorded_traces){ .pid = 0 };
}
