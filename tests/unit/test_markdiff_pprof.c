// SPDX-License-Identifier: GPL-2.0-only
/*
 * Profiles for pprof, read back.  tests/e2e/test_markdiff_exports.sh has pprof itself read some.
 */
#include <errno.h>

#include "tests/unit/pprof_read.h"
#include "user/markdiff/out/pprof.h"
#include "user/pprof/pprof.h"

static const char *const names[] = { "main", "work", "leaf", NULL };

#define SKIP_IF_LEFT_OUT()                                       \
	do {                                                     \
		if (pprof_left_out()) {                          \
			print_message("skip - no protobuf-c\n"); \
			skip();                                  \
		}                                                \
	} while (0)

/* Writes a profile of the run's files; the path is static. */
static const char *profile_of(const char *line, const uint8_t *sides, const double *works,
			      enum pprof_sides which, double *lost)
{
	static char path[TABLE_PATH_SIZE];
	struct stacks_run s;
	struct stacks *stacks;

	table_write(path, "", 0);
	stacks_open(&s, line, sides, works);
	assert_int_equal(stacks_new(&s.source, STACKS_BY_PLACE, &stacks), 0);
	assert_int_equal(out_pprof(path, stacks, which, lost), 0);
	stacks_free(stacks);
	stacks_close(&s);
	return path;
}

/* What ran twice in one place is one sample; a side whose builds are not known has its own places. */
static void both_sides_are_two_types(void **state)
{
	static struct build b;
	struct run run = { 0 };
	struct pprof_read r;
	struct parts inside;
	const char *path;
	double lost;

	SKIP_IF_LEFT_OUT();
	stacks_begin(&b, BUILD_CHAINS, names);
	stacks_sample(&b, 3, "210");
	stacks_sample(&b, 2, "210");
	stacks_sample(&b, 7, "0");
	run_file(&run, &b);
	stacks_begin(&b, BUILD_CHAINS, names);
	stacks_sample(&b, 10, "210");
	stacks_sample(&b, 1, "710");
	run_file(&run, &b);
	path = profile_of(run_line(&run, "", "01"), NULL, NULL, PPROF_BOTH, &lost);
	assert_true(lost == 0);
	pprof_read(&r, path);
	types_are(&r, "base/nanoseconds new/nanoseconds");
	assert_string_equal(text_of(&r, number_of(&r.all, PROFILE_DEFAULT_TYPE)), "new");
	samples_are(&r, "leaf work main: 5 0\n0xffffffffc0000720 work main: 0 1\n"
			"leaf work main: 0 10\nmain: 7 0\n");
	inside_of(part_of(&r.all, PROFILE_PERIOD_TYPE, 0), &inside);
	assert_string_equal(text_of(&r, number_of(&inside, 1)), "cpu");
	assert_string_equal(text_of(&r, number_of(&inside, 2)), "nanoseconds");
	assert_int_equal(number_of(&r.all, PROFILE_PERIOD), 1);
	assert_true(number_of(&r.all, PROFILE_TIME) > 1500000000ull * 1000000000);
	assert_null(part_of(&r.all, PROFILE_COMMENT, 3));
	assert_non_null(part_of(&r.all, PROFILE_COMMENT, 2));
	pprof_done(&r, path);
	run_unlink(&run);
}

static void each_side_is_a_profile(void **state)
{
	struct run run = { 0 };
	struct pprof_read r;
	const char *path;
	double lost;

	SKIP_IF_LEFT_OUT();
	table_write(run.path[run.nr++], "main;a 3\nmain;b 4\n", 18);
	table_write(run.path[run.nr++], "main;c 5\nmain;b 6\n", 18);
	path = profile_of(run_line(&run, "", "01"), NULL, NULL, PPROF_BASE, &lost);
	pprof_read(&r, path);
	types_are(&r, "samples/count");
	samples_are(&r, "a main: 3\nb main: 4\n");
	assert_null(part_of(&r.all, PROFILE_MAPPING, 0));
	assert_null(part_of(&r.all, PROFILE_LOCATION, 3));
	pprof_done(&r, path);
	path = profile_of(run_line(&run, "", "01"), NULL, NULL, PPROF_NEW, &lost);
	pprof_read(&r, path);
	samples_are(&r, "b main: 6\nc main: 5\n");
	pprof_done(&r, path);
	run_unlink(&run);
}

