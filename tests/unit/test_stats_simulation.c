// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_stats_simulation.c - what the methods promise, tried on data whose truth is known
 *
 * Each rate is that of one seed and does not change from run to run.
 */
#include "stats_test.h"

#include "user/stats/adjust.h"
#include "user/stats/bootstrap.h"
#include "user/stats/count.h"
#include "user/stats/dist.h"
#include "user/stats/ratio.h"
#include "user/stats/shrink.h"
#include "user/stats/welch.h"

/* Costs of runs whose samples are Poisson's: a period of 2 each, work 1. */
static struct sample poisson_side(struct rng *rng, uint32_t runs, double mean)
{
	double costs[16], sampling[16];
	uint32_t i;

	for (i = 0; i < runs; i++) {
		double samples = draw_poisson(rng, mean);

		costs[i] = 2 * samples;
		sampling[i] = 4 * samples;
	}
	return sample_of(costs, sampling, runs, 2);
}

/* How often p <= .05 for sides with these means. */
static double welch_rate(uint32_t runs, double base, double new, uint64_t seed)
{
	uint32_t i, found = 0, trials = 3000;
	struct rng rng;

	rng_seed(&rng, seed);
	for (i = 0; i < trials; i++) {
		struct sample a = poisson_side(&rng, runs, base), b = poisson_side(&rng, runs, new);

		found += welch(&a, &b, NULL, .95).p <= .05;
	}
	return (double)found / trials;
}

/* The floor makes it careful: never above 5 %, most so where runs are few. */
static void test_welch_with_floor_is_careful(void **state)
{
	assert_between(welch_rate(3, 60, 60, 1), .002, .03);
	assert_between(welch_rate(5, 60, 60, 2), .01, .04);
	assert_between(welch_rate(10, 60, 60, 3), .015, .045);
	/* Hardly any samples, or none at all. */
	assert_between(welch_rate(5, 1, 1, 4), 0, .03);
	assert_between(welch_rate(5, 0, 0, 5), 0, 0);
}

static void test_welch_finds_what_is_there(void **state)
{
	assert_between(welch_rate(3, 60, 120, 6), .95, 1);
	assert_between(welch_rate(5, 0, 10, 7), .99, 1);
}

/* ---- shrinkage: dispersions of 300 symbols, drawn from the prior itself ---------- */

enum {
	SYMBOLS = 300,
	SYMBOL_RUNS = 3
};

struct symbol {
	struct sample side[2];
};

static struct sample scattered_side(struct rng *rng, double mean, double floor, double dispersion)
{
	double costs[SYMBOL_RUNS], sampling[SYMBOL_RUNS];
	int i;

	for (i = 0; i < SYMBOL_RUNS; i++) {
		costs[i] = mean + sqrt(floor * dispersion) * draw_normal(rng);
		sampling[i] = floor;
	}
	return sample_of(costs, sampling, SYMBOL_RUNS, 0);
}

static void draw_symbols(struct rng *rng, struct symbol *symbols, double change)
{
	int i;

	for (i = 0; i < SYMBOLS; i++) {
		double mean = 100 + 1000 * rng_unit(rng), dispersion = 4 * 4 / draw_chi2(rng, 4);

		symbols[i].side[0] = scattered_side(rng, mean, mean, dispersion);
		symbols[i].side[1] = scattered_side(rng, mean + change * sqrt(mean * dispersion),
						    mean, dispersion);
	}
}

static struct prior prior_of(const struct symbol *symbols)
{
	struct dispersion dispersions[SYMBOLS];
	struct prior prior;
	int i;

	for (i = 0; i < SYMBOLS; i++)
		dispersions[i] = dispersion_of(&symbols[i].side[0], &symbols[i].side[1], 100);
	prior_fit(dispersions, SYMBOLS, &prior);
	return prior;
}

/* Parts found without and with the prior. */
static void shrink_rates(double change, double rates[2], struct prior *mean)
{
	static struct symbol symbols[SYMBOLS];
	int round, i, rounds = 20;
	struct rng rng;

	rates[0] = rates[1] = 0;
	*mean = (struct prior){ 0 };
	rng_seed(&rng, 11);
	for (round = 0; round < rounds; round++) {
		struct prior prior;

		draw_symbols(&rng, symbols, change);
		prior = prior_of(symbols);
		mean->df += prior.df / rounds;
		mean->value += prior.value / rounds;
		for (i = 0; i < SYMBOLS; i++) {
			const struct sample *a = &symbols[i].side[0], *b = &symbols[i].side[1];

			rates[0] += welch(a, b, NULL, .95).p <= .05;
			rates[1] += welch(a, b, &prior, .95).p <= .05;
		}
	}
	rates[0] /= rounds * SYMBOLS;
	rates[1] /= rounds * SYMBOLS;
}

static void test_shrinking_keeps_the_rate_and_finds_more(void **state)
{
	double none[2], some[2];
	struct prior prior;

	shrink_rates(0, none, &prior);
	/* drawn with d0 = 4 and s0^2 = 4 */
	assert_between(prior.df, 3.4, 5);
	assert_between(prior.value, 3.6, 4.4);
	assert_between(none[0], .02, .05);
	assert_between(none[1], .03, .055);
	shrink_rates(3, some, &prior);
	assert_between(some[0], .5, .75);
	assert_between(some[1], some[0] + .1, 1);
}

/* ---- intervals ------------------------------------------------------------------------------ */

