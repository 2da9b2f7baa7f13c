// SPDX-License-Identifier: GPL-2.0-only
/*
 * Call trees and inclusive cost, on recordings built for it.  Functions are pieces of code that the
 * kernel names one by one (KSYMBOL), so no program is needed to have symbols.
 */
#include "tests/unit/markdiff_table.h"
#include "user/markdiff/profile/calltree.h"

enum {
	MAIN = 1,
	WORK,
	LEAF,
	OTHER,
	NR_FUNCTIONS,
};

#define KERNEL_MARK ((uint64_t)PERFDATA_CONTEXT_KERNEL)
#define USER_MARK   ((uint64_t)PERFDATA_CONTEXT_USER)

static const char
	*const names[] = { [MAIN] = "main", [WORK] = "work", [LEAF] = "leaf", [OTHER] = "other" };

/* An address in a function; the last one in it is offset 0x100, where a call may return to. */
static uint64_t at(int function, uint64_t offset)
{
	return 0xffffffffc0000000ull + 0x100 * function + offset;
}

static void begin(struct build *b)
{
	static const struct build_event event = { .type = 1, .sample_type = BUILD_CHAINS };

	b->big = b->stream = false;
	b->attr_size = 0;
	build_events(b, &event, 1);
	for (int i = MAIN; i < NR_FUNCTIONS; i++)
		build_ksymbol(b, i, at(i, 0), 0x100, 0, names[i]);
}

/* Functions from the innermost to the outermost, up to a 0. */
static void chain(struct build *b, uint64_t period, const int *functions)
{
	uint64_t words[16] = { KERNEL_MARK };
	unsigned int nr = 1;

	for (; *functions; functions++, nr++)
		words[nr] = at(*functions, nr == 1 ? 0x10 : 0x20);
	build_sample_chain(b, 10, 100, words[1], period, 1, words, nr);
}

#define CHAIN(b, period, ...) chain(b, period, (const int[]){ __VA_ARGS__, 0 })

static void finish(const struct build *b, char path[TABLE_PATH_SIZE])
{
	table_write(path, b->bytes, b->size);
}

static void callers_get_what_they_called(void **state)
{
	static struct build b;
	char base[TABLE_PATH_SIZE], new[TABLE_PATH_SIZE];

	begin(&b);
	CHAIN(&b, 10, MAIN);
	CHAIN(&b, 30, WORK, MAIN);
	CHAIN(&b, 60, LEAF, WORK, MAIN);
	finish(&b, base);
	begin(&b);
	CHAIN(&b, 10, MAIN);
	CHAIN(&b, 30, WORK, MAIN);
	CHAIN(&b, 10, LEAF, WORK, MAIN);
	CHAIN(&b, 150, LEAF, OTHER, MAIN);
	finish(&b, new);
	table_equals("-q -s sym -t, --children", base, new,
		     ",+75.00%,,+0.00%,[k] other\n"
		     "90.00,-70.00%,30.00,-15.00%,[k] work\n"
		     "60.00,+20.00%,60.00,+20.00%,[k] leaf\n"
		     "100.00,+0.00%,10.00,-5.00%,[k] main\n");
	/* The root has the total: it doubled. */
	table_equals("-q -s sym -t, --children -c ratio -S main", base, new,
		     "100.00,2.000000,10.00,1.000000\n");
	/* Self cost is what it is without --children. */
	table_equals("-q -s sym -t,", base, new,
		     "60.00,+20.00%,[k] leaf\n30.00,-15.00%,[k] work\n10.00,-5.00%,[k] main\n");
	table_equals("-q -s sym -t, --children -c wdiff:1,1 -p -S leaf,main", base, new,
		     "100.00,100,100,200,10.00,10,0,10,[k] main\n"
		     "60.00,60,100,160,60.00,60,100,160,[k] leaf\n");
	unlink(base);
	unlink(new);
}

