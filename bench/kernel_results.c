// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel_results.c - reads results of marker-bench.ko, and believes none of it unchecked
 *
 * Two files have them: what the module shows in debugfs, and what markbench kernel --json has
 * written, which holds the former under "raw".
 */
#include "kernel_results.h"

#include <errno.h>
#include <json-c/json.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VERSION 1

/* Where a reader is, for the sentence that says what is wrong. */
struct reader {
	const char *path;
	char place[64];
	char *why;
};

static int wrong(const struct reader *reader, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static int wrong(const struct reader *reader, const char *format, ...)
{
	char text[128];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	snprintf(reader->why, KERNEL_RESULTS_WHY, "%s: %s%s", reader->path, reader->place, text);
	return -EBADMSG;
}

/* A member of a type; NULL, and a sentence, if there is none. */
static struct json_object *member(const struct reader *reader, struct json_object *json,
				  const char *key, enum json_type type)
{
	struct json_object *value;

	if (!json_object_object_get_ex(json, key, &value))
		wrong(reader, "\"%s\" is missing", key);
	else if (!json_object_is_type(value, type))
		wrong(reader, "\"%s\" is no %s", key, json_type_to_name(type));
	else
		return value;
	return NULL;
}

static int get_string(const struct reader *reader, struct json_object *json, const char *key,
		      const char **string)
{
	struct json_object *value = member(reader, json, key, json_type_string);

	*string = value ? json_object_get_string(value) : NULL;
	return value ? 0 : -EBADMSG;
}

static int get_number(const struct reader *reader, struct json_object *json, const char *key,
		      int64_t least, int64_t most, int64_t *number)
{
	struct json_object *value = member(reader, json, key, json_type_int);

	if (!value)
		return -EBADMSG;
	*number = json_object_get_int64(value);
	if (*number < least || *number > most)
		return wrong(reader, "\"%s\" is %lld, not from %lld to %lld", key,
			     (long long)*number, (long long)least, (long long)most);
	return 0;
}

/* Whether it is there at all. */
static bool has(struct json_object *json, const char *key)
{
	return json_object_object_get_ex(json, key, NULL);
}

/* ---- a row --------------------------------------------------------------------------------- */

static int read_ticks(const struct reader *reader, struct json_object *json, struct run_row *row,
		      unsigned int rounds)
{
	struct json_object *ticks = member(reader, json, "ticks", json_type_array);
	int64_t overhead;
	unsigned int i;

	if (!ticks || get_number(reader, json, "overhead", 0, INT64_MAX, &overhead))
		return -EBADMSG;
	if (json_object_array_length(ticks) != rounds)
		return wrong(reader, "\"ticks\" has %zu of %u rounds",
			     json_object_array_length(ticks), rounds);
	for (i = 0; i < rounds; i++) {
		struct json_object *tick = json_object_array_get_idx(ticks, i);

		if (!json_object_is_type(tick, json_type_int) || json_object_get_int64(tick) < 0)
			return wrong(reader, "\"ticks\"[%u] is no count", i);
		row->cycles[i] =
			(double)(json_object_get_int64(tick) - overhead) / (double)row->loops;
	}
	return 0;
}

static int read_missing(const struct reader *reader, struct json_object *json, struct run_row *row)
{
	const char *why;

	if (get_string(reader, json, "missing", &why))
		return -EBADMSG;
	row->error = -ENODATA;
	snprintf(row->why, sizeof(row->why), "%s", why);
	return 0;
}

static int read_bench(const struct reader *reader, struct json_object *json, struct bench *bench)
{
	if (get_string(reader, json, "name", &bench->name) ||
	    get_string(reader, json, "what", &bench->what))
		return -EBADMSG;
	if (has(json, "base") && get_string(reader, json, "base", &bench->base))
		return -EBADMSG;
	bench->copy = has(json, "copy");
	if (bench->copy && !bench->base)
		return wrong(reader, "a copy without a base");
	return 0;
}

static int read_row(struct reader *reader, struct json_object *json, struct run *run,
		    struct bench *bench)
{
	struct run_row *row = &run->rows[run->nr];
	int64_t loops;

	if (!json_object_is_type(json, json_type_object))
		return wrong(reader, "no object");
	if (read_bench(reader, json, bench) ||
	    get_number(reader, json, "loops", 1, RUN_LOOPS_MAX, &loops))
		return -EBADMSG;
	if (run_find(run, bench->name))
		return wrong(reader, "a second row \"%.40s\"", bench->name);
	/* Those before it are in the run by now; so bases make no circles. */
	if (bench->base && !run_find(run, bench->base))
		return wrong(reader, "its base \"%.40s\" is no row before it", bench->base);
	row->bench = bench;
	row->loops = (unsigned long)loops;
	row->cycles = calloc(run->rounds, sizeof(*row->cycles));
	if (!row->cycles)
		return -ENOMEM;
	run->nr++;
	if (has(json, "missing"))
		return read_missing(reader, json, row);
	return read_ticks(reader, json, row, run->rounds);
}

/* ---- the file ------------------------------------------------------------------------------ */

static int read_rows(struct reader *reader, struct kernel_results *results)
{
	struct json_object *rows = member(reader, results->raw, "rows", json_type_array);
	struct run *run = &results->run;
	size_t nr = rows ? json_object_array_length(rows) : 0, i;
	int ret = 0;

	if (!rows)
		return -EBADMSG;
	if (!nr || nr > RUN_ROWS_MAX)
		return wrong(reader, "\"rows\" has %zu, not from 1 to %u", nr, RUN_ROWS_MAX);
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

static int read_head(const struct reader *reader, struct kernel_results *results)
{
	int64_t version, processor, rounds;

	if (get_number(reader, results->raw, "version", 0, INT32_MAX, &version))
		return -EBADMSG;
	if (version != VERSION)
		return wrong(reader, "version %lld of the results, not %d", (long long)version,
			     VERSION);
	if (get_string(reader, results->raw, "kernel", &results->kernel) ||
	    get_string(reader, results->raw, "machine", &results->machine) ||
	    get_string(reader, results->raw, "clock", &results->run.clock) ||
	    get_number(reader, results->raw, "processor", 0, INT32_MAX, &processor) ||
	    get_number(reader, results->raw, "rounds", 1, RUN_ROUNDS_MAX, &rounds))
		return -EBADMSG;
	results->run.cpu = (int)processor;
	results->run.rounds = (unsigned int)rounds;
	results->run.seed = STAT_SEED;
	results->run.ratio = (struct stat_interval){ 1, 1, 1 };
	return 0;
}

/* What the module wrote, in its own file or in one of ours. */
static int find_raw(const struct reader *reader, struct kernel_results *results)
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
	return wrong(reader, "no results of marker-bench.ko");
}

static int read_file(struct reader *reader, struct kernel_results *results)
{
	int ret;

	errno = 0;
	results->file = json_object_from_file(reader->path);
	if (!results->file && errno && errno != EINVAL)
		return wrong(reader, "%s", strerror(errno));
	if (!results->file)
		return wrong(reader, "this is no JSON, or cut off");
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
	struct reader reader = { .path = path, .why = why };
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
