// SPDX-License-Identifier: GPL-2.0-only
/*
 * Options, matching of events, figures and the order of rows.
 */
#include "tests/unit/markdiff_run.h"

static int parse(struct options *o, const char *line)
{
	char message[OPTIONS_MESSAGE];

	return table_options(o, line, message);
}

static void options_have_defaults(void **state)
{
	struct options o;

	assert_int_equal(parse(&o, ""), 0);
	assert_int_equal(o.nr_files, 2);
	assert_string_equal(o.files[0], "perf.data.old");
	assert_string_equal(o.files[1], "perf.data");
	assert_int_equal(o.compute, COMPUTE_DELTA_ABS);
	assert_int_equal(o.order, 1);
	options_free(&o);
	assert_int_equal(parse(&o, "a"), 0);
	assert_string_equal(o.files[0], "perf.data.old");
	assert_string_equal(o.files[1], "a");
	options_free(&o);
	assert_int_equal(parse(&o, "-c wdiff:3,-2 -s sym,comm -o 2 -t , -S f2,add a b c"), 0);
	assert_int_equal(o.nr_files, 3);
	assert_int_equal(o.weight_base, 3);
	assert_int_equal(o.weight_new, -2);
	assert_int_equal(o.nr_keys, 2);
	assert_int_equal(o.keys[0], KEY_SYMBOL);
	assert_true(filter_pass(&o.filters[KEY_SYMBOL], "f2"));
	assert_true(filter_pass(&o.filters[KEY_SYMBOL], "add"));
	assert_false(filter_pass(&o.filters[KEY_SYMBOL], "main"));
	assert_true(filter_pass(&o.filters[KEY_DSO], "anything"));
	options_free(&o);
}

static void options_of_all_kinds(void **state)
{
	struct options o;

	assert_int_equal(parse(&o, "--ch --match exact --cpu=0,2-4 --color=never --no-pager a b"),
			 0);
	assert_true(o.children);
	assert_int_equal(o.match, MATCH_BY_NAME);
	assert_int_equal(o.color, WHEN_NEVER);
	assert_int_equal(o.pager, WHEN_NEVER);
	assert_int_equal(o.progress, WHEN_AUTO);
	assert_int_equal(numbers_find(&o.cpus, 3), 1);
	assert_int_equal(numbers_find(&o.cpus, 1), o.cpus.nr);
	options_free(&o);
	assert_int_equal(parse(&o, "--symfs=1:/one --symfs=/all --kallsyms=0:k a b c"), 0);
	assert_string_equal(file_value(&o.symfs, 0), "/all");
	assert_string_equal(file_value(&o.symfs, 1), "/one");
	assert_string_equal(file_value(&o.symfs, 2), "/all");
	assert_string_equal(file_value(&o.kallsyms, 0), "k");
	assert_null(file_value(&o.kallsyms, 1));
	options_free(&o);
	assert_int_equal(parse(&o, "-S f(int,char),g<a,b>,h a b"), 0);
	assert_int_equal(o.filters[KEY_SYMBOL].nr, 3);
	assert_true(filter_pass(&o.filters[KEY_SYMBOL], "f(int,char)"));
	assert_true(filter_pass(&o.filters[KEY_SYMBOL], "g<a,b>"));
	options_free(&o);
	assert_int_equal(parse(&o, "-q -v a b"), 0);
	assert_false(o.verbose);
	options_free(&o);
}

static void options_are_checked(void **state)
{
	static const char *const bad[] = {
		"-c cycles -F a b",
		"-c cycles --children a b",
		"-c cycles -s dso a b",
		"--cycles-hist a b",
		"--stream a b c",
		"-c wdiff a b",
		"-c wdiff:1 a b",
		"-c wdiff:0,1 a b",
		"-c delta:1 a b",
		"-s bogus a b",
		"-s , a b",
		"-o 2 a b",
		"-o -1 a b",
		"-o x a b",
		"-t . a b",
		"--bogus",
		"-S file:///no/such/list a b",
		"--percentage half a b",
		"-c",
		"--p x a b",
		"--match=x a b",
		"--color=x a b",
		"--parent=( a b",
		"--pid=1,x a b",
		"--pid= a b",
		"--cpu=3-2 a b",
		"--cpu=1, a b",
		"--symfs=2:dir a b",
		"--kallsyms=3:file a b",
	};
	struct options o;

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_true(parse(&o, bad[i]) < 0);
}

