// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which symbol of one recording is which of another.  Each case is two or three small programs,
 * and the rows that they must give: a line a row, a name for each file.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "user/markdiff/match/match_symbols.h"
#include "user/symbols/internal.h"

#define MAX 8

/* A symbol of a program; its address is 0x100 times its place. */
struct sym {
	const char *raw, *source;
	uint32_t size;
	bool local, unsampled;
};

#define GLOBAL(name)                         \
	{                                    \
		name, NULL, 16, false, false \
	}
#define LOCAL(name, file)                   \
	{                                   \
		name, file, 16, true, false \
	}
#define SIZED(name, bytes)                     \
	{                                      \
		name, NULL, bytes, true, false \
	}
#define UNSAMPLED(name)                     \
	{                                   \
		name, NULL, 16, false, true \
	}
#define UNSAMPLED_LOCAL(name, file)        \
	{                                  \
		name, file, 16, true, true \
	}

struct program {
	struct sym symbols[MAX];
};

struct case_of {
	enum match_by by;
	struct program programs[3];
	int same_dso, at_run_time;
	struct {
		const char *text;
		enum match_kind kind;
		int files; /* bits */
	} rows[MAX];
};

static struct dso *make_dso(struct symbols *symbols, const struct program *program, int file)
{
	char name[16];
	struct dso_key key = { .kind = DSO_JIT, .name = name, .pid = file };
	struct dso *dso;

	snprintf(name, sizeof(name), "/%d/x", file);
	assert_int_equal(symbols_dso(symbols, &key, &dso), 0);
	for (int i = 0; i < MAX && program->symbols[i].raw && !dso->loaded; i++) {
		const struct sym *s = &program->symbols[i];
		struct symbol symbol = { .name = s->raw,
					 .source = s->source,
					 .start = 0x100 * i,
					 .end = 0x100 * i + s->size,
					 .type = STT_FUNC,
					 .binding = s->local ? STB_LOCAL : STB_GLOBAL };

		assert_int_equal(symtab_add(&dso->symtab, &symbol), 0);
	}
	dso->loaded = true;
	assert_int_equal(symtab_arrange(&dso->symtab), 0);
	return dso;
}

static void add_program(struct match_symbols *match, struct dso *dso, const struct case_of *c,
			int file, uint32_t *functions)
{
	struct match_where where = {
		.file = file, .dso = 1, .from = dso, .at_run_time = c->at_run_time
	};
	const struct program *program = &c->programs[file];
	struct dso_symbol symbol;
	uint32_t again;

	for (int i = 0; i < MAX && program->symbols[i].raw; i++) {
		functions[i] = UINT32_MAX;
		if (program->symbols[i].unsampled)
			continue;
		assert_true(dso_find(dso, 0x100 * i + 4, &symbol));
		assert_int_equal(match_symbols_add(match, &where, &symbol, &functions[i]), 0);
		assert_int_equal(match_symbols_add(match, &where, &symbol, &again), 0);
		assert_int_equal(again, functions[i]);
	}
}

static void check_row(const struct case_of *c, struct names *names, uint32_t number,
		      enum match_kind kind, int files[MAX])
{
	const char *text = names_text(names, number);
	int i;

	/* The last one is always empty. */
	for (i = 0; i < MAX - 1 && c->rows[i].text && strcmp(c->rows[i].text, text) != 0; i++)
		;
	if (!c->rows[i].text)
		print_error("row '%s'\n", text);
	assert_non_null(c->rows[i].text);
	if (kind != c->rows[i].kind)
		print_error("row '%s'\n", text);
	assert_int_equal(kind, c->rows[i].kind);
	files[i]++;
}

static void run_case(const struct case_of *c)
{
	struct symbols *symbols = symbols_new(NULL);
	struct match_symbols *match;
	uint32_t functions[3][MAX];
	struct names names;
	int got[3][MAX] = { 0 };

	assert_int_equal(names_init(&names), 0);
	assert_int_equal(match_symbols_new(&names, c->by, &match), 0);
	for (int file = 0; file < 3; file++)
		add_program(match, make_dso(symbols, &c->programs[file], c->same_dso ? 0 : file), c,
			    file, functions[file]);
	assert_int_equal(match_symbols_run(match), 0);
	for (int file = 0; file < 3; file++)
		for (int i = 0; i < MAX && c->programs[file].symbols[i].raw; i++) {
			uint32_t number;

			if (functions[file][i] == UINT32_MAX)
				continue;
			number = match_symbols_name(match, functions[file][i]);
			assert_string_equal(match_symbols_raw(match, 1, number, file),
					    c->programs[file].symbols[i].raw);
			check_row(c, &names, number, match_symbols_kind(match, 1, number),
				  got[file]);
		}
	for (int i = 0; i < MAX && c->rows[i].text; i++)
		for (int file = 0; file < 3; file++) {
			int wanted = c->rows[i].files >> file & 1;

			if (got[file][i] != wanted)
				print_error("row '%s', file %d\n", c->rows[i].text, file);
			assert_int_equal(got[file][i], wanted);
		}
	match_symbols_free(match);
	names_free(&names);
	symbols_free(symbols);
}

