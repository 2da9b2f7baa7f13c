// SPDX-License-Identifier: GPL-2.0-only
/*
 * The table of verdicts.
 *
 * Rows are compared twice: first to see how much the runs of each scatter, from which follows what
 * the rows have in common, then to test each with that.  The total is not one of the tests that are
 * many: it is looked at first, and alone.  Inclusive costs contain each other, so their q are those
 * of Benjamini and Yekutieli, which hold whatever depends on what.
 */
#include "user/markdiff/verdict/verdicts.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "user/markdiff/verdict/judge.h"
#include "user/markdiff/verdict/resample.h"
#include "user/markdiff/rows/row_key.h"
#include "user/stats/adjust.h"
#include "user/stats/dist.h"

/* ---- which runs ---- */

bool is_same_recording(const char *a, const char *b)
{
	struct stat left, right;

	return !stat(a, &left) && !stat(b, &right) && S_ISREG(left.st_mode) &&
	       left.st_dev == right.st_dev && left.st_ino == right.st_ino;
}

/* The file of the n-th run of a side. */
static uint32_t nth_run(const struct verdict_table *t, enum side side, uint32_t n)
{
	uint32_t i;

	for (i = 0; t->sides[i] != side || n--; i++)
		;
	return i;
}

static bool are_same_files(const struct verdict_table *t)
{
	const struct profile *profiles = t->observation->diff->profiles;
	uint32_t i;

	if (t->nr_runs[SIDE_BASE] != t->nr_runs[SIDE_NEW])
		return false;
	for (i = 0; i < t->nr_runs[SIDE_BASE]; i++)
		if (!is_same_recording(profiles[nth_run(t, SIDE_BASE, i)].path,
				       profiles[nth_run(t, SIDE_NEW, i)].path))
			return false;
	return !t->observation->diff->both;
}

static void count_runs(struct verdict_table *t)
{
	uint32_t i;

	for (i = 0; i < t->observation->nr_files; i++)
		if (t->sides[i] != SIDE_UNUSED)
			t->nr_runs[t->sides[i]]++;
	if (t->options->sides.paired)
		t->method = METHOD_PAIRED;
	else if (t->nr_runs[SIDE_BASE] > 1 || t->nr_runs[SIDE_NEW] > 1)
		t->method = METHOD_WELCH;
	else
		t->method = METHOD_SINGLE;
	t->same_files = are_same_files(t);
}

/* ---- rows ---- */

static enum presence presence_of(double base, double new)
{
	if (base > 0 && !(new > 0))
		return PRESENT_GONE;
	return new > 0 && !(base > 0) ? PRESENT_NEW : PRESENT_IN_BOTH;
}

void figures_begin(const struct verdict_table *t, struct figures *f, const struct cost *costs,
		   bool has_share)
{
	double spent[NR_SIDES] = { 0 };
	uint32_t i;

	*f = (struct figures){ .costs = costs, .p = 1, .q = 1, .detectable = INFINITY };
	f->share = (struct share_figures){ .known = has_share, .p = 1, .q = 1 };
	for (i = 0; i < t->observation->nr_files; i++) {
		if (t->sides[i] == SIDE_UNUSED)
			continue;
		f->samples[t->sides[i]] += costs[i].samples;
		spent[t->sides[i]] += costs[i].value;
	}
	f->presence = presence_of(spent[SIDE_BASE], spent[SIDE_NEW]);
}

static void begin_row(const struct verdict_table *t, struct verdict_row *r,
		      const struct observed_row *observed, uint32_t nr_kinds)
{
	uint32_t i, kind;

	*r = (struct verdict_row){ .observed = observed };
	for (kind = 0; kind < nr_kinds; kind++)
		figures_begin(t, &r->figures[kind], observed->costs[kind],
			      observed->row && !observed->excluded);
	r->presence = r->figures[nr_kinds - 1].presence;
	for (i = 0; i < t->observation->nr_files; i++)
		if (t->sides[i] != SIDE_UNUSED)
			r->samples[t->sides[i]] += observed->costs[nr_kinds - 1][i].count;
}

/* With splits of the runs, some rows are of runs that take no part. */
static bool is_seen(const struct verdict_row *r)
{
	return r->samples[SIDE_BASE] || r->samples[SIDE_NEW];
}

static int begin_rows(struct verdict_table *t)
{
	const struct observation *o = t->observation;
	uint32_t i;

	begin_row(t, &t->total, &o->total, 1);
	t->rows = calloc((size_t)o->nr + 1, sizeof(*t->rows));
	if (!t->rows)
		return -ENOMEM;
	for (i = 0; i < o->nr; i++) {
		begin_row(t, &t->rows[t->nr], &o->rows[i], o->nr_kinds);
		t->nr += is_seen(&t->rows[t->nr]);
	}
	return 0;
}

/* ---- tests ---- */

