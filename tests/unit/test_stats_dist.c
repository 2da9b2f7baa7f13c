// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_stats_dist.c - distributions: R's values, and no NaN outside their domains
 */
#include "stats_test.h"

#include "user/stats/dist.h"

/* qt(.975, 4), qt(.8, 4), qt(.995, 2.5), qnorm(.975) + qnorm(.8), 2 * pt(-4.0621276833820366, 9) */
static void test_t_is_that_of_r(void **state)
{
	assert_close(dist_t_quantile(.975, 4), 2.77644510519779);
	assert_close(dist_t_quantile(.8, 4), .94096457723518);
	assert_close(dist_t_quantile(.995, 2.5), 7.16372813894880);
	assert_close(dist_normal_quantile(.975) + dist_normal_quantile(.8), 2.80158521811297);
	assert_close(dist_t_p(4.0621276833820366, 9), .0028328901973843);
	assert_close(dist_t_p(-4.0621276833820366, 9), .0028328901973843);
	assert_close(dist_normal_p(2.6501719512585331), .0080450813681966);
}

static void test_t_has_a_value_everywhere(void **state)
{
	assert_close(dist_t_p(0, 5), 1);
	assert_close(dist_t_p(INFINITY, 5), 0);
	assert_close(dist_t_p(-INFINITY, INFINITY), 0);
	assert_close(dist_t_p(3, 0), 1);
	assert_close(dist_t_p(3, -1), 1);
	assert_close(dist_t_p(NAN, 5), 1);
	assert_close(dist_t_quantile(.975, 0), INFINITY);
	assert_close(dist_t_quantile(.025, 0), -INFINITY);
	assert_close(dist_t_quantile(.5, 0), 0);
	assert_close(dist_t_quantile(1, 5), INFINITY);
	assert_close(dist_t_quantile(0, 5), -INFINITY);
	assert_close(dist_normal_quantile(2), INFINITY);
	assert_close(dist_normal_below(-INFINITY), 0);
	assert_close(dist_normal_below(INFINITY), 1);
}

/* qbeta(c(.025, .975), 3, 8) */
static void test_beta(void **state)
{
	assert_close(dist_beta_quantile(.025, 3, 8), .066739511177734);
	assert_close(dist_beta_quantile(.975, 3, 8), .556095462307641);
	assert_close(dist_beta_quantile(.025, 0, 8), 0);
	assert_close(dist_beta_quantile(.975, 8, 0), 1);
}

/* By hand: 3 of 4 with 1/2 is 4/16. */
static void test_binomial(void **state)
{
	assert_close(dist_binomial(3, 4, .5), .25);
	assert_close(dist_binomial(5, 4, .5), 0);
	assert_close(dist_binomial(-1, 4, .5), 0);
	assert_close(dist_binomial_below(1, 4, .5), 5. / 16);
	assert_close(dist_binomial_above(1, 4, .5), 11. / 16);
	assert_close(dist_binomial_below(-1, 4, .5), 0);
	assert_close(dist_binomial_above(-1, 4, .5), 1);
}

/* digamma(1.7), trigamma(1.7), psigamma(1.7, 2); uniroot() of trigamma for the inverse */
static void test_polygamma(void **state)
{
	assert_close(dist_digamma(1.7), .20854787487349);
	assert_close(dist_trigamma(1.7), .79323283016400);
	assert_close(dist_tetragamma(1.7), -.60408908410346);
	assert_close(dist_trigamma_inverse(1), 1.42625512021508);
	assert_close(dist_trigamma_inverse(.01), 100.49916668194315);
	assert_close(dist_trigamma_inverse(50), .14337981235286);
}

static void test_trigamma_inverse_turns_it_round(void **state)
{
	int power;

	for (power = -18; power <= 20; power++) {
		double y = pow(3, power);

		assert_between(dist_trigamma(dist_trigamma_inverse(y)) / y, 1 - 1e-6, 1 + 1e-3);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_t_is_that_of_r),
		cmocka_unit_test(test_t_has_a_value_everywhere),
		cmocka_unit_test(test_beta),
		cmocka_unit_test(test_binomial),
		cmocka_unit_test(test_polygamma),
		cmocka_unit_test(test_trigamma_inverse_turns_it_round),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
