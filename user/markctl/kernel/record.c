// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel/record.c - one recording of the kernel: a trace, what is enabled, and who reads
 */
#include "user/markctl/kernel/record.h"

#include "user/markctl/kernel/files.h"
#include "user/markctl/kernel/module.h"
#include "user/markctl/kernel/reader.h"
#include "user/markctl/kernel/show.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE_UNLESS (4ull << 20)
#define GLOB_MAX    3000

/**
 * struct kernel_recorder - one recording
 * @globs:	@nr_globs copies, of which @enabled are
 * @probe:	with its argument
 */
struct kernel_recorder {
	struct kernel_trace trace;
	struct kernel_reader reader;
	char **globs;
	size_t nr_globs, enabled;
	const char *filter; /* the caller's, "" if there is none; while it starts */
	char probe[64];
	char note[400]; /* of what was enabled; while it starts */
};

/* ---- starting -------------------------------------------------------------------------------- */

/* A command is a line of words, of one page at most. */
static int check_globs(const struct kernel_record_options *options, char *why, size_t why_size)
{
	size_t i;

	for (i = 0; i < options->nr_globs; i++) {
		const char *glob = options->globs[i];

		if (*glob && strlen(glob) < GLOB_MAX && !strpbrk(glob, " \t\n\v\f\r"))
			continue;
		snprintf(why, why_size, "'%.100s' is no name of markers", glob);
		return -EINVAL;
	}
	return 0;
}

static bool is_there(const struct kernel_recorder *recorder, const char *glob)
{
	size_t i;

	for (i = 0; i < recorder->nr_globs; i++)
		if (!strcmp(recorder->globs[i], glob))
			return true;
	return false;
}

/* Each once. */
static int copy_globs(struct kernel_recorder *recorder, const struct kernel_record_options *options)
{
	size_t i;

	recorder->nr_globs = 0;
	recorder->globs = calloc(options->nr_globs + 1, sizeof(*recorder->globs));
	if (!recorder->globs)
		return -ENOMEM;
	for (i = 0; i < options->nr_globs; i++) {
		if (is_there(recorder, options->globs[i]))
			continue;
		recorder->globs[recorder->nr_globs] = strdup(options->globs[i]);
		if (!recorder->globs[recorder->nr_globs])
			return -ENOMEM;
		recorder->nr_globs++;
	}
	return 0;
}

static void name_probe(struct kernel_recorder *recorder,
		       const struct kernel_record_options *options)
{
	unsigned long long size = options->size ? options->size : SIZE_UNLESS;

	recorder->reader.late = options->flight != 0;
	if (options->flight)
		snprintf(recorder->probe, sizeof(recorder->probe), "record=flight=%llu",
			 (unsigned long long)options->flight);
	else
		snprintf(recorder->probe, sizeof(recorder->probe), "record=%llu", size);
}

/* The kernel takes a condition that fits none of the markers that are there: others may come. */
static void add_note(struct kernel_recorder *recorder, const char *glob)
{
	char text[256], ignored[256];
	struct kernel_request request = { .why = ignored, .why_size = sizeof(ignored) };
	struct kernel_count count;

	if (*recorder->note || !*recorder->filter)
		return;
	if (!kernel_count_markers(&request, glob, &count) && count.markers &&
	    !kernel_note(text, sizeof(text), ignored, sizeof(ignored)))
		snprintf(recorder->note, sizeof(recorder->note),
			 "%.100s: the condition fits no marker: %s", glob, text);
}

static int enable_globs(struct kernel_recorder *recorder, char *why, size_t why_size)
{
	char command[4096];
	int ret = 0;

	while (!ret && recorder->enabled < recorder->nr_globs) {
		int len = snprintf(command, sizeof(command), "enable %s %s %s",
				   recorder->globs[recorder->enabled], recorder->probe,
				   recorder->filter);

		if (len >= (int)sizeof(command)) {
			snprintf(why, why_size, "the kernel takes a command of 4095 bytes");
			return -E2BIG;
		}
		ret = kernel_command(command, why, why_size);
		if (!ret)
			add_note(recorder, recorder->globs[recorder->enabled++]);
	}
	if (ret == -ENXIO)
		snprintf(why, why_size, "the kernel cannot record: marker-record.ko is not loaded");
	if (ret == -EEXIST || ret == -EBUSY)
		snprintf(why, why_size, "the kernel is being recorded already: '%s'",
			 recorder->globs[recorder->enabled]);
	return ret;
}