/* Whole numbers only: what that costs is told. */
static void fractions_are_lost(void **state)
{
	static const double works[] = { 10, 1, 4 };
	static const uint8_t sides[] = { 0, 1, 1 };
	struct run run = { 0 };
	struct pprof_read r;
	const char *path;
	double lost;

	SKIP_IF_LEFT_OUT();
	table_write(run.path[run.nr++], "main;a 3\nmain;b 7\n", 18);
	table_write(run.path[run.nr++], "main;c 5\nmain;b 6\n", 18);
	table_write(run.path[run.nr++], "main;c 4\nmain;b 8\n", 18);
	path = profile_of(run_line(&run, "", "012"), sides, works, PPROF_BOTH, &lost);
	/* .3 and .7 became 0 and 1; 4 and 3 are whole. */
	assert_true(lost > 0.0749 && lost < 0.0751);
	pprof_read(&r, path);
	samples_are(&r, "b main: 1 4\nc main: 0 3\n");
	pprof_done(&r, path);
	run_unlink(&run);
}

static void cannot_be_written(void **state)
{
	struct pprof *p;

	SKIP_IF_LEFT_OUT();
	assert_int_equal(pprof_create("/nowhere/at/all", &p), -ENOENT);
	assert_null(p);
	assert_int_equal(pprof_create("/dev/full", &p), 0);
	pprof_mapping(p, &(struct pprof_mapping){ .file = "x" });
	assert_int_equal(pprof_close(p), -ENOSPC);
}

/* ---- options ---- */

static void options_go_together(void **state)
{
	char message[OPTIONS_MESSAGE];
	struct options o;

	assert_int_equal(table_options(&o, "--folded a b", message), 0);
	assert_string_equal(o.exports.folded, "-");
	assert_true(o.stacks);
	options_free(&o);
	assert_int_equal(table_options(&o, "--folded=x a b", message), 0);
	assert_string_equal(o.exports.folded, "x");
	options_free(&o);
	assert_int_equal(table_options(&o, "a b", message), 0);
	assert_false(o.stacks || exports_are_asked(&o.exports));
	options_free(&o);
	assert_int_equal(table_options(&o, "--folded= a b", message), -EINVAL);
	assert_non_null(strstr(message, "no file is named"));
	assert_int_equal(table_options(&o, "--folded a b c", message), -EINVAL);
	assert_non_null(strstr(message, "two sides, but there are 3 files"));
	assert_int_equal(table_options(&o, "--export-event=cycles a b", message), -EINVAL);
	assert_non_null(strstr(message, "--folded and --pprof"));
}

static void pprof_takes_one_file_or_two(void **state)
{
	static const char *const wrong[] = { "", "a,", ",b", "a,b,c", "-,b", "a,-" };
	char message[OPTIONS_MESSAGE], line[64];
	struct options o;

	SKIP_IF_LEFT_OUT();
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		snprintf(line, sizeof(line), "--pprof=%s a b", wrong[i]);
		assert_int_equal(table_options(&o, line, message), -EINVAL);
		assert_non_null(strstr(message, "--pprof"));
	}
	assert_int_equal(table_options(&o, "--pprof=a,b c d", message), 0);
	assert_string_equal(o.exports.pprof, "a,b");
	options_free(&o);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_sides_are_two_types),
		cmocka_unit_test(each_side_is_a_profile),
		cmocka_unit_test(fractions_are_lost),
		cmocka_unit_test(cannot_be_written),
		cmocka_unit_test(options_go_together),
		cmocka_unit_test(pprof_takes_one_file_or_two),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
