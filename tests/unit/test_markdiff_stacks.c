// SPDX-License-Identifier: GPL-2.0-only
/*
 * Call trees of several recordings as one, its folded text, and the flame graph's object.
 */
#include "tests/unit/stacks_run.h"
#include "user/markdiff/out/flame.h"

static const char *const names[] = { "main", "work", "leaf", "other", NULL };

static void folded_file(struct run *run, const char *text)
{
	table_write(run->path[run->nr++], text, strlen(text));
}

/* The longest stacks first in the file: the order is that of names, a caller before what it calls. */
static void stacks_are_merged_and_in_order(void **state)
{
	struct run run = { 0 };

	folded_file(&run, "main;work;leaf 5\nmain;work 2\nmain;b 1\nmain;work;leaf 2\nidle 9\n");
	folded_file(&run, "main;a 4\nmain;work;leaf 3\nmain 8\n");
	stacks_are(run_line(&run, "", "01"), NULL, NULL,
		   "idle 9 0\nmain 0 8\nmain;a 0 4\nmain;b 1 0\nmain;work 2 0\n"
		   "main;work;leaf 7 3\n");
	stacks_are(run_line(&run, "", "10"), NULL, NULL,
		   "idle 0 9\nmain 8 0\nmain;a 4 0\nmain;b 0 1\nmain;work 0 2\n"
		   "main;work;leaf 3 7\n");
	run_unlink(&run);
}

/* Means of the runs, each divided by the work it did. */
static void sides_are_means_by_work(void **state)
{
	static const uint8_t sides[] = { 1, 0, 1, 1 };
	static const double works[] = { 1, 4, 2, 10 };
	struct run run = { 0 };

	folded_file(&run, "main;a 3\n");
	folded_file(&run, "main;a 100\n");
	folded_file(&run, "main;a 6\nmain;b 1\n");
	folded_file(&run, "main;a 90\n");
	stacks_are(run_line(&run, "", "0123"), sides, works, "main;a 25 5\nmain;b 0 0.166667\n");
	run_unlink(&run);
}

static void marks_are_written_as_they_are_read(void **state)
{
	static const char text[] = "java;hot_[i];sys_read_[k] 4 6\njava;waker_[w];try_[k] 3 0\n"
				   "java;hot_[i] 0 1\n_[k] 1 1\n";
	struct run run = { 0 };

	folded_file(&run, text);
	stacks_are(run_line(&run, "", "0"), NULL, NULL,
		   "_[k] 1 1\njava;hot_[i] 0 1\njava;hot_[i];sys_read_[k] 4 6\n"
		   "java;waker_[w];try_[k] 3 0\n");
	run_unlink(&run);
}

static char *table_of(const struct run *run, const char *arguments, const char *files)
{
	char refusal[TABLE_REFUSAL], *text = table_print(run_line(run, arguments, files), refusal);

	assert_non_null(text);
	return text;
}

/* Frames end in digits, have blanks and ';' in them, begin with '#', have no name. */
static void what_is_written_reads_the_same(void **state)
{
	static const char *const odd[] = { "#main", "vector 3", "a;b", "op\tnew", NULL };
	static struct build b;
	struct run run = { 0 };
	struct stacks_run s;
	char *text, *before, *after;

	stacks_begin(&b, BUILD_CHAINS, odd);
	stacks_sample(&b, 10, "10");
	stacks_sample(&b, 5, "210");
	stacks_sample(&b, 7, "0");
	run_file(&run, &b);
	stacks_begin(&b, BUILD_CHAINS, odd);
	stacks_sample(&b, 1234567890123456, "3210");
	stacks_sample(&b, 4, "210");
	stacks_sample(&b, 1, "70");
	run_file(&run, &b);
	stacks_open(&s, run_line(&run, "", "01"), NULL, NULL);
	text = stacks_text(&s);
	stacks_close(&s);
	assert_string_equal(text,
			    "?main_[k] 7 0\n?main_[k];[unknown]_[k] 0 1\n"
			    "?main_[k];vector 3_[k] 10 0\n?main_[k];vector 3_[k];a:b_[k] 5 4\n"
			    "?main_[k];vector 3_[k];a:b_[k];op new_[k] 0 1234567890123456\n");
	folded_file(&run, text);
	before = table_of(&run, "-q|-t|,|-p|--children|-s|sym|-S|vector 3", "01");
	after = table_of(&run, "-q|-t|,|-p|--children|-s|sym|-S|vector 3", "2");
	assert_string_equal(before, after);
	free(before);
	free(after);
	free(text);
	run_unlink(&run);
}

