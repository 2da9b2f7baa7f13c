// SPDX-License-Identifier: GPL-2.0-only
/*
 * bootstrap.c - two levels: runs with replacement, then time blocks inside each by weights
 *
 * B. Efron, "Bootstrap methods: another look at the jackknife", Annals of Statistics 7, 1979.
 * Where no formula is at hand (inclusive costs, costs that come in bursts), the data themselves
 * say how they vary: a replicate draws as many runs as there are, with replacement, and in each
 * draws time blocks.  Blocks, not samples: samples that follow each other resemble each other (H.
 * R. Kunsch, Annals of Statistics 17, 1989).
 *
 * A block's weight is Poisson with mean 1, which is how often it would be drawn of many (N.
 * Chamandy, O. Muralidharan, A. Najmi, S. Naidu, "Estimating uncertainty for massive data
 * streams", 2012).  The cost of the run is the weighted mean of its blocks times their number: a
 * run lasts as long as it did, what varies is which of its blocks it had.
 *
 * With R runs, drawing runs alone would give (R - 1) / R of the variance; drawing blocks as well
 * adds about what sampling inside the runs does (A. C. Davison, D. V. Hinkley, Bootstrap Methods
 * and Their Application, 1997, section 3.8).  With few runs these intervals are short all the same:
 * 3 runs have but 10 different resamples.  The t tests are better there.
 *
 * BCa (B. Efron, "Better bootstrap confidence intervals", JASA 82, 1987) reads the replicates not
 * at alpha/2 but at Phi(z0 + (z0 + z) / (1 - a (z0 + z))): z0 is how far the replicates are off
 * the estimate in the middle, a how the error grows with the value, by leaving out each run (or
 * block, of a single run) in turn.
 */
#include "user/stats/bootstrap.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "user/stats/dist.h"

static uint32_t nr_costs(const struct block_run *run)
{
	return run->at ? run->nr_at : run->nr;
}

static double run_cost(const struct block_run *run)
{
	double sum = 0;
	uint32_t i;

	for (i = 0; i < nr_costs(run); i++)
		sum += run->blocks[i];
	return sum / run->work;
}

/*
 * One replicate of a side: which runs, and the weights of their blocks.  It depends on how many
 * these are, and not on what they cost.
 */
struct draws {
	const struct block_side *shape;
	struct rng rng;
	uint32_t *runs;
	uint32_t *weights; /* @stride of each drawn run */
	double *sums;	   /* of these weights; 0: the run is taken as it is */
	uint32_t stride;
};

static int draws_init(struct draws *d, const struct block_side *shape, uint64_t seed)
{
	uint32_t i;

	*d = (struct draws){ .shape = shape, .stride = 1 };
	rng_seed(&d->rng, seed);
	for (i = 0; i < shape->nr; i++)
		d->stride = shape->runs[i].nr > d->stride ? shape->runs[i].nr : d->stride;
	d->runs = calloc(shape->nr, sizeof(*d->runs));
	d->sums = calloc(shape->nr, sizeof(*d->sums));
	d->weights = calloc((size_t)shape->nr * d->stride, sizeof(*d->weights));
	return d->runs && d->sums && d->weights ? 0 : -ENOMEM;
}

static void draws_free(struct draws *d)
{
	free(d->runs);
	free(d->sums);
	free(d->weights);
}

/* All weights 0 (e^-nr of the time) is no run: drawn again. */
static double draw_weights(struct rng *rng, uint32_t *weights, uint32_t nr)
{
	double sum = 0;
	uint32_t i;

	while (!(sum > 0))
		for (i = 0; i < nr; i++) {
			weights[i] = rng_poisson1(rng);
			sum += weights[i];
		}
	return sum;
}

static void draws_next(struct draws *d)
{
	uint32_t i, nr;

	for (i = 0; i < d->shape->nr; i++) {
		d->runs[i] = rng_below(&d->rng, d->shape->nr);
		nr = d->shape->runs[d->runs[i]].nr;
		d->sums[i] =
			nr < 2 ? 0 : draw_weights(&d->rng, d->weights + (size_t)i * d->stride, nr);
	}
}

static double drawn_cost(const struct block_run *run, const uint32_t *weights, double weight_sum)
{
	double sum = 0;
	uint32_t i, nr = nr_costs(run);

	if (!(weight_sum > 0))
		return run_cost(run);
	for (i = 0; i < nr; i++)
		sum += weights[run->at ? run->at[i] : i] * run->blocks[i];
	return sum / weight_sum * run->nr / run->work;
}

/* Mean cost per work of a side in this replicate. */
static double draws_mean(const struct draws *d, const struct block_side *side)
{
	double sum = 0;
	uint32_t i;

	for (i = 0; i < side->nr; i++)
		sum += drawn_cost(&side->runs[d->runs[i]], d->weights + (size_t)i * d->stride,
				  d->sums[i]);
	return sum / side->nr;
}

