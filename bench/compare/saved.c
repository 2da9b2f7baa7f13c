// SPDX-License-Identifier: GPL-2.0-only
/*
 * saved.c - reads what report_json.c and samples.c have written, and believes none of it unchecked
 *
 * Figures are not read but computed again, from the samples and the seed.  A file is at most
 * FILE_MAX, and nothing is allocated for an array before it is there in the length that is said.
 */
#include "saved.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../json.h"

#define VERSION	  1
#define FILE_MAX  (256ul << 20)
#define DEPTH_MAX 16
#define SITES_MAX 1000000
#define NAME_LEN  255
/* Whole numbers that a double holds. */
#define EXACT (1ll << 53)

/* A name is printed: letters, digits and signs, no control characters. */
static int get_name(const struct json_reader *reader, struct json_object *json, const char *key,
		    const char **name)
{
	struct json_object *value = json_member(reader, json, key, json_type_string);
	const char *at;

	if (!value)
		return -EBADMSG;
	*name = json_object_get_string(value);
	for (at = *name; *at > ' ' && *at <= '~';)
		at++;
	if (*at || at == *name || at - *name > NAME_LEN ||
	    (int)(at - *name) != json_object_get_string_len(value))
		return json_wrong(reader, "\"%s\" is no name", key);
	return 0;
}

static bool is_figure(struct json_object *value)
{
	return (json_object_is_type(value, json_type_double) ||
		json_object_is_type(value, json_type_int)) &&
	       isfinite(json_object_get_double(value));
}

static int get_positive(const struct json_reader *reader, struct json_object *json, const char *key,
			double *figure)
{
	struct json_object *value = NULL;

	json_object_object_get_ex(json, key, &value);
	*figure = value ? json_object_get_double(value) : 0;
	if (value && is_figure(value) && *figure > 0)
		return 0;
	return json_wrong(reader, "\"%s\" is no figure above 0", key);
}

/* An array with one element a round. */
static struct json_object *get_rounds(const struct json_reader *reader, struct json_object *json,
				      const char *key, unsigned int rounds)
{
	struct json_object *array = json_member(reader, json, key, json_type_array);

	if (array && json_object_array_length(array) != rounds) {
		json_wrong(reader, "\"%s\" has %zu of %u rounds", key,
			   json_object_array_length(array), rounds);
		return NULL;
	}
	return array;
}

/* ---- a row --------------------------------------------------------------------------------- */

static int read_ticks(const struct json_reader *reader, struct json_object *json,
		      const struct run *run, struct run_row *row)
{
	struct json_object *ticks = get_rounds(reader, json, "ticks", run->rounds);
	double cycles = run->ratio.mid / (double)row->loops;
	unsigned int i;

	if (!ticks)
		return -EBADMSG;
	row->cycles = calloc(run->rounds, sizeof(*row->cycles));
	if (!row->cycles)
		return -ENOMEM;
	for (i = 0; i < run->rounds; i++) {
		struct json_object *tick = json_object_array_get_idx(ticks, i);
		int64_t value = json_object_get_int64(tick);

		if (!json_object_is_type(tick, json_type_int) || value < -EXACT || value > EXACT)
			return json_wrong(reader, "\"ticks\"[%u] is no count", i);
		row->cycles[i] = (double)value * cycles;
	}
	return 0;
}

static int read_samples(const struct json_reader *reader, struct json_object *json,
			const struct run *run, double *counts)
{
	struct json_object *samples = get_rounds(reader, json, "samples", run->rounds);
	unsigned int i;

	if (!samples)
		return -EBADMSG;
	for (i = 0; i < run->rounds; i++) {
		struct json_object *sample = json_object_array_get_idx(samples, i);

		if (sample && !is_figure(sample))
			return json_wrong(reader, "\"samples\"[%u] is no figure", i);
		counts[i] = sample ? json_object_get_double(sample) : NAN;
	}
	return 0;
}

