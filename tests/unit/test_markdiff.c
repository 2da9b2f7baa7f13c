// SPDX-License-Identifier: GPL-2.0-only
/*
 * Options, matching of events, figures and the order of rows.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/unit/build_perfdata.h"
#include "user/markdiff/compute.h"
#include "user/markdiff/diff.h"
#include "user/markdiff/match.h"
#include "user/markdiff/out_text.h"

#define NR_MODIFIERS 3
#define USER_ONLY    (1ull << PERFDATA_EXCLUDE_KERNEL | 1ull << PERFDATA_EXCLUDE_HV)
#define KERNEL_ONLY  (1ull << PERFDATA_EXCLUDE_USER | 1ull << PERFDATA_EXCLUDE_HV)

static int parse(struct options *o, const char *line)
{
	static char copy[256], message[256];
	char *argv[16] = { "markdiff" }, *rest = copy, *word;
	enum action action;
	int argc = 1;

	snprintf(copy, sizeof(copy), "%s", line);
	while ((word = strsep(&rest, " ")))
		if (*word)
			argv[argc++] = word;
	return options_parse(o, argc, argv, &action, message);
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

static void options_are_checked(void **state)
{
	static const char *const bad[] = {
		"-c cycles a b",
		"-c wdiff a b",
		"-c wdiff:1 a b",
		"-c wdiff:0,1 a b",
		"-c delta:1 a b",
		"-s pid a b",
		"-s , a b",
		"-o 2 a b",
		"-o -1 a b",
		"-o x a b",
		"-t . a b",
		"--bogus",
		"-S file:///no/such/list a b",
		"--percentage half a b",
		"-c",
	};
	struct options o;

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_true(parse(&o, bad[i]) < 0);
}

static struct perfdata *open_events(struct build *b, const uint64_t (*events)[3], unsigned int nr)
{
	struct perfdata_error error;
	struct perfdata *pd;

	build_begin(b, events, nr);
	build_sample_of(b, 0, 1, 1, 0x1000, 1, 2);
	assert_int_equal(perfdata_open_memory(b->bytes, b->size, &pd, &error), 0);
	return pd;
}

static void modifiers_must_pair(void **state)
{
	static const uint64_t left[NR_MODIFIERS][3] = { { 1, 0, USER_ONLY },
							{ 1, 0, KERNEL_ONLY },
							{ 1, 1, 0 } };
	static const uint64_t right[NR_MODIFIERS][3] = { { 1, 9, 0 },
							 { 1, 0, KERNEL_ONLY },
							 { 1, 0, USER_ONLY } };
	static struct build a, b;
	struct perfdata *base = open_events(&a, left, NR_MODIFIERS);
	struct perfdata *new = open_events(&b, right, NR_MODIFIERS);

	assert_int_equal(match_event(base, 0, new), 2);
	assert_int_equal(match_event(base, 1, new), 1);
	assert_int_equal(match_event(base, 2, new), EVENT_NONE);
	assert_string_equal(perfdata_event(base, 0)->name, "cpu-clock:u");
	assert_true(event_is_dummy(perfdata_event(new, 0)));
	perfdata_close(base);
	perfdata_close(new);
}

static void equal_events_pair_in_turn(void **state)
{
	static const uint64_t twice[2][3] = { { 1, 0, 0 }, { 1, 0, 0 } };
	static struct build a, b;
	struct perfdata *base = open_events(&a, twice, 2), *one = open_events(&b, twice, 1);

	assert_int_equal(match_event(base, 0, base), 0);
	assert_int_equal(match_event(base, 1, base), 1);
	assert_int_equal(match_event(base, 1, one), EVENT_NONE);
	perfdata_close(base);
	perfdata_close(one);
}

/* ---- tables: recordings in files, of code in dsos that are not there ---- */

#define MAX_FILES 3

struct table {
	char path[MAX_FILES][32];
	char *text;
	size_t size;
};

static void table_file(struct table *t, int file, const struct build *b)
{
	int fd;

	strcpy(t->path[file], "/tmp/test_markdiff.XXXXXX");
	fd = mkstemp(t->path[file]);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, b->bytes, b->size), b->size);
	close(fd);
}

/* Three dsos a, b, c: what each of them costs. */
static void table_costs(struct table *t, int file, uint64_t a, uint64_t b_, uint64_t c)
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
	table_file(t, file, &b);
}

static void table_make(struct table *t, const char *options, int nr)
{
	char line[256];
	struct options o;
	struct diff diff;
	struct hist hist;
	FILE *out = open_memstream(&t->text, &t->size);

	snprintf(line, sizeof(line), "%s %s %s %s", options, t->path[0], nr > 1 ? t->path[1] : "",
		 nr > 2 ? t->path[2] : "");
	assert_int_equal(parse(&o, line), 0);
	if (diff_load(&diff, &o))
		fail_msg("%s: %s %s", line, diff.profiles[0].error.text,
			 diff.profiles[1].error.text);
	assert_int_equal(diff_resolve(&diff, NULL), 0);
	assert_int_equal(diff_event(&diff, 0, &hist), 0);
	assert_int_equal(out_text(out, &hist, diff.profiles, true), 0);
	fclose(out);
	hist_free(&hist);
	diff_free(&diff);
	options_free(&o);
}

static void table_is(struct table *t, const char *options, int nr, const char *want)
{
	table_make(t, options, nr);
	assert_string_equal(t->text, want);
	free(t->text);
}

static void table_unlink(struct table *t, int nr)
{
	while (nr--)
		unlink(t->path[nr]);
}

