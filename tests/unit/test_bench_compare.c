// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_compare.c - verdicts of two runs whose truth is known, and files that are none
 */
#include <errno.h>
#include <json-c/json.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bench/compare/compare.h"
#include "bench/compare/compare_report.h"
#include "bench/report.h"
#include "bench/compare/saved.h"
#include "bench/run/stat.h"

#define ROUNDS 101

static const struct bench none = { .name = "none", .what = "", .sites = 1 };
static const struct bench copy = { .name = "none2",
				   .base = "none",
				   .what = "",
				   .copy = 1,
				   .sites = 1 };
static const struct bench row = { .name = "row", .what = "", .base = "none", .sites = 2 };
static const struct bench lone = { .name = "lone", .what = "", .sites = 1 };

struct trial {
	struct run run;
	struct run_row rows[4];
	double cycles[4][ROUNDS];
	double ticks[ROUNDS];
};

/* Levels, and noise of one percent to both sides. */
static void fill(struct trial *trial, uint64_t seed, double base, double above)
{
	static const struct bench *const benches[] = { &none, &copy, &row, &lone };
	const double levels[] = { base, base, base + above, 50 };
	struct stat_random random = { seed };
	unsigned int i, round;

	memset(trial, 0, sizeof(*trial));
	trial->run = (struct run){
		.rounds = ROUNDS,
		.seed = 7,
		.rows = trial->rows,
		.nr = 4,
		.ratio = { 1, 1, 1 },
		.clock = "test clock",
		.ticks = trial->ticks,
	};
	for (i = 0; i < 4; i++) {
		trial->rows[i] = (struct run_row){
			.bench = benches[i],
			.cycles = trial->cycles[i],
			.loops = 1,
		};
		for (round = 0; round < ROUNDS; round++)
			trial->cycles[i][round] = floor(
				1000 * levels[i] *
				(0.99 + 0.02 * (double)stat_random_below(&random, 1000) / 1000));
	}
	for (round = 0; round < ROUNDS; round++)
		trial->ticks[round] = 1000;
}

static const struct figure *find(const struct comparison *comparison, const char *name, bool over)
{
	unsigned int i;

	for (i = 0; i < comparison->nr; i++) {
		const struct figure *figure = &comparison->figures[i];

		if (!strcmp(figure->name, name) && !figure->base == !over)
			return figure;
	}
	fail_msg("no figure %s", name);
	return NULL;
}

static void test_slower_and_faster(void **state)
{
	static struct trial first, second;
	struct comparison comparison;

	fill(&first, 1, 10, 4);
	fill(&second, 2, 10, 6);
	assert_int_equal(compare_runs(&comparison, &first.run, &second.run, 1), 0);
	assert_int_equal(find(&comparison, "row", false)->verdict, COMPARE_MORE);
	assert_int_equal(find(&comparison, "row", true)->verdict, COMPARE_MORE);
	/* A site is half of the loop. */
	assert_true(fabs(find(&comparison, "row", true)->change.mid - 1000) < 50);
	assert_true(find(&comparison, "none", false)->verdict != COMPARE_MORE &&
		    find(&comparison, "none", false)->verdict != COMPARE_LESS);
	assert_int_equal(compare_count(&comparison, false, COMPARE_MORE), 2);
	compare_free(&comparison);
	assert_int_equal(compare_runs(&comparison, &second.run, &first.run, 1), 0);
	assert_int_equal(find(&comparison, "row", false)->verdict, COMPARE_LESS);
	compare_free(&comparison);
}

/* Of 100 comparisons of what did not change, Holm lets about five have one wrong verdict; none has here. */
static void test_noise_is_no_change(void **state)
{
	static struct trial first, second;
	uint64_t seed;

	for (seed = 0; seed < 20; seed++) {
		struct comparison comparison;

		fill(&first, 100 + seed, 10, 4);
		fill(&second, 200 + seed, 10, 4);
		assert_int_equal(compare_runs(&comparison, &first.run, &second.run, seed), 0);
		assert_int_equal(compare_count(&comparison, false, COMPARE_MORE), 0);
		assert_int_equal(compare_count(&comparison, false, COMPARE_LESS), 0);
		compare_free(&comparison);
	}
}

