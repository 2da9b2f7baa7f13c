// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_run.c - what a run says of its rows, from rounds written by hand
 */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bench/report.h"
#include "bench/run/run.h"

#define ROUNDS 5

static const struct bench none = { .name = "none" };
static const struct bench copy = { .name = "none2", .base = "none", .copy = 1 };
static const struct bench dear = { .name = "dear", .base = "none" };
static const struct bench cheap = { .name = "cheap", .base = "none" };
static const struct bench broken = { .name = "broken", .base = "none" };

/* The base drifts from 10 to 50; what is paired with it does not show that. */
static double none_cycles[ROUNDS] = { 10, 20, 30, 40, 50 };
static double copy_cycles[ROUNDS] = { 10.5, 20.5, 29.5, 40.5, 50.5 };
static double dear_cycles[ROUNDS] = { 14, 24, 34, 44, 54 };
static double cheap_cycles[ROUNDS] = { 10.25, 20.25, 30.25, 40.25, 50.25 };

static struct run_row rows[] = {
	{ .bench = &none, .cycles = none_cycles },
	{ .bench = &copy, .cycles = copy_cycles },
	{ .bench = &dear, .cycles = dear_cycles },
	{ .bench = &cheap, .cycles = cheap_cycles },
	{ .bench = &broken, .error = -EPERM, .why = "not permitted" },
};

static const struct run run = { .rounds = ROUNDS, .rows = rows, .nr = ARRAY_SIZE(rows) };

static void assert_near(double a, double b)
{
	assert_true(fabs(a - b) < 1e-9);
}

static void test_difference_is_paired(void **state)
{
	struct stat_interval d;

	assert_int_equal(run_difference(&run, "dear", "none", &d), 0);
	assert_near(d.mid, 4);
	assert_near(d.low, 4);
	assert_near(d.high, 4);
}

/* 14/10, 24/20, 34/30, 44/40, 54/50: the median is 34/30. */
static void test_ratio_is_of_each_round(void **state)
{
	struct stat_interval r;

	assert_int_equal(run_ratio(&run, "dear", "none", &r), 0);
	assert_near(r.mid, 34.0 / 30);
}

static void test_extra_ratio(void **state)
{
	static const char *const num[] = { "cheap", "none" }, *const den[] = { "dear", "none" };
	struct stat_interval r;

	assert_int_equal(run_extra_ratio(&run, num, den, &r), 0);
	assert_near(r.mid, 0.0625);
	assert_near(r.high, 0.0625);
}

static void test_floor_is_the_far_end_of_the_copy(void **state)
{
	assert_near(run_floor(&run, "none"), 0.5);
	assert_near(run_floor(&run, "dear"), 0.5);
}

/* Nobody knows what is noise: no difference is told, however large. */
static void test_no_copy_no_floor(void **state)
{
	static struct run_row alone[] = {
		{ .bench = &none, .cycles = none_cycles },
		{ .bench = &dear, .cycles = dear_cycles },
	};
	const struct run bare = { .rounds = ROUNDS, .rows = alone, .nr = 2 };
	struct stat_interval d;
	char text[96];

	assert_true(isnan(run_floor(&bare, "none")));
	assert_true(isnan(run_floor(&bare, "dear")));
	assert_int_equal(run_difference(&bare, "dear", "none", &d), 0);
	assert_false(run_is_told(&d, run_floor(&bare, "none")));
	assert_string_equal(report_verdict(&bare, &dear, &d, text, sizeof(text)),
			    "no noise floor: none has no second copy here");
}

static void test_told(void **state)
{
	assert_true(run_is_told(&(struct stat_interval){ 2, 1, 3 }, 1.5));
	assert_true(run_is_told(&(struct stat_interval){ -2, -3, -1 }, 1.5));
	assert_false(run_is_told(&(struct stat_interval){ 2, 1, 3 }, 2));
	assert_false(run_is_told(&(struct stat_interval){ 2, -1, 3 }, 0));
	assert_false(run_is_told(&(struct stat_interval){ 2, 1, 3 }, NAN));
}

static bool text_has(const struct run *of, const char *words)
{
	char *text = NULL;
	size_t len = 0;
	FILE *file = open_memstream(&text, &len);
	bool has;

	report_rows(of, file);
	report_steady(of, file);
	fclose(file);
	has = strstr(text, words) != NULL;
	free(text);
	return has;
}