static void by_name(void **state)
{
	static const struct case_of c = {
		.programs = { { { GLOBAL("a"), GLOBAL("gone"), LOCAL("s", "x.c") } },
			      { { LOCAL("s", "y.c"), GLOBAL("a"), GLOBAL("new") } },
			      { { GLOBAL("new"), GLOBAL("a") } } },
		.rows = { { "a", MATCH_SAME_NAME, 7 },
			  { "gone", MATCH_NONE, 1 },
			  { "s", MATCH_SAME_NAME, 3 },
			  { "new", MATCH_SAME_NAME, 6 } },
	};

	run_case(&c);
}

static void same_program_by_address(void **state)
{
	static const struct case_of c = {
		.same_dso = true,
		.programs = { { { LOCAL("s", "x.c"), LOCAL("s", "y.c"), GLOBAL("a") } },
			      { { UNSAMPLED("s"), LOCAL("s", "y.c"), GLOBAL("a") } } },
		.rows = { { "s [x.c]", MATCH_NONE, 1 },
			  { "s [y.c]", MATCH_SAME_NAME, 3 },
			  { "a", MATCH_SAME_NAME, 3 } },
	};

	run_case(&c);
}

static void twins_by_source(void **state)
{
	static const struct case_of c = {
		.programs = { { { LOCAL("s", "x.c"), LOCAL("s", "y.c") } },
			      { { LOCAL("s", "y.c"), LOCAL("s", "x.c"), LOCAL("s", "z.c") } } },
		.rows = { { "s [x.c]", MATCH_SOURCE, 3 },
			  { "s [y.c]", MATCH_SOURCE, 3 },
			  { "s [z.c]", MATCH_NONE, 2 } },
	};

	run_case(&c);
}

/* One sampled on each side, but they are not the same one. */
static void twins_that_were_not_sampled_count(void **state)
{
	static const struct case_of c = {
		.programs = { { { LOCAL("s", "x.c"), UNSAMPLED_LOCAL("s", "y.c") } },
			      { { UNSAMPLED_LOCAL("s", "x.c"), LOCAL("s", "y.c") } } },
		.rows = { { "s [x.c]", MATCH_NONE, 1 }, { "s [y.c]", MATCH_NONE, 2 } },
	};

	run_case(&c);
}

static void twins_by_order_and_size(void **state)
{
	static const struct case_of order = {
		.programs = { { { LOCAL("s", NULL), LOCAL("s", NULL) } },
			      { { LOCAL("s", NULL), GLOBAL("a"), LOCAL("s", NULL) } } },
		.rows = { { "s", MATCH_ORDER, 3 },
			  { "s [2]", MATCH_ORDER, 3 },
			  { "a", MATCH_NONE, 2 } },
	};
	static const struct case_of size = {
		.programs = { { { SIZED("s", 16), SIZED("s", 32) } },
			      { { SIZED("s", 32), SIZED("s", 16) } } },
		.rows = { { "s", MATCH_SIZE, 3 }, { "s [2]", MATCH_SIZE, 3 } },
	};
	static const struct case_of unequal = {
		.programs = { { { LOCAL("s", NULL), LOCAL("s", NULL) } },
			      { { LOCAL("s", NULL), UNSAMPLED_LOCAL("s", NULL),
				  UNSAMPLED_LOCAL("s", NULL) } } },
		.rows = { { "s", MATCH_NONE, 1 },
			  { "s [2]", MATCH_NONE, 1 },
			  { "s [3]", MATCH_NONE, 2 } },
	};

	run_case(&order);
	run_case(&size);
	run_case(&unequal);
}

static void overloads_stay_apart(void **state)
{
	static const struct case_of c = {
		.programs = { { { GLOBAL("_Z1fi"), GLOBAL("_Z1fd"), GLOBAL("_Z1gi") } },
			      { { GLOBAL("_Z1fd"), GLOBAL("_Z1fl"), GLOBAL("_Z1gi") } } },
		.rows = { { "f(int)", MATCH_NONE, 1 },
			  { "f(double)", MATCH_SAME_NAME, 3 },
			  { "f(long)", MATCH_NONE, 2 },
			  { "g", MATCH_SAME_NAME, 3 } },
	};

	run_case(&c);
}

