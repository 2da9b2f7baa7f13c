// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counting what the verdicts of splits say, and the noise that they say it of.
 *
 * The halves' difference is that of the logarithms of their costs, without its sign: which half is
 * the first is chance.  It is kept for each row and split; what most splits are below is read from
 * them as they are, without a model.  What could be found is computed from all runs: they know more of
 * how runs scatter than those of one split do.
 */
#include "user/markdiff/verdict/aa_event.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "user/markdiff/rows/row_key.h"
#include "user/stats/bootstrap.h"
#include "user/stats/detect.h"

static const double size_limits[NR_AA_SIZES] = { 10, 1, 0.1, 0 };
static const uint32_t need_runs[NR_AA_NEEDS] = { 3, 5, 10, 20 };

/* ---- where a row's differences are ---- */

static float *differences_of(const struct aa_event *e, enum cost_kind kind, uint32_t row)
{
	return e->differences + ((size_t)kind * (e->nr + 1) + row) * e->nr_splits;
}

/* Of the total, which is no row. */
static float *differences_of_total(const struct aa_event *e)
{
	return differences_of(e, COST_SELF, e->nr);
}

int aa_event_begin(struct aa_event *e, const struct observation *o, uint32_t nr_splits)
{
	size_t figures = (size_t)o->nr_kinds * (o->nr + 1);
	uint32_t i;

	*e = (struct aa_event){ .observation = o, .nr = o->nr, .nr_splits = nr_splits };
	e->rows = calloc((size_t)o->nr + 1, sizeof(*e->rows));
	e->differences = calloc(figures * nr_splits, sizeof(*e->differences));
	if (!e->rows || !e->differences)
		return -ENOMEM;
	for (i = 0; i < o->nr; i++)
		e->rows[i].observed = &o->rows[i];
	e->total.observed = &o->total;
	return 0;
}

void aa_event_free(struct aa_event *e)
{
	free(e->rows);
	free(e->differences);
	e->rows = NULL;
	e->differences = NULL;
}

/* ---- one split ---- */

static bool is_found(const struct verdict_table *t, const struct figures *f, enum aa_way way)
{
	if (!f->tested)
		return false;
	if (way == AA_VERDICTS)
		return f->verdict == VERDICT_REGRESSION || f->verdict == VERDICT_IMPROVEMENT;
	if (way == AA_COSTS)
		return f->q <= t->options->fdr;
	return f->share.known && f->share.tested && f->share.q <= t->options->fdr;
}

static bool is_tested(const struct figures *f, enum aa_way way)
{
	return f->tested && (way != AA_SHARES || (f->share.known && f->share.tested));
}

/* 0 where both halves cost nothing, infinite where one does. */
static float difference_of(const struct figures *f)
{
	double base = f->cost[SIDE_BASE], new = f->cost[SIDE_NEW];

	if (base == new)
		return 0;
	return base > 0 && new > 0 ? fabs(log(new / base)) : INFINITY;
}

static void count_figures(const struct verdict_table *t, const struct figures *f,
			  struct aa_figures *sum, struct aa_rate rates[NR_AA_WAYS],
			  bool any[NR_AA_WAYS])
{
	sum->tested += f->tested;
	for (enum aa_way way = 0; way < NR_AA_WAYS; way++) {
		bool found = is_found(t, f, way);

		sum->found[way] += found;
		rates[way].rows += found;
		rates[way].tested += is_tested(f, way);
		any[way] |= found;
	}
}

static void end_split(struct aa_rate rates[NR_AA_WAYS], const bool any[NR_AA_WAYS])
{
	for (enum aa_way way = 0; way < NR_AA_WAYS; way++)
		rates[way].splits += any[way];
}

static void take_total(struct aa_event *e, const struct verdict_table *t, uint32_t split)
{
	const struct figures *f = &t->total.figures[COST_SELF];
	bool any[NR_AA_WAYS] = { false };

	differences_of_total(e)[split] = difference_of(f);
	count_figures(t, f, &e->total.figures[COST_SELF], e->total_rates, any);
	end_split(e->total_rates, any);
}

static void take_kind(struct aa_event *e, const struct verdict_table *t, uint32_t split,
		      enum cost_kind kind)
{
	bool any[NR_AA_WAYS] = { false };
	uint32_t i, row;