/* Of a ratio of 1.1, five runs a side, a scatter of @cv. */
static void ratio_coverage(double cv, double covered[2])
{
	int i, j, trials = 4000;
	struct rng rng;

	covered[0] = covered[1] = 0;
	rng_seed(&rng, 21);
	for (i = 0; i < trials; i++) {
		double base[5], new[5];
		struct sample a, b;
		struct interval log, exact;
		struct means means;
		struct ratio ratio;

		for (j = 0; j < 5; j++) {
			base[j] = 100 * (1 + cv * draw_normal(&rng));
			new[j] = 110 * (1 + cv * draw_normal(&rng));
		}
		a = sample_of(base, NULL, 5, 0);
		b = sample_of(new, NULL, 5, 0);
		means = welch(&a, &b, NULL, .95);
		ratio = ratio_log(&means, .95);
		log = ratio.interval;
		ratio = ratio_fieller(&means, .95);
		exact = ratio.interval;
		covered[0] += (log.low <= 1.1 && 1.1 <= log.high) / (double)trials;
		covered[1] += (exact.low <= 1.1 && 1.1 <= exact.high) / (double)trials;
	}
}

static void test_ratio_intervals_cover(void **state)
{
	double covered[2];

	ratio_coverage(.02, covered);
	assert_between(covered[0], .94, .965);
	assert_between(covered[1], .94, .965);
	ratio_coverage(.2, covered);
	assert_between(covered[0], .93, .97);
	assert_between(covered[1], .93, .97);
}

/* Mean cost of 20 per run, runs and blocks both vary. */
static double bootstrap_coverage(enum bootstrap_method method)
{
	enum {
		RUNS = 10,
		BLOCKS = 5,
		TRIALS = 150
	};
	struct block_run runs[2][RUNS];
	double blocks[2][RUNS][BLOCKS];
	int trial, side, run, block, covered = 0;
	struct rng rng;

	rng_seed(&rng, 31);
	for (trial = 0; trial < TRIALS; trial++) {
		const struct bootstrap_rule rule = { method, 299, trial, .95 };
		struct block_pair pair = { { runs[0], RUNS }, { runs[1], RUNS }, { .p = 1 } };

		for (side = 0; side < 2; side++)
			for (run = 0; run < RUNS; run++) {
				double off = .3 * draw_normal(&rng);

				for (block = 0; block < BLOCKS; block++)
					blocks[side][run][block] = 4 + off + .5 * draw_normal(&rng);
				runs[side][run] = (struct block_run){ .blocks = blocks[side][run],
								      .nr = BLOCKS,
								      .work = 1 };
			}
		assert_int_equal(bootstrap_compare(&pair, 1, &rule), 0);
		covered += pair.result.difference.low <= 0 && pair.result.difference.high >= 0;
	}
	return covered / (double)TRIALS;
}

static void test_bootstrap_covers(void **state)
{
	assert_between(bootstrap_coverage(BOOTSTRAP_PERCENTILE), .9, .99);
	assert_between(bootstrap_coverage(BOOTSTRAP_BCA), .9, .99);
}

/* ---- many tests ----------------------------------------------------------------------------- */

/* 100 tests, 80 of nothing, 20 of an effect: mean part of false ones among those reported. */
static void discoveries(enum adjust method, double *false_part, double *found_part)
{
	int round, i, rounds = 400;
	struct rng rng;

	*false_part = *found_part = 0;
	rng_seed(&rng, 41);
	for (round = 0; round < rounds; round++) {
		double p[100], wrong = 0, right = 0;

		for (i = 0; i < 100; i++)
			p[i] = dist_normal_p(draw_normal(&rng) + (i < 20 ? 3.5 : 0));
		assert_int_equal(adjust_p(method, p, p, 100), 0);
		for (i = 0; i < 100; i++)
			if (p[i] <= .05)
				*(i < 20 ? &right : &wrong) += 1;
		*false_part += wrong / fmax(1, wrong + right) / rounds;
		*found_part += right / 20 / rounds;
	}
}

/* BH holds the rate at 80 of 100 times .05; BY at a fifth of that, and finds less. */
static void test_false_discoveries_are_rare(void **state)
{
	double wrong[2], found[2];

	discoveries(ADJUST_BH, &wrong[0], &found[0]);
	discoveries(ADJUST_BY, &wrong[1], &found[1]);
	assert_between(wrong[0], .03, .05);
	assert_between(found[0], .75, .9);
	assert_between(wrong[1], .001, .015);
	assert_between(found[1], .4, found[0]);
}

/* ---- single runs ---------------------------------------------------------------------------- */

/* Samples that come in pairs vary twice as much as Poisson's. */
static double count_rate(double mean, double dispersion, double assumed, uint64_t seed)
{
	int i, found = 0, trials = 4000;
	struct rng rng;

	rng_seed(&rng, seed);
	for (i = 0; i < trials; i++) {
		struct count a = { dispersion * draw_poisson(&rng, mean / dispersion), 1 };
		struct count b = { dispersion * draw_poisson(&rng, mean / dispersion), 1 };

		found += count_compare(&a, &b, assumed, .95).p <= .05;
	}
	return found / (double)trials;
}

static void test_counts_hold_their_level(void **state)
{
	assert_between(count_rate(8, 1, 1, 51), .01, .05);
	assert_between(count_rate(100, 1, 1, 52), .03, .055);
	assert_between(count_rate(700, 1, 1, 53), .04, .06);
	assert_between(count_rate(100, 2, 2, 54), .03, .055);
	/* and do not where the dispersion is left out */
	assert_between(count_rate(100, 2, 1, 54), .1, .2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_welch_with_floor_is_careful),
		cmocka_unit_test(test_welch_finds_what_is_there),
		cmocka_unit_test(test_shrinking_keeps_the_rate_and_finds_more),
		cmocka_unit_test(test_ratio_intervals_cover),
		cmocka_unit_test(test_bootstrap_covers),
		cmocka_unit_test(test_false_discoveries_are_rare),
		cmocka_unit_test(test_counts_hold_their_level),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