/* However large the change: nobody knows how large the noise is. */
static void test_no_floor(void **state)
{
	static struct trial first, second;
	struct comparison comparison;
	unsigned int i;

	fill(&first, 1, 10, 4);
	fill(&second, 2, 10, 4);
	for (i = 0; i < ROUNDS; i++)
		second.cycles[3][i] *= 2;
	assert_int_equal(compare_runs(&comparison, &first.run, &second.run, 1), 0);
	assert_int_equal(find(&comparison, "lone", false)->verdict, COMPARE_UNTOLD);
	assert_string_equal(find(&comparison, "lone", false)->why, "no noise floor");
	compare_free(&comparison);
}

static void test_judge(void **state)
{
	static const struct {
		double low, high, floor, p;
		enum compare_verdict verdict;
	} cases[] = {
		{ -0.5, 0.5, 1, 1, COMPARE_SAME },    { 0.1, 0.9, 1, 0, COMPARE_SAME },
		{ 0.5, 1.5, 1, 0, COMPARE_UNTOLD },   { -1.5, -0.5, 1, 0, COMPARE_UNTOLD },
		{ -2, 2, 1, 1, COMPARE_UNTOLD },      { 1.1, 2, 1, 0.01, COMPARE_MORE },
		{ 1.1, 2, 1, 0.06, COMPARE_UNTOLD },  { -2, -1.1, 1, 0.05, COMPARE_LESS },
		{ -2, -1.1, NAN, 0, COMPARE_UNTOLD }, { 0, 0, 0, 1, COMPARE_SAME },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct stat_interval change = { (cases[i].low + cases[i].high) / 2, cases[i].low,
						cases[i].high };
		const char *why;

		assert_int_equal(compare_judge(&change, cases[i].floor, cases[i].p, &why),
				 cases[i].verdict);
		assert_int_equal(!why, cases[i].verdict != COMPARE_UNTOLD);
	}
}

/* The example that textbooks have: 0.01 0.02 0.03 0.04 become 0.04 0.06 0.06 0.06. */
static void test_holm(void **state)
{
	struct figure figures[] = { { .p = 0.03 }, { .p = 0.01 }, { .p = 0.04 }, { .p = 0.02 } };

	compare_holm(figures, 4);
	assert_true(fabs(figures[1].adjusted - 0.04) < 1e-12);
	assert_true(fabs(figures[3].adjusted - 0.06) < 1e-12);
	assert_true(fabs(figures[0].adjusted - 0.06) < 1e-12);
	assert_true(fabs(figures[2].adjusted - 0.06) < 1e-12);
}

static void test_alone(void **state)
{
	static struct trial first, second;
	struct comparison comparison;

	fill(&first, 1, 10, 4);
	fill(&second, 2, 10, 4);
	second.run.nr = 2;
	first.rows[1].error = -EPERM;
	assert_int_equal(compare_runs(&comparison, &first.run, &second.run, 1), 0);
	assert_int_equal(comparison.nr_alone, 3);
	assert_string_equal(comparison.alone[0].why, "missing in the first");
	assert_string_equal(comparison.alone[1].name, "row");
	assert_string_equal(comparison.alone[1].why, "only in the first");
	compare_free(&comparison);
	assert_int_equal(compare_runs(&comparison, &second.run, &first.run, 1), 0);
	assert_int_equal(comparison.nr_alone, 3);
	assert_string_equal(comparison.alone[0].why, "missing in the second");
	assert_string_equal(comparison.alone[1].why, "only in the second");
	compare_free(&comparison);
}

/* ---- files --------------------------------------------------------------------------------- */

static int parse(struct saved *saved, const char *text, char why[static SAVED_WHY])
{
	return saved_parse(saved, "file", text, strlen(text), why);
}