/* Of all events, in their order. */
static int read_counts(const struct json_reader *reader, struct json_object *json,
		       const struct run *run, struct run_row *row)
{
	struct json_object *counts;
	unsigned int i;
	int ret = 0;

	if (!run->nr_events)
		return 0;
	counts = json_member(reader, json, "counts", json_type_array);
	if (!counts)
		return -EBADMSG;
	if (json_object_array_length(counts) != run->nr_events)
		return json_wrong(reader, "\"counts\" has %zu of %u events",
				  json_object_array_length(counts), run->nr_events);
	row->counts = calloc((size_t)run->nr_events * run->rounds, sizeof(*row->counts));
	if (!row->counts)
		return -ENOMEM;
	for (i = 0; i < run->nr_events && !ret; i++)
		ret = read_samples(reader, json_object_array_get_idx(counts, i), run,
				   row->counts + (size_t)i * run->rounds);
	return ret;
}

static int read_missing(const struct json_reader *reader, struct json_object *json,
			struct run_row *row)
{
	struct json_object *why = json_member(reader, json, "missing", json_type_string);

	if (!why)
		return -EBADMSG;
	row->error = -ENODATA;
	snprintf(row->why, sizeof(row->why), "%s", json_object_get_string(why));
	return 0;
}

static int read_bench(const struct json_reader *reader, struct json_object *json,
		      const struct run *run, struct bench *bench)
{
	int64_t sites;

	if (get_name(reader, json, "name", &bench->name) ||
	    json_get_number(reader, json, "sites", 1, SITES_MAX, &sites))
		return -EBADMSG;
	bench->sites = (unsigned int)sites;
	if (run_find(run, bench->name))
		return json_wrong(reader, "a second row \"%s\"", bench->name);
	bench->copy = json_has(json, "copy");
	if (!json_has(json, "base"))
		return bench->copy ? json_wrong(reader, "a copy without a base") : 0;
	if (get_name(reader, json, "base", &bench->base))
		return -EBADMSG;
	/* Those before it are in the run by now; so bases make no circles. */
	return run_find(run, bench->base) ? 0 : json_wrong(reader, "its base is no row before it");
}

static int read_row(const struct json_reader *reader, struct json_object *json, struct run *run,
		    struct bench *bench)
{
	struct run_row *row = &run->rows[run->nr];
	int64_t loops;
	int ret = read_bench(reader, json, run, bench);

	if (!ret)
		ret = json_get_number(reader, json, "loops", 1, RUN_LOOPS_MAX, &loops);
	if (ret)
		return ret;
	row->bench = bench;
	row->loops = (unsigned long)loops;
	run->nr++;
	if (json_has(json, "missing"))
		return read_missing(reader, json, row);
	ret = read_ticks(reader, json, run, row);
	return ret ? ret : read_counts(reader, json, run, row);
}

static int read_rows(struct json_reader *reader, struct saved *saved)
{
	size_t nr, i;
	struct json_object *rows = json_get_array(reader, saved->file, "rows", RUN_ROWS_MAX, &nr);
	struct run *run = &saved->run;
	int ret = 0;

	if (!rows)
		return -EBADMSG;
	saved->benches = calloc(nr, sizeof(*saved->benches));
	run->rows = calloc(nr, sizeof(*run->rows));
	if (!saved->benches || !run->rows)
		return -ENOMEM;
	for (i = 0; i < nr && !ret; i++) {
		snprintf(reader->place, sizeof(reader->place), "rows[%zu]: ", i);
		ret = read_row(reader, json_object_array_get_idx(rows, i), run, &saved->benches[i]);
	}
	return ret;
}

/* ---- the file ------------------------------------------------------------------------------ */

static int read_event(const struct json_reader *reader, struct json_object *json,
		      struct event *event)
{
	struct json_object *unit = NULL;
	const char *name;