static int fit_prior(struct verdict_table *t, struct gathered *g, enum cost_kind kind)
{
	struct dispersion *dispersions = calloc((size_t)t->nr + 1, sizeof(*dispersions));
	uint32_t i;

	if (!dispersions)
		return -ENOMEM;
	for (i = 0; i < t->nr; i++)
		dispersions[i] = judge_dispersion(t, g, &t->rows[i].figures[kind]);
	prior_fit(dispersions, t->nr, &t->prior[kind]);
	free(dispersions);
	return 0;
}

static bool has_samples(const struct verdict_table *t, const struct figures *f)
{
	return f->samples[SIDE_BASE] + f->samples[SIDE_NEW] >= t->options->min_samples;
}

/* What has too few samples takes no part in the correction; that depends on both sides together. */
bool figures_take_part(const struct verdict_table *t, const struct figures *f)
{
	return f->tested && has_samples(t, f);
}

static bool share_takes_part(const struct verdict_table *t, const struct figures *f)
{
	return f->share.known && f->share.tested && has_samples(t, f);
}

/* The tests that are corrected together: what each found, and where the corrected figure goes. */
struct tests {
	double *p;
	double **q;
	uint32_t nr;
};

static int tests_init(struct tests *tests, uint32_t max)
{
	tests->p = calloc((size_t)max + 1, sizeof(*tests->p));
	tests->q = calloc((size_t)max + 1, sizeof(*tests->q));
	tests->nr = 0;
	return tests->p && tests->q ? 0 : -ENOMEM;
}

static void tests_add(struct tests *tests, double p, double *q)
{
	tests->p[tests->nr] = p;
	tests->q[tests->nr++] = q;
}

static int tests_adjust(struct tests *tests, enum adjust method)
{
	int err = adjust_p(method, tests->p, tests->p, tests->nr);
	uint32_t i;

	for (i = 0; i < tests->nr && !err; i++)
		*tests->q[i] = tests->p[i];
	tests->nr = 0;
	return err;
}

static void tests_free(struct tests *tests)
{
	free(tests->p);
	free(tests->q);
}

static int adjust(struct verdict_table *t, enum cost_kind kind)
{
	bool any = t->options->by || kind == COST_INCLUSIVE;
	enum adjust method = any ? ADJUST_BY : ADJUST_BH;
	struct tests tests;
	struct figures *f;
	uint32_t i;
	int err = tests_init(&tests, t->nr);

	for (i = 0; i < t->nr && !err; i++) {
		f = &t->rows[i].figures[kind];
		if (figures_take_part(t, f))
			tests_add(&tests, f->p, &f->q);
	}
	if (!err)
		err = tests_adjust(&tests, method);
	for (i = 0; i < t->nr && !err; i++) {
		f = &t->rows[i].figures[kind];
		if (share_takes_part(t, f))
			tests_add(&tests, f->share.p, &f->share.q);
	}
	if (!err)
		err = tests_adjust(&tests, method);
	tests_free(&tests);
	return err;
}

void figures_decide(const struct verdict_table *t, struct figures *f)
{
	const struct verdict_rule rule = {
		.fdr = t->options->fdr,
		.tolerance = t->options->tolerance / 100,
		.abs_tolerance = t->options->abs_tolerance,
		.min_samples = t->options->min_samples,
	};
	const struct verdict_figures judged = {
		.tested = f->tested,
		.one_sided = f->presence != PRESENT_IN_BOTH,
		.samples = f->samples[SIDE_BASE] + f->samples[SIDE_NEW],
		.q = f->q,
		.difference = f->difference_interval,
		.ratio = f->ratio_interval,
		.total = t->total.figures[COST_SELF].cost[SIDE_BASE],
	};

	f->verdict = verdict_of(&rule, &judged, &f->why);
	f->tested = f->verdict != VERDICT_UNTESTED;
}

static int judge_total(struct verdict_table *t, struct gathered *g)
{
	struct figures *f = &t->total.figures[COST_SELF];
	int err;

	judge_figures(t, g, NULL, f);
	err = t->options->replicates ? resample_total(t) : 0;
	f->q = f->p;
	figures_decide(t, f);
	return err;
}

static int judge_kind(struct verdict_table *t, struct gathered *g, enum cost_kind kind)
{
	uint32_t i;
	int err = 0;

	if (t->method != METHOD_SINGLE)
		err = fit_prior(t, g, kind);
	for (i = 0; i < t->nr && !err; i++)
		judge_figures(t, g, &t->prior[kind], &t->rows[i].figures[kind]);
	if (!err && t->options->replicates)
		err = resample_rows(t, kind);
	if (!err)
		err = adjust(t, kind);
	for (i = 0; i < t->nr && !err; i++)
		figures_decide(t, &t->rows[i].figures[kind]);
	return err;
}

/* ---- order ---- */

