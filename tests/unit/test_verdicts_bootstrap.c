// SPDX-License-Identifier: GPL-2.0-only
/*
 * --bootstrap: that the blocks of runs are those of the samples' times, against user/stats alone.
 */
#include "tests/unit/verdicts_run.h"
#include "user/stats/bootstrap.h"

#define BLOCKS 4

/* Samples of a and b in the four blocks of 0.4 s, and what ends both ends of the time. */
static void blocks_file(struct run *run, const int counts[2][BLOCKS])
{
	static struct build b;

	build_begin(&b, build_cpu_clock, 1);
	build_mmap(&b, 10, 1, 0x400000, 0x10000, 0, "/no/a", 2);
	build_mmap(&b, 10, 1, 0x410000, 0x10000, 0, "/no/b", 2);
	for (int block = 0; block < BLOCKS; block++)
		for (int i = 0; i < 2; i++)
			for (int n = 0; n < counts[i][block]; n++)
				build_sample_of(&b, 0, 10, (1000 + 100 * block + n) * (uint64_t)MS,
						0x400010 + 0x10000 * i, MS, 2);
	build_sample_of(&b, 0, 10, 1400 * (uint64_t)MS, 0x400010, MS, 2);
	run_file(run, &b);
}

static const int base[2][BLOCKS] = { { 30, 10, 0, 20 }, { 5, 5, 9, 5 } };
static const int new[2][BLOCKS] = { { 50, 40, 30, 60 }, { 5, 6, 5, 5 } };

/* One run a side. */
static struct bootstrap by_hand(enum bootstrap_method method)
{
	const struct bootstrap_rule rule = { method, 500, 9, .95 };
	double costs[2][BLOCKS];
	struct block_run runs[2];
	struct block_pair pair = { { &runs[0], 1 }, { &runs[1], 1 }, { .p = 1 } };

	for (int i = 0; i < BLOCKS; i++) {
		costs[0][i] = (base[0][i] + (i == 3)) * (double)MS;
		costs[1][i] = (new[0][i] + (i == 3)) * (double)MS;
	}
	for (int i = 0; i < 2; i++)
		runs[i] = (struct block_run){ .blocks = costs[i], .nr = BLOCKS, .work = 1 };
	assert_int_equal(bootstrap_compare(&pair, 1, &rule), 0);
	return pair.result;
}

static void is_bootstrap(const struct figures *f, const struct bootstrap *want,
			 enum interval_of from)
{
	assert_true(f->tested);
	assert_int_equal(f->from, from);
	assert_true(f->p == want->p);
	assert_true(f->difference_interval.low == want->difference.low);
	assert_true(f->difference_interval.high == want->difference.high);
	assert_true(f->ratio_interval.low == want->ratio.low);
	assert_true(f->ratio_interval.high == want->ratio.high);
}

static void t1_blocks_of_time(void **state)
{
	struct run run = { .nr = 0 };
	struct bootstrap want;
	struct judged j;

	blocks_file(&run, base);
	blocks_file(&run, new);
	want = by_hand(BOOTSTRAP_BCA);
	judge_runs_of(&j, &run, "-s dso --bootstrap=500 --seed=9 --verdicts %0 %1");
	is_bootstrap(judged_figures(&j, "a"), &want, INTERVAL_OF_BCA);
	assert_int_equal(judged_figures(&j, NULL)->from, INTERVAL_OF_BCA);
	judged_free(&j);
	want = by_hand(BOOTSTRAP_PERCENTILE);
	judge_runs_of(&j, &run, "-s dso --bootstrap=500,percentile --seed=9 --verdicts %0 %1");
	is_bootstrap(judged_figures(&j, "a"), &want, INTERVAL_OF_PERCENTILE);
	judged_free(&j);
	run_unlink(&run);
}

/* What cannot be drawn keeps its test, and says so; a gate does not trust few runs. */
static void t2_fall_back(void **state)
{
	struct run run = { .nr = 0 };
	struct judged j;
	char *json;

	for (int i = 0; i < 6; i++)
		COUNTS(&run, MS, 50 + i);
	judge_runs_of(&j, &run, "-s dso --bootstrap --verdicts %0 %5");
	assert_int_equal(judged_figures(&j, "a")->from, INTERVAL_OF_METHOD);
	json = judged_text(&j, out_json);
	assert_non_null(strstr(json, "\"interval\":\"single\""));
	assert_non_null(strstr(json, "\"bootstrap\":10000"));
	free(json);
	judged_free(&j);
	judge_runs_of(&j, &run, "-s dso --gate=90 --bootstrap --runs %0 %1 %2 --vs %3 %4 %5");
	assert_int_equal(judged_figures(&j, "a")->from, INTERVAL_OF_BCA);
	assert_int_equal(j.report.gate.result, GATE_NOT_COMPARABLE);
	judged_free(&j);
	run_unlink(&run);
}

static void t3_options(void **state)
{
	static const struct {
		const char *line, *words;
	} wrong[] = {
		{ "--bootstrap=99 --runs a b --vs c d", "--bootstrap: bad number" },
		{ "--bootstrap=1000001 --runs a b --vs c d", "--bootstrap: bad number" },
		{ "--bootstrap=100,t --runs a b --vs c d", "--bootstrap: bad bootstrap" },
		{ "--bootstrap= --runs a b --vs c d", "--bootstrap: bad number" },
		{ "--bootstrap --pairs a b --vs c d", "leave it out" },
		{ "--bootstrap --aa a b c d", "leave out --bootstrap" },
		{ "--bootstrap a b", "--bootstrap is of the table of verdicts" },
	};
	char message[OPTIONS_MESSAGE];
	struct options o;

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		if (!table_options(&o, wrong[i].line, message))
			fail_msg("%s: taken", wrong[i].line);
		if (!strstr(message, wrong[i].words))
			fail_msg("%s: %s", wrong[i].line, message);
	}
	table_parse(&o, "--bootstrap=500,bca --seed=4 --runs a b --vs c d");
	assert_int_equal(o.verdicts.replicates, 500);
	assert_false(o.verdicts.percentile);
	options_free(&o);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t1_blocks_of_time),
		cmocka_unit_test(t2_fall_back),
		cmocka_unit_test(t3_options),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