static double side_mean(const struct block_side *side)
{
	double sum = 0;
	uint32_t i;

	for (i = 0; i < side->nr; i++)
		sum += run_cost(&side->runs[i]);
	return side->nr ? sum / side->nr : 0;
}

/* Hyndman and Fan's type 7 (The American Statistician 50, 1996), what R does unless told. */
static double quantile(const double *ascending, uint32_t nr, double p)
{
	double at = fmin(fmax(p, 0), 1) * (nr - 1);
	uint32_t low = floor(at), high = low + 1 < nr ? low + 1 : low;

	/* Of two alike, also where they are infinite. */
	if (ascending[low] == ascending[high] || at == low)
		return ascending[low];
	return ascending[low] + (at - low) * (ascending[high] - ascending[low]);
}

struct interval bootstrap_percentile(const double *replicates, uint32_t nr, double confidence)
{
	return (struct interval){
		.low = quantile(replicates, nr, (1 - confidence) / 2),
		.high = quantile(replicates, nr, (1 + confidence) / 2),
	};
}

/* The part of the replicates below the estimate, equal ones by half; neither none nor all. */
static double part_below(const double *replicates, uint32_t nr, double estimate)
{
	double below = 0;
	uint32_t i;

	for (i = 0; i < nr; i++)
		below += replicates[i] < estimate ? 1 : replicates[i] == estimate ? .5 : 0;
	return fmin(fmax(below, .5), nr - .5) / nr;
}

static double bca_point(double z0, double acceleration, double p)
{
	double z = z0 + dist_normal_quantile(p), under = 1 - acceleration * z;

	/* Past the pole the end of the replicates is all that can be said. */
	if (!(under > 0))
		return p < .5 ? 0 : 1;
	return dist_normal_below(z0 + z / under);
}

struct interval bootstrap_bca(const double *replicates, uint32_t nr, double estimate,
			      double acceleration, double confidence)
{
	double z0 = dist_normal_quantile(part_below(replicates, nr, estimate));
	double low = bca_point(z0, acceleration, (1 - confidence) / 2);
	double high = bca_point(z0, acceleration, (1 + confidence) / 2);

	return (struct interval){ quantile(replicates, nr, low), quantile(replicates, nr, high) };
}

double bootstrap_acceleration(const double *left_out, uint32_t nr)
{
	double mean = 0, squares = 0, cubes = 0;
	uint32_t i;

	for (i = 0; i < nr; i++)
		mean += left_out[i] / nr;
	for (i = 0; i < nr; i++) {
		double off = mean - left_out[i];

		squares += off * off;
		cubes += off * off * off;
	}
	return squares > 0 ? cubes / (6 * squares * sqrt(squares)) : 0;
}

double block_dispersion(const double *blocks, const double *sampling, uint32_t nr)
{
	double mean = 0, squares = 0, floor = 0;
	uint32_t i;

	for (i = 0; i < nr; i++) {
		mean += blocks[i] / nr;
		floor += sampling[i] / nr;
	}
	if (nr < 2 || !(floor > 0))
		return 1;
	for (i = 0; i < nr; i++)
		squares += (blocks[i] - mean) * (blocks[i] - mean);
	return fmax(1, squares / (nr - 1) / floor);
}

/* ---- two sides ----------------------------------------------------------------------------- */

/* Of one pair. */
struct replicates {
	double *difference, *ratio;
	uint32_t nr;
};

static double ratio_of_costs(double base, double new)
{
	if (base > 0)
		return new / base;
	return new > 0 ? INFINITY : 1;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static struct replicates replicates_of(double *values, uint32_t pair, uint32_t nr)
{
	double *difference = values + 2 * (size_t)pair * nr;

	return (struct replicates){ difference, difference + nr, nr };
}

/* Each side has its own stream: what it draws does not hang on the other's shape. */
static int draw(double *values, const struct block_pair *pairs, uint32_t nr,
		const struct bootstrap_rule *rule)
{
	struct draws base = { .runs = NULL }, new = { .runs = NULL };
	uint32_t i, replicate;
	int err = draws_init(&base, &pairs[0].base, rule->seed);

	if (!err)
		err = draws_init(&new, &pairs[0].new, ~rule->seed);
	for (replicate = 0; replicate < rule->replicates && !err; replicate++) {
		draws_next(&base);
		draws_next(&new);
		for (i = 0; i < nr; i++) {
			struct replicates r = replicates_of(values, i, rule->replicates);
			double m0 = draws_mean(&base, &pairs[i].base);
			double m1 = draws_mean(&new, &pairs[i].new);

			r.difference[replicate] = m1 - m0;
			r.ratio[replicate] = ratio_of_costs(m0, m1);
		}
	}
	draws_free(&base);
	draws_free(&new);
	return err;
}

/* Twice the smaller part on one side of 0, the data themselves counted as one more. */
static double p_value(const double *difference, uint32_t nr)
{
	uint32_t i, below = 0, above = 0;

	for (i = 0; i < nr; i++) {
		below += difference[i] <= 0;
		above += difference[i] >= 0;
	}
	return fmin(1, 2. * ((below < above ? below : above) + 1) / (nr + 1.));
}

/* Units of which one is left out in turn: runs, or the blocks of a single run. */
static uint32_t units_of(const struct block_side *side)
{
	return side->nr > 1 ? side->nr : side->runs[0].nr;
}

static double block_cost(const struct block_run *run, uint32_t block)
{
	uint32_t low = 0, high = run->nr_at;

	if (!run->at)
		return run->blocks[block];
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (run->at[middle] < block)
			low = middle + 1;
		else
			high = middle;
	}
	return low < run->nr_at && run->at[low] == block ? run->blocks[low] : 0;
}

