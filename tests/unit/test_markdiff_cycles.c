// SPDX-License-Identifier: GPL-2.0-only
/*
 * -c cycles.  Few processors write branch stacks with cycles, and virtual machines have none: so all
 * recordings here are built, as a processor would have filled them.
 */
#include "tests/unit/markdiff_table.h"

#define WORK  0xffffffffc0000000ull
#define MAIN  0xffffffffc0000100ull
#define OTHER 0xffffffffc0000200ull

static void begin(struct build *b)
{
	static const struct build_event event = { .type = 1, .sample_type = BUILD_BRANCHES };

	b->big = b->stream = false;
	b->attr_size = 0;
	build_events(b, &event, 1);
	build_ksymbol(b, 1, WORK, 0x100, 0, "work");
	build_ksymbol(b, 1, MAIN, 0x100, 0, "main");
	build_ksymbol(b, 1, OTHER, 0x100, 0, "other");
}

#define SAMPLE(b, ip, period, ...)                                                   \
	build_sample_branches(b, 10, 100, ip, period, 1,                             \
			      (const struct build_branch[]){ __VA_ARGS__ },          \
			      sizeof((const struct build_branch[]){ __VA_ARGS__ }) / \
				      sizeof(struct build_branch))

static void finish(const struct build *b, char path[TABLE_PATH_SIZE])
{
	table_write(path, b->bytes, b->size);
}

static void blocks_are_compared(void **state)
{
	static struct build b;
	char base[TABLE_PATH_SIZE], new[TABLE_PATH_SIZE];

	begin(&b);
	SAMPLE(&b, WORK + 0x40, 3, { WORK + 0x40, WORK + 0x10, 30 },
	       { WORK + 0x20, WORK + 0x30, 10 }, { MAIN + 0x50, WORK, 5 });
	SAMPLE(&b, MAIN + 0x50, 1, { MAIN + 0x80, MAIN, 7 });
	SAMPLE(&b, OTHER, 2, { OTHER + 8, MAIN, 7 });
	finish(&b, base);
	begin(&b);
	SAMPLE(&b, WORK + 0x40, 3, { WORK + 0x40, WORK + 0x10, 70 },
	       { WORK + 0x20, WORK + 0x30, 8 }, { MAIN + 0x50, WORK, 5 });
	SAMPLE(&b, MAIN + 0x50, 1, { WORK + 0x60, MAIN, 1000 }, { MAIN + 0x80, WORK + 0x50, 9 });
	finish(&b, new);
	/* main's block begins somewhere else; one of work is new; other has gone. */
	table_equals("-s sym -c cycles", base, new,
		     "# Event 'cpu-clock:HG'\n#\n"
		     "# Baseline                                       [Program Block Range] "
		     "Cycles Diff  Symbol   \n"
		     "# ........  ............................................................"
		     "..........  .........\n#\n"
		     "    50.00%                                               [     30 ->      "
		     "40]   40  [k] work\n"
		     "    50.00%                                               [      0 ->      "
		     "20]   -2  [k] work\n"
		     "    50.00%                                               [     50 ->      "
		     "60]  N/A  [k] work\n"
		     "    33.33%                                                              "
		     "            [k] other\n"
		     "    16.67%                                               [      0 ->      "
		     "80]    2  [k] main\n"
		     "    16.67%                                               [      0 ->      "
		     "50]    0  [k] main\n");
	table_equals("-q -t, -p -c cycles -S main", base, new,
		     "16.67,1,[      0 ->      80]    2,1,main\n"
		     "16.67,1,[      0 ->      50]    0,1,main\n");
	unlink(base);
	unlink(new);
}

/* Of the blocks that end at a place the longest tells the range, all of them the cycles. */
static void the_longest_block_counts(void **state)
{
	static struct build b;
	char base[TABLE_PATH_SIZE], new[TABLE_PATH_SIZE];

	begin(&b);
	SAMPLE(&b, WORK, 1, { WORK + 0x40, MAIN, 20 }, { WORK + 0x30, WORK + 0x10, 1 });
	SAMPLE(&b, WORK, 1, { WORK + 0x40, MAIN, 30 }, { MAIN, WORK + 0x20, 1 });
	/* Another function's jump, and one to behind the end: no start. */
	SAMPLE(&b, WORK, 1, { WORK + 0x40, MAIN, 40 }, { MAIN, MAIN + 0x20, 1 });
	SAMPLE(&b, WORK, 1, { WORK + 0x40, MAIN, 50 }, { MAIN, WORK + 0x60, 1 });
	finish(&b, base);
	begin(&b);
	SAMPLE(&b, WORK, 1, { WORK + 0x40, MAIN, 100 }, { WORK + 0x30, WORK + 0x10, 1 });
	finish(&b, new);
	table_equals("-q -s sym -t, -c cycles", base, new,
		     "100.00,[     10 ->      40]   65,[k] work\n"
		     "100.00,[      0 ->      30]    0,[k] work\n");
	unlink(base);
	unlink(new);
}

