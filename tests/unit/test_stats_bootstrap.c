// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_stats_bootstrap.c - random numbers, replicates, intervals from them
 */
#include <errno.h>

#include "stats_test.h"

#include "user/stats/bootstrap.h"
#include "user/stats/dist.h"

/* What the authors' xoshiro256starstar.c gives from the state 1, 2, 3, 4. */
static void test_random_is_xoshiro256starstar(void **state)
{
	static const uint64_t expected[] = {
		11520u,
		0,
		1509978240u,
		1215971899390074240u,
		1216172134540287360u,
		607988272756665600u,
		16172922978634559625u,
		8476171486693032832u,
		10595114339597558777u,
		2904607092377533576u,
	};
	struct rng rng = { { 1, 2, 3, 4 } };
	size_t i;

	for (i = 0; i < sizeof(expected) / sizeof(*expected); i++)
		assert_true(rng_next(&rng) == expected[i]);
}

/* The first numbers of splitmix64 from 1234567, by its author's splitmix64.c. */
static void test_seed_is_splitmix64(void **state)
{
	struct rng rng, zero;

	rng_seed(&rng, 1234567);
	assert_true(rng.state[0] == 6457827717110365317u && rng.state[1] == 3203168211198807973u &&
		    rng.state[2] == 9817491932198370423u && rng.state[3] == 4593380528125082431u);
	rng_seed(&zero, 0);
	assert_true(zero.state[0] | zero.state[1] | zero.state[2] | zero.state[3]);
}

static void test_below_stays_below_and_is_even(void **state)
{
	uint32_t i, seen[7] = { 0 };
	struct rng rng;

	rng_seed(&rng, 1);
	for (i = 0; i < 70000; i++)
		seen[rng_below(&rng, 7)]++;
	for (i = 0; i < 7; i++)
		assert_between(seen[i], 9700, 10300);
	assert_int_equal(rng_below(&rng, 1), 0);
	assert_int_equal(rng_below(&rng, 0), 0);
	for (i = 0; i < 100; i++)
		assert_true(rng_below(&rng, UINT32_MAX) < UINT32_MAX);
}

/* P(0) = P(1) = .3679, P(2) = .1839, P(3) = .0613; mean and variance 1 */
static void test_poisson_weights(void **state)
{
	double sum = 0, squares = 0, seen[4] = { 0 };
	struct rng rng;
	int i;

	rng_seed(&rng, 2);
	for (i = 0; i < 100000; i++) {
		uint32_t weight = rng_poisson1(&rng);

		sum += weight;
		squares += (weight - 1.) * (weight - 1.);
		if (weight < 4)
			seen[weight]++;
	}
	assert_between(sum / 100000, .99, 1.01);
	assert_between(squares / 100000, .98, 1.02);
	assert_between(seen[0] / 100000, .363, .373);
	assert_between(seen[1] / 100000, .363, .373);
	assert_between(seen[2] / 100000, .180, .188);
	assert_between(seen[3] / 100000, .059, .0635);
}

/* quantile(c(15, 20, 35, 40, 50), c(.05, .95)) of R: 16, 48 */
static void test_percentile_is_type_7(void **state)
{
	static const double replicates[] = { 15, 20, 35, 40, 50 };

	assert_interval(bootstrap_percentile(replicates, 5, .9), 16, 48);
	assert_interval(bootstrap_percentile(replicates, 1, .9), 15, 15);
}

static void test_percentile_with_infinities(void **state)
{
	static const double replicates[] = { 1, 2, INFINITY, INFINITY };

	assert_interval(bootstrap_percentile(replicates, 4, .9), 1.15, INFINITY);
}

/* 0 to 1 in steps of 1e-4: a quantile is its probability. */
static double steps[10001];

static void fill_steps(void)
{
	uint32_t i;

	for (i = 0; i < 10001; i++)
		steps[i] = i / 10000.;
}

static void test_bca_without_bias_is_the_percentile(void **state)
{
	fill_steps();
	assert_interval(bootstrap_bca(steps, 10001, .5, 0, .95), .025, .975);
}

/*
 * Efron and Tibshirani 1993, (14.10): alpha1 = Phi(z0 + (z0 + z) / (1 - a (z0 + z))).  z0 of .4 is
 * -.253; a .061: in R, pnorm(z0 + (z0 + qnorm(p)) / (1 - .061 * (z0 + qnorm(p))))
 */
static void test_bca_reads_elsewhere(void **state)
{
	struct interval found;
	double z0 = dist_normal_quantile((4000.5) / 10001),
	       z[] = { -1.959963984540054, 1.959963984540054 };

	fill_steps();
	found = bootstrap_bca(steps, 10001, .4, .061, .95);
	assert_between(found.low - dist_normal_below(z0 + (z0 + z[0]) / (1 - .061 * (z0 + z[0]))),
		       -1e-9, 1e-9);
	assert_between(found.high - dist_normal_below(z0 + (z0 + z[1]) / (1 - .061 * (z0 + z[1]))),
		       -1e-9, 1e-9);
	assert_between(found.low, .010, .016);
}

