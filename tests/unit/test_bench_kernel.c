// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_kernel.c - results of marker-bench.ko are read, or it is said what is wrong with them
 */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "bench/kernel_results.h"
#include "bench/modules.h"
#include "bench/report_kernel.h"
#include "bench/table_2006.h"

#define HEAD                                                                             \
	"{ \"tool\": \"marker-bench\", \"version\": 1, \"kernel\": \"6.1.0\", "          \
	"\"machine\": \"x86_64\", \"clock\": \"time stamp counter\", \"processor\": 0, " \
	"\"rounds\": 3, \"rows\": ["
#define TAIL "] }"

#define NONE                                                              \
	"{ \"name\": \"loop-none\", \"what\": \"empty\", \"loops\": 10, " \
	"\"overhead\": 5, \"ticks\": [25,45,25] }"
#define MARKED                                                                          \
	"{ \"name\": \"loop-static-key\", \"base\": \"loop-none\", \"what\": \"off\", " \
	"\"loops\": 10, \"overhead\": 5, \"ticks\": [35,55,35] }"
#define MISSING                                                                  \
	"{ \"name\": \"peer-bpf\", \"base\": \"loop-none\", \"what\": \"BPF\", " \
	"\"loops\": 5, \"missing\": \"nobody attached one\" }"

static char path[] = "/tmp/test_bench_kernel.XXXXXX";