/* ---- tables: recordings in files, of code in dsos that are not there ---- */

/* Three dsos a, b, c: what each of them costs. */
static void add_costs(struct run *run, uint64_t a, uint64_t b_, uint64_t c)
{
	static const char *const names[] = { "/no/a", "/no/b", "/no/c" };
	uint64_t costs[] = { a, b_, c };
	static struct build b;

	build_begin(&b, build_cpu_clock, 1);
	build_comm(&b, 10, 10, 1, "prog", 0);
	for (int i = 0; i < 3; i++) {
		build_mmap(&b, 10, 2 + i, 0x400000 + 0x10000 * i, 0x1000, 0, names[i], 2);
		if (costs[i])
			build_sample_of(&b, 0, 10, 100 + i, 0x400010 + 0x10000 * i, costs[i], 2);
	}
	run_file(run, &b);
}

static void tables_of_two_files(void **state)
{
	struct run run = { .nr = 0 };

	add_costs(&run, 50, 50, 0);
	add_costs(&run, 25, 0, 75);
	run_is(&run, "-q|-s|dso|-t,", "01", ",+75.00%,c\n50.00,-25.00%,a\n50.00,,b\n");
	run_is(&run, "-q|-s|dso|-t,|-c|delta", "01", ",+75.00%,c\n50.00,-25.00%,a\n50.00,,b\n");
	run_is(&run, "-q|-s|dso|-t,|-c|ratio", "01", "50.00,0.500000,a\n,N/A,c\n50.00,,b\n");
	run_is(&run, "-q|-s|dso|-t,|-c|wdiff:1,2", "01", "50.00,0,a\n,N/A,c\n50.00,,b\n");
	run_is(&run, "-q|-s|dso|-t,|-o|0", "01", "50.00,-25.00%,a\n50.00,,b\n,+75.00%,c\n");
	/* The baseline's share stays what it is of all samples. */
	run_is(&run, "-q|-s|dso|-t,|-b", "01", "50.00,-25.00%,a\n");
	run_is(&run, "-q|-s|dso|-t,|-p|-d|a,c", "01", ",0,+75.00%,75,c\n50.00,50,-25.00%,25,a\n");
	/* A filter that leaves one value takes the column away. */
	run_is(&run, "-q|-s|dso,comm|-t,|-d|a", "01", "50.00,-25.00%,prog\n");
	run_is(&run, "-q|-s|dso|-t,|-d|a,c|--percentage|relative", "01",
	       "100.00,-75.00%,a\n,+75.00%,c\n");
	run_is(&run, "-q|-s|dso|-t,|-F", "01",
	       ",+75.00%,(75 * 100 / 100) - (0 * 100 / 100),c\n"
	       "50.00,-25.00%,(25 * 100 / 100) - (50 * 100 / 100),a\n50.00,,,b\n");
	run_is(&run, "-q|-s|comm,dso|-C|other", "01", "");
	run_is(&run, "-q|-s|sym", "01", "   100.00%     +0.00%  [.] 0x0000000000000010\n");
	run_is(&run, "-s|dso|-d|a,b", "01",
	       "# Event 'cpu-clock:HG'\n#\n"
	       "# Baseline  Delta Abs  Shared Object\n"
	       "# ........  .........  .............\n#\n"
	       "    50.00%    -25.00%  a\n"
	       "    50.00%             b\n");
	run_unlink(&run);
}

static void tables_of_three_files(void **state)
{
	struct run run = { .nr = 0 };

	add_costs(&run, 50, 50, 0);
	add_costs(&run, 60, 40, 0);
	add_costs(&run, 0, 20, 80);
	run_is(&run, "-q|-s|dso|-t,", "012",
	       "50.00,-10.00%,-30.00%,b\n50.00,+10.00%,,a\n,,+80.00%,c\n");
	run_is(&run, "-q|-s|dso|-t,|-o|2", "012",
	       ",,+80.00%,c\n50.00,-10.00%,-30.00%,b\n50.00,+10.00%,,a\n");
	run_unlink(&run);
}