static void test_bca_at_its_ends(void **state)
{
	static const double same[] = { 3, 3, 3 };
	struct interval below, above, pole;

	fill_steps();
	assert_interval(bootstrap_bca(same, 3, 3, 0, .95), 3, 3);
	below = bootstrap_bca(steps, 10001, -1, 0, .95);
	above = bootstrap_bca(steps, 10001, 2, 0, .95);
	pole = bootstrap_bca(steps, 10001, .5, 2, .95);
	assert_between(below.low, 0, 1e-3);
	assert_between(above.high, .999, 1);
	assert_between(pole.high, 1, 1);
	assert_true(pole.low <= pole.high);
}

/* By hand: mean 2, off 1, 1, -2: cubes -6, squares 6: -6 / (6 * 6^1.5) */
static void test_acceleration(void **state)
{
	static const double left_out[] = { 1, 1, 4 }, same[] = { 5, 5, 5 };

	assert_close(bootstrap_acceleration(left_out, 3), -1 / pow(6, 1.5));
	assert_close(bootstrap_acceleration(same, 3), 0);
	assert_close(bootstrap_acceleration(same, 0), 0);
}

/* By hand: variance of 4, 8, 12 is 16, sampling 4: 4 */
static void test_block_dispersion(void **state)
{
	static const double blocks[] = { 4, 8, 12 }, sampling[] = { 2, 4, 6 }, none[3];

	assert_close(block_dispersion(blocks, sampling, 3), 4);
	assert_close(block_dispersion(blocks, sampling, 1), 1);
	assert_close(block_dispersion(none, none, 3), 1);
	assert_close(block_dispersion(sampling, blocks, 3), 1);
}

/* ---- two sides ------------------------------------------------------------------------------ */

static const double slow[] = { 12, 10, 11, 13 }, fast[] = { 5, 6, 5, 7 }, flat[] = { 3, 3, 3 },
		    zeros[3];
static const struct block_run slow_runs[] = { { .blocks = slow, .nr = 4, .work = 1 },
					      { .blocks = slow, .nr = 3, .work = 1 },
					      { .blocks = slow + 1, .nr = 3, .work = 1 } };
static const struct block_run fast_runs[] = { { .blocks = fast, .nr = 4, .work = 1 },
					      { .blocks = fast, .nr = 4, .work = 2 },
					      { .blocks = fast + 1, .nr = 3, .work = 1 } };
static const struct block_run flat_run = { .blocks = flat, .nr = 3, .work = 1 },
			      zero_run = { .blocks = zeros, .nr = 3, .work = 1 };
static const struct block_run empty_run = { .work = 1 };
static const struct block_side slow_side = { slow_runs, 3 }, fast_side = { fast_runs, 3 };
static const struct block_side flat_side = { &flat_run, 1 }, zero_side = { &zero_run, 1 };
static const struct block_side empty_side = { &empty_run, 1 }, no_side = { NULL, 0 };

static struct bootstrap compare(const struct block_side *base, const struct block_side *new,
				enum bootstrap_method method)
{
	const struct bootstrap_rule rule = { method, 999, 42, .95 };
	struct block_pair pair = { .base = *base, .new = *new };

	assert_int_equal(bootstrap_compare(&pair, 1, &rule), 0);
	return pair.result;
}

static void test_two_sides_differ(void **state)
{
	enum bootstrap_method method;

	for (method = BOOTSTRAP_PERCENTILE; method <= BOOTSTRAP_BCA; method++) {
		struct bootstrap result = compare(&fast_side, &slow_side, method);

		assert_true(result.tested);
		assert_true(result.difference.low > 0 && result.difference.high < 50);
		assert_true(result.ratio.low > 1 && result.ratio.high < 6);
		assert_close(result.p, 2. / 1000);
	}
}

static void test_same_seed_same_result(void **state)
{
	struct bootstrap first = compare(&fast_side, &slow_side, BOOTSTRAP_BCA);
	struct bootstrap again = compare(&fast_side, &slow_side, BOOTSTRAP_BCA);

	assert_true(first.difference.low == again.difference.low);
	assert_true(first.ratio.high == again.ratio.high);
}

/* A run whose blocks are alike is known exactly: weights say which blocks, not how many. */
static void test_flat_run_does_not_vary(void **state)
{
	struct bootstrap result = compare(&flat_side, &flat_side, BOOTSTRAP_BCA);

	assert_true(result.tested);
	assert_interval(result.difference, 0, 0);
	assert_interval(result.ratio, 1, 1);
	assert_close(result.p, 1);
}