/* What a filter hides is not counted; its name stays where it called what is shown. */
static void filters_are_of_what_samples_fell_in(void **state)
{
	static struct build b;
	struct run run = { 0 };

	stacks_begin(&b, BUILD_CHAINS, names);
	stacks_sample(&b, 10, "210");
	stacks_sample(&b, 20, "10");
	stacks_sample(&b, 40, "310");
	run_file(&run, &b);
	stacks_are(run_line(&run, "-S|leaf", "00"), NULL, NULL,
		   "main_[k];work_[k];leaf_[k] 10 10\n");
	stacks_are(run_line(&run, "-S|work,other", "00"), NULL, NULL,
		   "main_[k];work_[k] 20 20\nmain_[k];work_[k];other_[k] 40 40\n");
	stacks_are(run_line(&run, "-S|absent", "00"), NULL, NULL, "");
	/* The dso of a piece of code is its name. */
	stacks_are(run_line(&run, "-d|leaf", "00"), NULL, NULL,
		   "main_[k];work_[k];leaf_[k] 10 10\n");
	run_unlink(&run);
}

/* Where one of two files has no call chains, both have stacks of one frame. */
static void without_chains_a_stack_is_a_frame(void **state)
{
	static struct build b;
	struct run run = { 0 };
	struct stacks_run s;
	struct stacks *stacks;
	json_object *flame;

	stacks_begin(&b, 0, names);
	build_sample_of(&b, 0, 10, 100, STACKS_CODE + 0x210, 3, 1);
	build_sample_of(&b, 0, 10, 100, STACKS_CODE + 0x220, 4, 1);
	run_file(&run, &b);
	stacks_begin(&b, BUILD_CHAINS, names);
	stacks_sample(&b, 10, "210");
	stacks_sample(&b, 20, "10");
	run_file(&run, &b);
	stacks_are(run_line(&run, "", "00"), NULL, NULL, "leaf_[k] 7 7\n");
	stacks_are(run_line(&run, "", "01"), NULL, NULL, "leaf_[k] 7 10\nwork_[k] 0 20\n");
	stacks_open(&s, run_line(&run, "", "01"), NULL, NULL);
	assert_int_equal(stacks_new(&s.source, STACKS_BY_FUNCTION, &stacks), 0);
	assert_false(stacks->chains);
	assert_true(stacks->mixed);
	assert_true(stacks->total[SIDE_BASE] == 7 && stacks->total[SIDE_NEW] == 30);
	stacks_free(stacks);
	assert_int_equal(out_flame(&s.source, &(struct flame_options){ 0 }, &flame), 0);
	assert_null(flame);
	stacks_close(&s);
	run_unlink(&run);
}

static void one_of_several_events(void **state)
{
	static const struct build_event events[] = { { .type = 1, .config = 0 },
						     { .type = 1, .config = 2 } };
	static struct build b;
	struct run run = { 0 };
	struct stacks_run s;
	char *text;

	build_events(&b, events, 2);
	build_ksymbol(&b, 1, STACKS_CODE, 0x100, 0, "main");
	build_sample_of(&b, 0, 10, 100, STACKS_CODE + 0x10, 3, 1);
	build_sample_of(&b, 1, 10, 100, STACKS_CODE + 0x10, 50, 1);
	run_file(&run, &b);
	stacks_open(&s, run_line(&run, "", "00"), NULL, NULL);
	s.source.event = 1;
	text = stacks_text(&s);
	assert_string_equal(text, "main_[k] 50 50\n");
	free(text);
	stacks_close(&s);
	run_unlink(&run);
}

