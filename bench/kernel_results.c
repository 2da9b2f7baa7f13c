// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel_results.c - reads results of marker-bench.ko, and believes none of it unchecked
 *
 * Two files have them: what the module shows in debugfs, and what markbench kernel --json has
 * written, which holds the former under "raw".
 */
#include "kernel_results.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"

#define VERSION 1

static int get_string(const struct json_reader *reader, struct json_object *json, const char *key,
		      const char **string)
{
	struct json_object *value = json_member(reader, json, key, json_type_string);

	*string = value ? json_object_get_string(value) : NULL;
	return value ? 0 : -EBADMSG;
}

/* ---- a row --------------------------------------------------------------------------------- */

static int read_ticks(const struct json_reader *reader, struct json_object *json,
		      struct run_row *row, unsigned int rounds)
{
	struct json_object *ticks = json_member(reader, json, "ticks", json_type_array);
	int64_t overhead;
	unsigned int i;

	if (!ticks || json_get_number(reader, json, "overhead", 0, INT64_MAX, &overhead))
		return -EBADMSG;
	if (json_object_array_length(ticks) != rounds)
		return json_wrong(reader, "\"ticks\" has %zu of %u rounds",
				  json_object_array_length(ticks), rounds);
	for (i = 0; i < rounds; i++) {
		struct json_object *tick = json_object_array_get_idx(ticks, i);

		if (!json_object_is_type(tick, json_type_int) || json_object_get_int64(tick) < 0)
			return json_wrong(reader, "\"ticks\"[%u] is no count", i);
		row->cycles[i] =
			(double)(json_object_get_int64(tick) - overhead) / (double)row->loops;
	}
	return 0;
}

static int read_missing(const struct json_reader *reader, struct json_object *json,
			struct run_row *row)
{
	const char *why;

	if (get_string(reader, json, "missing", &why))
		return -EBADMSG;
	row->error = -ENODATA;
	snprintf(row->why, sizeof(row->why), "%s", why);
	return 0;
}

static int read_bench(const struct json_reader *reader, struct json_object *json,
		      struct bench *bench)
{
	if (get_string(reader, json, "name", &bench->name) ||
	    get_string(reader, json, "what", &bench->what))
		return -EBADMSG;
	if (json_has(json, "base") && get_string(reader, json, "base", &bench->base))
		return -EBADMSG;
	bench->copy = json_has(json, "copy");
	if (bench->copy && !bench->base)
		return json_wrong(reader, "a copy without a base");
	return 0;
}

static int read_row(struct json_reader *reader, struct json_object *json, struct run *run,
		    struct bench *bench)
{
	struct run_row *row = &run->rows[run->nr];
	int64_t loops;

	if (!json_object_is_type(json, json_type_object))
		return json_wrong(reader, "no object");
	if (read_bench(reader, json, bench) ||
	    json_get_number(reader, json, "loops", 1, RUN_LOOPS_MAX, &loops))
		return -EBADMSG;
	if (run_find(run, bench->name))
		return json_wrong(reader, "a second row \"%.40s\"", bench->name);
	/* Those before it are in the run by now; so bases make no circles. */
	if (bench->base && !run_find(run, bench->base))
		return json_wrong(reader, "its base \"%.40s\" is no row before it", bench->base);
	row->bench = bench;
	row->loops = (unsigned long)loops;
	row->cycles = calloc(run->rounds, sizeof(*row->cycles));
	if (!row->cycles)
		return -ENOMEM;
	run->nr++;
	if (json_has(json, "missing"))
		return read_missing(reader, json, row);
	return read_ticks(reader, json, row, run->rounds);
}

/* ---- the file ------------------------------------------------------------------------------ */

static int read_rows(struct json_reader *reader, struct kernel_results *results)
{
	size_t nr, i;
	struct json_object *rows = json_get_array(reader, results->raw, "rows", RUN_ROWS_MAX, &nr);
	struct run *run = &results->run;
	int ret = 0;

	if (!rows)
		return -EBADMSG;
	results->benches = calloc(nr, sizeof(*results->benches));
	run->rows = calloc(nr, sizeof(*run->rows));
	if (!results->benches || !run->rows)
		return -ENOMEM;
	for (i = 0; i < nr && !ret; i++) {
		snprintf(reader->place, sizeof(reader->place), "rows[%zu]: ", i);
		ret = read_row(reader, json_object_array_get_idx(rows, i), run,
			       &results->benches[i]);
	}
	return ret;
}

static int read_head(const struct json_reader *reader, struct kernel_results *results)
{
	int64_t version, processor, rounds;

	if (json_get_number(reader, results->raw, "version", 0, INT32_MAX, &version))
		return -EBADMSG;
	if (version != VERSION)
		return json_wrong(reader, "version %lld of the results, not %d", (long long)version,
				  VERSION);
	if (get_string(reader, results->raw, "kernel", &results->kernel) ||
	    get_string(reader, results->raw, "machine", &results->machine) ||
	    get_string(reader, results->raw, "clock", &results->run.clock) ||
	    json_get_number(reader, results->raw, "processor", 0, INT32_MAX, &processor) ||
	    json_get_number(reader, results->raw, "rounds", 1, RUN_ROUNDS_MAX, &rounds))
		return -EBADMSG;
	results->run.cpu = (int)processor;
	results->run.rounds = (unsigned int)rounds;
	results->run.seed = STAT_SEED;
	results->run.ratio = (struct stat_interval){ 1, 1, 1 };
	return 0;
}

/* What the module wrote, in its own file or in one of ours. */
static int find_raw(const struct json_reader *reader, struct kernel_results *results)
{
	struct json_object *raw, *tool = NULL;

	if (json_object_object_get_ex(results->file, "raw", &raw))
		results->raw = raw;
	else
		results->raw = results->file;
	json_object_object_get_ex(results->raw, "tool", &tool);
	if (json_object_is_type(tool, json_type_string) &&
	    !strcmp(json_object_get_string(tool), "marker-bench"))
		return 0;
	return json_wrong(reader, "no results of marker-bench.ko");
}

static int read_file(struct json_reader *reader, struct kernel_results *results)
{
	int ret;

	errno = 0;
	results->file = json_object_from_file(reader->name);
	if (!results->file && errno && errno != EINVAL)
		return json_wrong(reader, "%s", strerror(errno));
	if (!results->file)
		return json_wrong(reader, "this is no JSON, or cut off");
	ret = find_raw(reader, results);
	if (!ret)
		ret = read_head(reader, results);
	if (!ret)
		ret = read_rows(reader, results);
	return ret;
}

/**
 * kernel_results_read() - read a file
 * @results:	filled in; to be freed if this returns 0
 * @path:	the file
 * @why:	on an error a sentence that begins with @path
 *
 * Return: 0, -EBADMSG if it cannot be read or is not what it should be, -ENOMEM.
 */
int kernel_results_read(struct kernel_results *results, const char *path,
			char why[static KERNEL_RESULTS_WHY])
{
	struct json_reader reader = { .name = path, .why = why, .len = KERNEL_RESULTS_WHY };
	int ret;

	memset(results, 0, sizeof(*results));
	snprintf(why, KERNEL_RESULTS_WHY, "%s: no memory", path);
	ret = read_file(&reader, results);
	if (ret)
		kernel_results_free(results);
	return ret;
}

/** kernel_results_free() - what kernel_results_read() allocated */
void kernel_results_free(struct kernel_results *results)
{
	run_free(&results->run);
	free(results->benches);
	json_object_put(results->file);
	memset(results, 0, sizeof(*results));
}
