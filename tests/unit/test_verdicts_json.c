// SPDX-License-Identifier: GPL-2.0-only
/*
 * Verdicts as JSON: its members and their order, the table's digits, and null for what has no figure.
 */
#include <json-c/json.h>

#include "tests/unit/stacks_run.h"
#include "tests/unit/verdicts_run.h"

static json_object *get(json_object *of, const char *name)
{
	json_object *found;

	if (!json_object_object_get_ex(of, name, &found))
		fail_msg("no member %s", name);
	return found;
}

static json_object *at(json_object *list, size_t i)
{
	assert_true(i < json_object_array_length(list));
	return json_object_array_get_idx(list, i);
}

/* The names of an object's members, in their order, each with a blank behind it. */
static void members_are(json_object *of, const char *want)
{
	char text[512] = "";

	json_object_object_foreach(of, name, value)
	{
		(void)value;
		assert_true(strlen(text) + strlen(name) + 2 < sizeof(text));
		strcat(strcat(text, name), " ");
	}
	assert_string_equal(text, want);
}

/* Printed and read again, so that what is looked at is what a reader gets; to be put. */
static json_object *read_back(const struct judged *j)
{
	struct json_tokener *tokener = json_tokener_new();
	char *text = judged_text(j, out_json);
	json_object *tree;

	json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
	tree = json_tokener_parse_ex(tokener, text, strlen(text) + 1);
	if (!tree)
		fail_msg("%s at %zu of:\n%s",
			 json_tokener_error_desc(json_tokener_get_error(tokener)),
			 json_tokener_get_parse_end(tokener), text);
	json_tokener_free(tokener);
	free(text);
	return tree;
}

/* What strtod() makes of a number that JSON has not, outside of strings. */
static void all_is_finite(const struct judged *j)
{
	char *text = judged_text(j, out_json), *c;
	bool quoted = false;

	for (c = text; *c; c++) {
		if (*c == '\\' && quoted)
			c++;
		else if (*c == '"')
			quoted = !quoted;
		else if (!quoted && strchr("IiNxX", *c) && strncmp(c, "null", 4) != 0)
			fail_msg("not JSON: %.20s", c);
	}
	free(text);
}

static json_object *event_of(json_object *tree, size_t i)
{
	return at(get(tree, "events"), i);
}

#define TWO "-s dso --runs %0 %1 --vs %2 %3 "

static void two_a_side(struct run *run)
{
	COUNTS(run, MS, 1000, 500, 0, 3);
	COUNTS(run, MS, 1010, 505, 0, 2);
	COUNTS(run, MS, 1003, 700, 40, 1);
	COUNTS(run, MS, 1001, 710, 42, 2);
}

static void members_come_in_one_order(void **state)
{
	struct run run = { .nr = 0 };
	json_object *tree, *row, *figures;
	struct judged j;

	two_a_side(&run);
	judge_runs_of(&j, &run, TWO "--gate=2");
	tree = read_back(&j);
	members_are(tree, "markdiff base new options remarks events gate ");
	members_are(get(tree, "markdiff"), "schema version command ");
	members_are(at(get(get(tree, "base"), "runs"), 0),
		    "file samples lost seconds work program command kernel cpu ");
	members_are(get(tree, "options"),
		    "method confidence fdr adjust tolerance abs_tolerance dispersion min_samples "
		    "work bootstrap seed order keys excluded ");
	members_are(event_of(tree, 0), "name unit per total rows drift ");
	row = at(get(event_of(tree, 0), "rows"), 0);
	members_are(row, "keys mode presence samples self ");
	figures = get(row, "self");
	members_are(
		figures,
		"base new runs difference ratio share p q detectable interval tested verdict reason ");
	members_are(get(figures, "share"), "base new difference low high p q ");
	members_are(get(tree, "gate"), "percent inconclusive result exit reasons ");
	json_object_put(tree);
	judged_free(&j);

	judge_runs_of(&j, &run, TWO);
	tree = read_back(&j);
	members_are(tree, "markdiff base new options remarks events ");
	json_object_put(tree);
	judged_free(&j);
	run_unlink(&run);
}

