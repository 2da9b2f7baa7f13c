// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_stats_adjust.c - false discovery rates: the authors' example, R's values
 */
#include "stats_test.h"

#include "user/stats/adjust.h"

/* Benjamini and Hochberg 1995, section 3.2: thrombolysis, 15 comparisons */
static const double p[15] = { .0001, .0004, .0019, .0095, .0201, .0278, .0298, .0344,
			      .0459, .3240, .4262, .5719, .6528, .7590, 1 };
/* p.adjust(p, "BH") and p.adjust(p, "BY") */
static const double bh[15] = {
	.0015, .0030, .0095, .035625,	       .0603,	.063857142857143, .063857142857143,
	.0645, .0765, .486,  .581181818181818, .714875, .753230769230769, .813214285714286,
	1
};
static const double by[5] = { .0049773434898435, .0099546869796870, .0315231754356754,
			      .1182119078837829, .2000892082917083 };

static void test_bh_of_its_authors(void **state)
{
	double q[15];
	int i, reported = 0;

	assert_int_equal(adjust_p(ADJUST_BH, p, q, 15), 0);
	for (i = 0; i < 15; i++) {
		assert_close(q[i], bh[i]);
		reported += q[i] <= .05;
	}
	/* "the four smallest", as the paper says */
	assert_int_equal(reported, 4);
}

static void test_by_is_that_of_r(void **state)
{
	double q[15];
	int i;

	assert_int_equal(adjust_p(ADJUST_BY, p, q, 15), 0);
	for (i = 0; i < 15; i++)
		assert_close(q[i], i < 5 ? by[i] : q[i]);
	assert_close(q[8], .2538445179820180);
	assert_close(q[14], 1);
}

static void test_order_and_place_do_not_matter(void **state)
{
	double q[15];
	int i;

	for (i = 0; i < 15; i++)
		q[i] = p[i * 7 % 15];
	assert_int_equal(adjust_p(ADJUST_BH, q, q, 15), 0);
	for (i = 0; i < 15; i++)
		assert_close(q[i], bh[i * 7 % 15]);
}

static void test_none_one_and_ties(void **state)
{
	double one = .03, ties[] = { .02, .02, .02 }, edges[] = { 0, 1 };

	assert_int_equal(adjust_p(ADJUST_BH, NULL, NULL, 0), 0);
	assert_int_equal(adjust_p(ADJUST_BY, &one, &one, 1), 0);
	assert_close(one, .03);
	assert_int_equal(adjust_p(ADJUST_BH, ties, ties, 3), 0);
	assert_close(ties[0], .02);
	assert_close(ties[2], .02);
	assert_int_equal(adjust_p(ADJUST_BY, edges, edges, 2), 0);
	assert_close(edges[0], 0);
	assert_close(edges[1], 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bh_of_its_authors),
		cmocka_unit_test(test_by_is_that_of_r),
		cmocka_unit_test(test_order_and_place_do_not_matter),
		cmocka_unit_test(test_none_one_and_ties),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