/* As perf diff 6.1 printed such tables. */
static void tables_as_perf_has_them(void **state)
{
	struct run run = { .nr = 0 };

	add_costs(&run, 50, 50, 0);
	add_costs(&run, 25, 0, 75);
	run_is(&run, "--perf-compat|-q|-s|dso|-t,", "01",
	       "        ,+75.00%  ,c            \n"
	       "50.00   ,-25.00%  ,a            \n"
	       "50.00   ,         ,b            \n");
	run_is(&run, "--perf-compat|-q|-s|dso|-t,|-c|wdiff:1,2", "01",
	       "50.00   ,              ,a            \n"
	       "        ,N/A           ,c            \n"
	       "50.00   ,              ,b            \n");
	/* What -b keeps is 100 % of the baseline, but not of the deltas. */
	run_is(&run, "--perf-compat|-q|-s|dso|-b", "01", "   100.00%    -25.00%  a            \n");
	run_unlink(&run);
}

static void colours(void **state)
{
	struct run run = { .nr = 0 };

	add_costs(&run, 900, 100, 0);
	add_costs(&run, 890, 107, 3);
	run_is(&run, "--color=always|-q|-s|dso", "01",
	       "  \033[31m  90.00%\033[m  \033[32m   -1.00%\033[m  a\n"
	       "  \033[31m  10.00%\033[m  \033[32m   +0.70%\033[m  b\n"
	       "               +0.30%  c\n");
	run_is(&run, "--color=always|-q|-s|dso|-t,|-d|a", "01", "90.00,-1.00%\n");
	run_unlink(&run);
}

/* Nothing was sampled in one file: no division by nothing. */
static void table_of_nothing(void **state)
{
	struct run run = { .nr = 0 };

	add_costs(&run, 0, 0, 0);
	add_costs(&run, 1, 0, 3);
	run_is(&run, "-q|-s|dso|-t,", "01", ",+75.00%,c\n,+25.00%,a\n");
	run_unlink(&run);
	add_costs(&run, 1, 0, 3);
	add_costs(&run, 0, 0, 0);
	run_is(&run, "-q|-s|dso|-t,", "01", "75.00,,c\n25.00,,a\n");
	run_unlink(&run);
}

/* A row that threads share shows what the wanted ones did; perf takes all or nothing. */
static void comm_filter_splits_rows(void **state)
{
	static struct build b;
	struct run run = { .nr = 0 };

	build_begin(&b, build_cpu_clock, 1);
	build_comm(&b, 10, 10, 1, "one", 0);
	build_comm(&b, 11, 11, 1, "two", 0);
	build_mmap(&b, 10, 2, 0x400000, 0x1000, 0, "/no/a", 2);
	build_mmap(&b, 11, 2, 0x400000, 0x1000, 0, "/no/a", 2);
	build_sample_of(&b, 0, 10, 3, 0x400010, 1, 2);
	build_sample_of(&b, 0, 11, 4, 0x400010, 3, 2);
	run_file(&run, &b);
	run_file(&run, &b);
	run_is(&run, "-q|-s|dso|-t,|-C|two", "01", "75.00,+0.00%,a\n");
	run_unlink(&run);
}

static void separator_in_a_name(void **state)
{
	static struct build b;
	struct run run = { .nr = 0 };

	build_begin(&b, build_cpu_clock, 1);
	build_mmap(&b, 10, 2, 0x400000, 0x1000, 0, "/no/a,b", 2);
	build_sample(&b, 10, 3, 0x400010);
	run_file(&run, &b);
	run_file(&run, &b);
	run_is(&run, "-q|-s|dso|-t,", "01", "100.00,+0.00%,a.b\n");
	run_unlink(&run);
}

static void unreadable_files_are_told(void **state)
{
	struct options o;
	struct diff diff;

	assert_int_equal(parse(&o, "/no/such/file /no/other"), 0);
	assert_true(diff_load(&diff, &o) < 0);
	assert_true(diff.profiles[0].error.text[0]);
	assert_true(diff.profiles[1].error.text[0]);
	diff_free(&diff);
	options_free(&o);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(options_have_defaults),
		cmocka_unit_test(options_of_all_kinds),
		cmocka_unit_test(options_are_checked),
		cmocka_unit_test(tables_of_two_files),
		cmocka_unit_test(tables_of_three_files),
		cmocka_unit_test(tables_as_perf_has_them),
		cmocka_unit_test(colours),
		cmocka_unit_test(table_of_nothing),
		cmocka_unit_test(comm_filter_splits_rows),
		cmocka_unit_test(separator_in_a_name),
		cmocka_unit_test(unreadable_files_are_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