	for (i = 0; i < t->nr; i++) {
		const struct figures *f = &t->rows[i].figures[kind];

		row = t->rows[i].observed - e->observation->rows;
		differences_of(e, kind, row)[split] = difference_of(f);
		count_figures(t, f, &e->rows[row].figures[kind], e->rates[kind], any);
	}
	end_split(e->rates[kind], any);
}

void aa_event_take(struct aa_event *e, const struct verdict_table *t, uint32_t split)
{
	uint32_t kind;

	take_total(e, t, split);
	for (kind = 0; kind < e->observation->nr_kinds; kind++)
		take_kind(e, t, split, kind);
}

/* ---- all runs together ---- */

struct gathering {
	const struct aa_event *event;
	double *values, *sampling; /* of the runs */
};

static struct sample sample_of_runs(const struct gathering *g, const struct cost *costs,
				    double *samples)
{
	uint32_t i, nr = g->event->observation->nr_files;
	double grain = 0;

	*samples = 0;
	for (i = 0; i < nr; i++) {
		g->values[i] = costs[i].value;
		g->sampling[i] = costs[i].sampling;
		grain += costs[i].grain / nr;
		*samples += costs[i].samples;
	}
	return sample_of(g->values, g->sampling, nr, grain);
}

static int fit_prior(struct aa_event *e, const struct gathering *g, enum cost_kind kind)
{
	struct dispersion *list = calloc((size_t)e->nr + 1, sizeof(*list));
	double samples;
	uint32_t i;

	if (!list)
		return -ENOMEM;
	for (i = 0; i < e->nr; i++) {
		struct sample s = sample_of_runs(g, e->rows[i].observed->costs[kind], &samples);

		list[i] = dispersion_of(&s, NULL, samples);
	}
	prior_fit(list, e->nr, &e->prior[kind]);
	free(list);
	return 0;
}

/* In percent of the totals of the same runs; NaN where there is no total. */
static double mean_share(const struct observation *o, const struct cost *costs)
{
	const struct cost *totals = o->total.costs[COST_SELF];
	double sum = 0;
	uint32_t i;

	for (i = 0; i < o->nr_files; i++)
		sum += totals[i].value > 0 ? 100 * costs[i].value / totals[i].value : NAN;
	return sum / o->nr_files;
}

static void describe(struct aa_figures *f, const struct gathering *g, const struct cost *costs,
		     const struct prior *prior, uint32_t per_side)
{
	const struct observation *o = g->event->observation;
	double samples, confidence = o->diff->options->verdicts.confidence;
	struct sample s = sample_of_runs(g, costs, &samples);

	f->cost = s.mean;
	f->share = mean_share(o, costs);
	f->scatter = s.mean > 0 ? sqrt(s.scatter) / s.mean : INFINITY;
	f->sampling = s.mean > 0 ? sqrt(s.floor) / s.mean : INFINITY;
	f->detectable = f->tested ? detect_runs(&s, per_side, prior, confidence) : INFINITY;
}

static void look_at_total(struct aa_event *e, const struct gathering *g)
{
	const struct observation *o = e->observation;
	double samples, confidence = o->diff->options->verdicts.confidence;
	struct sample s = sample_of_runs(g, o->total.costs[COST_SELF], &samples);
	uint32_t i;

	e->drift = drift_of(NULL, g->values, o->nr_files, confidence);
	for (i = 0; i < NR_AA_NEEDS; i++)
		e->needs[i] = (struct aa_need){ need_runs[i],
						detect_runs(&s, need_runs[i], NULL, confidence) };
}

static int describe_all(struct aa_event *e, const struct gathering *g, uint32_t per_side)
{
	uint32_t i, kind;
	int err = 0;

	describe(&e->total.figures[COST_SELF], g, e->total.observed->costs[COST_SELF], NULL,
		 per_side);
	look_at_total(e, g);
	for (kind = 0; kind < e->observation->nr_kinds && !err; kind++) {
		err = fit_prior(e, g, kind);
		for (i = 0; i < e->nr && !err; i++)
			describe(&e->rows[i].figures[kind], g, e->rows[i].observed->costs[kind],
				 &e->prior[kind], per_side);
	}
	return err;
}

/* ---- differences of the halves ---- */

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* What a part of the values is not above; they are sorted. */
static double reach(double *values, uint64_t nr, double part)
{
	if (!nr)
		return INFINITY;
	qsort(values, nr, sizeof(*values), by_size);
	return expm1(bootstrap_percentile(values, nr, 2 * part - 1).high);
}

