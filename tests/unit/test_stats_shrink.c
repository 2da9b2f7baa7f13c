// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_stats_shrink.c - the prior of the dispersions: limma's formulas, and too little to fit
 */
#include "stats_test.h"

#include "user/stats/shrink.h"

/* Enough samples, the same degrees of freedom. */
static struct prior fit(const double *values, uint32_t nr, double df, double samples)
{
	struct dispersion dispersions[32];
	struct prior prior;
	uint32_t i;

	for (i = 0; i < nr; i++)
		dispersions[i] = (struct dispersion){ values[i], df, samples };
	prior_fit(dispersions, nr, &prior);
	return prior;
}

static const double spread[] = { .3, .8, 1.1, 1.9, 2.4, 3.1, 5.5, 9.7, 14, 22, .05, 1.4 };
static const double alike[] = { 1, 1.1, .9, 1.05, .95, 1.2, .8, 1.02, .98, 1.15 };

/* e <- log(x) - digamma(4) + log(4); uniroot(trigamma(h) = var(e) - trigamma(4)); d0 = 2 h */
static void test_prior_of_spread_dispersions(void **state)
{
	struct prior prior = fit(spread, 12, 8, 50);

	assert_int_equal(prior.symbols, 12);
	assert_close(prior.df, 1.4755680543625);
	assert_close(prior.value, 1.0141180881643);
}

/* All alike: d0 is infinite, and cut; s0^2 = exp(mean(e)) */
static void test_prior_of_alike_dispersions(void **state)
{
	struct prior prior = fit(alike, 10, 8, 1000);

	assert_close(prior.df, SHRINK_MAX_DF);
	assert_close(prior.value, 1.1488659585825);
}

/* A 0 among them counts as 1e-5 of the median; degrees of freedom differ. */
static void test_prior_with_a_zero(void **state)
{
	static const double values[] = { .3, .8, 1.1, 1.9, 2.4, 3.1, 0, 2.7, 1.4, 2.2, .55, 1.4 };
	struct dispersion dispersions[12];
	struct prior prior;
	uint32_t i;

	for (i = 0; i < 12; i++)
		dispersions[i] = (struct dispersion){ values[i], i < 6 ? 4 : 8, 50 };
	prior_fit(dispersions, 12, &prior);
	assert_close(prior.df, .632707689993316);
	assert_close(prior.value, .072255497568489);
}

static void test_too_few_symbols_give_no_prior(void **state)
{
	static const double zeros[20];

	assert_close(fit(spread, SHRINK_MIN_SYMBOLS - 1, 8, 50).df, 0);
	assert_close(fit(spread, 12, 8, 49.9).df, 0);
	assert_close(fit(spread, 12, 0, 50).df, 0);
	assert_close(fit(zeros, 20, 8, 50).df, 0);
	assert_close(fit(spread, 0, 8, 50).df, 0);
}

static void test_small_symbols_are_left_out(void **state)
{
	struct dispersion dispersions[24];
	struct prior prior;
	uint32_t i;

	for (i = 0; i < 24; i++)
		dispersions[i] =
			(struct dispersion){ i % 2 ? 1e6 : spread[i / 2], 8, i % 2 ? 9 : 50 };
	prior_fit(dispersions, 24, &prior);
	assert_int_equal(prior.symbols, 12);
	assert_close(prior.df, 1.4755680543625);
}

/* By hand: (d0 s0^2 + d phi) / (d0 + d) floor = (4 * 2 + 2 * 5) / 6 * 10 = 30 */
static void test_variance_by_hand(void **state)
{
	struct sample side = { .nr = 3, .mean = 100, .scatter = 50, .floor = 10, .df = 2 };
	struct prior prior = { .df = 4, .value = 2 }, low = { .df = 4, .value = .01 };

	assert_close(prior_variance(&prior, &side), 30);
	assert_close(prior_variance(NULL, &side), 50);
	assert_close(prior_variance(&(struct prior){}, &side), 50);
	side.scatter = 0;
	assert_close(prior_variance(&low, &side), 10);
	assert_close(prior_variance(&prior, &(struct sample){}), 0);
	assert_close(prior_df(NULL), 0);
}

/* By hand: (2 * 5 + 4 * 2) / 6 */
static void test_dispersion_is_pooled(void **state)
{
	struct sample a = { .nr = 3, .scatter = 50, .floor = 10, .df = 2 };
	struct sample b = { .nr = 5, .scatter = 40, .floor = 20, .df = 4 }, none = { 0 };

	assert_close(dispersion_of(&a, &b, 77).value, 3);
	assert_close(dispersion_of(&a, &b, 77).df, 6);
	assert_close(dispersion_of(&a, &b, 77).samples, 77);
	assert_close(dispersion_of(&a, &none, 77).value, 5);
	assert_close(dispersion_of(&a, NULL, 77).value, 5);
	assert_close(dispersion_of(&none, NULL, 77).df, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_prior_of_spread_dispersions),
		cmocka_unit_test(test_prior_of_alike_dispersions),
		cmocka_unit_test(test_prior_with_a_zero),
		cmocka_unit_test(test_too_few_symbols_give_no_prior),
		cmocka_unit_test(test_small_symbols_are_left_out),
		cmocka_unit_test(test_variance_by_hand),
		cmocka_unit_test(test_dispersion_is_pooled),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
