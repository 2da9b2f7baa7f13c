// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_macro.c - the figures of whole programs are read, or it is said what is wrong with them
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "bench/report/macro_results.h"

static char root[] = "/tmp/test_bench_macro.XXXXXX";

static int make_root(void **state)
{
	return mkdtemp(root) ? 0 : -1;
}

static int remove_root(void **state)
{
	char command[sizeof(root) + 16];

	snprintf(command, sizeof(command), "rm -rf %s", root);
	return system(command);
}

/* A file below the root, with all folders above it. */
static void put(const char *name, const char *text)
{
	char path[512];
	FILE *file;
	char *at;

	snprintf(path, sizeof(path), "%s/%s", root, name);
	for (at = path + sizeof(root); (at = strchr(at, '/')); at++) {
		*at = '\0';
		mkdir(path, 0777);
		*at = '/';
	}
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

#define HEAD \
	"{ \"version\": 1, \"tool\": \"macro-user\", \"mode\": \"quick\", \"compiler\": \"gcc\", "
#define FIGURE                                                                       \
	"{ \"program\": \"lua\", \"kind\": \"dense\", \"figure\": \"off_percent\", " \
	"\"values\": 100, \"middle\": 0.14, \"low\": -0.08, \"high\": 0.36 }"

static void assert_refused(const char *text, const char *words)
{
	struct macro_results results;
	char why[MACRO_WHY], dir[64];

	put("macro/figures.json", text);
	snprintf(dir, sizeof(dir), "%s/macro", root);
	assert_int_equal(macro_results_read(&results, dir, why), -EBADMSG);
	assert_memory_equal(why, root, strlen(root));
	if (!strstr(why, words))
		fail_msg("'%s' does not say '%s'", why, words);
}

static void test_figures(void **state)
{
	struct macro_results results;
	const struct macro_figure *figure;
	char why[MACRO_WHY], dir[64];

	put("macro/figures.json", HEAD "\"figures\": [ " FIGURE " ] }");
	snprintf(dir, sizeof(dir), "%s/macro", root);
	assert_int_equal(macro_results_read(&results, dir, why), 0);
	assert_string_equal(results.mode, "quick");
	figure = macro_find(&results, "lua", "dense", "off_percent");
	assert_non_null(figure);
	assert_int_equal(figure->values, 100);
	assert_true(figure->interval.mid == 0.14 && figure->interval.low == -0.08);
	assert_null(macro_find(&results, "lua", "sparse", "off_percent"));
	assert_null(macro_find(&results, "redis", "dense", "off_percent"));
	macro_results_free(&results);
}

static void test_what_is_wrong(void **state)
{
	struct macro_results results;
	char why[MACRO_WHY];

	assert_int_equal(macro_results_read(&results, "/no/such/dir", why), -EBADMSG);
	assert_non_null(strstr(why, "/no/such/dir/figures.json: "));
	assert_refused("{ \"tool\": \"macro-user\"", "no JSON, or cut off");
	assert_refused("[]", "no results of bench/macro/user.sh");
	assert_refused("{ \"version\": 2, \"tool\": \"macro-user\" }", "no results of");
	assert_refused("{ \"version\": 1, \"tool\": \"other\" }", "no results of");
	assert_refused(HEAD "\"figures\": {} }", "\"figures\" is no array");
	assert_refused(HEAD "\"figures\": [] }", "0 figures");
	assert_refused(HEAD "\"figures\": [ 1 ] }", "figures[0] is not a figure");
	assert_refused(HEAD "\"figures\": [ " FIGURE ", { \"program\": 1 } ] }",
		       "figures[1] is not a figure");
	assert_refused(HEAD
		       "\"figures\": [ { \"program\": \"lua\", \"kind\": \"dense\", \"figure\": "
		       "\"f\", \"values\": 1, \"middle\": 1, \"low\": 2, \"high\": 1 } ] }",
		       "figures[0]");
	assert_refused(HEAD
		       "\"figures\": [ { \"program\": \"lua\", \"kind\": \"dense\", \"figure\": "
		       "\"f\", \"values\": -1, \"middle\": 1, \"low\": 1, \"high\": 1 } ] }",
		       "figures[0]");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_figures),
		cmocka_unit_test(test_what_is_wrong),
	};

	return cmocka_run_group_tests(tests, make_root, remove_root);
}