static void test_zeros_and_nothing(void **state)
{
	struct bootstrap none = compare(&zero_side, &zero_side, BOOTSTRAP_BCA);
	struct bootstrap new = compare(&zero_side, &flat_side, BOOTSTRAP_BCA);
	const struct bootstrap_rule no_replicate = { .confidence = .95 };
	struct block_pair pair = { .base = flat_side, .new = flat_side };

	assert_interval(none.difference, 0, 0);
	assert_interval(none.ratio, 1, 1);
	assert_interval(new.difference, 9, 9);
	assert_interval(new.ratio, INFINITY, INFINITY);
	assert_false(compare(&no_side, &flat_side, BOOTSTRAP_BCA).tested);
	assert_false(compare(&empty_side, &flat_side, BOOTSTRAP_BCA).tested);
	assert_close(compare(&flat_side, &no_side, BOOTSTRAP_BCA).p, 1);
	assert_int_equal(bootstrap_compare(&pair, 1, &no_replicate), -EINVAL);
	assert_false(pair.result.tested);
}

/* ---- several symbols, and blocks that cost nothing ------------------------------------------ */

static const double gaps[] = { 0, 7, 0, 2 }, no_gaps[] = { 7, 2 };
static const uint32_t at[] = { 1, 3 };

static void assert_same(const struct bootstrap *a, const struct bootstrap *b)
{
	assert_true(a->tested == b->tested && a->p == b->p);
	assert_true(a->difference.low == b->difference.low);
	assert_true(a->difference.high == b->difference.high);
	assert_true(a->ratio.low == b->ratio.low && a->ratio.high == b->ratio.high);
}

/* Blocks that are not listed cost nothing: of several runs, and of the blocks of one. */
static void test_blocks_not_listed_are_0(void **state)
{
	const struct block_run dense[] = { { .blocks = gaps, .nr = 4, .work = 2 },
					   { .blocks = slow, .nr = 4, .work = 1 } };
	const struct block_run sparse[] = { { no_gaps, 4, 2, at, 2 },
					    { .blocks = slow, .nr = 4, .work = 1 } };
	uint32_t nr;

	for (nr = 1; nr <= 2; nr++) {
		struct block_side with = { dense, nr }, without = { sparse, nr };

		for (enum bootstrap_method m = BOOTSTRAP_PERCENTILE; m <= BOOTSTRAP_BCA; m++) {
			struct bootstrap a = compare(&slow_side, &with, m);
			struct bootstrap b = compare(&slow_side, &without, m);

			assert_same(&a, &b);
			assert_true(a.tested && a.difference.low < a.difference.high);
		}
	}
}

/* Together, each symbol has what it has alone; the same symbol twice has it twice. */
static void test_symbols_do_not_disturb_each_other(void **state)
{
	const struct bootstrap_rule rule = { BOOTSTRAP_BCA, 999, 42, .95 };
	const struct block_run one[] = { { .blocks = gaps, .nr = 4, .work = 1 },
					 { .blocks = slow, .nr = 3, .work = 1 },
					 { .blocks = fast, .nr = 3, .work = 1 } };
	struct block_side other = { one, 3 };
	struct block_pair pairs[] = { { .base = slow_side, .new = fast_side },
				      { .base = other, .new = fast_side },
				      { .base = slow_side, .new = fast_side } };
	struct bootstrap alone = compare(&other, &fast_side, BOOTSTRAP_BCA);

	assert_int_equal(bootstrap_compare(pairs, 3, &rule), 0);
	assert_same(&pairs[0].result, &pairs[2].result);
	assert_same(&pairs[1].result, &alone);
	assert_true(pairs[0].result.difference.low != alone.difference.low);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random_is_xoshiro256starstar),
		cmocka_unit_test(test_seed_is_splitmix64),
		cmocka_unit_test(test_below_stays_below_and_is_even),
		cmocka_unit_test(test_poisson_weights),
		cmocka_unit_test(test_percentile_is_type_7),
		cmocka_unit_test(test_percentile_with_infinities),
		cmocka_unit_test(test_bca_without_bias_is_the_percentile),
		cmocka_unit_test(test_bca_reads_elsewhere),
		cmocka_unit_test(test_bca_at_its_ends),
		cmocka_unit_test(test_acceleration),
		cmocka_unit_test(test_block_dispersion),
		cmocka_unit_test(test_two_sides_differ),
		cmocka_unit_test(test_same_seed_same_result),
		cmocka_unit_test(test_flat_run_does_not_vary),
		cmocka_unit_test(test_zeros_and_nothing),
		cmocka_unit_test(test_blocks_not_listed_are_0),
		cmocka_unit_test(test_symbols_do_not_disturb_each_other),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
