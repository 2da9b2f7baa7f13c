// SPDX-License-Identifier: GPL-2.0-only
/*
 * Comparing the runs of one row.
 *
 *	method		cost				share
 *	METHOD_WELCH	welch()				welch(), of the runs' shares
 *	METHOD_PAIRED	paired()			paired(), of the runs' shares
 *	METHOD_SINGLE	count_compare() for ratio and p	share_compare()
 *
 * A single run's difference follows from its ratio: with costs a and b, and a ratio from l to h, it
 * is from a (l - 1) to a (h - 1); where a is 0, b itself varies as its samples do.
 */
#include "user/markdiff/verdict/judge.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "user/stats/count.h"
#include "user/stats/detect.h"
#include "user/stats/dist.h"
#include "user/stats/ratio.h"
#include "user/stats/share.h"
#include "user/stats/welch.h"

int gathered_init(struct gathered *g, const struct verdict_table *t)
{
	uint32_t nr = t->observation->nr_files;

	*g = (struct gathered){ .sample = { { 0 } } };
	for (enum side side = 0; side < NR_SIDES; side++) {
		g->values[side] = calloc(nr, sizeof(double));
		g->sampling[side] = calloc(nr, sizeof(double));
		if (!g->values[side] || !g->sampling[side])
			return -ENOMEM;
	}
	return 0;
}

void gathered_free(struct gathered *g)
{
	for (enum side side = 0; side < NR_SIDES; side++) {
		free(g->values[side]);
		free(g->sampling[side]);
	}
}

/* ---- costs of the runs ---- */

static void gather_costs(struct gathered *g, const struct verdict_table *t,
			 const struct cost *costs)
{
	uint32_t nr[NR_SIDES] = { 0 }, i;
	double grain[NR_SIDES] = { 0 };

	for (i = 0; i < t->observation->nr_files; i++) {
		uint8_t side = t->sides[i];

		if (side == SIDE_UNUSED)
			continue;
		g->values[side][nr[side]] = costs[i].value;
		g->sampling[side][nr[side]++] = costs[i].sampling;
		grain[side] += costs[i].grain;
	}
	for (enum side side = 0; side < NR_SIDES; side++)
		g->sample[side] = sample_of(g->values[side], g->sampling[side], nr[side],
					    nr[side] ? grain[side] / nr[side] : 0);
}

static bool is_passed_over(const struct verdict_table *t, const struct means *means)
{
	const struct passing *p = &t->pass_over;

	return fabs(means->t) < p->least_t &&
	       means->difference + p->reach * means->error <= p->limit;
}

static void pass_over(const struct verdict_table *t, struct means *means)
{
	double half = t->pass_over.reach * means->error;

	means->interval = (struct interval){ means->difference - half, means->difference + half };
}

static struct means compare_means(const struct verdict_table *t, const struct gathered *g,
				  const struct prior *prior)
{
	const double floors[NR_SIDES] = { g->sample[SIDE_BASE].floor, g->sample[SIDE_NEW].floor };
	double confidence = t->options->confidence;

	if (t->method != METHOD_PAIRED) {
		struct means means =
			welch_statistic(&g->sample[SIDE_BASE], &g->sample[SIDE_NEW], prior);

		if (is_passed_over(t, &means))
			pass_over(t, &means);
		else
			means_test(&means, confidence);
		return means;
	}
	return paired(g->values[SIDE_BASE], g->values[SIDE_NEW], t->nr_runs[SIDE_BASE], floors,
		      prior, confidence);
}

static bool is_one_sided(const struct figures *f)
{
	return !(f->cost[SIDE_BASE] > 0) || !(f->cost[SIDE_NEW] > 0);
}

static void judge_runs(const struct verdict_table *t, const struct gathered *g,
		       const struct prior *prior, struct figures *f)
{
	struct means means = compare_means(t, g, prior);
	struct ratio ratio;

	f->tested = means.tested;
	f->p = means.p;
	f->difference_interval = means.interval;
	f->ratio_interval = (struct interval){ 0, INFINITY };
	if (is_passed_over(t, &means))
		return;
	ratio = ratio_of(&means, t->options->confidence);
	f->ratio_interval = ratio_costs(&ratio);
	f->detectable = f->cost[SIDE_BASE] > 0 ? detect_difference(&means, t->options->confidence) /
							 f->cost[SIDE_BASE] :
						 INFINITY;
}

/* ---- single runs ---- */

static const struct cost *run_of(const struct verdict_table *t, const struct cost *costs,
				 enum side side)
{
	uint32_t i = 0;

	while (t->sides[i] != side)
		i++;
	return &costs[i];
}

static struct count count_of(const struct cost *c)
{
	return (struct count){ .samples = c->samples, .exposure = c->grain > 0 ? 1 / c->grain : 0 };
}

/* Of a cost with no baseline to be a ratio of: by the variance of its samples. */
static struct interval alone(const struct verdict_table *t, const struct cost *a,
			     const struct cost *b)
{
	double z = dist_normal_quantile(.5 + t->options->confidence / 2);
	double half = z * sqrt(t->options->dispersion *
			       (a->sampling + b->sampling + a->grain * a->grain));
	double difference = b->value - a->value;

	return (struct interval){ difference - half, difference + half };
}

