// SPDX-License-Identifier: GPL-2.0-only
/*
 * COMPARISON of perf-diff(1), by its own example: which cells of a table are filled where files
 * have different functions, whichever of them is the baseline; and all that can be computed for
 * three files.
 *
 *	A has f1 f2 f3 f4    f6
 *	B has    f2    f4 f5
 *	C has f1 f2       f5
 */
#include "tests/unit/markdiff_run.h"

enum {
	A,
	B,
	C,
	NR_ABC
};

/* What each function costs in each file; 100 in all. */
static const uint64_t costs[NR_ABC][6] = {
	[A] = { 10, 20, 30, 15, 0, 25 },
	[B] = { 0, 50, 0, 30, 20, 0 },
	[C] = { 40, 35, 0, 0, 25, 0 },
};

/* Each function is a piece of code with a name of its own, as the kernel's BPF programs are. */
static void make(struct run *run)
{
	static struct build b;
	char name[16];

	*run = (struct run){ .nr = 0 };
	for (int file = 0; file < NR_ABC; file++) {
		build_begin(&b, build_cpu_clock, 1);
		for (int f = 0; f < 6; f++) {
			snprintf(name, sizeof(name), "f%d", f + 1);
			build_ksymbol(&b, 1, 0xffff0000 + 0x100 * f, 0x100, 0, name);
			if (costs[file][f])
				build_sample_of(&b, 0, 1, 10 + f, 0xffff0010 + 0x100 * f,
						costs[file][f], 1);
		}
		run_file(run, &b);
	}
}

static void the_baseline_governs(void **state)
{
	struct run run;

	make(&run);
	/* perf diff A B C: b is the baseline's share, x is computed. */
	run_is(&run, "-qt,|-ssym|-o0", "012",
	       "30.00,,,[k] f3\n"
	       "25.00,,,[k] f6\n"
	       "20.00,+30.00%,+15.00%,[k] f2\n"
	       "15.00,+15.00%,,[k] f4\n"
	       "10.00,,+30.00%,[k] f1\n"
	       ",+20.00%,+25.00%,[k] f5\n");
	run_is(&run, "-qt,|-ssym|-o0", "102",
	       "50.00,-30.00%,-15.00%,[k] f2\n"
	       "30.00,-15.00%,,[k] f4\n"
	       "20.00,,+5.00%,[k] f5\n"
	       ",+30.00%,,[k] f3\n"
	       ",+25.00%,,[k] f6\n"
	       ",+10.00%,+40.00%,[k] f1\n");
	run_is(&run, "-qt,|-ssym|-o0", "210",
	       "40.00,,-30.00%,[k] f1\n"
	       "35.00,+15.00%,-15.00%,[k] f2\n"
	       "25.00,-5.00%,,[k] f5\n"
	       ",+30.00%,+15.00%,[k] f4\n"
	       ",,+30.00%,[k] f3\n"
	       ",,+25.00%,[k] f6\n");
	run_unlink(&run);
}

static void columns_have_numbers(void **state)
{
	char refusal[TABLE_REFUSAL], *text;
	struct run run;

	make(&run);
	text = table_print(run_line(&run, "-t,|-ssym|-p|-F|-S|f1,f3", "021"), refusal);
	if (!text ||
	    !strstr(text, "\n# Baseline/0,Base period/0,Delta Abs/1,Formula/1,Period/1,"
			  "Delta Abs/2,Formula/2,Period/2,Symbol\n"
			  "10.00,10,+30.00%,(40 * 100 / 100) - (10 * 100 / 100),40,,,,[k] f1\n"
			  "30.00,30,,,,,,,[k] f3\n"))
		fail_msg("%s", text ? text : refusal);
	free(text);
	run_unlink(&run);
}

static void rows_go_by_any_file(void **state)
{
	struct run run;

	make(&run);
	run_is(&run, "-qt,|-ssym|-o1", "012",
	       "20.00,+30.00%,+15.00%,[k] f2\n"
	       ",+20.00%,+25.00%,[k] f5\n"
	       "15.00,+15.00%,,[k] f4\n"
	       "30.00,,,[k] f3\n"
	       "25.00,,,[k] f6\n"
	       "10.00,,+30.00%,[k] f1\n");
	run_is(&run, "-qt,|-ssym|-o2", "012",
	       "10.00,,+30.00%,[k] f1\n"
	       ",+20.00%,+25.00%,[k] f5\n"
	       "20.00,+30.00%,+15.00%,[k] f2\n"
	       "30.00,,,[k] f3\n"
	       "25.00,,,[k] f6\n"
	       "15.00,+15.00%,,[k] f4\n");
	/* The biggest gain is the last of the pairs. */
	run_is(&run, "-qt,|-ssym|-cdelta|-o2", "102",
	       ",+10.00%,+40.00%,[k] f1\n"
	       "20.00,,+5.00%,[k] f5\n"
	       "50.00,-30.00%,-15.00%,[k] f2\n"
	       "30.00,-15.00%,,[k] f4\n"
	       ",+30.00%,,[k] f3\n"
	       ",+25.00%,,[k] f6\n");
	run_unlink(&run);
}

static void all_is_computed_for_each_file(void **state)
{
	struct run run;

	make(&run);
	run_is(&run, "-qt,|-ssym|-cratio|-b", "012",
	       "20.00,2.500000,1.750000,[k] f2\n"
	       "15.00,2.000000,,[k] f4\n"
	       "10.00,,4.000000,[k] f1\n");
	run_is(&run, "-qt,|-ssym|-cratio|-o2", "012",
	       "10.00,,4.000000,[k] f1\n"
	       "20.00,2.500000,1.750000,[k] f2\n"
	       ",N/A,N/A,[k] f5\n"
	       "30.00,,,[k] f3\n"
	       "25.00,,,[k] f6\n"
	       "15.00,2.000000,,[k] f4\n");
	run_is(&run, "-qt,|-ssym|-c|wdiff:1,2|-b", "012",
	       "20.00,80,50,[k] f2\n"
	       "15.00,45,,[k] f4\n"
	       "10.00,,70,[k] f1\n");
	run_is(&run, "-qt,|-ssym|-c|wdiff:1,2|-b|-p", "012",
	       "20.00,20,80,50,50,35,[k] f2\n"
	       "15.00,15,45,30,,,[k] f4\n"
	       "10.00,10,,,70,40,[k] f1\n");
	run_is(&run, "-qt,|-ssym|-F|-cratio|-b", "012",
	       "20.00,2.500000,50 / 20,1.750000,35 / 20,[k] f2\n"
	       "15.00,2.000000,30 / 15,,,[k] f4\n"
	       "10.00,,,4.000000,40 / 10,[k] f1\n");
	run_is(&run, "-qt,|-ssym|-F|-c|wdiff:3,-1|-S|f2,f5", "012",
	       "20.00,-110,(50 * -1) - (20 * 3),-95,(35 * -1) - (20 * 3),[k] f2\n"
	       ",N/A,(20 * -1) - (0 * 3),N/A,(25 * -1) - (0 * 3),[k] f5\n");
	run_unlink(&run);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_baseline_governs),
		cmocka_unit_test(columns_have_numbers),
		cmocka_unit_test(rows_go_by_any_file),
		cmocka_unit_test(all_is_computed_for_each_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