/* The members of a row's figures, and the cells of the table. */
static void digits_are(json_object *of, const struct judged *j, const struct figures *f)
{
	static const struct {
		const char *object, *member;
		enum figure_cell cell;
	} cells[] = {
		{ NULL, "base", CELL_BASE },
		{ NULL, "new", CELL_NEW },
		{ "difference", "value", CELL_DIFFERENCE },
		{ "difference", "low", CELL_DIFFERENCE_LOW },
		{ "difference", "high", CELL_DIFFERENCE_HIGH },
		{ "ratio", "value", CELL_RATIO },
		{ "ratio", "low", CELL_RATIO_LOW },
		{ "ratio", "high", CELL_RATIO_HIGH },
		{ NULL, "p", CELL_P },
		{ NULL, "q", CELL_Q },
		{ NULL, "detectable", CELL_DETECTABLE },
	};
	char text[CELL_SIZE];

	for (size_t i = 0; i < sizeof(cells) / sizeof(cells[0]); i++) {
		json_object *value = cells[i].object ? get(of, cells[i].object) : of;

		value = get(value, cells[i].member);
		if (cell_text(&j->report.events[0].unit, f, cells[i].cell, text))
			assert_string_equal(json_object_to_json_string(value), text);
		else
			assert_null(value);
	}
	assert_string_equal(json_object_get_string(get(of, "verdict")), verdict_name(f->verdict));
}

static void figures_have_the_tables_digits(void **state)
{
	struct run run = { .nr = 0 };
	json_object *tree, *rows;
	struct judged j;

	two_a_side(&run);
	judge_runs_of(&j, &run, TWO);
	tree = read_back(&j);
	digits_are(get(get(event_of(tree, 0), "total"), "self"), &j,
		   &j.report.events[0].table.total.figures[COST_SELF]);
	rows = get(event_of(tree, 0), "rows");
	assert_int_equal(json_object_array_length(rows), 4);
	for (uint32_t i = 0; i < 4; i++)
		digits_are(get(at(rows, i), "self"), &j,
			   &j.report.events[0].table.rows[i].figures[COST_SELF]);
	json_object_put(tree);
	judged_free(&j);
	run_unlink(&run);
}

static json_object *row_named(json_object *event, const char *dso)
{
	json_object *rows = get(event, "rows");

	for (size_t i = 0; i < json_object_array_length(rows); i++)
		if (!strcmp(json_object_get_string(get(get(at(rows, i), "keys"), "dso")), dso))
			return at(rows, i);
	fail_msg("no row %s", dso);
	return NULL;
}

/* A row that is new has no ratio; one with few samples no interval. */
static void what_has_no_figure_is_null(void **state)
{
	struct run run = { .nr = 0 };
	json_object *tree, *new, *few;
	struct judged j;

	two_a_side(&run);
	judge_runs_of(&j, &run, TWO);
	tree = read_back(&j);
	new = get(row_named(event_of(tree, 0), "c"), "self");
	assert_null(get(get(new, "ratio"), "value"));
	assert_null(get(new, "detectable"));
	assert_string_equal(json_object_to_json_string(get(get(new, "difference"), "value")),
			    "41.00");
	few = get(row_named(event_of(tree, 0), "d"), "self");
	assert_null(get(get(few, "difference"), "low"));
	assert_null(get(few, "q"));
	assert_false(json_object_get_boolean(get(few, "tested")));
	assert_null(get(get(get(event_of(tree, 0), "total"), "self"), "share"));
	assert_null(get(get(event_of(tree, 0), "drift"), "base"));
	json_object_put(tree);
	judged_free(&j);
	run_unlink(&run);
}

static void spoil_figures(struct figures *f, double value)
{
	f->cost[SIDE_BASE] = f->cost[SIDE_NEW] = f->difference = f->ratio = value;
	f->difference_interval = f->ratio_interval = (struct interval){ value, value };
	f->p = f->q = f->detectable = value;
	f->share.share[SIDE_BASE] = f->share.share[SIDE_NEW] = f->share.difference = value;
	f->share.interval = (struct interval){ value, value };
	f->share.p = f->share.q = value;
	f->tested = f->share.known = f->share.tested = true;
}