static double reach_of(double *scratch, const float *differences, uint32_t nr, double part)
{
	uint32_t i;

	for (i = 0; i < nr; i++)
		scratch[i] = differences[i];
	return reach(scratch, nr, part);
}

static uint32_t size_of(const struct aa_figures *f)
{
	uint32_t i = 0;

	while (i + 1 < NR_AA_SIZES && !(f->share >= size_limits[i]))
		i++;
	return i;
}

/* Of what is tested in any split: of the rest nothing is ever said. */
static bool is_of_size(const struct aa_figures *f, uint32_t size)
{
	return f->tested && size_of(f) == size;
}

static void count_size(const struct aa_event *e, enum cost_kind kind, uint32_t size,
		       double *differences, double *detectable)
{
	struct aa_size *s = (struct aa_size *)&e->sizes[kind][size];
	double confidence = e->observation->diff->options->verdicts.confidence;
	uint64_t nr = 0;
	uint32_t i, split;

	*s = (struct aa_size){ .from = size_limits[size] };
	for (i = 0; i < e->nr; i++) {
		const struct aa_figures *f = &e->rows[i].figures[kind];

		if (!is_of_size(f, size))
			continue;
		detectable[s->rows++] = f->detectable;
		s->found += f->found[AA_COSTS];
		for (split = 0; split < e->nr_splits; split++)
			differences[nr++] = differences_of(e, kind, i)[split];
	}
	s->within = reach(differences, nr, confidence);
	s->half = nr ? expm1(bootstrap_percentile(differences, nr, 0).low) : INFINITY;
	if (s->rows)
		qsort(detectable, s->rows, sizeof(*detectable), by_size);
	s->detectable = s->rows ? detectable[s->rows / 2] : INFINITY;
}

static int find_sizes(struct aa_event *e)
{
	double *differences = calloc((size_t)(e->nr + 1) * e->nr_splits, sizeof(*differences));
	double *detectable = calloc((size_t)e->nr + 1, sizeof(*detectable));
	uint32_t kind, size;

	for (kind = 0; kind < e->observation->nr_kinds && differences && detectable; kind++)
		for (size = 0; size < NR_AA_SIZES; size++)
			count_size(e, kind, size, differences, detectable);
	free(detectable);
	free(differences);
	return differences && detectable ? 0 : -ENOMEM;
}

static int find_within(struct aa_event *e)
{
	double *scratch = calloc((size_t)e->nr_splits + 1, sizeof(*scratch));
	double confidence = e->observation->diff->options->verdicts.confidence;
	uint32_t i, kind;

	if (!scratch)
		return -ENOMEM;
	e->total.figures[COST_SELF].within =
		reach_of(scratch, differences_of_total(e), e->nr_splits, confidence);
	for (kind = 0; kind < e->observation->nr_kinds; kind++)
		for (i = 0; i < e->nr; i++)
			e->rows[i].figures[kind].within = reach_of(
				scratch, differences_of(e, kind, i), e->nr_splits, confidence);
	free(scratch);
	return 0;
}

/* ---- order ---- */

/* What is called changed most often, then what is tested, then what costs most. */
static int most_found_first(const void *left, const void *right, void *arg)
{
	const struct aa_row *a = left, *b = right;
	const struct aa_event *e = arg;
	const struct hist *h = &e->observation->hist;
	enum cost_kind kind = observation_first_kind(e->observation);
	const struct aa_figures *x = &a->figures[kind], *y = &b->figures[kind];
	int order = (x->found[AA_COSTS] < y->found[AA_COSTS]) -
		    (x->found[AA_COSTS] > y->found[AA_COSTS]);
	uint32_t i;

	if (!order)
		order = !x->tested - !y->tested;
	if (!order)
		order = (x->cost < y->cost) - (x->cost > y->cost);
	for (i = 0; i < h->options->nr_keys && !order; i++)
		order = row_key_compare(h, a->observed->row, b->observed->row, i);
	return order;
}

int aa_event_end(struct aa_event *e, uint32_t per_side)
{
	uint32_t nr = e->observation->nr_files;
	struct gathering g = { e, calloc(nr, sizeof(double)), calloc(nr, sizeof(double)) };
	int err = g.values && g.sampling ? describe_all(e, &g, per_side) : -ENOMEM;

	free(g.values);
	free(g.sampling);
	if (!err)
		err = find_within(e);
	if (!err)
		err = find_sizes(e);
	if (!err && e->nr)
		qsort_r(e->rows, e->nr, sizeof(*e->rows), most_found_first, e);
	return err;
}