static void judge_single(const struct verdict_table *t, struct figures *f)
{
	const struct cost *a = run_of(t, f->costs, SIDE_BASE), *b = run_of(t, f->costs, SIDE_NEW);
	struct count base = count_of(a), new = count_of(b);
	struct rates rates =
		count_compare(&base, &new, t->options->dispersion, t->options->confidence);

	f->tested = rates.tested;
	f->p = rates.p;
	f->ratio_interval = rates.interval;
	f->difference_interval = alone(t, a, b);
	if (!is_one_sided(f))
		f->difference_interval = (struct interval){
			f->cost[SIDE_BASE] * (rates.interval.low - 1),
			f->cost[SIDE_BASE] * (rates.interval.high - 1),
		};
	f->detectable = detect_count(&base, &new, t->options->dispersion, t->options->confidence);
}

/* ---- shares ---- */

/* A share varies as its samples do, and less the more of all it is. */
static void gather_shares(struct gathered *g, const struct verdict_table *t,
			  const struct figures *f)
{
	const struct cost *totals = t->total.observed->costs[COST_SELF];
	uint32_t nr[NR_SIDES] = { 0 }, i;
	double grain[NR_SIDES] = { 0 };

	for (i = 0; i < t->observation->nr_files; i++) {
		uint8_t side = t->sides[i];
		double total = side == SIDE_UNUSED ? 0 : totals[i].value, share;

		if (side == SIDE_UNUSED)
			continue;
		share = total > 0 ? f->costs[i].value / total : 0;
		g->values[side][nr[side]] = 100 * share;
		g->sampling[side][nr[side]++] =
			total > 0 ?
				1e4 * f->costs[i].sampling / (total * total) * fmax(0, 1 - share) :
				0;
		grain[side] += total > 0 ? 100 * f->costs[i].grain / total : 0;
	}
	for (enum side side = 0; side < NR_SIDES; side++)
		g->sample[side] = sample_of(g->values[side], g->sampling[side], nr[side],
					    nr[side] ? grain[side] / nr[side] : 0);
}

static void share_of_runs(const struct verdict_table *t, const struct gathered *g,
			  struct share_figures *s)
{
	struct means means = compare_means(t, g, NULL);

	s->tested = means.tested;
	s->p = means.p;
	s->interval = means.interval;
}

static void share_of_single(const struct verdict_table *t, struct share_figures *s)
{
	const struct cost *totals = t->total.observed->costs[COST_SELF];
	struct share share[NR_SIDES];
	struct shares shares;

	for (enum side side = 0; side < NR_SIDES; side++)
		share[side] = (struct share){
			.value = fmin(1, s->share[side] / 100),
			.samples = run_of(t, totals, side)->samples,
		};
	shares = share_compare(&share[SIDE_BASE], &share[SIDE_NEW], t->options->dispersion,
			       t->options->confidence);
	s->tested = shares.tested;
	s->p = shares.p;
	s->interval = (struct interval){ 100 * shares.interval.low, 100 * shares.interval.high };
}

static void judge_share(const struct verdict_table *t, struct gathered *g, struct figures *f)
{
	struct share_figures *s = &f->share;

	if (!s->known)
		return;
	gather_shares(g, t, f);
	for (enum side side = 0; side < NR_SIDES; side++)
		s->share[side] = g->sample[side].mean;
	s->difference = s->share[SIDE_NEW] - s->share[SIDE_BASE];
	if (t->method == METHOD_SINGLE)
		share_of_single(t, s);
	else
		share_of_runs(t, g, s);
}

/* ---- all of a figure ---- */

/* The same recordings on both sides: that they do not differ is known, whatever samples may do. */
static void judge_same(struct figures *f)
{
	f->p = 1;
	f->difference_interval = (struct interval){ 0, 0 };
	f->ratio_interval = (struct interval){ 1, 1 };
	f->detectable = 0;
	f->share.p = 1;
	f->share.interval = (struct interval){ 0, 0 };
}

struct dispersion judge_dispersion(const struct verdict_table *t, struct gathered *g,
				   const struct figures *f)
{
	double samples = f->samples[SIDE_BASE] + f->samples[SIDE_NEW];
	struct sample pairs;

	gather_costs(g, t, f->costs);
	if (t->method != METHOD_PAIRED)
		return dispersion_of(&g->sample[SIDE_BASE], &g->sample[SIDE_NEW], samples);
	pairs = paired_differences(g->values[SIDE_BASE], g->values[SIDE_NEW], t->nr_runs[SIDE_BASE],
				   g->sample[SIDE_BASE].floor + g->sample[SIDE_NEW].floor);
	return dispersion_of(&pairs, NULL, samples);
}

static void judge_means(struct gathered *g, struct figures *f)
{
	double base, new;

	for (enum side side = 0; side < NR_SIDES; side++)
		f->cost[side] = g->sample[side].mean;
	base = f->cost[SIDE_BASE];
	new = f->cost[SIDE_NEW];
	f->difference = new - base;
	f->ratio = base > 0 ? new / base : new > 0 ? INFINITY : 1;
}

void judge_figures(const struct verdict_table *t, struct gathered *g, const struct prior *prior,
		   struct figures *f)
{
	gather_costs(g, t, f->costs);
	judge_means(g, f);
	if (t->method == METHOD_SINGLE)
		judge_single(t, f);
	else
		judge_runs(t, g, prior, f);
	judge_share(t, g, f);
	if (t->same_files && f->tested)
		judge_same(f);
}
