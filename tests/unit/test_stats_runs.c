// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_stats_runs.c - runs in their order, and divided at random: drift, splits
 */
#include <errno.h>
#include <string.h>

#include "stats_test.h"

#include "user/stats/drift.h"
#include "user/stats/split.h"

/* summary(lm(y ~ c(0:4))), confint() */
static void test_drift_of_five_runs(void **state)
{
	static const double values[] = { 5.1, 5.3, 5.2, 5.8, 5.9 };
	struct drift drift = drift_of(NULL, values, 5, .95);

	assert_true(drift.tested);
	assert_close(drift.slope, .21);
	assert_close(drift.p, .031724839128026);
	assert_interval(drift.interval, .034724524607, .385275475393);
	assert_close(drift.relative, .84 / 5.46);
}

/* The same at other times: minutes instead of numbers, later, and not in order. */
static void test_drift_by_time(void **state)
{
	static const double values[] = { 5.9, 5.1, 5.2, 5.3, 5.8 };
	static const double time[] = { 1340, 1100, 1220, 1160, 1280 };
	struct drift drift = drift_of(time, values, 5, .95);

	assert_close(drift.slope, .21 / 60);
	assert_close(drift.p, .031724839128026);
	assert_close(drift.relative, .84 / 5.46);
}

static void test_drift_without_variance_or_runs(void **state)
{
	static const double flat[] = { 4, 4, 4 }, line[] = { 1, 2, 3 }, zeros[3];

	assert_close(drift_of(NULL, flat, 3, .95).p, 1);
	assert_close(drift_of(NULL, line, 3, .95).p, 0);
	assert_interval(drift_of(NULL, line, 3, .95).interval, 1, 1);
	assert_close(drift_of(NULL, zeros, 3, .95).relative, 0);
	assert_false(drift_of(NULL, line, 2, .95).tested);
	assert_close(drift_of(NULL, line, 2, .95).p, 1);
	assert_false(drift_of(flat, line, 3, .95).tested);
	assert_false(drift_of(NULL, NULL, 0, .95).tested);
}

/* choose(n, 2 k) * choose(2 k, k) / 2 */
static void test_number_of_splits(void **state)
{
	assert_true(splits_possible(2, 1) == 1);
	assert_true(splits_possible(4, 2) == 3);
	assert_true(splits_possible(6, 2) == 45);
	assert_true(splits_possible(10, 5) == 126);
	assert_true(splits_possible(30, 5) == 30045015ull * 126);
	assert_true(splits_possible(200, 100) == UINT64_MAX);
	assert_true(splits_possible(3, 2) == 0);
	assert_true(splits_possible(3, 0) == 0);
}

static uint32_t on_side(const uint8_t *sides, uint32_t runs, uint8_t side)
{
	uint32_t i, count = 0;

	for (i = 0; i < runs; i++)
		count += sides[i] == side;
	return count;
}

/* Sides of the size asked for, the first used run on side 0, no split twice. */
static void assert_splits(const struct splits *splits, uint32_t per_side)
{
	uint32_t i, j;

	for (i = 0; i < splits->nr; i++) {
		const uint8_t *sides = splits_get(splits, i);
		const uint8_t *first = memchr(sides, 0, splits->runs);

		assert_int_equal(on_side(sides, splits->runs, 0), per_side);
		assert_int_equal(on_side(sides, splits->runs, 1), per_side);
		assert_null(memchr(sides, 1, first - sides));
		for (j = 0; j < i; j++)
			assert_true(memcmp(sides, splits_get(splits, j), splits->runs));
	}
}

static void make(struct splits *splits, uint32_t runs, uint32_t per_side, uint32_t max)
{
	struct rng rng;

	rng_seed(&rng, 1);
	assert_int_equal(splits_make(splits, runs, per_side, max, &rng), 0);
	assert_splits(splits, per_side);
}

static void test_all_splits_where_they_are_few(void **state)
{
	static const uint32_t sizes[][3] = { { 2, 1, 1 },  { 3, 1, 3 },	 { 4, 2, 3 },
					     { 6, 2, 45 }, { 7, 3, 70 }, { 10, 5, 126 } };
	size_t i;

	for (i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		struct splits splits;

		make(&splits, sizes[i][0], sizes[i][1], 126);
		assert_int_equal(splits.nr, sizes[i][2]);
		splits_free(&splits);
	}
}

static void test_some_splits_where_they_are_many(void **state)
{
	struct splits splits;

	make(&splits, 30, 5, 100);
	assert_int_equal(splits.nr, 100);
	splits_free(&splits);
	/* all but one of them */
	make(&splits, 10, 5, 125);
	assert_int_equal(splits.nr, 125);
	splits_free(&splits);
}

/* Each run is as often used, and as often on either side, as any other. */
static void test_splits_are_fair(void **state)
{
	uint32_t i, run, used[12] = { 0 }, together = 0;
	struct splits splits;

	make(&splits, 12, 3, 2000);
	for (i = 0; i < splits.nr; i++) {
		const uint8_t *sides = splits_get(&splits, i);

		for (run = 0; run < 12; run++)
			used[run] += sides[run] != SPLIT_UNUSED;
		together += sides[4] != SPLIT_UNUSED && sides[4] == sides[9];
	}
	for (run = 0; run < 12; run++)
		assert_between(used[run] / 2000., .46, .54);
	/* 1/2 used, then 5/11 used as well, 2/5 of these on the same side */
	assert_between(together / 2000., .07, .11);
	splits_free(&splits);
}

static void test_no_splits(void **state)
{
	struct splits splits;
	struct rng rng;

	rng_seed(&rng, 1);
	assert_int_equal(splits_make(&splits, 3, 2, 100, &rng), -EINVAL);
	assert_int_equal(splits_make(&splits, 4, 0, 100, &rng), -EINVAL);
	assert_int_equal(splits_make(&splits, 4, 2, 0, &rng), -EINVAL);
	splits_free(&splits);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_drift_of_five_runs),
		cmocka_unit_test(test_drift_by_time),
		cmocka_unit_test(test_drift_without_variance_or_runs),
		cmocka_unit_test(test_number_of_splits),
		cmocka_unit_test(test_all_splits_where_they_are_few),
		cmocka_unit_test(test_some_splits_where_they_are_many),
		cmocka_unit_test(test_splits_are_fair),
		cmocka_unit_test(test_no_splits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