static double mean_without(const struct block_side *side, double mean, uint32_t unit)
{
	const struct block_run *run = side->runs;
	double nr = units_of(side);

	if (side->nr > 1)
		return (mean * nr - run_cost(&run[unit])) / (nr - 1);
	return (mean - block_cost(run, unit) / run->work) * nr / (nr - 1);
}

/*
 * Left-out estimates of a function of two independent means.  A unit of n counts for 1/n of its
 * side, so that off-sets are by (n - 1); the same factor for all is what the acceleration ignores.
 */
static void leave_out(const struct block_side *base, const struct block_side *new,
		      double *difference, double *ratio)
{
	double m0 = side_mean(base), m1 = side_mean(new);
	uint32_t i, n0 = units_of(base), n1 = units_of(new);

	for (i = 0; i < n0 + n1; i++) {
		double without0 = i < n0 ? mean_without(base, m0, i) : m0;
		double without1 = i < n0 ? m1 : mean_without(new, m1, i - n0);
		double n = i < n0 ? n0 : n1, weight = (n - 1) / n;

		difference[i] = weight * (without1 - without0 - (m1 - m0));
		ratio[i] = m0 > 0 && without0 > 0 ? weight * (without1 / without0 - m1 / m0) : 0;
	}
}

static int intervals_bca(const struct replicates *replicates, const struct block_side *base,
			 const struct block_side *new, double confidence, struct bootstrap *result)
{
	uint32_t units = units_of(base) + units_of(new);
	double m0 = side_mean(base), m1 = side_mean(new);
	double *left_out = malloc(2 * (size_t)units * sizeof(*left_out));

	if (!left_out)
		return -ENOMEM;
	leave_out(base, new, left_out, left_out + units);
	result->difference = bootstrap_bca(replicates->difference, replicates->nr, m1 - m0,
					   bootstrap_acceleration(left_out, units), confidence);
	result->ratio = bootstrap_bca(replicates->ratio, replicates->nr, ratio_of_costs(m0, m1),
				      bootstrap_acceleration(left_out + units, units), confidence);
	free(left_out);
	return 0;
}

static bool can_draw(const struct block_side *side)
{
	return side->nr > 1 || (side->nr == 1 && side->runs[0].nr > 1);
}

static int find_intervals(struct block_pair *pair, const struct replicates *r,
			  const struct bootstrap_rule *rule)
{
	struct bootstrap *result = &pair->result;

	qsort(r->difference, r->nr, sizeof(double), by_size);
	qsort(r->ratio, r->nr, sizeof(double), by_size);
	result->tested = true;
	result->p = p_value(r->difference, r->nr);
	if (rule->method == BOOTSTRAP_BCA)
		return intervals_bca(r, &pair->base, &pair->new, rule->confidence, result);
	result->difference = bootstrap_percentile(r->difference, r->nr, rule->confidence);
	result->ratio = bootstrap_percentile(r->ratio, r->nr, rule->confidence);
	return 0;
}

int bootstrap_compare(struct block_pair *pairs, uint32_t nr, const struct bootstrap_rule *rule)
{
	double *values;
	uint32_t i;
	int err;

	for (i = 0; i < nr; i++)
		pairs[i].result = (struct bootstrap){ .difference = { -INFINITY, INFINITY },
						      .ratio = { 0, INFINITY },
						      .p = 1 };
	if (!rule->replicates)
		return -EINVAL;
	if (!nr || !can_draw(&pairs[0].base) || !can_draw(&pairs[0].new))
		return 0;
	values = calloc(2 * (size_t)nr * rule->replicates, sizeof(*values));
	if (!values)
		return -ENOMEM;
	err = draw(values, pairs, nr, rule);
	for (i = 0; i < nr && !err; i++) {
		struct replicates r = replicates_of(values, i, rule->replicates);

		err = find_intervals(&pairs[i], &r, rule);
	}
	free(values);
	return err;
}
