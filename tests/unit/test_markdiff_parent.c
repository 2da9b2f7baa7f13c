// SPDX-License-Identifier: GPL-2.0-only
/*
 * The parents of call chains: the first function from the sample on that matches.
 */
#include <errno.h>

#include "tests/unit/markdiff_table.h"
#include "user/markdiff/rows/parent.h"

static const char *const names[] = { "main", "sys_read", "vfs_read", "do_page_fault", "sys_futex" };

enum {
	MAIN,
	READ,
	VFS,
	FAULT,
	FUTEX,
	NR_NAMES
};

static uint64_t at(int function)
{
	return 0xffffffffc0000010ull + 0x100 * function;
}

static void chain(struct build *b, uint64_t period, const int *functions)
{
	uint64_t words[16] = { (uint64_t)PERFDATA_CONTEXT_KERNEL };
	unsigned int nr = 1;

	for (; *functions >= 0; functions++)
		words[nr++] = at(*functions);
	build_sample_chain(b, 10, 100, words[1], period, 1, words, nr);
}

#define CHAIN(b, period, ...) chain(b, period, (const int[]){ __VA_ARGS__, -1 })

static void make(char path[TABLE_PATH_SIZE])
{
	static const struct build_event event = { .type = 1, .sample_type = BUILD_CHAINS };
	static struct build b;

	build_events(&b, &event, 1);
	for (int i = 0; i < NR_NAMES; i++)
		build_ksymbol(&b, 1, at(i) - 0x10, 0x100, 0, names[i]);
	CHAIN(&b, 1, VFS, READ, MAIN);
	CHAIN(&b, 2, VFS, FAULT, READ, MAIN);
	CHAIN(&b, 4, FUTEX, READ, MAIN);
	CHAIN(&b, 8, VFS, MAIN);
	CHAIN(&b, 16, READ, MAIN);
	build_sample_chain(&b, 10, 100, at(MAIN), 32, 1, NULL, 0);
	table_write(path, b.bytes, b.size);
}

struct sums {
	const struct names *names;
	uint64_t vfs, all;
	char text[256];
};

static int add(void *ctx, const struct spent *spent, double squares,
	       const struct resolved *resolved, uint32_t parent)
{
	struct sums *sums = ctx;
	size_t length = strlen(sums->text);

	if (!strcmp(names_text(sums->names, resolved->symbol), "vfs_read"))
		sums->vfs += spent->period;
	sums->all += spent->period;
	snprintf(sums->text + length, sizeof(sums->text) - length, "%s %d\n",
		 names_text(sums->names, parent), (int)spent->period);
	return 0;
}

/* Nodes come in the order in which chains reached them. */
static void parents_are(const char *regex, const char *want)
{
	char path[TABLE_PATH_SIZE], line[256];
	struct sums sums = { .vfs = 0 };
	uint32_t *parents;
	struct options o;
	struct diff diff;

	make(path);
	snprintf(line, sizeof(line), "-s sym --children %s %s", path, path);
	table_parse(&o, line);
	assert_int_equal(diff_load(&diff, &o), 0);
	assert_int_equal(diff_resolve(&diff, NULL), 0);
	sums.names = &diff.names;
	assert_int_equal(parents_find(diff.profiles[0].tree, &diff.names, regex, &parents), 0);
	assert_int_equal(parents_each(diff.profiles[0].tree, 0, parents, add, &sums), 0);
	assert_string_equal(sums.text, want);
	assert_int_equal(sums.all, 63);
	assert_int_equal(sums.vfs, 11);
	free(parents);
	assert_int_equal(parents_find(diff.profiles[0].tree, &diff.names, "(", &parents), -EINVAL);
	assert_null(parents);
	diff_free(&diff);
	options_free(&o);
	unlink(path);
}

static void system_calls_and_page_faults(void **state)
{
	parents_are(NULL, "sys_read 1\ndo_page_fault 2\nsys_futex 4\n[other] 8\nsys_read 16\n"
			  "[other] 32\n");
}

static void other_expressions(void **state)
{
	parents_are("^vfs_|^main$",
		    "vfs_read 1\nvfs_read 2\nmain 4\nvfs_read 8\nmain 16\nmain 32\n");
	parents_are("^nothing$",
		    "[other] 1\n[other] 2\n[other] 4\n[other] 8\n[other] 16\n[other] 32\n");
}

static void rows_of_parents(void **state)
{
	char path[TABLE_PATH_SIZE];

	make(path);
	table_equals(
		"-q -s parent,sym -o 0 -p", path, path,
		"    50.79%              32     +0.00%              32  [other]        [k] main\n"
		"    25.40%              16     +0.00%              16  sys_read       [k] sys_read\n"
		"    12.70%               8     +0.00%               8  [other]        [k] vfs_read\n"
		"     6.35%               4     +0.00%               4  sys_futex      [k] sys_futex\n"
		"     3.17%               2     +0.00%               2  do_page_fault  [k] vfs_read\n"
		"     1.59%               1     +0.00%               1  sys_read       [k] vfs_read\n");
	table_equals("-q -s parent --parent ^vfs_ -o 0", path, path,
		     "    82.54%     +0.00%  [other]\n"
		     "    17.46%     +0.00%  vfs_read\n");
	unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(system_calls_and_page_faults),
		cmocka_unit_test(other_expressions),
		cmocka_unit_test(rows_of_parents),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