	if (get_name(reader, json, "name", &name))
		return -EBADMSG;
	snprintf(event->name, sizeof(event->name), "%s", name);
	json_object_object_get_ex(json, "unit", &unit);
	if (json_object_is_type(unit, json_type_string))
		snprintf(event->unit, sizeof(event->unit), "%s", json_object_get_string(unit));
	return 0;
}

static int read_events(struct json_reader *reader, struct saved *saved)
{
	struct json_object *events;
	size_t nr, i;
	int ret = 0;

	if (!json_has(saved->file, "events"))
		return 0;
	events = json_get_array(reader, saved->file, "events", EVENTS_MAX, &nr);
	if (!events)
		return -EBADMSG;
	saved->events = calloc(nr, sizeof(*saved->events));
	saved->run.events = calloc(nr, sizeof(*saved->run.events));
	if (!saved->events || !saved->run.events)
		return -ENOMEM;
	for (i = 0; i < nr && !ret; i++) {
		snprintf(reader->place, sizeof(reader->place), "events[%zu]: ", i);
		ret = read_event(reader, json_object_array_get_idx(events, i), &saved->events[i]);
		saved->run.events[i].event = &saved->events[i];
	}
	saved->run.nr_events = (unsigned int)nr;
	reader->place[0] = '\0';
	return ret;
}

static int read_clock(const struct json_reader *reader, struct saved *saved)
{
	struct json_object *clock = json_member(reader, saved->file, "clock", json_type_object),
			   *ratio;
	struct run *run = &saved->run;
	struct json_object *name;

	if (!clock)
		return -EBADMSG;
	name = json_member(reader, clock, "name", json_type_string);
	ratio = json_member(reader, clock, "cycles_per_tick", json_type_object);
	if (!name || !ratio || get_positive(reader, ratio, "median", &run->ratio.mid) ||
	    get_positive(reader, ratio, "low", &run->ratio.low) ||
	    get_positive(reader, ratio, "high", &run->ratio.high))
		return -EBADMSG;
	run->clock = json_object_get_string(name);
	return 0;
}

static int read_head(const struct json_reader *reader, struct saved *saved)
{
	int64_t version, processor, rounds, seed;

	if (json_get_number(reader, saved->file, "version", 0, INT32_MAX, &version))
		return -EBADMSG;
	if (version != VERSION)
		return json_wrong(reader, "version %lld, not %d", (long long)version, VERSION);
	if (read_clock(reader, saved) ||
	    json_get_number(reader, saved->file, "processor", 0, INT32_MAX, &processor) ||
	    json_get_number(reader, saved->file, "rounds", 1, RUN_ROUNDS_MAX, &rounds) ||
	    json_get_number(reader, saved->file, "seed", 0, INT64_MAX, &seed))
		return -EBADMSG;
	saved->run.cpu = (int)processor;
	saved->run.rounds = (unsigned int)rounds;
	saved->run.seed = (uint64_t)seed;
	return 0;
}

static int check_tool(const struct json_reader *reader, const struct saved *saved)
{
	struct json_object *tool = NULL;

	if (json_object_is_type(saved->file, json_type_object))
		json_object_object_get_ex(saved->file, "tool", &tool);
	if (json_object_is_type(tool, json_type_string) &&
	    !strcmp(json_object_get_string(tool), "markbench"))
		return 0;
	return json_wrong(reader, "not written by markbench run --json");
}

static int parse(const struct json_reader *reader, struct saved *saved, const char *text,
		 size_t len)
{
	struct json_tokener *tokener = json_tokener_new_ex(DEPTH_MAX);
	enum json_tokener_error error;

	if (!tokener)
		return -ENOMEM;
	json_tokener_set_flags(tokener, JSON_TOKENER_STRICT);
	/* A NUL ends a number that is all of the text; the caller has put one there. */
	saved->file = json_tokener_parse_ex(tokener, text, (int)len + 1);
	error = json_tokener_get_error(tokener);
	if (error)
		json_wrong(reader, "no JSON, at byte %zu: %s", json_tokener_get_parse_end(tokener),
			   json_tokener_error_desc(error));
	json_tokener_free(tokener);
	return error ? -EBADMSG : 0;
}