/* A stack of which the newest branch has no cycles was not counted; other zeros are left out. */
static void cycles_may_be_missing(void **state)
{
	static struct build b;
	char base[TABLE_PATH_SIZE];

	begin(&b);
	SAMPLE(&b, WORK, 1, { WORK + 0x40, MAIN, 0 }, { WORK + 0x30, WORK + 0x10, 9 });
	SAMPLE(&b, WORK, 1, { WORK + 0x20, MAIN, 8 }, { WORK + 0x80, WORK + 0x10, 0 });
	SAMPLE(&b, WORK, 1, { 0x1000, 0x2000, 8 });
	build_sample_branches(&b, 10, 100, WORK, 1, 1, NULL, 0);
	finish(&b, base);
	table_equals("-q -s sym -t, -c cycles", base, base,
		     "100.00,[     10 ->      20]    0,[k] work\n");
	unlink(base);
}

static void single_values_tell_the_noise(void **state)
{
	static const uint64_t cycles[] = { 40, 50, 70 };
	static struct build b;
	char base[TABLE_PATH_SIZE], new[TABLE_PATH_SIZE];

	begin(&b);
	for (int i = 0; i < 3; i++)
		SAMPLE(&b, WORK, 1, { WORK + 0x40, MAIN, 30 }, { MAIN, WORK + 0x10, 1 });
	finish(&b, base);
	begin(&b);
	for (int i = 0; i < 3; i++)
		SAMPLE(&b, WORK, 1, { WORK + 0x40, MAIN, cycles[i] }, { MAIN, WORK + 0x10, 1 });
	finish(&b, new);
	/* Differences 10, 20, 40: a mean of 23.3, and 8.8 is its standard error. */
	table_equals("-s sym -c cycles --cycles-hist -S work", base, new,
		     "# Event 'cpu-clock:HG'\n#\n"
		     "# Baseline                                       [Program Block Range] "
		     "Cycles Diff        stddev/Hist\n"
		     "# ........  ............................................................"
		     "..........  .................\n#\n"
		     "   100.00%                                               [     10 ->      "
		     "40]   23  ± 37.8% ▁▃█      \n");
	unlink(base);
	unlink(new);
}

/* Several files: a line is a block, whichever of them have it. */
static void three_files(void **state)
{
	static struct build b;
	char path[3][TABLE_PATH_SIZE], names[2 * TABLE_PATH_SIZE];

	for (int i = 0; i < 3; i++) {
		begin(&b);
		SAMPLE(&b, WORK, 1, { WORK + 0x40, MAIN, 30 + 10 * i }, { MAIN, WORK + 0x10, 1 });
		if (i != 1)
			SAMPLE(&b, WORK, 1, { WORK + 0x60, MAIN, 50 * i + 1 },
			       { MAIN, WORK + 0x50, 1 });
		finish(&b, path[i]);
	}
	snprintf(names, sizeof(names), "%s %s", path[1], path[2]);
	table_equals("-q -s sym -t, -c cycles", path[0], names,
		     "100.00,[     10 ->      40]   10,[     10 ->      40]   20,[k] work\n"
		     "100.00,,[     50 ->      60]  100,[k] work\n");
	table_equals("-q -s sym -t, -o 2 -c cycles", path[0], names,
		     "100.00,,[     50 ->      60]  100,[k] work\n"
		     "100.00,[     10 ->      40]   10,[     10 ->      40]   20,[k] work\n");
	for (int i = 0; i < 3; i++)
		unlink(path[i]);
}

static void recordings_without_branches_are_refused(void **state)
{
	static struct build b;
	char path[TABLE_PATH_SIZE];

	build_begin(&b, build_cpu_clock, 1);
	build_sample(&b, 10, 100, 0x400000);
	finish(&b, path);
	table_refuses("-c cycles", path, path, "record with -b");
	unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blocks_are_compared),
		cmocka_unit_test(the_longest_block_counts),
		cmocka_unit_test(cycles_may_be_missing),
		cmocka_unit_test(single_values_tell_the_noise),
		cmocka_unit_test(three_files),
		cmocka_unit_test(recordings_without_branches_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
