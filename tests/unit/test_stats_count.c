// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_stats_count.c - single runs: rates of counts, and shares
 */
#include "stats_test.h"

#include "user/stats/count.h"
#include "user/stats/dist.h"
#include "user/stats/share.h"

/* binom.test(k, n, p): p value and interval */
static const struct {
	double k, n, probability, p, low, high;
} examples[] = {
	{ 2, 10, .25, 1, .025210726326833, .556095462307641 },
	{ 15, 682, .0243902439, .803741050140697, .012360965389932, .036016836189384 },
	{ 11, 39, .5, .0094753042794764, .1500141304705208, .4487363233949206 },
	/* Conover 1971, Mendel's peas; in R's help of binom.test */
	{ 682, 925, .75, .38249155957485, .70766826407904, .76540655824153 },
	{ 0, 20, .5, 1.9073486328125e-06, 0, .16843347098309 },
	{ 20, 20, .3, 3.4867844010000e-11, .83156652901691, 1 },
	{ 7, 20, .35, 1, .15390920478454, .59218853453283 },
	{ 499, 999, .45, .0018187511873535, .4680342188090445, .5309677375854025 },
	{ 5, 20, .3, .808361017246557, .086571469101435, .491045871707958 },
	{ 6, 20, .5, .11531829833984, .11893159040573, .54278918227629 },
};

static void test_binomial_is_that_of_r(void **state)
{
	size_t i;

	for (i = 0; i < sizeof(examples) / sizeof(*examples); i++) {
		assert_close(binomial_p(examples[i].k, examples[i].n, examples[i].probability),
			     examples[i].p);
		assert_interval(binomial_exact(examples[i].k, examples[i].n, .95), examples[i].low,
				examples[i].high);
	}
}

/* Against the definition, summed: every outcome that is not likelier. */
static void test_binomial_is_the_sum_of_its_definition(void **state)
{
	static const double probabilities[] = { .001, .1, .25, 1. / 3, .5, .9 };
	int k, i, n = 37;
	size_t j;

	for (j = 0; j < sizeof(probabilities) / sizeof(*probabilities); j++)
		for (k = 0; k <= n; k++) {
			double limit = dist_binomial(k, n, probabilities[j]) * (1 + 1e-7), sum = 0;

			for (i = 0; i <= n; i++)
				if (dist_binomial(i, n, probabilities[j]) <= limit)
					sum += dist_binomial(i, n, probabilities[j]);
			assert_close(binomial_p(k, n, probabilities[j]), fmin(sum, 1));
		}
}

/* prop.test(x, n, correct = FALSE)$conf.int */
static void test_score_interval_is_that_of_r(void **state)
{
	assert_interval(binomial_score(682, 925, .95), .70799598761962, .76463580097149);
	assert_interval(binomial_score(81, 263, .95), .25528851987827, .36620957698280);
	assert_interval(binomial_score(0, 20, .95), 0, .16112515805282);
	assert_interval(binomial_score(20, 20, .95), 1 - .16112515805282, 1);
	assert_interval(binomial_score(0, 0, .95), 0, 1);
	assert_interval(binomial_exact(0, 0, .95), 0, 1);
	assert_close(binomial_p(0, 0, .5), 1);
}

static struct rates compare(double k0, double e0, double k1, double e1, double dispersion)
{
	struct count base = { k0, e0 }, new = { k1, e1 };

	return count_compare(&base, &new, dispersion, .95);
}

/*
 * poisson.test(c(41, 15), c(28.010, 19.025)): breast cancer and fluoroscopy, the example of Gail
 * and of Nelson; and poisson.test(c(11, 6+8+7), c(800, 1083+1050+878)) of R's help
 */
static void test_rates_are_those_of_r(void **state)
{
	struct rates rates = compare(15, 19.025, 41, 28.010, 1);

	assert_true(rates.tested);
	assert_true(rates.exact);
	assert_close(rates.ratio, 1.856539331191241);
	assert_close(rates.p, .040833417128356);
	assert_interval(rates.interval, 1.006107130076412, 3.610818657951157);
	rates = compare(21, 3011, 11, 800, 1);
	assert_close(rates.p, .07966863303333);
	assert_interval(rates.interval, .85842640339164, 4.27726594365407);
}

/* z = (k1 - K/2) / sqrt(phi K / 4), and Wilson's interval of 600 / phi among 1100 / phi as odds */
static void test_many_samples_are_scored(void **state)
{
	struct rates rates = compare(5000, 1, 6000, 1, 1.3);
	double k = 6000 / 1.3, n = 11000 / 1.3;
	struct interval pi = binomial_score(k, n, .95);

	assert_false(rates.exact);
	assert_close(rates.p, dist_normal_p(500 / sqrt(1.3 * 11000 / 4)));
	assert_interval(rates.interval, pi.low / (1 - pi.low), pi.high / (1 - pi.high));
	assert_between(rates.interval.low, 1.14, 1.2);
}