/**
 * saved_parse() - a file that is in memory
 * @saved:	filled in; to be freed if this returns 0
 * @name:	of the file, for @why
 * @text:	of @len bytes and a NUL
 * @why:	on an error a sentence that begins with @name
 *
 * Return: 0, -EBADMSG if it is not what it should be, -ENOMEM.
 */
int saved_parse(struct saved *saved, const char *name, const char *text, size_t len,
		char why[static SAVED_WHY])
{
	struct json_reader reader = { .name = name, .why = why, .len = SAVED_WHY };
	int ret;

	memset(saved, 0, sizeof(*saved));
	snprintf(why, SAVED_WHY, "%.100s: no memory", name);
	ret = parse(&reader, saved, text, len);
	if (!ret)
		ret = check_tool(&reader, saved);
	if (!ret)
		ret = read_head(&reader, saved);
	if (!ret)
		ret = read_events(&reader, saved);
	if (!ret)
		ret = read_rows(&reader, saved);
	if (ret)
		saved_free(saved);
	return ret;
}

/* What is left of a file, into another one; 0 or a negative errno. */
static int copy_all(FILE *from, FILE *to)
{
	char part[4096];
	size_t n, all = 0;

	errno = 0;
	while ((n = fread(part, 1, sizeof(part), from)) > 0) {
		all += n;
		if (all > FILE_MAX)
			return -EFBIG;
		if (fwrite(part, 1, n, to) != n)
			return -ENOMEM;
	}
	return ferror(from) ? -errno : 0;
}

/* All of a file and a NUL, to be freed; NULL, and a sentence. */
static char *read_text(const struct json_reader *reader, size_t *len)
{
	FILE *file = fopen(reader->name, "re"), *copy = NULL;
	char *text = NULL;
	int ret = file ? 0 : -errno;

	if (!ret)
		copy = open_memstream(&text, len);
	if (!ret)
		ret = copy ? copy_all(file, copy) : -ENOMEM;
	if (copy)
		fclose(copy);
	if (file)
		fclose(file);
	if (!ret)
		return text;
	json_wrong(reader, "%s", strerror(-ret));
	free(text);
	return NULL;
}

/** saved_read() - saved_parse() of a file */
int saved_read(struct saved *saved, const char *path, char why[static SAVED_WHY])
{
	const struct json_reader reader = { .name = path, .why = why, .len = SAVED_WHY };
	size_t len = 0;
	char *text = read_text(&reader, &len);
	int ret;

	if (!text)
		return -EBADMSG;
	ret = saved_parse(saved, path, text, len, why);
	free(text);
	return ret;
}

/** saved_free() - what saved_read() allocated */
void saved_free(struct saved *saved)
{
	unsigned int i;

	for (i = 0; i < saved->run.nr; i++) {
		free(saved->run.rows[i].cycles);
		free(saved->run.rows[i].counts);
	}
	free(saved->run.rows);
	free(saved->run.events);
	free(saved->benches);
	free(saved->events);
	json_object_put(saved->file);
	memset(saved, 0, sizeof(*saved));
}

/**
 * saved_fact() - what a file says of its run, as text
 * @group:	an object of the file; NULL for the file itself
 * @key:	of a member
 *
 * Return: the text, "" if it is not there.
 */
const char *saved_fact(const struct saved *saved, const char *group, const char *key)
{
	struct json_object *json = saved->file, *value;

	if (group && !json_object_object_get_ex(json, group, &json))
		return "";
	if (!json_object_is_type(json, json_type_object) ||
	    !json_object_object_get_ex(json, key, &value) || !value)
		return "";
	return json_object_get_string(value);
}
