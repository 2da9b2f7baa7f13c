// SPDX-License-Identifier: GPL-2.0-only
/*
 * samples.c - the samples of a run as JSON, an array a line
 *
 *	"chain": { "steps": n, "cycles": n, "ticks": [ n, ... ] }
 *	a row's "ticks": [ n, ... ], the clock's of its "loops" loops, one of each round
 *	an event's "samples": [ x, ... ], a loop; null for a round in which it was on no counter
 *
 * A row's cycles a loop are ticks * (cycles_per_tick.median / loops); its difference to a row is that
 * of the two in each round; medians and intervals of that come from "seed" as "resamples" says, and
 * are printed divided by "sites".  saved.c reads them.
 */
#include "samples.h"

#include <json-c/json.h>
#include <json-c/printbuf.h>
#include <math.h>

#include "../machine.h"

/* json-c would put each element on a line of its own. */
static int on_one_line(struct json_object *array, struct printbuf *text, int level, int flags)
{
	size_t i, nr = json_object_array_length(array);

	for (i = 0; i < nr; i++) {
		struct json_object *value = json_object_array_get_idx(array, i);

		sprintbuf(text, "%s%s", i ? "," : "[",
			  json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN));
	}
	return sprintbuf(text, "%s", nr ? "]" : "[]");
}

static struct json_object *new_line(void)
{
	struct json_object *array = json_object_new_array();

	json_object_set_serializer(array, on_one_line, NULL, NULL);
	return array;
}

/** samples_ticks() - whole ticks of the clock, as they were read */
struct json_object *samples_ticks(const struct run *run, const struct run_row *row)
{
	struct json_object *array = new_line();
	double cycles = run->ratio.mid / (double)row->loops;
	unsigned int i;

	for (i = 0; i < run->rounds; i++)
		json_object_array_add(array,
				      json_object_new_int64(llround(row->cycles[i] / cycles)));
	return array;
}

/** samples_counts() - of an event, a loop */
struct json_object *samples_counts(const struct run *run, const struct run_row *row,
				   unsigned int event)
{
	const double *counts = row->counts + (size_t)event * run->rounds;
	struct json_object *array = new_line();
	unsigned int i;

	for (i = 0; i < run->rounds; i++)
		json_object_array_add(array,
				      isnan(counts[i]) ? NULL : json_object_new_double(counts[i]));
	return array;
}

/** samples_chain() - what the clock was calibrated by */
struct json_object *samples_chain(const struct run *run)
{
	struct json_object *json = json_object_new_object(), *array = new_line();
	unsigned int i;

	for (i = 0; i < run->rounds; i++)
		json_object_array_add(array, json_object_new_int64(llround(run->ticks[i])));
	json_object_object_add(json, "steps", json_object_new_int(RUN_CHAIN));
	json_object_object_add(json, "cycles", json_object_new_int((int)machine_chain_cycles));
	json_object_object_add(json, "ticks", array);
	return json;
}