/* What is written and read again has the same figures, to the last bit. */
static void test_written_and_read(void **state)
{
	static struct trial trial;
	struct stat_interval before, after;
	struct json_object *json;
	struct saved saved;
	char why[SAVED_WHY];

	fill(&trial, 1, 10, 4);
	json = report_json_object(&trial.run, NULL);
	assert_int_equal(parse(&saved, json_object_to_json_string(json), why), 0);
	assert_int_equal(saved.run.nr, 4);
	assert_int_equal(saved.run.seed, 7);
	assert_int_equal(saved.run.rows[2].bench->sites, 2);
	assert_int_equal(run_difference(&trial.run, "row", "none", &before), 0);
	assert_int_equal(run_difference(&saved.run, "row", "none", &after), 0);
	assert_memory_equal(&before, &after, sizeof(before));
	assert_true(run_floor(&saved.run, "row") == run_floor(&trial.run, "row"));
	assert_string_equal(saved_fact(&saved, "clock", "name"), "test clock");
	assert_string_equal(saved_fact(&saved, "clock", "none"), "");
	assert_string_equal(saved_fact(&saved, "rounds", "none"), "");
	saved_free(&saved);
	json_object_put(json);
}

#define CLOCK "\"clock\":{\"name\":\"c\",\"cycles_per_tick\":{\"median\":1,\"low\":1,\"high\":1}}"
#define HEAD \
	"{\"tool\":\"markbench\",\"version\":1," CLOCK ",\"processor\":0,\"rounds\":2,\"seed\":1"
#define NONE "{\"name\":\"a\",\"sites\":1,\"loops\":1,\"ticks\":[1,2]}"

static void test_refused(void **state)
{
	static const char *const cases[][2] = {
		{ "", "no JSON, at byte 0: " },
		{ "{", "no JSON, at byte 1: " },
		{ "{} x", "no JSON, at byte 3: " },
		{ "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "no JSON, at byte " },
		{ "[]", "not written by markbench run --json" },
		{ "null", "not written by markbench run --json" },
		{ "{\"tool\":1}", "not written by markbench run --json" },
		{ "{\"tool\":\"markbench\"}", "\"version\" is missing" },
		{ "{\"tool\":\"markbench\",\"version\":2}", "version 2, not 1" },
		{ "{\"tool\":\"markbench\",\"version\":1}", "\"clock\" is missing" },
		{ "{\"tool\":\"markbench\",\"version\":1,\"clock\":1}", "\"clock\" is no object" },
		{ "{\"tool\":\"markbench\",\"version\":1,\"clock\":{\"name\":\"c\","
		  "\"cycles_per_tick\":{\"median\":0}}}",
		  "\"median\" is no figure above 0" },
		{ "{\"tool\":\"markbench\",\"version\":1," CLOCK ",\"processor\":0,\"rounds\":0}",
		  "\"rounds\" is 0, not from 1 to 100001" },
		{ HEAD "}", "\"rows\" is missing" },
		{ HEAD ",\"rows\":[]}", "\"rows\" has 0, not from 1 to 256" },
		{ HEAD ",\"rows\":[1]}", "rows[0]: no object" },
		{ HEAD ",\"rows\":[{}]}", "rows[0]: \"name\" is missing" },
		{ HEAD ",\"rows\":[{\"name\":\"\\u001b[2J\"}]}", "rows[0]: \"name\" is no name" },
		{ HEAD ",\"rows\":[{\"name\":\"a\\u0000b\"}]}", "rows[0]: \"name\" is no name" },
		{ HEAD ",\"rows\":[{\"name\":\"\"}]}", "rows[0]: \"name\" is no name" },
		{ HEAD ",\"rows\":[{\"name\":\"a\",\"sites\":0}]}",
		  "rows[0]: \"sites\" is 0, not from 1 to 1000000" },
		{ HEAD ",\"rows\":[{\"name\":\"a\",\"sites\":1,\"loops\":1}]}",
		  "rows[0]: \"ticks\" is missing" },
		{ HEAD ",\"rows\":[{\"name\":\"a\",\"sites\":1,\"loops\":1,\"ticks\":[1]}]}",
		  "rows[0]: \"ticks\" has 1 of 2 rounds" },
		{ HEAD ",\"rows\":[{\"name\":\"a\",\"sites\":1,\"loops\":1,\"ticks\":[1,2.5]}]}",
		  "rows[0]: \"ticks\"[1] is no count" },
		{ HEAD ",\"rows\":[{\"name\":\"a\",\"sites\":1,\"loops\":1,\"missing\":[]}]}",
		  "rows[0]: \"missing\" is no string" },
		{ HEAD ",\"rows\":[" NONE "," NONE "]}", "rows[1]: a second row \"a\"" },
		{ HEAD ",\"rows\":[{\"name\":\"b\",\"base\":\"b\",\"sites\":1}]}",
		  "rows[0]: its base is no row before it" },
		{ HEAD ",\"rows\":[{\"name\":\"b\",\"copy\":true,\"sites\":1}]}",
		  "rows[0]: a copy without a base" },
		{ HEAD ",\"events\":{},\"rows\":[" NONE "]}", "\"events\" is no array" },
		{ HEAD ",\"events\":[],\"rows\":[" NONE "]}", "\"events\" has 0, not from 1 to" },
		{ HEAD ",\"events\":[{\"name\":\"e\"}],\"rows\":[" NONE "]}",
		  "rows[0]: \"counts\" is missing" },
		{ HEAD ",\"events\":[{\"name\":\"e\"}],\"rows\":[{\"name\":\"a\",\"sites\":1,"
		       "\"loops\":1,\"ticks\":[1,2],\"counts\":[]}]}",
		  "rows[0]: \"counts\" has 0 of 1 events" },
		{ HEAD ",\"events\":[{\"name\":\"e\"}],\"rows\":[{\"name\":\"a\",\"sites\":1,"
		       "\"loops\":1,\"ticks\":[1,2],\"counts\":[{\"samples\":[1,\"x\"]}]}]}",
		  "rows[0]: \"samples\"[1] is no figure" },
	};
	char why[SAVED_WHY], expected[SAVED_WHY];
	struct saved saved;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		why[0] = '\0';
		assert_int_equal(parse(&saved, cases[i][0], why), -EBADMSG);
		snprintf(expected, sizeof(expected), "file: %s", cases[i][1]);
		why[strlen(expected)] = '\0';
		assert_string_equal(why, expected);
	}
}

