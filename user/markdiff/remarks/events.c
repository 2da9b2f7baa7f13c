// SPDX-License-Identifier: GPL-2.0-only
/*
 * Remarks about events: those that have no partner, those that were recorded otherwise, and what
 * their samples can tell.
 */
#include "user/markdiff/remarks/remarks.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "user/markdiff/match/match.h"

/* One sample above this part of all, and so many times larger than the mean one. */
#define LARGE_PERCENT 1.0
#define LARGE_TIMES   10.0

/* From here on, totals differ so much that shares mislead. */
#define TOTALS_PERCENT 3.0

/*
 * Samples of one run vary 1.3 times as much as a binomial distribution would have it, as measured
 * with cpu-clock on recordings of one program; 1.96 standard deviations are 95 %.
 */
#define DISPERSION 1.3
#define DEVIATIONS 1.96

static bool is_frequency(const struct perfdata_event *e)
{
	return e->flags >> PERFDATA_FREQ & 1;
}

static void rates(struct remarks *r, const struct profile *base, const struct profile *p,
		  const struct perfdata_event *a, const struct perfdata_event *b)
{
	static const char *const unit[] = { "periods of", "a frequency of" };

	if (is_frequency(a) == is_frequency(b) && a->period == b->period)
		return;
	remark(r, REMARK_CAREFUL,
	       "%s was recorded with %s %" PRIu64 " in %s and %s %" PRIu64
	       " in %s; give both the same -F or -c",
	       a->name, unit[is_frequency(a)], a->period, base->path, unit[is_frequency(b)],
	       b->period, p->path);
}

static double points(double share, uint64_t a, uint64_t b)
{
	return 100 * DEVIATIONS * sqrt(DISPERSION * share * (1 - share) * (1.0 / a + 1.0 / b));
}

/* Two recordings of the same program differ, too. */
static void chance(struct remarks *r, const struct profile *base, const struct profile *p,
		   const struct event_total *a, const struct event_total *b)
{
	double half;

	if (!a->samples || !b->samples)
		return;
	half = points(0.5, a->samples, b->samples);
	remark(r, half >= 1 ? REMARK_CAREFUL : REMARK_DETAIL,
	       "%" PRIu64 " samples in %s and %" PRIu64 " in %s: by chance, shares of about 50 %% "
	       "differ by up to %.1f points and those of 5 %% by %.1f; record longer or several "
	       "times",
	       a->samples, base->path, b->samples, p->path, half > 100 ? 100 : half,
	       fmin(100, points(0.05, a->samples, b->samples)));
}

static void totals(struct remarks *r, const struct diff *diff, const struct profile *p,
		   const struct perfdata_event *e, const struct event_total *a,
		   const struct event_total *b)
{
	enum compute compute = diff->options->compute;
	double change = a->all ? 100.0 * b->all / a->all - 100 : 0;

	if ((compute == COMPUTE_DELTA || compute == COMPUTE_DELTA_ABS) &&
	    fabs(change) > TOTALS_PERCENT)
		remark(r, REMARK_CAREFUL,
		       "%s has %.1f %% %s %s in all, which shifts all shares; -c ratio -p compares "
		       "the costs themselves",
		       p->path, fabs(change), change > 0 ? "more" : "less", e->name);
}

static void pair(struct remarks *r, const struct diff *diff, uint32_t file, uint32_t event,
		 uint32_t other)
{
	const struct profile *base = &diff->profiles[0], *p = &diff->profiles[file];
	const struct perfdata_event *a = perfdata_event(base->pd, event);
	const struct perfdata_event *b = perfdata_event(p->pd, other);

	if (diff->options->verdicts.asked)
		return; /* remarks/runs.c */
	if (event_modifiers_differ(a, b))
		remark(r, REMARK_CAREFUL,
		       "%s of %s and %s of %s differ in precision or in whether guests count; "
		       "record both with the same -e",
		       a->name, base->path, b->name, p->path);
	rates(r, base, p, a, b);
	totals(r, diff, p, a, &base->totals[event], &p->totals[other]);
	chance(r, base, p, &base->totals[event], &p->totals[other]);
}

static void large_samples(struct remarks *r, const struct profile *p)
{
	uint32_t i;

	for (i = 0; i < perfdata_nr_events(p->pd); i++) {
		const struct event_total *t = &p->totals[i];
		double percent = t->all ? 100.0 * t->largest / t->all : 0;

		if (percent > LARGE_PERCENT &&
		    (double)t->largest * t->samples > LARGE_TIMES * t->all)
			remark(r, REMARK_WRONG,
			       "%s: one sample of %s alone is %.1f %% of all (a period of %" PRIu64
			       "); record with a fixed period (-c)",
			       p->path, perfdata_event(p->pd, i)->name, percent, t->largest);
	}
}

/* Events that the baseline has not, with a comma between them; to be freed. */
static char *only_in(const struct diff *diff, uint32_t file)
{
	const struct perfdata *base = diff->profiles[0].pd, *pd = diff->profiles[file].pd;
	uint32_t i, j;
	size_t size;
	char *text = NULL;
	FILE *out = open_memstream(&text, &size);

	for (i = 0; out && i < perfdata_nr_events(pd); i++) {
		for (j = 0; j < perfdata_nr_events(base) && diff_pair(diff, file, j) != i;)
			j++;
		if (j == perfdata_nr_events(base) && !event_is_dummy(perfdata_event(pd, i)))
			fprintf(out, "%s%s", ftell(out) ? ", " : "", perfdata_event(pd, i)->name);
	}
	if (out)
		fclose(out);
	return text;
}

static void unpaired(struct remarks *r, const struct diff *diff, uint32_t file)
{
	char *names = only_in(diff, file);

	if (names && *names)
		remark(r, REMARK_CAREFUL,
		       "%s also has %s, which %s has not: there is no table of it",
		       diff->profiles[file].path, names, diff->profiles[0].path);
	free(names);
}

void remarks_of_events(struct remarks *r, const struct diff *diff)
{
	const struct perfdata *base = diff->profiles[0].pd;
	uint32_t file, event, other;

	for (file = 0; file < diff->options->nr_files; file++)
		large_samples(r, &diff->profiles[file]);
	for (file = 1; file < diff->options->nr_files; file++) {
		for (event = 0; event < perfdata_nr_events(base); event++) {
			if (event_is_dummy(perfdata_event(base, event)))
				continue;
			other = diff_pair(diff, file, event);
			if (other == EVENT_NONE)
				remark(r, REMARK_WRONG, "%s has no %s: %s; record with the same -e",
				       diff->profiles[file].path, perfdata_event(base, event)->name,
				       diff->options->verdicts.asked ? "there is no table of it" :
								       "its column is empty");
			else
				pair(r, diff, file, event, other);
		}
		unpaired(r, diff, file);
	}
}