/* Each run's own figures, for intervals: by work, but not divided by the number of runs. */
static void runs_have_their_own_costs(void **state)
{
	static const double works[] = { 1, 2, 4 };
	static const uint8_t sides[] = { 0, 1, 1 };
	struct run run = { 0 };
	struct stacks_run s;
	struct stacks *stacks;
	double totals[3], squares[3], samples[3];
	const struct stacks_spent spent = { totals, squares, samples };

	folded_file(&run, "main;a 3\n");
	folded_file(&run, "main;a 6\nmain;b 2\nmain 4\n");
	folded_file(&run, "main;b 8\n");
	stacks_open(&s, run_line(&run, "", "012"), sides, works);
	assert_int_equal(stacks_new(&s.source, STACKS_BY_FUNCTION, &stacks), 0);
	assert_int_equal(stacks->nr, 3);
	stacks_of_file(stacks, 1, &spent);
	assert_true(totals[0] == 6 && totals[1] == 3 && totals[2] == 1);
	assert_true(samples[0] == 12 && samples[1] == 6 && samples[2] == 2);
	/* So many samples of a period of 1, through the square of the work. */
	assert_true(squares[0] == 3 && squares[1] == 1.5 && squares[2] == .5);
	stacks_of_file(stacks, 2, &spent);
	assert_true(totals[0] == 2 && totals[1] == 0 && totals[2] == 2);
	assert_true(stacks->nodes[0].total[SIDE_NEW] == 4);
	assert_true(stacks->nodes[2].self[SIDE_NEW] == 1.5);
	stacks_free(stacks);
	stacks_close(&s);
	run_unlink(&run);
}

/* ---- the flame graph ---- */

static void flame_is(const struct run *run, const char *files, struct flame_options *options,
		     const char *want)
{
	json_object *flame;
	struct stacks_run s;

	stacks_open(&s, run_line(run, "", files), NULL, NULL);
	assert_int_equal(out_flame(&s.source, options, &flame), 0);
	assert_non_null(flame);
	assert_string_equal(json_object_to_json_string_ext(flame, JSON_C_TO_STRING_PLAIN), want);
	json_object_put(flame);
	stacks_close(&s);
}

static void flame_has_frames_and_nodes(void **state)
{
	struct run run = { 0 };

	folded_file(&run, "main;work;leaf 5\nmain;work 2\nmain 1\n");
	folded_file(&run, "main;leaf 4\nmain;work;leaf 3\n");
	flame_is(
		&run, "01", &(struct flame_options){ 0 },
		"{\"frames\":[\"main\",\"leaf\",\"work\"],\"nodes\":[[-1,0,8,7,null,null,null,null],"
		"[0,1,0,4,null,null,null,null],[0,2,7,3,null,null,null,null],"
		"[2,1,5,3,null,null,null,null]],\"left_out\":0}");
	run_unlink(&run);
}

/* The dearest stay, and hang together also where many cost the same. */
static void flame_leaves_out_what_is_cheap(void **state)
{
	struct run run = { 0 };

	folded_file(&run, "main;a;b;c 5\nmain;d 3\nmain;e 1\n");
	folded_file(&run, "main;a;b;c 5\nmain;d 1\nmain;e;f 4\n");
	flame_is(&run, "01", &(struct flame_options){ .max_nodes = 3 },
		 "{\"frames\":[\"main\",\"a\",\"b\"],\"nodes\":[[-1,0,9,10,null,null,null,null],"
		 "[0,1,5,5,null,null,null,null],[1,2,5,5,null,null,null,null]],\"left_out\":4}");
	flame_is(
		&run, "01", &(struct flame_options){ .max_nodes = 5 },
		"{\"frames\":[\"main\",\"a\",\"b\",\"c\",\"e\"],\"nodes\":[[-1,0,9,10,null,null,null,null],"
		"[0,1,5,5,null,null,null,null],[1,2,5,5,null,null,null,null],[2,3,5,5,null,null,null,null],"
		"[0,4,1,4,null,null,null,null]],\"left_out\":2}");
	run_unlink(&run);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(stacks_are_merged_and_in_order),
		cmocka_unit_test(sides_are_means_by_work),
		cmocka_unit_test(marks_are_written_as_they_are_read),
		cmocka_unit_test(what_is_written_reads_the_same),
		cmocka_unit_test(filters_are_of_what_samples_fell_in),
		cmocka_unit_test(without_chains_a_stack_is_a_frame),
		cmocka_unit_test(one_of_several_events),
		cmocka_unit_test(runs_have_their_own_costs),
		cmocka_unit_test(flame_has_frames_and_nodes),
		cmocka_unit_test(flame_leaves_out_what_is_cheap),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