static void test_good_text(void **state)
{
	char why[SAVED_WHY];
	struct saved saved;
	struct stat_interval count;
	unsigned int nr;

	assert_int_equal(parse(&saved, HEAD ",\"rows\":[" NONE "],\"later\":[{}]}\n", why), 0);
	saved_free(&saved);
	assert_int_equal(parse(&saved,
			       HEAD ",\"events\":[{\"name\":\"e\",\"unit\":\"J\"}],\"rows\":[{"
				    "\"name\":\"a\",\"sites\":1,\"loops\":1,\"ticks\":[1,2],"
				    "\"counts\":[{\"samples\":[null,4.5]}]}]}",
			       why),
			 0);
	assert_int_equal(run_count(&saved.run, 0, "a", &count, &nr), 0);
	assert_int_equal(nr, 1);
	assert_true(count.mid == 4.5);
	saved_free(&saved);
}

static void test_no_file(void **state)
{
	char why[SAVED_WHY];
	struct saved saved;

	assert_int_equal(saved_read(&saved, "/nonexistent/file", why), -EBADMSG);
	assert_string_equal(why, "/nonexistent/file: No such file or directory");
	assert_int_equal(saved_read(&saved, "/", why), -EBADMSG);
	assert_string_equal(why, "/: Is a directory");
}

static void test_shift_interval(void **state)
{
	static const double a[] = { 1, 2, 3, 4, 5 }, b[] = { 11, 12, 13 };
	struct stat_interval d, again;
	double error;

	assert_int_equal(stat_shift_interval(a, 5, b, 3, 1, &d, &error), 0);
	assert_true(d.mid == 9);
	assert_true(d.low < 9 && d.low >= 6 && d.high > 9 && d.high <= 12);
	assert_true(error > 0.5 && error < 2);
	assert_int_equal(stat_shift_interval(a, 5, b, 3, 1, &again, &error), 0);
	assert_memory_equal(&d, &again, sizeof(d));
	assert_int_equal(stat_shift_interval(a, 5, b, 0, 1, &d, &error), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_slower_and_faster),
		cmocka_unit_test(test_noise_is_no_change),
		cmocka_unit_test(test_no_floor),
		cmocka_unit_test(test_judge),
		cmocka_unit_test(test_holm),
		cmocka_unit_test(test_alone),
		cmocka_unit_test(test_written_and_read),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_good_text),
		cmocka_unit_test(test_no_file),
		cmocka_unit_test(test_shift_interval),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