/* All of them; the first error.  One glob that matches another takes it along. */
static int disable_globs(struct kernel_recorder *recorder, char *why, size_t why_size)
{
	char command[4096], text[256];
	int ret, error = 0;
	size_t i;

	for (i = 0; i < recorder->enabled; i++) {
		snprintf(command, sizeof(command), "disable %s record", recorder->globs[i]);
		ret = kernel_command(command, text, sizeof(text));
		if (!ret || ret == -ENOENT || error)
			continue;
		error = ret;
		snprintf(why, why_size, "%s", text);
	}
	recorder->enabled = 0;
	return error;
}

static void free_recorder(struct kernel_recorder *recorder)
{
	size_t i;

	kernel_reader_close(&recorder->reader);
	kernel_trace_close(&recorder->trace);
	for (i = 0; i < recorder->nr_globs; i++)
		free(recorder->globs[i]);
	free(recorder->globs);
	free(recorder);
}

/* The clock is chosen and the list of events made anew by the first that is enabled. */
static int start(struct kernel_recorder *recorder, const struct kernel_record_options *options,
		 char *why, size_t why_size)
{
	int ret = check_globs(options, why, why_size);

	recorder->filter = options->filter ? options->filter : "";
	recorder->reader.limited = options->limit;
	recorder->reader.left = options->limit;
	if (!ret)
		ret = kernel_load_record(why, why_size);
	if (!ret)
		ret = copy_globs(recorder, options);
	if (!ret)
		ret = kernel_trace_create(&recorder->trace, options->directory, why, why_size);
	if (!ret)
		ret = kernel_reader_open(&recorder->reader, &recorder->trace, why, why_size);
	if (!ret)
		ret = enable_globs(recorder, why, why_size);
	if (!ret)
		ret = kernel_clock_read(&recorder->trace.clock, why, why_size);
	if (!ret)
		ret = kernel_trace_describe(&recorder->trace, why, why_size);
	if (!ret)
		ret = kernel_reader_start(&recorder->reader);
	return ret;
}

int kernel_record_start(const struct kernel_record_options *options,
			struct kernel_recorder **recorder, char *why, size_t why_size)
{
	struct kernel_recorder *new = calloc(1, sizeof(*new));
	int ret;

	*recorder = NULL;
	snprintf(why, why_size, "no memory");
	if (!new)
		return -ENOMEM;
	new->trace.dir = -1;
	name_probe(new, options);
	ret = start(new, options, why, why_size);
	if (!ret) {
		snprintf(why, why_size, "%s", new->note);
		*recorder = new;
		return 0;
	}
	disable_globs(new, NULL, 0);
	if (new->trace.dir >= 0)
		kernel_trace_remove(&new->trace, options->directory);
	free_recorder(new);
	return ret;
}

/* ---- stopping -------------------------------------------------------------------------------- */

static void add_up(const struct kernel_recorder *recorder, struct kernel_record_result *result)
{
	unsigned int cpu;

	*result = (struct kernel_record_result){ .events = 0 };
	strcpy(result->folder, recorder->trace.name);
	for (cpu = 0; cpu < recorder->reader.nr_cpus; cpu++) {
		result->events += recorder->reader.streams[cpu].written;
		result->lost += recorder->reader.streams[cpu].lost;
		result->dropped += recorder->reader.streams[cpu].dropped;
	}
}

/* Where there is no room for a better one, the description stays as it is: it is only less exact. */
static int refine(struct kernel_trace *trace, char *why, size_t why_size)
{
	struct kernel_clock before = trace->clock;
	int ret = kernel_clock_refine(&trace->clock) ? kernel_trace_describe(trace, why, why_size) :
						       0;

	if (!kernel_stream_is_full(ret))
		return ret;
	trace->clock = before;
	return 0;
}

static int finish(struct kernel_recorder *recorder, char *why, size_t why_size)
{
	int ret = disable_globs(recorder, why, why_size);

	kernel_reader_stop(&recorder->reader);
	if (recorder->reader.error) {
		snprintf(why, why_size, "%s", recorder->reader.why);
		return recorder->reader.error;
	}
	return ret ? ret : refine(&recorder->trace, why, why_size);
}

int kernel_record_stop(struct kernel_recorder *recorder, struct kernel_record_result *result,
		       char *why, size_t why_size)
{
	int ret = finish(recorder, why, why_size);

	if (result)
		add_up(recorder, result);
	free_recorder(recorder);
	return ret;
}