static int by_verdict(const void *left, const void *right, void *arg)
{
	const struct verdict_row *a = left, *b = right;
	const struct verdict_table *t = arg;
	const struct hist *h = &t->observation->hist;
	enum cost_kind kind = verdicts_first_kind(t);
	double x = fabs(a->figures[kind].difference), y = fabs(b->figures[kind].difference);
	int order = (int)a->figures[kind].verdict - (int)b->figures[kind].verdict;
	uint32_t i;

	if (!order)
		order = x > y ? -1 : x < y;
	for (i = 0; i < h->options->nr_keys && !order; i++)
		order = row_key_compare(h, a->observed->row, b->observed->row, i);
	return order;
}

/* ---- drift ---- */

static void find_drift(struct verdict_table *t, double *values)
{
	const struct cost *costs = t->observation->total.costs[COST_SELF];
	uint32_t i, nr;

	for (enum side side = 0; side < NR_SIDES; side++) {
		for (i = 0, nr = 0; i < t->observation->nr_files; i++)
			if (t->sides[i] == side)
				values[nr++] = costs[i].value;
		t->drift[side] = drift_of(NULL, values, nr, t->options->confidence);
	}
}

/*
 * No distribution has less in its tails than the normal one, so no smaller t is significant; and
 * Satterthwaite's degrees of freedom are never fewer than those of the smaller side.
 */
static void pass_over(struct verdict_table *t)
{
	const struct verdict_options *v = t->options;
	double total = t->total.figures[COST_SELF].cost[SIDE_BASE];
	double df = fmin(t->nr_runs[SIDE_BASE], t->nr_runs[SIDE_NEW]) - 1;

	t->pass_over = (struct passing){
		.least_t = dist_normal_quantile(1 - v->fdr / 2) * (1 - 1e-9),
		.reach = dist_t_quantile((1 + v->confidence) / 2, df) * (1 + 1e-9),
		.limit = v->gate ? fmax(v->abs_tolerance, v->gate_percent / 100 * total) : INFINITY,
	};
}

static int judge(struct verdict_table *t, const struct observation *o, const uint8_t *sides,
		 bool found)
{
	struct gathered g;
	uint32_t kind;
	int err;

	*t = (struct verdict_table){ .observation = o,
				     .options = &o->diff->options->verdicts,
				     .sides = sides };
	count_runs(t);
	err = gathered_init(&g, t);
	if (!err)
		err = begin_rows(t);
	if (!err) {
		err = judge_total(t, &g);
		find_drift(t, g.values[SIDE_BASE]);
	}
	if (found)
		pass_over(t);
	for (kind = 0; kind < o->nr_kinds && !err; kind++)
		err = judge_kind(t, &g, kind);
	gathered_free(&g);
	return err;
}

int verdicts_judge(struct verdict_table *t, const struct observation *o, const uint8_t *sides)
{
	int err = judge(t, o, sides, false);

	if (!err && t->nr)
		qsort_r(t->rows, t->nr, sizeof(*t->rows), by_verdict, t);
	return err;
}

int verdicts_judge_found(struct verdict_table *t, const struct observation *o, const uint8_t *sides)
{
	return judge(t, o, sides, true);
}

static int adjust_list(const struct verdict_table *t, struct figures *const *list, uint32_t n)
{
	struct tests tests;
	uint32_t i;
	int err = tests_init(&tests, n);

	for (i = 0; i < n && !err; i++)
		if (figures_take_part(t, list[i]))
			tests_add(&tests, list[i]->p, &list[i]->q);
	if (!err)
		err = tests_adjust(&tests, t->options->by ? ADJUST_BY : ADJUST_BH);
	tests_free(&tests);
	return err;
}

int verdicts_judge_figures(const struct verdict_table *t, struct figures *const *list, uint32_t nr,
			   const struct prior *prior)
{
	struct gathered g;
	uint32_t i;
	int err = gathered_init(&g, t);

	for (i = 0; i < nr && !err; i++) {
		figures_begin(t, list[i], list[i]->costs, true);
		judge_figures(t, &g, prior, list[i]);
		list[i]->share.q = list[i]->share.p;
	}
	gathered_free(&g);
	if (!err)
		err = adjust_list(t, list, nr);
	for (i = 0; i < nr && !err; i++)
		figures_decide(t, list[i]);
	return err;
}

void verdicts_free(struct verdict_table *t)
{
	free(t->rows);
	t->rows = NULL;
	t->nr = 0;
}

void verdicts_count(const struct verdict_table *t, enum cost_kind kind,
		    uint32_t counts[NR_VERDICTS])
{
	uint32_t i;

	for (i = 0; i < NR_VERDICTS; i++)
		counts[i] = 0;
	for (i = 0; i < t->nr; i++)
		counts[t->rows[i].figures[kind].verdict]++;
}

const char *figures_reason(const struct verdict_table *t, const struct figures *f)
{
	if (t->same_files && f->tested)
		return "both sides are the same recordings";
	return verdict_reason_text(f->why);
}