static void a_chain_counts_once(void **state)
{
	static struct build b;
	char base[TABLE_PATH_SIZE];

	begin(&b);
	CHAIN(&b, 70, WORK, WORK, LEAF, WORK, WORK, MAIN);
	CHAIN(&b, 30, LEAF, WORK, LEAF, MAIN, MAIN);
	finish(&b, base);
	table_equals("-q -s sym -t, --children", base, base,
		     "100.00,+0.00%,30.00,+0.00%,[k] leaf\n"
		     "100.00,+0.00%,0.00,+0.00%,[k] main\n"
		     "100.00,+0.00%,70.00,+0.00%,[k] work\n");
	unlink(base);
}

/* A call that does not return is the last thing in its function: the next one did not call. */
static void callers_are_before_their_return_address(void **state)
{
	static struct build b;
	uint64_t words[] = { KERNEL_MARK, at(LEAF, 0), at(MAIN, 0x100) };
	char base[TABLE_PATH_SIZE];

	assert_int_equal(at(MAIN, 0x100), at(WORK, 0));
	begin(&b);
	build_sample_chain(&b, 10, 100, words[1], 1, 1, words, 3);
	finish(&b, base);
	table_equals("-q -s sym -t, --children", base, base,
		     "100.00,+0.00%,100.00,+0.00%,[k] leaf\n100.00,+0.00%,0.00,+0.00%,[k] main\n");
	unlink(base);
}

/* Kernel and user: a mark says in which mode the next addresses are; after it, the first is exact. */
static void marks_say_the_mode(void **state)
{
	static struct build b;
	uint64_t words[] = { KERNEL_MARK, at(LEAF, 0), USER_MARK, 0x400000, 0x500008, 0x400010 };
	char base[TABLE_PATH_SIZE];

	begin(&b);
	build_mmap(&b, 10, 1, 0x400000, 0x1000, 0, "/no/program", 2);
	build_mmap(&b, 10, 1, 0x500000, 0x1000, 0, "/no/library", 2);
	build_sample_chain(&b, 10, 100, words[1], 1, 1, words, 6);
	finish(&b, base);
	/* A dso counts once too, whatever of it is in the chain. */
	table_equals("-q -s dso -t, --children", base, base,
		     "100.00,+0.00%,100.00,+0.00%,leaf\n"
		     "100.00,+0.00%,0.00,+0.00%,library\n"
		     "100.00,+0.00%,0.00,+0.00%,program\n");
	unlink(base);
}

/* Other keys are the sample's: each thread has its own callers. */
static void keys_of_the_sample_stay(void **state)
{
	static struct build b;
	uint64_t words[] = { KERNEL_MARK, at(LEAF, 0), at(MAIN, 0x20) };
	char base[TABLE_PATH_SIZE];

	begin(&b);
	build_comm(&b, 10, 10, 1, "one", 0);
	build_comm(&b, 11, 11, 1, "two", 0);
	build_sample_chain(&b, 10, 100, words[1], 1, 1, words, 3);
	build_sample_chain(&b, 11, 100, words[1], 3, 1, words, 3);
	finish(&b, base);
	table_equals("-q -s comm,sym -t, --children", base, base,
		     "75.00,+0.00%,75.00,+0.00%,two,[k] leaf\n"
		     "75.00,+0.00%,0.00,+0.00%,two,[k] main\n"
		     "25.00,+0.00%,25.00,+0.00%,one,[k] leaf\n"
		     "25.00,+0.00%,0.00,+0.00%,one,[k] main\n");
	table_equals("-q -s sym -t, --children -C one", base, base,
		     "25.00,+0.00%,25.00,+0.00%,[k] leaf\n25.00,+0.00%,0.00,+0.00%,[k] main\n");
	unlink(base);
}

