// SPDX-License-Identifier: GPL-2.0-only
/*
 * Judging splits, one after the other.
 *
 * The report is that of one split at a time: sides and tables are written again for each, and nothing
 * of them is kept but what is counted.
 */
#include "user/markdiff/verdict/aa.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "user/markdiff/verdict/report.h"

static_assert((int)SPLIT_UNUSED == (int)SIDE_UNUSED, "a split's sides are those of verdicts");

/* Equal runs do not scatter, and would make the noise look small. */
static int check_files(const struct diff *diff, char *why)
{
	uint32_t i, other;

	for (i = 0; i < diff->options->nr_files; i++)
		for (other = 0; other < i; other++)
			if (is_same_recording(diff->profiles[i].path, diff->profiles[other].path)) {
				snprintf(
					why, OBSERVE_WHY,
					"--aa: %.150s and %.150s are the same recording; name each "
					"run once",
					diff->profiles[other].path, diff->profiles[i].path);
				return -ENODATA;
			}
	return 0;
}

static int make_splits(struct aa *aa, const struct verdict_options *v, uint32_t nr_files)
{
	uint32_t max = v->nr_splits ? v->nr_splits : SPLITS_DEFAULT;
	struct rng rng;

	aa->per_side = nr_files / 2;
	aa->possible = splits_possible(nr_files, aa->per_side);
	rng_seed(&rng, v->seed);
	return splits_make(&aa->splits, nr_files, aa->per_side, max, &rng);
}

static int begin_events(struct verdict_report *r)
{
	uint32_t i;
	int err = 0;

	for (i = 0; i < r->nr_events && !err; i++)
		err = aa_event_begin(&r->events[i].aa, &r->events[i].observation, r->aa.splits.nr);
	return err;
}

static int count_gate(struct verdict_report *r)
{
	struct gate gate;
	int err = gate_decide(&gate, r);

	r->aa.gates.tried++;
	r->aa.gates.regressions += gate.result == GATE_REGRESSION;
	r->aa.gates.inconclusive += gate.result == GATE_INCONCLUSIVE;
	r->aa.gates.not_comparable += gate.result == GATE_NOT_COMPARABLE;
	gate_free(&gate);
	return err;
}

static void exchange(uint8_t *sides, uint32_t runs)
{
	uint32_t i;

	for (i = 0; i < runs; i++)
		if (sides[i] != SIDE_UNUSED)
			sides[i] = !sides[i];
}

static int judge_events(struct verdict_report *r)
{
	uint32_t i;
	int err = 0;

	for (i = 0; i < r->nr_events && !err; i++)
		err = verdicts_judge_found(&r->events[i].table, &r->events[i].observation,
					   r->sides);
	return err;
}

static void free_tables(struct verdict_report *r)
{
	uint32_t i;

	for (i = 0; i < r->nr_events; i++)
		verdicts_free(&r->events[i].table);
}

/* A gate stops what is dearer: which half is the new one makes a difference to it, and only to it. */
static int try_gate(struct verdict_report *r)
{
	int err = count_gate(r);

	free_tables(r);
	exchange(r->sides, r->aa.splits.runs);
	if (!err)
		err = judge_events(r);
	if (!err)
		err = count_gate(r);
	return err;
}

static int judge_split(struct verdict_report *r, uint32_t split)
{
	const struct splits *s = &r->aa.splits;
	uint32_t i;
	int err;

	memcpy(r->sides, splits_get(s, split), s->runs);
	err = judge_events(r);
	for (i = 0; i < r->nr_events && !err; i++)
		aa_event_take(&r->events[i].aa, &r->events[i].table, split);
	if (!err && r->diff->options->verdicts.gate)
		err = try_gate(r);
	free_tables(r);
	return err;
}

int aa_make(struct verdict_report *r, char why[OBSERVE_WHY])
{
	const struct options *o = r->diff->options;
	uint32_t i;
	int err = check_files(r->diff, why);

	if (!err)
		err = make_splits(&r->aa, &o->verdicts, o->nr_files);
	if (!err)
		err = begin_events(r);
	for (i = 0; i < r->aa.splits.nr && !err; i++)
		err = judge_split(r, i);
	for (i = 0; i < r->nr_events && !err; i++)
		err = aa_event_end(&r->events[i].aa, r->aa.per_side);
	return err;
}

void aa_free(struct aa *aa)
{
	splits_free(&aa->splits);
}
