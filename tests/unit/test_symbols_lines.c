// SPDX-License-Identifier: GPL-2.0-only
/*
 * Source lines and inlined functions, of a program that two compilers build here.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "user/symbols/internal.h"

static char dir[] = "/tmp/test_symbols_lines.XXXXXX";

/* Each function's work is one store, so each has an address that belongs to it alone. */
static const char program[] =
	"volatile int at[4];\n"						   /* 1 */
	"static inline __attribute__((always_inline)) void inner(int x)\n" /* 2 */
	"{\n"
	"	at[1] = x * 7;\n" /* 4 */
	"}\n"
	"static inline __attribute__((always_inline)) void middle(int x)\n"
	"{\n"
	"	at[2] = x * 5;\n" /* 8 */
	"	inner(x + 1);\n"  /* 9 */
	"}\n"
	"__attribute__((noinline)) void outer(int x)\n"
	"{\n"
	"	at[0] = x * 3;\n" /* 13 */
	"	middle(x + 2);\n" /* 14 */
	"}\n"
	"int main(int argc, char **argv)\n"
	"{\n"
	"	outer(argc);\n"
	"	return 0;\n"
	"}\n";

static int prepare(void **state)
{
	char command[1024];
	FILE *file;

	if (!mkdtemp(dir))
		return -1;
	snprintf(command, sizeof(command), "%s/lines.c", dir);
	file = fopen(command, "w");
	if (!file)
		return -1;
	fputs(program, file);
	fclose(file);
	snprintf(command, sizeof(command),
		 "cd %s && gcc -g -O2 -o gcc lines.c && clang -g -O2 -o clang lines.c && "
		 "gcc -g -gdwarf-4 -O2 -o dwarf4 lines.c && "
		 "objcopy --compress-debug-sections gcc packed && "
		 "objcopy --only-keep-debug gcc split.debug && strip -o split gcc && "
		 "objcopy --add-gnu-debuglink=split.debug split && "
		 "strip -g -o nothing gcc && cp lines.c lines.cc && "
		 "sed -i '2i namespace a { struct b { static void c(int x) { at[3] = x; } }; }' "
		 "lines.cc && sed -i 's/at.0. = x . 3;/& a::b::c(x);/' lines.cc && "
		 "g++ -g -O2 -o cxx lines.cc",
		 dir);
	return system(command);
}

static int clean_up(void **state)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf %s", dir);
	return system(command);
}

/* Every address of outer(): the deepest chain that ends in the line, as text. */
static bool has_chain(struct dso *dso, uint64_t start, uint64_t end, const char *wanted)
{
	struct dso_frame frames[8];
	char text[256];
	uint32_t nr, i;
	int length;

	for (; start < end; start++) {
		nr = dso_inlined(dso, start, frames, 8);
		length = 0;
		text[0] = 0;
		for (i = 0; i < nr; i++)
			length += snprintf(text + length, sizeof(text) - length, "%s%s:%u",
					   i ? " " : "", frames[i].function, frames[i].line);
		if (!strcmp(text, wanted))
			return true;
	}
	return false;
}

static struct dso *open_program(struct symbols *symbols, const char *name)
{
	char path[256];
	struct dso_key key = { .kind = DSO_FILE, .name = path };
	struct dso *dso;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	assert_int_equal(symbols_dso(symbols, &key, &dso), 0);
	return dso;
}

/* Offset and size of a function, whose address is its offset where the linker is ld. */
static void find_function(struct dso *dso, const char *name, uint64_t *start, uint64_t *end)
{
	uint32_t i;

	dso_symbol(dso, 0);
	for (i = 0; i < dso->symtab.nr; i++) {
		if (strcmp(dso->symtab.symbols[i].name, name) != 0)
			continue;
		*start = dso->symtab.symbols[i].start;
		*end = dso->symtab.symbols[i].end;
		return;
	}
	fail();
}

static void finds_inlined_functions(void **state)
{
	static const char *const programs[] = { "gcc", "clang", "dwarf4", "packed", "split" };
	struct symbols *symbols = symbols_new(NULL);
	uint64_t start, end;

	for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++) {
		struct dso *dso = open_program(symbols, programs[i]);

		find_function(dso, "outer", &start, &end);
		assert_true(has_chain(dso, start, end, "inner:4 middle:9 outer:14"));
		assert_true(has_chain(dso, start, end, "middle:8 outer:14"));
		assert_true(has_chain(dso, start, end, "outer:13"));
		assert_false(has_chain(dso, start, end, "inner:4 outer:14"));
	}
	symbols_free(symbols);
}

static void finds_lines(void **state)
{
	struct symbols *symbols = symbols_new(NULL);
	struct dso *dso = open_program(symbols, "gcc");
	uint64_t start, end;
	bool found = false;

	find_function(dso, "outer", &start, &end);
	assert_string_equal(dso_srcfile(dso, start), "lines.c");
	for (; start < end && !found; start++)
		found = !strcmp(dso_srcline(dso, start), "lines.c:4");
	assert_true(found);
	assert_null(dso_srcline(dso, 1 << 30));
	symbols_free(symbols);
}

static void demangles_what_was_inlined(void **state)
{
	struct symbols *symbols = symbols_new(NULL);
	struct dso *dso = open_program(symbols, "cxx");
	uint64_t start, end;

	find_function(dso, "_Z5outeri", &start, &end);
	assert_true(has_chain(dso, start, end, "a::b::c:2 outer:14"));
	symbols_free(symbols);
}

static void there_may_be_none(void **state)
{
	struct symbols *symbols = symbols_new(NULL);
	struct dso *dso = open_program(symbols, "nothing");
	struct dso_frame frame;
	uint64_t start, end;

	find_function(dso, "outer", &start, &end);
	assert_null(dso_srcline(dso, start));
	assert_null(dso_srcfile(dso, start));
	assert_int_equal(dso_inlined(dso, start, &frame, 1), 0);
	dso = open_program(symbols, "not there");
	assert_null(dso_srcline(dso, start));
	symbols_free(symbols);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_inlined_functions),
		cmocka_unit_test(finds_lines),
		cmocka_unit_test(demangles_what_was_inlined),
		cmocka_unit_test(there_may_be_none),
	};

	return cmocka_run_group_tests(tests, prepare, clean_up);
}