/* Whatever is computed one day: what is no number is null, in all places that have one. */
static void what_is_not_finite_is_null(void **state)
{
	static const double values[] = { NAN, -NAN, INFINITY, -INFINITY, 1e300, -1e300 };
	struct run run = { .nr = 0 };
	struct event_report *e;
	json_object *tree, *self;
	struct judged j;

	two_a_side(&run);
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		judge_runs_of(&j, &run, TWO "--gate=2");
		e = &j.report.events[0];
		spoil_figures(&e->table.total.figures[COST_SELF], values[i]);
		for (uint32_t row = 0; row < e->table.nr; row++)
			spoil_figures(&e->table.rows[row].figures[COST_SELF], values[i]);
		for (uint32_t file = 0; file < 4; file++) {
			e->observation.work[file] = values[i];
			e->observation.total.costs[COST_SELF][file].value = values[i];
		}
		e->table.drift[SIDE_BASE] =
			(struct drift){ .tested = true, .relative = values[i], .p = values[i] };
		j.options.verdicts.fdr = j.options.verdicts.tolerance = values[i];
		j.options.verdicts.gate_percent = values[i];
		all_is_finite(&j);
		tree = read_back(&j);
		self = get(get(event_of(tree, 0), "total"), "self");
		assert_null(get(self, "base"));
		assert_null(get(get(self, "difference"), "value"));
		assert_null(get(get(self, "ratio"), "value"));
		assert_null(at(get(get(self, "runs"), "base"), 0));
		json_object_put(tree);
		judged_free(&j);
	}
	run_unlink(&run);
}

/* Names in a file may be anything; JSON is UTF-8. */
static void names_are_utf8(void **state)
{
	static const char *const names[] = { "caf\351", "q\"uo\\te\n\t\x01", "\303\251t\303\251",
					     "\355\240\200", NULL };
	struct run run = { .nr = 0 };
	static struct build b;
	json_object *tree, *rows;
	struct judged j;
	int found = 0;

	stacks_begin(&b, BUILD_CHAINS, names);
	for (int i = 0; i < 4; i++)
		for (int n = 0; n < 10 * (4 - i); n++)
			stacks_sample(&b, MS, (const char[2]){ '0' + i, 0 });
	run_file(&run, &b);
	judge_runs_of(&j, &run, "-s symbol --exclude-from-total=\xff --verdicts %0 %0");
	tree = read_back(&j);
	rows = get(event_of(tree, 0), "rows");
	for (size_t i = 0; i < json_object_array_length(rows); i++) {
		const char *name = json_object_get_string(get(get(at(rows, i), "keys"), "symbol"));

		found += !strcmp(name, "caf\xef\xbf\xbd");
		found += !strcmp(name, names[1]) || !strcmp(name, names[2]);
		found += !strcmp(name, "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
	}
	assert_int_equal(found, 4);
	json_object_put(tree);
	judged_free(&j);
	run_unlink(&run);
}

static void the_gate_is_told(void **state)
{
	struct run run = { .nr = 0 };
	json_object *tree, *gate;
	struct judged j;

	two_a_side(&run);
	judge_runs_of(&j, &run, TWO "--gate=2.5");
	tree = read_back(&j);
	gate = get(tree, "gate");
	assert_string_equal(json_object_to_json_string(get(gate, "percent")), "2.5");
	assert_string_equal(json_object_get_string(get(gate, "result")), "regression");
	assert_int_equal(json_object_get_int(get(gate, "exit")), 1);
	assert_int_equal(json_object_array_length(get(gate, "reasons")), j.report.gate.nr);
	json_object_put(tree);
	judged_free(&j);

	judge_runs_of(&j, &run, "-s dso --gate=2 --inconclusive=pass %0 %2");
	tree = read_back(&j);
	gate = get(tree, "gate");
	assert_string_equal(json_object_get_string(get(gate, "result")), "not comparable");
	assert_string_equal(json_object_get_string(get(gate, "inconclusive")), "pass");
	assert_int_equal(json_object_get_int(get(gate, "exit")), 4);
	json_object_put(tree);
	judged_free(&j);
	run_unlink(&run);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(members_come_in_one_order),
		cmocka_unit_test(figures_have_the_tables_digits),
		cmocka_unit_test(what_has_no_figure_is_null),
		cmocka_unit_test(what_is_not_finite_is_null),
		cmocka_unit_test(names_are_utf8),
		cmocka_unit_test(the_gate_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