static void titles(void **state)
{
	static struct build b;
	char base[TABLE_PATH_SIZE];

	begin(&b);
	CHAIN(&b, 1, MAIN);
	finish(&b, base);
	table_equals("-s sym --children -p", base, base,
		     "# Event 'cpu-clock:HG'\n#\n"
		     "# Children  Children Base period  Children Delta Abs  Children Period  "
		     "Baseline     Base period  Delta Abs          Period  Symbol  \n"
		     "# ........  ....................  ..................  ...............  "
		     "........  ..............  .........  ..............  ........\n#\n"
		     "   100.00%                     1              +0.00%                1   "
		     "100.00%               1     +0.00%               1  [k] main\n");
	unlink(base);
}

static void recordings_without_chains_are_refused(void **state)
{
	static const struct build_event dwarf = { .type = 1,
						  .sample_type = BUILD_CHAINS | 1 << 13 };
	static struct build b;
	char path[TABLE_PATH_SIZE];

	build_begin(&b, build_cpu_clock, 1);
	build_sample(&b, 10, 100, 0x400000);
	finish(&b, path);
	table_refuses("--children", path, path,
		      "has no call chains, which --children needs; "
		      "record with -g");
	unlink(path);
	build_events(&b, &dwarf, 1);
	build_sample(&b, 10, 100, 0x400000);
	finish(&b, path);
	table_refuses("--children", path, path, "--call-graph dwarf");
	unlink(path);
}

/* A chain may claim to be longer than its sample, and be as long as a record can be. */
static void long_and_cut_chains(void **state)
{
	static struct build b;
	static uint64_t words[8000];
	char base[TABLE_PATH_SIZE];
	size_t i;

	words[0] = KERNEL_MARK;
	for (i = 1; i < 8000; i++)
		words[i] = at(i % 2 ? LEAF : WORK, 1 + i % 0xff);
	begin(&b);
	build_sample_chain(&b, 10, 100, words[1], 1, 1, words, 8000);
	build_sample_chain(&b, 10, 100, at(MAIN, 0), 1, 1, NULL, 0);
	build_set64(&b, b.size - 8, 1ull << 60);
	finish(&b, base);
	table_equals("-q -s sym -t, --children", base, base,
		     "50.00,+0.00%,50.00,+0.00%,[k] leaf\n"
		     "50.00,+0.00%,50.00,+0.00%,[k] main\n"
		     "50.00,+0.00%,0.00,+0.00%,[k] work\n");
	unlink(base);
}

/* Equal beginnings are kept once. */
static void chains_share_their_beginnings(void **state)
{
	static struct build b;
	char base[TABLE_PATH_SIZE], line[128];
	struct options o;
	struct profile p = { .path = NULL };

	begin(&b);
	for (int i = 0; i < 100; i++) {
		CHAIN(&b, 1, LEAF, WORK, MAIN);
		CHAIN(&b, 1, OTHER, WORK, MAIN);
	}
	finish(&b, base);
	snprintf(line, sizeof(line), "--children %s %s", base, base);
	table_parse(&o, line);
	assert_int_equal(profile_load(&p, &o, 0, 0), 0);
	/* The root, main, work, leaf, other. */
	assert_int_equal(p.tree->nr, 5);
	assert_int_equal(p.tree->nr_groups, 1);
	profile_free(&p);
	memset(&p, 0, sizeof(p));
	o.children = false;
	assert_int_equal(profile_load(&p, &o, 0, 0), 0);
	assert_null(p.tree);
	profile_free(&p);
	options_free(&o);
	unlink(base);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(callers_get_what_they_called),
		cmocka_unit_test(a_chain_counts_once),
		cmocka_unit_test(callers_are_before_their_return_address),
		cmocka_unit_test(marks_say_the_mode),
		cmocka_unit_test(keys_of_the_sample_stay),
		cmocka_unit_test(titles),
		cmocka_unit_test(recordings_without_chains_are_refused),
		cmocka_unit_test(long_and_cut_chains),
		cmocka_unit_test(chains_share_their_beginnings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