/* A figure where there is none would be believed. */
static void test_printed_only_if_told(void **state)
{
	assert_true(text_has(&run, "dear                               34.000      +4.000 ["));
	assert_true(
		text_has(&run, "cheap                              30.250           ~ [+0.250,"));
	assert_true(text_has(&run, "within the noise floor of none\n"));
	assert_true(text_has(&run, "none2                              29.500      +0.500 ["));
}

static void test_head_of_conditions(void **state)
{
	static struct interference disturbed[ROUNDS] = {
		[1] = { .stolen_ns = 10000000 },
		[3] = { .waited_ns = 2300000, .switches = 3 },
	};
	struct run seen = run;

	assert_true(text_has(&seen, "clock: 5 rounds are too few to tell whether it moved (20)\n"));
	seen.interference = disturbed;
	assert_true(text_has(&seen, "processor: 2 of 5 rounds were disturbed (10 ms stolen, 2.3 ms "
				    "waited, 3 switches) and are in: the machine was not quiet\n"));
	seen.steady = (struct steady){ .told = true,
				       .steps = { { 210, 0.031 } },
				       .nr_steps = 1,
				       .drifts = true,
				       .trend = -0.02,
				       .z = -5 };
	assert_true(text_has(&seen, "clock: moved by +3.1 % in round 210\n"));
	assert_true(
		text_has(&seen, "clock: drifted by -2.0 % over the run (Mann-Kendall z = -5.0)\n"));
	seen.steady = (struct steady){ .told = true, .spread = 0.001 };
	assert_true(text_has(&seen, "clock: steady, half of the rounds within 0.10 %\n"));
}

static void test_rows_without_figures(void **state)
{
	struct stat_interval d;

	assert_int_equal(run_cycles(&run, "broken", &d), -ENOENT);
	assert_int_equal(run_cycles(&run, "unknown", &d), -ENOENT);
	assert_int_equal(run_difference(&run, "broken", "none", &d), -ENOENT);
	assert_int_equal(run_difference(&run, "dear", "broken", &d), -ENOENT);
}

static void assert_verdict(const struct bench *bench, double low, double mid, double high,
			   const char *expected)
{
	struct stat_interval d = { mid, low, high };
	char text[96];

	assert_string_equal(report_verdict(&run, bench, &d, text, sizeof(text)), expected);
}

static void test_verdicts(void **state)
{
	assert_verdict(&copy, -1, 0, 1, "A/A: the noise floor of none");
	assert_verdict(&dear, -1, 2, 3, "not told from none");
	assert_verdict(&cheap, 0.2, 0.25, 0.3, "within the noise floor of none");
	assert_verdict(&dear, 3, 4, 5, "");
}

static void do_nothing(unsigned long loops)
{
}

static int refuse(const struct bench *bench, char *why, size_t len)
{
	return -EACCES;
}

/* A row that cannot be made ready is left out, the others are measured. */
static void test_measure_leaves_out_what_is_refused(void **state)
{
	static const struct bench good = { .name = "good", .run = do_nothing };
	static const struct bench bad = { .name = "bad", .run = do_nothing, .init = refuse };
	struct run real = { .rounds = 5, .loops = 10 };
	struct stat_interval cycles;

	assert_int_equal(run_add(&real, &good), 0);
	assert_int_equal(run_add(&real, &bad), 0);
	assert_int_equal(run_add(&real, &good), 0);
	assert_int_equal(real.nr, 2);
	assert_int_equal(run_measure(&real), 0);
	assert_int_equal(run_cycles(&real, "good", &cycles), 0);
	assert_true(cycles.low >= 0 && real.ratio.mid > 0);
	assert_int_equal(run_cycles(&real, "bad", &cycles), -ENOENT);
	assert_string_equal(run_find(&real, "bad")->why, "Permission denied");
	run_free(&real);
}

static void test_measure_of_nothing(void **state)
{
	struct run empty = { .rounds = 5, .loops = 10 };

	assert_int_equal(run_measure(&empty), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_difference_is_paired),
		cmocka_unit_test(test_ratio_is_of_each_round),
		cmocka_unit_test(test_extra_ratio),
		cmocka_unit_test(test_no_copy_no_floor),
		cmocka_unit_test(test_told),
		cmocka_unit_test(test_printed_only_if_told),
		cmocka_unit_test(test_head_of_conditions),
		cmocka_unit_test(test_floor_is_the_far_end_of_the_copy),
		cmocka_unit_test(test_rows_without_figures),
		cmocka_unit_test(test_verdicts),
		cmocka_unit_test(test_measure_leaves_out_what_is_refused),
		cmocka_unit_test(test_measure_of_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
