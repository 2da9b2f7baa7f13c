// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which events have a table: those that all files have.  The one that costs are divided by has none,
 * since it would be the same in each run.
 */
#include "user/markdiff/verdict/report.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "user/markdiff/match/match.h"

static bool is_work(const struct options *o, const struct perfdata_event *e)
{
	return o->verdicts.work.kind == WORK_EVENT && !strcmp(o->verdicts.work.event, e->name);
}

static bool is_compared(const struct diff *diff, uint32_t event)
{
	const struct perfdata_event *e = perfdata_event(diff->profiles[0].pd, event);
	uint32_t file;

	if (event_is_dummy(e) || is_work(diff->options, e))
		return false;
	for (file = 0; file < diff->options->nr_files; file++)
		if (diff_pair(diff, file, event) == EVENT_NONE)
			return false;
	return true;
}

/* The mean total of the side that costs more; of all runs, where there are no sides. */
static double largest_total(const struct verdict_report *r, const struct observation *o)
{
	const struct sides *s = &r->diff->options->verdicts.sides;
	double total[NR_SIDES] = { 0 };
	uint32_t i;

	for (i = 0; i < o->nr_files; i++)
		total[r->sides[i]] += o->total.costs[COST_SELF][i].value;
	for (enum side side = 0; side < NR_SIDES; side++)
		total[side] /= fmax(s->nr[side], 1);
	return fmax(total[SIDE_BASE], total[SIDE_NEW]);
}

static int add_event(struct verdict_report *r, uint32_t event, char *why)
{
	struct event_report *e = &r->events[r->nr_events++];
	int err;

	e->event = perfdata_event(r->diff->profiles[0].pd, event);
	err = observe(&e->observation, r->diff, event, why);
	if (!err)
		cost_unit_choose(&e->unit, e->event, largest_total(r, &e->observation));
	if (!err && !r->diff->options->verdicts.aa)
		err = verdicts_judge(&e->table, &e->observation, r->sides);
	if (!err && r->diff->options->verdicts.markers)
		err = marker_costs_judge(&e->markers, &e->table, &r->marker_code, why);
	return err;
}

static int add_events(struct verdict_report *r, char *why)
{
	uint32_t i, nr = perfdata_nr_events(r->diff->profiles[0].pd);
	int err = 0;

	r->events = calloc((size_t)nr + 1, sizeof(*r->events));
	if (!r->events)
		return -ENOMEM;
	for (i = 0; i < nr && !err; i++)
		if (is_compared(r->diff, i))
			err = add_event(r, i, why);
	return err;
}

int verdict_report_make(struct verdict_report *r, struct diff *diff, char why[OBSERVE_WHY])
{
	const struct options *o = diff->options;
	uint32_t i;
	int err = 0;

	r->diff = diff;
	r->sides = calloc((size_t)o->nr_files + 1, sizeof(*r->sides));
	if (!r->sides)
		return -ENOMEM;
	for (i = 0; i < o->nr_files; i++)
		r->sides[i] = side_of(&o->verdicts.sides, i);
	if (o->verdicts.markers)
		err = marker_code_find(&r->marker_code, diff, why);
	if (!err)
		err = add_events(r, why);
	if (!err && o->verdicts.aa)
		err = aa_make(r, why);
	if (!err)
		err = remarks_collect(&r->remarks, diff);
	if (!err)
		err = o->verdicts.aa ? remarks_of_aa(&r->remarks, r) :
				       remarks_of_verdicts(&r->remarks, r);
	if (!err && o->verdicts.markers)
		err = remarks_of_markers(&r->remarks, &r->marker_code);
	if (!err && o->verdicts.gate)
		err = o->verdicts.aa ? gate_decide_splits(&r->gate, r) : gate_decide(&r->gate, r);
	return err;
}

void verdict_report_free(struct verdict_report *r)
{
	uint32_t i;

	for (i = 0; i < r->nr_events; i++) {
		marker_costs_free(&r->events[i].markers);
		aa_event_free(&r->events[i].aa);
		verdicts_free(&r->events[i].table);
		observation_free(&r->events[i].observation);
	}
	marker_code_free(&r->marker_code);
	aa_free(&r->aa);
	free(r->events);
	free(r->sides);
	remarks_free(&r->remarks);
	gate_free(&r->gate);
}

const char *verdict_report_per(const struct verdict_report *r)
{
	const struct work *w = &r->diff->options->verdicts.work;

	switch (w->kind) {
	case WORK_UNITS:
		return "unit";
	case WORK_TIME:
		return "second";
	case WORK_EVENT:
		return w->event;
	default:
		return "run";
	}
}
