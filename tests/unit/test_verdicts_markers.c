// SPDX-License-Identifier: GPL-2.0-only
/*
 * The cost of markers: which functions are the library's, and that the runs' sums are compared, not
 * the intervals of rows added.
 */
#include "tests/unit/verdicts_run.h"
#include "user/markdiff/verdict/marker_functions.h"

struct function {
	const char *name, *source; /* NULL: no source is known */
	bool local, library;
};

/* In the order of their addresses. */
static void library_is(const struct function *functions, uint32_t nr)
{
	struct marker_object o = { .nr = 0 };
	uint32_t i;

	for (i = nr; i-- > 0;) {
		const struct dso_symbol symbol = { .raw = functions[i].name,
						   .source = functions[i].source,
						   .start = 0x1000 + 0x10 * i,
						   .size = 0x10,
						   .local = functions[i].local };

		assert_int_equal(marker_functions_add(&o, &symbol, strlen(symbol.raw)), 0);
	}
	assert_int_equal(marker_functions_end(&o), 0);
	for (i = 0; i < nr; i++)
		if ((o.functions[i].part == PART_LIBRARY) != functions[i].library)
			fail_msg("%s (%u)", functions[i].name, i);
	marker_functions_free(&o);
}

#define LIBRARY_IS(...)                                      \
	library_is((const struct function[]){ __VA_ARGS__ }, \
		   sizeof((const struct function[]){ __VA_ARGS__ }) / sizeof(struct function))

/* Only the header: nothing but what it puts into each file is the library's. */
static void t1_shared(void **state)
{
	LIBRARY_IS({ "marker_cold", "a.c", true, true }, { "work.cold", "a.c", true, false },
		   { "marker_cold", "b.c", true, true }, { "main", NULL, false, false },
		   { "work", "a.c", true, false });
	LIBRARY_IS({ "marker_call@plt", "", true, true }, { "puts@plt", "", true, false },
		   { "marker_hit_1@plt", "", true, true });
}

/* Linked into the program: hidden functions are local then, and have no source. */
static void t2_static(void **state)
{
	LIBRARY_IS({ "marker_cold", "main.c", true, true }, { "f.cold", "main.c", true, false },
		   { "marker_cold", "other.c", true, true }, { "_start", NULL, false, false },
		   { "f", "main.c", true, false }, { "hidden", "", true, false },
		   { "first", "list.c", true, true }, { "marker_call", NULL, false, true },
		   { "second", "list.c", true, true }, { "os_lock", "", true, true },
		   { "marker_agent_start", "", true, true }, { "third", "list.c", true, true },
		   { "strange", "main.c", true, false }, { "fourth", "list.c", true, false },
		   { "_fini", NULL, false, false });
}

/* A function of others, with names of all, ends what lies together. */
static void t3_foreign(void **state)
{
	LIBRARY_IS({ "marker_call", NULL, false, true }, { "a", "x.c", true, false },
		   { "main", NULL, false, false }, { "b", "x.c", true, false },
		   { "marker_hit_0", NULL, false, true });
	LIBRARY_IS({ "marker_mine", NULL, false, true }, { "a", "x.c", true, false },
		   { "marker_other", NULL, false, true });
}

static void t4_named(void **state)
{
	struct marker_object o = { .nr = 0 };
	static const char *const names[] = { "f.constprop.0", "g", "g", "h" };

	for (uint32_t i = 0; i < 4; i++) {
		const struct dso_symbol symbol = { .raw = names[i], .start = 10 * i, .size = 10 };

		assert_int_equal(marker_functions_add(&o, &symbol, strlen(names[i])), 0);
	}
	assert_int_equal(marker_functions_end(&o), 0);
	o.functions[2].part = 0;
	assert_ptr_equal(marker_function_named(&o, "f"), &o.functions[0]);
	assert_null(marker_function_named(&o, "g"));
	assert_non_null(marker_function_named(&o, "h"));
	assert_null(marker_function_named(&o, "i"));
	assert_ptr_equal(marker_function_at(&o, 39), &o.functions[3]);
	assert_ptr_equal(marker_function_from(&o, 30), &o.functions[3]);
	assert_null(marker_function_from(&o, 31));
	marker_functions_free(&o);
}