static void write_file(const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

static int make_file(void **state)
{
	int fd = mkstemp(path);

	if (fd < 0)
		return -1;
	close(fd);
	return 0;
}

static int remove_file(void **state)
{
	return unlink(path);
}

/* The sentence begins with the file and has these words. */
static void assert_refused(const char *text, const char *words)
{
	struct kernel_results results;
	char why[KERNEL_RESULTS_WHY];

	write_file(text);
	assert_int_equal(kernel_results_read(&results, path, why), -EBADMSG);
	assert_memory_equal(why, path, strlen(path));
	if (!strstr(why, words))
		fail_msg("'%s' does not say '%s'", why, words);
}

static void read_good(struct kernel_results *results)
{
	char why[KERNEL_RESULTS_WHY];

	write_file(HEAD NONE ", " MARKED ", " MISSING TAIL);
	assert_int_equal(kernel_results_read(results, path, why), 0);
}

static void test_good(void **state)
{
	struct kernel_results results;
	struct stat_interval d;

	read_good(&results);
	assert_int_equal(results.run.nr, 3);
	assert_int_equal(results.run.rounds, 3);
	assert_string_equal(results.kernel, "6.1.0");
	assert_string_equal(results.machine, "x86_64");
	assert_int_equal(run_cycles(&results.run, "loop-none", &d), 0);
	assert_true(fabs(d.mid - 2) < 1e-9);
	assert_int_equal(run_difference(&results.run, "loop-static-key", "loop-none", &d), 0);
	assert_true(fabs(d.mid - 1) < 1e-9 && fabs(d.low - d.high) < 1e-9);
	assert_int_equal(run_cycles(&results.run, "peer-bpf", &d), -ENOENT);
	assert_string_equal(run_find(&results.run, "peer-bpf")->why, "nobody attached one");
	kernel_results_free(&results);
}

/* What --json writes can be read again, and says the same. */
static void test_written_and_read(void **state)
{
	struct kernel_results results, again;
	char why[KERNEL_RESULTS_WHY];

	read_good(&results);
	assert_int_equal(report_kernel_json(&results, path), 0);
	assert_int_equal(kernel_results_read(&again, path, why), 0);
	assert_int_equal(again.run.nr, results.run.nr);
	assert_memory_equal(again.run.rows[1].cycles, results.run.rows[1].cycles,
			    3 * sizeof(double));
	kernel_results_free(&again);
	kernel_results_free(&results);
	assert_int_equal(report_kernel_json(&(struct kernel_results){ .kernel = "" }, "/no/such"),
			 -ENOENT);
}

static char *text_of(void (*print)(const struct kernel_results *results, FILE *file))
{
	struct kernel_results results;
	char *text = NULL;
	size_t len = 0;
	FILE *file = open_memstream(&text, &len);

	read_good(&results);
	print(&results, file);
	fclose(file);
	kernel_results_free(&results);
	return text;
}

static void test_report(void **state)
{
	char *text = text_of(report_kernel);

	assert_non_null(strstr(text, "kernel 6.1.0 (x86_64), processor 0"));
	assert_non_null(strstr(text, "kind static-key\n"));
	assert_non_null(strstr(text, "kind immediate\n"));
	assert_non_null(strstr(text, "kind generic\n"));
	assert_null(strstr(text, "kind jump\n"));
	assert_non_null(strstr(text, "4.00       3.00 [3.00, 5.00]  loop-static-key\n"));
	assert_non_null(strstr(text, "trap-immediate-ftrace-ops: missing: "));
	assert_non_null(strstr(text, "missing: nobody attached one\n"));
	free(text);
}

static void print_loops(const struct kernel_results *results, FILE *file)
{
	assert_int_equal(report_kernel_rows(results, "loop", file), 0);
	assert_int_equal(report_kernel_rows(results, "call", file), -ENOENT);
}

static void test_rows_by_name(void **state)
{
	char *text = text_of(print_loops);

	assert_non_null(strstr(text, "\nloop-static-key "));
	assert_null(strstr(text, "peer-bpf"));
	free(text);
}

static void test_no_file(void **state)
{
	struct kernel_results results;
	char why[KERNEL_RESULTS_WHY];

	assert_int_equal(kernel_results_read(&results, "/no/such/file", why), -EBADMSG);
	assert_string_equal(why, "/no/such/file: No such file or directory");
	assert_int_equal(kernel_results_read(&results, "/tmp", why), -EBADMSG);
	assert_string_equal(why, "/tmp: Is a directory");
}

static void test_not_ours(void **state)
{
	assert_refused("", "no JSON");
	assert_refused("{ \"tool\": ", "no JSON");
	assert_refused("hello", "no JSON");
	assert_refused("[]", "no results of marker-bench.ko");
	assert_refused("3\n", "no results of marker-bench.ko");
	assert_refused("null", "no");
	assert_refused("{ \"tool\": \"markbench\", \"rows\": [] }",
		       "no results of marker-bench.ko");
	assert_refused("{ \"tool\": 3 }", "no results of marker-bench.ko");
	assert_refused("{ \"raw\": 3 }", "no results of marker-bench.ko");
	assert_refused("{ \"raw\": null }", "no results of marker-bench.ko");
}

static void test_head(void **state)
{
	assert_refused("{ \"tool\": \"marker-bench\" }", "\"version\" is missing");
	assert_refused("{ \"tool\": \"marker-bench\", \"version\": 2 }",
		       "version 2 of the results, not 1");
	assert_refused("{ \"tool\": \"marker-bench\", \"version\": \"1\" }",
		       "\"version\" is no int");
	assert_refused("{ \"tool\": \"marker-bench\", \"version\": 1, \"kernel\": 6 }",
		       "\"kernel\" is no string");
	assert_refused("{ \"tool\": \"marker-bench\", \"version\": 1, \"kernel\": \"\", "
		       "\"machine\": \"\", \"clock\": \"\", \"processor\": -1 }",
		       "\"processor\" is -1, not from 0");
	assert_refused("{ \"tool\": \"marker-bench\", \"version\": 1, \"kernel\": \"\", "
		       "\"machine\": \"\", \"clock\": \"\", \"processor\": 0, "
		       "\"rounds\": 99999999999999999999 }",
		       "\"rounds\" is");
}

static void test_rows(void **state)
{
	assert_refused(HEAD TAIL, "\"rows\" has 0, not from 1");
	assert_refused(HEAD "3" TAIL, "rows[0]: no object");
	assert_refused(HEAD NONE ", null" TAIL, "rows[1]: no object");
	assert_refused(HEAD "{}" TAIL, "rows[0]: \"name\" is missing");
	assert_refused(HEAD "{ \"name\": \"a\" }" TAIL, "rows[0]: \"what\" is missing");
	assert_refused(HEAD "{ \"name\": \"a\", \"what\": \"\" }" TAIL,
		       "rows[0]: \"loops\" is missing");
	assert_refused(HEAD "{ \"name\": \"a\", \"what\": \"\", \"loops\": 0 }" TAIL,
		       "rows[0]: \"loops\" is 0, not from 1");
	assert_refused(HEAD NONE ", " NONE TAIL, "rows[1]: a second row \"loop-none\"");
	assert_refused(HEAD MARKED ", " NONE TAIL,
		       "rows[0]: its base \"loop-none\" is no row before");
	assert_refused(HEAD "{ \"name\": \"a\", \"what\": \"\", \"copy\": true }" TAIL,
		       "rows[0]: a copy without a base");
	assert_refused(HEAD
		       "{ \"name\": \"a\", \"what\": \"\", \"loops\": 1, \"missing\": 3 }" TAIL,
		       "rows[0]: \"missing\" is no string");
}

#define ROW "{ \"name\": \"a\", \"what\": \"\", \"loops\": 1, "

static void test_ticks(void **state)
{
	assert_refused(HEAD ROW "\"overhead\": 1 }" TAIL, "rows[0]: \"ticks\" is missing");
	assert_refused(HEAD ROW "\"ticks\": [1,2,3] }" TAIL, "\"overhead\" is missing");
	assert_refused(HEAD ROW "\"overhead\": 1, \"ticks\": 3 }" TAIL, "\"ticks\" is no array");
	assert_refused(HEAD ROW "\"overhead\": 1, \"ticks\": [1,2] }" TAIL,
		       "\"ticks\" has 2 of 3 rounds");
	assert_refused(HEAD ROW "\"overhead\": 1, \"ticks\": [1,2,3,4] }" TAIL,
		       "\"ticks\" has 4 of 3 rounds");
	assert_refused(HEAD ROW "\"overhead\": 1, \"ticks\": [1,-2,3] }" TAIL,
		       "\"ticks\"[1] is no count");
	assert_refused(HEAD ROW "\"overhead\": 1, \"ticks\": [1,2,\"3\"] }" TAIL,
		       "\"ticks\"[2] is no count");
}

static void test_too_many_rows(void **state)
{
	struct kernel_results results;
	char why[KERNEL_RESULTS_WHY];
	FILE *file = fopen(path, "w");
	unsigned int i;

	assert_non_null(file);
	fputs(HEAD "0", file);
	for (i = 0; i < RUN_ROWS_MAX; i++)
		fputs(",0", file);
	fputs(TAIL, file);
	fclose(file);
	assert_int_equal(kernel_results_read(&results, path, why), -EBADMSG);
	assert_non_null(strstr(why, "\"rows\" has 257, not from 1 to 256"));
}

/* A name of any length is cut in sentences, not in memory. */
static void test_long_names(void **state)
{
	struct kernel_results results;
	char why[KERNEL_RESULTS_WHY], name[1000];
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	fprintf(file,
		HEAD
		"{ \"name\": \"%s\", \"what\": \"%s\", \"loops\": 1, \"missing\": \"%s\" }" TAIL,
		name, name, name);
	fclose(file);
	assert_int_equal(kernel_results_read(&results, path, why), 0);
	assert_int_equal(strlen(results.run.rows[0].why), sizeof(results.run.rows[0].why) - 1);
	kernel_results_free(&results);
}

static void test_module_refused(void **state)
{
	assert_non_null(strstr(module_refused(EPERM, false), "needs root"));
	assert_non_null(strstr(module_refused(EPERM, true), "locked down"));
	assert_non_null(strstr(module_refused(EKEYREJECTED, true), "signed"));
	assert_non_null(strstr(module_refused(ENOKEY, true), "signed"));
	assert_non_null(
		strstr(module_refused(ENOEXEC, true), "not a module of the running kernel"));
	assert_non_null(strstr(module_refused(ENOENT, true), "symbol"));
	assert_string_equal(module_refused(EIO, true), strerror(EIO));
}

static void test_module_not_found(void **state)
{
	struct module module = { "marker_no_such", "marker-no-such.ko", true };
	char why[MODULES_WHY];

	assert_int_equal(module_load(&module, "/no/such/folder", why), -ENOENT);
	assert_string_equal(why,
			    "/no/such/folder: no marker-no-such.ko in it; make modules builds one");
	assert_false(module.ours);
	module_unload(&module);
}

/* The editions differ in kinds and in what stands for row 13, and in nothing else. */
static void test_editions(void **state)
{
	size_t row;

	for (row = 0; row < TABLE_2006_ROWS - 1; row++)
		assert_ptr_equal(table_2006_forms(&edition_2006_kernel, row),
				 table_2006[row].forms);
	assert_string_equal(table_2006_forms(&edition_2006_kernel, row)[0], "trap-%s-int3");
	assert_string_equal(table_2006_forms(&edition_2006_user, row)[1], "trap-%s-uprobe");
	assert_int_equal(edition_2006_kernel.nr_kinds, 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_good),
		cmocka_unit_test(test_written_and_read),
		cmocka_unit_test(test_report),
		cmocka_unit_test(test_rows_by_name),
		cmocka_unit_test(test_no_file),
		cmocka_unit_test(test_not_ours),
		cmocka_unit_test(test_head),
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_ticks),
		cmocka_unit_test(test_too_many_rows),
		cmocka_unit_test(test_long_names),
		cmocka_unit_test(test_module_refused),
		cmocka_unit_test(test_module_not_found),
		cmocka_unit_test(test_editions),
	};

	return cmocka_run_group_tests(tests, make_file, remove_file);
}