/* 13 and 26 with a dispersion of 1.3 are 10 and 20. */
static void test_dispersion_takes_samples_away(void **state)
{
	struct rates poisson = compare(10, 1, 20, 1, 1), bursts = compare(13, 1, 26, 1, 1.3);

	assert_close(bursts.p, poisson.p);
	assert_close(bursts.interval.low, poisson.interval.low);
	assert_close(bursts.ratio, 2);
}

static void test_exact_and_score_meet(void **state)
{
	struct rates exact = compare(450, 1, 549, 1, 1), score = compare(450.5, 1, 549.5, 1, 1);

	assert_true(exact.exact);
	assert_false(score.exact);
	assert_between(exact.p / score.p, .95, 1.1);
	assert_between(exact.interval.low / score.interval.low, .99, 1.01);
}

static void test_new_and_gone_symbols(void **state)
{
	struct rates new = compare(0, 1, 12, 1, 1), gone = compare(12, 1, 0, 1, 1);

	assert_close(new.ratio, INFINITY);
	assert_close(new.p, 2 / 4096.);
	assert_true(new.interval.low > 2);
	assert_close(new.interval.high, INFINITY);
	assert_close(gone.ratio, 0);
	assert_close(gone.p, new.p);
	assert_close(gone.interval.low, 0);
	assert_close(gone.interval.high, 1 / new.interval.low);
}

static void test_nothing_to_compare(void **state)
{
	struct rates none = compare(0, 1, 0, 1, 1), unexposed = compare(5, 0, 7, 1, 1);
	struct rates lopsided = compare(5, 1e-300, 7, 1e300, 1), same = compare(70, 3, 70, 3, 1.3);

	assert_false(none.tested);
	assert_close(none.ratio, 1);
	assert_close(none.p, 1);
	assert_interval(none.interval, 0, INFINITY);
	assert_false(unexposed.tested);
	assert_close(unexposed.p, 1);
	assert_false(lopsided.tested);
	assert_false(isnan(lopsided.ratio));
	assert_close(same.p, 1);
	assert_close(same.ratio, 1);
}

static struct shares shares_of(double h0, double n0, double h1, double n1, double dispersion)
{
	struct share base = { h0, n0 }, new = { h1, n1 };

	return share_compare(&base, &new, dispersion, .95);
}

/* Newcombe 1998, method 10: 56/70 - 48/80 is .0524 to .3339; the rest by his formula in R */
static void test_shares_of_newcombe(void **state)
{
	struct shares shares = shares_of(48. / 80, 80, 56. / 70, 70, 1);

	assert_close(shares.difference, .2);
	assert_interval(shares.interval, .052431472402365, .333872654036906);
	/* prop.test(c(48, 56), c(80, 70), correct = FALSE)$p.value */
	assert_close(shares.p, .0080450813681966);
	shares = shares_of(.3, 10, .9, 10, 1);
	assert_interval(shares.interval, .17052272393450, .80901797353549);
	shares = shares_of(0, 20, 0, 10, 1);
	assert_interval(shares.interval, -.16112515805282, .27753279986289);
	assert_close(shares.p, 1);
	shares = shares_of(0, 28, 1, 10, 1);
	assert_interval(shares.interval, .69737934309674, 1);
}

static void test_shares_with_dispersion_and_without_samples(void **state)
{
	struct shares bursts = shares_of(.6, 104, .8, 91, 1.3), none = shares_of(0, 0, .5, 9, 1);

	assert_interval(bursts.interval, .052431472402365, .333872654036906);
	assert_false(none.tested);
	assert_close(none.p, 1);
	assert_interval(none.interval, -1, 1);
	assert_close(shares_of(1, 9, 1, 9, 1).p, 1);
	assert_close(shares_of(.3, 900, .3, 900, 1.3).p, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_binomial_is_that_of_r),
		cmocka_unit_test(test_binomial_is_the_sum_of_its_definition),
		cmocka_unit_test(test_score_interval_is_that_of_r),
		cmocka_unit_test(test_rates_are_those_of_r),
		cmocka_unit_test(test_many_samples_are_scored),
		cmocka_unit_test(test_dispersion_takes_samples_away),
		cmocka_unit_test(test_exact_and_score_meet),
		cmocka_unit_test(test_new_and_gone_symbols),
		cmocka_unit_test(test_nothing_to_compare),
		cmocka_unit_test(test_shares_of_newcombe),
		cmocka_unit_test(test_shares_with_dispersion_and_without_samples),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