static void canonically(void **state)
{
	static const struct case_of c = {
		.programs = { { { GLOBAL("work"), GLOBAL("work.cold"), GLOBAL("b.isra.0") } },
			      { { GLOBAL("work.constprop.0"), GLOBAL("b.constprop.0"),
				  GLOBAL("work.constprop.0.cold") } },
			      { { GLOBAL("b"), GLOBAL("work") } } },
		.rows = { { "work -> work.constprop.0", MATCH_CANONICAL, 7 },
			  { "work.cold -> work.constprop.0.cold", MATCH_CANONICAL, 3 },
			  { "b.isra.0 -> b.constprop.0", MATCH_CANONICAL, 7 } },
	};
	static const struct case_of exact = {
		.by = MATCH_BY_NAME,
		.programs = { { { GLOBAL("work") } }, { { GLOBAL("work.isra.0") } } },
		.rows = { { "work", MATCH_NONE, 1 }, { "work.isra.0", MATCH_NONE, 2 } },
	};

	run_case(&c);
	run_case(&exact);
}

/* Where anything else could be meant, nothing is. */
static void not_canonically(void **state)
{
	static const struct case_of two = {
		.programs = { { { GLOBAL("work.isra.0"), UNSAMPLED("work.part.0") } },
			      { { GLOBAL("work") } } },
		.rows = { { "work.isra.0", MATCH_NONE, 1 }, { "work", MATCH_NONE, 2 } },
	};
	static const struct case_of other_side = {
		.programs = { { { GLOBAL("work") } },
			      { { GLOBAL("work.isra.0"), UNSAMPLED("work") } } },
		.rows = { { "work", MATCH_NONE, 1 }, { "work.isra.0", MATCH_NONE, 2 } },
	};
	static const struct case_of taken = {
		.programs = { { { GLOBAL("work"), GLOBAL("work.isra.0") } },
			      { { GLOBAL("work"), GLOBAL("work.isra.1") } } },
		.rows = { { "work", MATCH_SAME_NAME, 3 },
			  { "work.isra.0", MATCH_NONE, 1 },
			  { "work.isra.1", MATCH_NONE, 2 } },
	};

	run_case(&two);
	run_case(&other_side);
	run_case(&taken);
}

static void rust_without_its_hash(void **state)
{
	static const struct case_of c = {
		.programs = { { { GLOBAL("_ZN1a1f17h0123456789abcdefE") } },
			      { { GLOBAL("_ZN1a1f17hfedcba9876543210E") } } },
		.rows = { { "a::f", MATCH_CANONICAL, 3 } },
	};
	static const struct case_of generic = {
		.programs = { { { GLOBAL("_ZN1a1f17h0123456789abcdefE"),
				  GLOBAL("_ZN1a1f17h00112233445566ffE") } },
			      { { GLOBAL("_ZN1a1f17hfedcba9876543210E") } } },
		.rows = { { "a::f", MATCH_NONE, 1 },
			  { "a::f [2]", MATCH_NONE, 1 },
			  { "a::f [3]", MATCH_NONE, 2 } },
	};

	run_case(&c);
	run_case(&generic);
}

/* A JIT makes a function again elsewhere; it is the same one. */
static void code_made_at_run_time_by_name(void **state)
{
	static const struct case_of c = {
		.at_run_time = true,
		.programs = { { { GLOBAL("f"), GLOBAL("stub 0x7f0000001000"), GLOBAL("g") } },
			      { { GLOBAL("g"), GLOBAL("f"), GLOBAL("stub 0x7fff00002000") } } },
		.rows = { { "f", MATCH_SAME_NAME, 3 },
			  { "g", MATCH_SAME_NAME, 3 },
			  { "stub 0x7f0000001000 -> stub 0x7fff00002000", MATCH_CANONICAL, 3 } },
	};

	run_case(&c);
}

static void by_address(void **state)
{
	static const struct case_of c = {
		.by = MATCH_BY_ADDRESS,
		.programs = { { { GLOBAL("a"), LOCAL("s", "x.c"), LOCAL("s", "y.c") } },
			      { { GLOBAL("b"), LOCAL("s", "x.c"), LOCAL("s", "y.c") } } },
		.rows = { { "a -> b", MATCH_ADDRESS, 3 },
			  { "s [x.c]", MATCH_ADDRESS, 3 },
			  { "s [y.c]", MATCH_ADDRESS, 3 } },
	};

	run_case(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_name),
		cmocka_unit_test(same_program_by_address),
		cmocka_unit_test(twins_by_source),
		cmocka_unit_test(twins_that_were_not_sampled_count),
		cmocka_unit_test(twins_by_order_and_size),
		cmocka_unit_test(overloads_stay_apart),
		cmocka_unit_test(canonically),
		cmocka_unit_test(not_canonically),
		cmocka_unit_test(rust_without_its_hash),
		cmocka_unit_test(code_made_at_run_time_by_name),
		cmocka_unit_test(by_address),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
