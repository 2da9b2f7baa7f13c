// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf's configuration file, and what it does to the options.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "user/markdiff/options/options.h"

static char message[OPTIONS_MESSAGE];

/* Reads options over a file of this text; with one argument, or none. */
static int read_over(struct options *o, const char *text, char *argument)
{
	char path[] = "/tmp/test_markdiff.XXXXXX";
	const char *config[] = { "/no/such/config", path, NULL };
	char *argv[] = { "markdiff", argument, NULL };
	enum action action;
	int err, fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	err = options_read(o, config, argument ? 2 : 1, argv, &action, message);
	unlink(path);
	return err;
}

static void defaults_are_set(void **state)
{
	struct options o;

	assert_int_equal(read_over(&o,
				   "# comment\n[DIFF] ; and a section\n\tOrder = 0 # none\n"
				   " compute = \"wdiff:\"2,3 ; weights\n\n[hist]\n"
				   "percentage=relative\n[colors \"x\"]\ntop = a, b\nflag\n",
				   NULL),
			 0);
	assert_int_equal(o.order, 0);
	assert_int_equal(o.compute, COMPUTE_WDIFF);
	assert_int_equal(o.weight_new, 3);
	assert_true(o.relative);
	options_free(&o);
	assert_int_equal(read_over(&o, "[diff] compute = delta\\-abs\n[diff]order=1", NULL), 0);
	assert_int_equal(o.compute, COMPUTE_DELTA_ABS);
	options_free(&o);
}

static void the_command_line_counts_more(void **state)
{
	struct options o;

	assert_int_equal(read_over(&o, "[diff]\ncompute = ratio\norder = 0\n", "-cdelta"), 0);
	assert_int_equal(o.compute, COMPUTE_DELTA);
	assert_int_equal(o.order, 0);
	options_free(&o);
}

static void is_refused(const char *text, const char *words)
{
	struct options o;

	assert_true(read_over(&o, text, NULL) < 0);
	if (!strstr(message, words))
		fail_msg("'%s' does not say '%s'", message, words);
}

static void bad_files_are_told_by_line(void **state)
{
	struct options o;

	is_refused("[diff]\n\norder = x\n", ":3: diff.order: bad order 'x'");
	is_refused("[diff]\ncompute = wdiff:0,1\n", ":2: diff.compute: bad weights");
	is_refused("[hist]\npercentage\n", ":2: hist.percentage: unknown percentage 'true'");
	is_refused("[diff]\norder = 7\n", "the files are numbered 0 to 1");
	is_refused("[diff\n", ":1: '[diff' is neither");
	is_refused("[diff]\norder: 1\n", ":2: 'order: 1' is neither");
	is_refused("[x]\n= 1\n", ":2:");
	is_refused("[diff]\norder = \"1\n", ":2:");
	/* Not if all that is wanted is help. */
	assert_int_equal(read_over(&o, "[diff\n", "--help"), 0);
	options_free(&o);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults_are_set),
		cmocka_unit_test(the_command_line_counts_more),
		cmocka_unit_test(bad_files_are_told_by_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