/* Rows of programs a and c are the library's. */
static void take_library(struct judged *j, struct marker_code *code, const char *const *names,
			 uint32_t nr)
{
	uint32_t i;

	*code = (struct marker_code){ .diff = &j->diff };
	code->objects = calloc(nr, sizeof(struct marker_object *));
	code->nr_objects = nr;
	for (i = 0; i < nr; i++) {
		code->objects[i] = calloc(1, sizeof(struct marker_object));
		code->objects[i]->is_library = true;
		code->objects[i]->name = names_find(&j->diff.names, names[i], strlen(names[i]));
	}
}

static void figure_is(const struct judged *j, const struct figures *f, enum figure_cell cell,
		      const char *want)
{
	char text[CELL_SIZE];

	cell_text(&j->report.events[0].unit, f, cell, text);
	assert_string_equal(text, want);
}

/* What one has more in a run the other has less: the sums are those of test_verdicts, t1. */
static void t5_sums(void **state)
{
	static const char *const names[] = { "a", "c" };
	struct run run = { .nr = 0 };
	struct marker_code code;
	struct marker_costs costs;
	struct marker_percent percent;
	struct judged j;

	COUNTS(&run, MS, 90, 60, 10);
	COUNTS(&run, MS, 20, 60, 120);
	COUNTS(&run, MS, 100, 60, 80);
	COUNTS(&run, MS, 20, 60, 280);
	COUNTS(&run, MS, 300, 60, 80);
	COUNTS(&run, MS, 60, 60, 400);
	judge_runs_of(&j, &run, "-s dso --runs %0 %1 %2 --vs %3 %4 %5");
	take_library(&j, &code, names, 2);
	assert_int_equal(marker_costs_judge(&costs, &j.report.events[0].table, &code, j.why), 0);
	figure_is(&j, &costs.total, CELL_BASE, "140.00");
	figure_is(&j, &costs.total, CELL_NEW, "380.00");
	figure_is(&j, &costs.total, CELL_DIFFERENCE, "240.00");
	figure_is(&j, &costs.total, CELL_DIFFERENCE_LOW, "73.78");
	figure_is(&j, &costs.total, CELL_DIFFERENCE_HIGH, "406.22");
	figure_is(&j, &costs.library, CELL_DIFFERENCE_HIGH, "406.22");
	figure_is(&j, &costs.functions, CELL_DIFFERENCE, "0.00");
	assert_int_equal(costs.total.verdict, VERDICT_REGRESSION);
	assert_int_equal(costs.functions.verdict, VERDICT_UNTESTED);
	assert_int_equal(costs.nr, 0);
	assert_true(fabs(costs.total.samples[SIDE_NEW] - 1140) < 1e-9);
	/* Of 200 ms, the baseline's total. */
	percent = marker_percent(&j.report.events[0].table, &costs.total);
	assert_true(fabs(percent.value - 120) < 1e-9);
	assert_true(fabs(percent.interval.low - 36.89) < .005);
	marker_costs_free(&costs);
	marker_code_free(&code);
	judged_free(&j);
	run_unlink(&run);
}

/* Nothing was sampled there: that is no cost of 0. */
static void t6_nothing(void **state)
{
	static const char *const names[] = { "c" };
	struct run run = { .nr = 0 };
	struct marker_code code;
	struct marker_costs costs;
	struct judged j;

	COUNTS(&run, MS, 100, 0, 0);
	judge_runs_of(&j, &run, "-s dso --verdicts %0 %0");
	take_library(&j, &code, names, 1);
	code.objects[0]->name = UINT32_MAX;
	assert_int_equal(marker_costs_judge(&costs, &j.report.events[0].table, &code, j.why),
			 -ENODATA);
	assert_non_null(strstr(j.why, "no sample of either side"));
	marker_costs_free(&costs);
	marker_code_free(&code);
	judged_free(&j);
	run_unlink(&run);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t1_shared),  cmocka_unit_test(t2_static),
		cmocka_unit_test(t3_foreign), cmocka_unit_test(t4_named),
		cmocka_unit_test(t5_sums),    cmocka_unit_test(t6_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
