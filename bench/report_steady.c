// SPDX-License-Identifier: GPL-2.0-only
/*
 * report_steady.c - whether the clock moved and who took the processor, as text and as JSON
 *
 *	"clock_moved": { "told": bool, "steps": [ { "round": n, "percent": x } ],
 *			 "trend_percent": x, "mann_kendall_z": x, "drifts": bool,
 *			 "spread_percent": x, "outliers": n }
 *	"interference": { "rounds": n, "stolen_ms": x, "waited_ms": x, "switches": n,
 *			  "which": [ n, ... ], "left_out": false }
 *
 * Rounds that were disturbed stay in.  An interruption meets one sample of the hundred of a round;
 * leaving out all of that round would throw away the others, and stolen time is told in hundredths of
 * a second, so that the round that is charged is often not the one that was met.  A share of the
 * samples that is off by whatever moves a median no further than to the quantile half that share away
 * (Huber, "Robust Statistics", chapter 3): with 4 of 501 that is from the 50th to the 50.4th
 * percentile.  So the share is told, and from a tenth on that the machine was not quiet.
 */
#include <math.h>

#include "json.h"

#include "report.h"

#define SPREAD_LOUD   0.01
#define ROUNDS_LISTED 1000

static void print_clock(const struct steady *steady, unsigned int rounds, FILE *file)
{
	unsigned int i;

	if (!steady->told) {
		fprintf(file, "clock: %u rounds are too few to tell whether it moved (%d)\n",
			rounds, STEADY_ROUNDS);
		return;
	}
	for (i = 0; i < steady->nr_steps; i++)
		fprintf(file, "clock: moved by %+.1f %% in round %u\n",
			100 * steady->steps[i].change, steady->steps[i].round);
	if (steady->drifts)
		fprintf(file, "clock: drifted by %+.1f %% over the run (Mann-Kendall z = %+.1f)\n",
			100 * steady->trend, steady->z);
	if (steady->spread > SPREAD_LOUD)
		fprintf(file, "clock: wavers: half of the rounds are %.1f %% apart\n",
			100 * steady->spread);
	if (!steady->nr_steps && !steady->drifts && steady->spread <= SPREAD_LOUD)
		fprintf(file, "clock: steady, half of the rounds within %.2f %%\n",
			100 * steady->spread);
}

/** report_steady() - a line for each thing that was seen of the clock, and one of interference */
void report_steady(const struct run *run, FILE *file)
{
	struct interference_sum sum;

	print_clock(&run->steady, run->rounds, file);
	if (!run->interference)
		return;
	interference_add_up(run->interference, run->rounds, &sum);
	if (!sum.rounds) {
		fprintf(file, "processor: ours alone in all %u rounds\n", run->rounds);
		return;
	}
	fprintf(file,
		"processor: %u of %u rounds were disturbed (%.0f ms stolen, %.1f ms waited, %llu "
		"switch%s) and are in%s\n",
		sum.rounds, run->rounds, (double)sum.all.stolen_ns / 1e6,
		(double)sum.all.waited_ns / 1e6, (unsigned long long)sum.all.switches,
		sum.all.switches == 1 ? "" : "es",
		10ul * sum.rounds > run->rounds ? ": the machine was not quiet" : "");
}

/* ---- JSON ---------------------------------------------------------------------------------- */

static struct json_object *steps_json(const struct steady *steady)
{
	struct json_object *steps = json_object_new_array();
	unsigned int i;

	for (i = 0; i < steady->nr_steps; i++) {
		struct json_object *step = json_object_new_object();

		json_object_object_add(step, "round",
				       json_object_new_int((int)steady->steps[i].round));
		json_add_number(step, "percent", 100 * steady->steps[i].change);
		json_object_array_add(steps, step);
	}
	return steps;
}

/** steady_json() - what was seen of the clock */
struct json_object *steady_json(const struct steady *steady)
{
	struct json_object *json = json_object_new_object();

	json_object_object_add(json, "told", json_object_new_boolean(steady->told));
	if (!steady->told)
		return json;
	json_object_object_add(json, "steps", steps_json(steady));
	json_add_number(json, "trend_percent", 100 * steady->trend);
	json_add_number(json, "mann_kendall_z", steady->z);
	json_object_object_add(json, "drifts", json_object_new_boolean(steady->drifts));
	json_add_number(json, "spread_percent", 100 * steady->spread);
	json_object_object_add(json, "outliers", json_object_new_int((int)steady->outliers));
	return json;
}

/** interference_json() - what was seen of others on the processor */
struct json_object *interference_json(const struct run *run)
{
	struct json_object *json = json_object_new_object(), *which = json_object_new_array();
	struct interference_sum sum;
	unsigned int i;

	interference_add_up(run->interference, run->rounds, &sum);
	for (i = 0; i < run->rounds && json_object_array_length(which) < ROUNDS_LISTED; i++) {
		if (interference_is_any(&run->interference[i]))
			json_object_array_add(which, json_object_new_int((int)i));
	}
	json_object_object_add(json, "rounds", json_object_new_int((int)sum.rounds));
	json_add_number(json, "stolen_ms", (double)sum.all.stolen_ns / 1e6);
	json_add_number(json, "waited_ms", (double)sum.all.waited_ns / 1e6);
	json_object_object_add(json, "switches", json_object_new_int64((int64_t)sum.all.switches));
	json_object_object_add(json, "left_out", json_object_new_boolean(false));
	json_object_object_add(json, "which", which);
	return json;
}