static void tables_of_two_files(void **state)
{
	struct table t = { .text = NULL };

	table_costs(&t, 0, 50, 50, 0);
	table_costs(&t, 1, 25, 0, 75);
	table_is(&t, "-q -s dso -t,", 2, ",+75.00%,c\n50.00,-25.00%,a\n50.00,,b\n");
	table_is(&t, "-q -s dso -t, -c delta", 2, ",+75.00%,c\n50.00,-25.00%,a\n50.00,,b\n");
	table_is(&t, "-q -s dso -t, -c ratio", 2, "50.00,0.500000,a\n,N/A,c\n50.00,,b\n");
	table_is(&t, "-q -s dso -t, -c wdiff:1,2", 2, "50.00,0,a\n,N/A,c\n50.00,,b\n");
	table_is(&t, "-q -s dso -t, -o 0", 2, "50.00,-25.00%,a\n50.00,,b\n,+75.00%,c\n");
	/* The baseline's share stays what it is of all samples. */
	table_is(&t, "-q -s dso -t, -b", 2, "50.00,-25.00%,a\n");
	table_is(&t, "-q -s dso -t, -p -d a,c", 2, ",0,+75.00%,75,c\n50.00,50,-25.00%,25,a\n");
	/* A filter that leaves one value takes the column away. */
	table_is(&t, "-q -s dso,comm -t, -d a", 2, "50.00,-25.00%,prog\n");
	table_is(&t, "-q -s dso -t, -d a,c --percentage relative", 2,
		 "100.00,-75.00%,a\n,+75.00%,c\n");
	table_is(&t, "-q -s dso -t, -F", 2,
		 ",+75.00%,(75 * 100 / 100) - (0 * 100 / 100),c\n"
		 "50.00,-25.00%,(25 * 100 / 100) - (50 * 100 / 100),a\n50.00,,,b\n");
	table_is(&t, "-q -s comm,dso -C other", 2, "");
	table_is(&t, "-q -s sym", 2, "   100.00%     +0.00%  [.] 0x0000000000000010\n");
	table_is(&t, "-s dso -d a,b", 2,
		 "# Event 'cpu-clock:HG'\n#\n"
		 "# Baseline  Delta Abs  Shared Object\n"
		 "# ........  .........  .............\n#\n"
		 "    50.00%    -25.00%  a\n"
		 "    50.00%             b\n");
	table_unlink(&t, 2);
}

static void tables_of_three_files(void **state)
{
	struct table t = { .text = NULL };

	table_costs(&t, 0, 50, 50, 0);
	table_costs(&t, 1, 60, 40, 0);
	table_costs(&t, 2, 0, 20, 80);
	table_is(&t, "-q -s dso -t,", 3,
		 "50.00,-10.00%,-30.00%,b\n50.00,+10.00%,,a\n,,+80.00%,c\n");
	table_is(&t, "-q -s dso -t, -o 2", 3,
		 ",,+80.00%,c\n50.00,-10.00%,-30.00%,b\n50.00,+10.00%,,a\n");
	table_unlink(&t, 3);
}

/* Nothing was sampled in one file: no division by nothing. */
static void table_of_nothing(void **state)
{
	struct table t = { .text = NULL };

	table_costs(&t, 0, 0, 0, 0);
	table_costs(&t, 1, 1, 0, 3);
	table_is(&t, "-q -s dso -t,", 2, ",+75.00%,c\n,+25.00%,a\n");
	table_unlink(&t, 2);
	table_costs(&t, 0, 1, 0, 3);
	table_costs(&t, 1, 0, 0, 0);
	table_is(&t, "-q -s dso -t,", 2, "75.00,,c\n25.00,,a\n");
	table_unlink(&t, 2);
}

/* A row that threads share shows what the wanted ones did; perf takes all or nothing. */
static void comm_filter_splits_rows(void **state)
{
	static struct build b;
	struct table t = { .text = NULL };

	build_begin(&b, build_cpu_clock, 1);
	build_comm(&b, 10, 10, 1, "one", 0);
	build_comm(&b, 11, 11, 1, "two", 0);
	build_mmap(&b, 10, 2, 0x400000, 0x1000, 0, "/no/a", 2);
	build_mmap(&b, 11, 2, 0x400000, 0x1000, 0, "/no/a", 2);
	build_sample_of(&b, 0, 10, 3, 0x400010, 1, 2);
	build_sample_of(&b, 0, 11, 4, 0x400010, 3, 2);
	table_file(&t, 0, &b);
	table_file(&t, 1, &b);
	table_is(&t, "-q -s dso -t, -C two", 2, "75.00,+0.00%,a\n");
	table_unlink(&t, 2);
}

static void separator_in_a_name(void **state)
{
	static struct build b;
	struct table t = { .text = NULL };

	build_begin(&b, build_cpu_clock, 1);
	build_mmap(&b, 10, 2, 0x400000, 0x1000, 0, "/no/a,b", 2);
	build_sample(&b, 10, 3, 0x400010);
	table_file(&t, 0, &b);
	table_file(&t, 1, &b);
	table_is(&t, "-q -s dso -t,", 2, "100.00,+0.00%,a.b\n");
	table_unlink(&t, 2);
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
		cmocka_unit_test(options_are_checked),
		cmocka_unit_test(modifiers_must_pair),
		cmocka_unit_test(equal_events_pair_in_turn),
		cmocka_unit_test(tables_of_two_files),
		cmocka_unit_test(tables_of_three_files),
		cmocka_unit_test(table_of_nothing),
		cmocka_unit_test(comm_filter_splits_rows),
		cmocka_unit_test(separator_in_a_name),
		cmocka_unit_test(unreadable_files_are_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
