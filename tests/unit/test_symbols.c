// SPDX-License-Identifier: GPL-2.0-only
/*
 * Symbols: tables, choice among names, kallsyms, perf maps, and this very program.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "user/symbols/internal.h"

static void add(struct symtab *tab, uint64_t start, uint64_t size, const char *name,
		uint8_t binding)
{
	struct symbol symbol = { .start = start,
				 .end = start + size,
				 .name = name,
				 .type = STT_FUNC,
				 .binding = binding };

	assert_int_equal(symtab_add(tab, &symbol), 0);
}

static const char *name_at(const struct symtab *tab, uint64_t address)
{
	struct symbol *symbol = symtab_find(tab, address);

	return symbol ? symbol->name : "-";
}

static void finds_by_address(void **state)
{
	struct symtab tab = { .nr = 0 };

	assert_string_equal(name_at(&tab, 0), "-");
	add(&tab, 0x300, 0x10, "third", STB_GLOBAL);
	add(&tab, 0x100, 0x80, "first", STB_GLOBAL);
	add(&tab, 0x200, 0, "sizeless", STB_LOCAL);
	symtab_arrange(&tab);
	assert_string_equal(name_at(&tab, 0xff), "-");
	assert_string_equal(name_at(&tab, 0x100), "first");
	assert_string_equal(name_at(&tab, 0x17f), "first");
	assert_string_equal(name_at(&tab, 0x180), "-");
	assert_string_equal(name_at(&tab, 0x2ff), "sizeless");
	assert_string_equal(name_at(&tab, 0x30f), "third");
	assert_string_equal(name_at(&tab, 0x310), "-");
	symtab_free(&tab);
}

static void inner_symbol_wins_then_outer(void **state)
{
	struct symtab tab = { .nr = 0 };

	add(&tab, 0x100, 0x100, "outer", STB_GLOBAL);
	add(&tab, 0x140, 0x10, "inner", STB_LOCAL);
	add(&tab, 0x160, 0x10, "second", STB_LOCAL);
	symtab_arrange(&tab);
	assert_string_equal(name_at(&tab, 0x148), "inner");
	assert_string_equal(name_at(&tab, 0x158), "outer");
	assert_string_equal(name_at(&tab, 0x1ff), "outer");
	assert_string_equal(name_at(&tab, 0x200), "-");
	symtab_free(&tab);
}

static void best_name_of_several(void **state)
{
	struct symtab tab = { .nr = 0 };

	add(&tab, 0x100, 0, "no_length", STB_GLOBAL);
	add(&tab, 0x100, 8, "weak", STB_WEAK);
	add(&tab, 0x100, 8, "local", STB_LOCAL);
	add(&tab, 0x100, 8, "__global", STB_GLOBAL);
	add(&tab, 0x100, 8, "global", STB_GLOBAL);
	add(&tab, 0x100, 8, "global_2", STB_GLOBAL);
	add(&tab, 0x100, 8, "globally", STB_GLOBAL);
	symtab_arrange(&tab);
	assert_int_equal(tab.nr, 1);
	assert_string_equal(name_at(&tab, 0x104), "global_2");
	symtab_free(&tab);
}

static void demangles_without_arguments(void **state)
{
	static const char *const pairs[][2] = {
		{ "_ZN3foo3barEi", "foo::bar" },
		{ "_Z1fi", "f" },
		{ "_RNvC6_123foo3bar", "123foo::bar" },
		{ "main", NULL },
		{ "_start", NULL },
		{ "_Zx", NULL },
		{ "", NULL },
	};

	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		char *name = demangle(pairs[i][0], false);

		if (pairs[i][1]) {
			assert_non_null(name);
			assert_string_equal(name, pairs[i][1]);
		} else {
			assert_null(name);
		}
		free(name);
	}
}

static void write_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

static const char *module_symbol(struct kallsyms *k, uint64_t address, const char *module)
{
	struct kernel_symbol symbol;

	return kallsyms_find(k, address, module, &symbol) ? symbol.name : "-";
}

static const char *kernel_name(struct kallsyms *k, uint64_t address)
{
	return module_symbol(k, address, NULL);
}

static void reads_kallsyms(void **state)
{
	char path[] = "/tmp/test_symbols.XXXXXX";
	struct kallsyms k;
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	close(fd);
	write_file(path, "ffff1000 T _stext\nffff1000 T _text\nffff1000 t first\n"
			 "ffff1100 t second\nffff1180 R not_code\nnonsense\n\nffff1200 D data\n"
			 "ffff9000 t init\t[mod]\nffff9100 t exit\t[mod]\nffff0800 w early\n");
	assert_int_equal(kallsyms_read(&k, path), 0);
	assert_string_equal(kernel_name(&k, 0xffff1010), "first");
	assert_string_equal(kernel_name(&k, 0xffff11ff), "second");
	assert_string_equal(kernel_name(&k, 0xffff0900), "early");
	assert_string_equal(kernel_name(&k, 0xffff1200), "data");
	assert_string_equal(kernel_name(&k, 0xffff3000), "-"); /* the end of a page, then nothing */
	assert_string_equal(module_symbol(&k, 0xffff9050, "[mod]"), "init");
	assert_string_equal(module_symbol(&k, 0xffffa0ff, "[mod]"), "exit");
	assert_string_equal(module_symbol(&k, 0xffff9050, "[mo]"), "-");
	assert_string_equal(module_symbol(&k, 0xffff9050, "[modu]"), "-");
	assert_string_equal(kernel_name(&k, 0xffff9050), "-");
	assert_int_equal(kallsyms_address(&k, "_text"), 0xffff1000);
	assert_int_equal(kallsyms_address(&k, "text"), 0);
	assert_int_equal(kallsyms_address(&k, "init"), 0); /* a module's */
	kallsyms_free(&k);
	write_file(path, "ffffffff81000000 T _text\nffffffff81000000 T startup_64\n"
			 "ffffffff81000100 T next\n");
	assert_int_equal(kallsyms_read(&k, path), 0);
	assert_int_equal(kallsyms_address(&k, "_text"), 0xffffffff81000000);
	kallsyms_free(&k);
	write_file(path, "0000000000000000 T _text\n0000000000000000 T main\n");
	assert_int_equal(kallsyms_read(&k, path), -EACCES); /* kptr_restrict */
	unlink(path);
	assert_true(kallsyms_read(&k, path) < 0);
}

static void kernel_moves(void **state)
{
	char path[] = "/tmp/test_symbols.XXXXXX";
	struct symbols_options options = { .kallsyms = path };
	struct dso_key key = { .kind = DSO_KERNEL,
			       .name = "[kernel.kallsyms]",
			       .reference_symbol = "_text",
			       .reference = 0xffffffff81000000 };
	struct symbols *symbols;
	struct dso *dso;
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	close(fd);
	write_file(path, "ffffffff91000000 T _text\nffffffff91000100 T a\n"
			 "ffffffff91000200 T b\n");
	symbols = symbols_new(&options);
	assert_non_null(symbols);
	assert_int_equal(symbols_dso(symbols, &key, &dso), 0);
	assert_string_equal(dso_symbol(dso, 0xffffffff81000110), "a");
	assert_null(dso_symbol(dso, 0xffffffff91000110));
	assert_string_equal(dso_short_name(dso), "[kernel.kallsyms]");
	symbols_free(symbols);
	unlink(path);
}

static void reads_perf_map(void **state)
{
	struct symtab tab = { .nr = 0 };
	char path[64];

	snprintf(path, sizeof(path), "/tmp/perf-%d.map", getpid());
	write_file(path, "1000 100 first\n1100 80 two words\n1000 100 again\nzz\n2000\n");
	tab.last_wins = true;
	assert_int_equal(perfmap_load(&tab, getpid(), NULL), 0);
	assert_int_equal(symtab_arrange(&tab), 0);
	unlink(path);
	assert_string_equal(name_at(&tab, 0x1010), "again");
	assert_string_equal(name_at(&tab, 0x1100), "two words");
	assert_string_equal(name_at(&tab, 0x1200), "-");
	symtab_free(&tab);
	assert_true(perfmap_load(&tab, getpid(), NULL) < 0);
}

static void names_dsos(void **state)
{
	static const struct {
		struct dso_key key;
		const char *name;
	} cases[] = {
		{ { .kind = DSO_FILE, .name = "/usr/bin/x" }, "x" },
		{ { .kind = DSO_FILE, .name = "/usr/bin/x (deleted)" }, "x (deleted)" },
		{ { .kind = DSO_MODULE, .name = "/lib/modules/6/a-b.ko.xz" }, "[a_b]" },
		{ { .kind = DSO_MODULE, .name = "[net]" }, "[net]" },
		{ { .kind = DSO_JIT, .name = "//anon", .pid = 7 }, "[JIT] tid 7" },
		{ { .kind = DSO_VDSO, .name = "[vdso]" }, "[vdso]" },
	};
	struct symbols *symbols = symbols_new(NULL);
	struct dso *dso, *again;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_int_equal(symbols_dso(symbols, &cases[i].key, &dso), 0);
		assert_int_equal(symbols_dso(symbols, &cases[i].key, &again), 0);
		assert_ptr_equal(dso, again);
		assert_string_equal(dso_short_name(dso), cases[i].name);
	}
	symbols_free(symbols);
}

/* The offset in this program's file of one of its functions. */
static uint64_t own_offset(const char *path, const char *name)
{
	const struct build_id any = { 0 };
	struct symbols *symbols = symbols_new(NULL);
	struct dso dso = { .owner = symbols };
	struct image_pair pair = { .mini = false };
	uint64_t offset = 0;
	struct image image;
	uint32_t i, j;

	assert_int_equal(image_open(&image, path, &any), 0);
	pair.symbols = pair.runtime = image;
	assert_int_equal(elf_load(&dso, &pair), 0);
	for (i = 0; i < dso.symtab.nr; i++)
		for (j = 0; j < dso.nr_loads && !strcmp(dso.symtab.symbols[i].name, name); j++)
			if (dso.symtab.symbols[i].start - dso.loads[j].vaddr < dso.loads[j].size)
				offset = dso.symtab.symbols[i].start - dso.loads[j].vaddr +
					 dso.loads[j].offset;
	symtab_free(&dso.symtab);
	free(dso.loads);
	image_close(&image);
	symbols_free(symbols);
	return offset;
}

static void resolves_this_program(void **state)
{
	struct dso_key key = { .kind = DSO_FILE };
	struct symbols *symbols = symbols_new(NULL);
	struct dso *dso, *other;
	char path[4096];
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);
	uint64_t offset;

	assert_true(n > 0);
	path[n] = 0;
	key.name = path;
	offset = own_offset(path, "main");
	assert_true(offset > 0);
	assert_int_equal(symbols_dso(symbols, &key, &dso), 0);
	assert_string_equal(dso_symbol(dso, offset), "main");
	assert_string_equal(dso_symbol(dso, offset + 1), "main");
	assert_true(dso_is_resolved(dso));
	/* Another build of the same path has other addresses: no names rather than wrong ones. */
	key.build_id_size = 20;
	key.build_id[3] = 77;
	assert_int_equal(symbols_dso(symbols, &key, &other), 0);
	assert_null(dso_symbol(other, offset));
	assert_false(dso_is_resolved(other));
	symbols_free(symbols);
}

#define MANY 20000

/* perf inject -j makes a file for each function of a JIT.  Each is found, by all that it is. */
static void finds_many_dsos(void **state)
{
	struct symbols *symbols = symbols_new(NULL);
	static struct dso *first[MANY];
	struct dso *again;
	char name[32];
	struct dso_key key = { .kind = DSO_FILE, .name = name, .build_id_size = 20 };

	for (int i = 0; i < 2 * MANY; i++) {
		snprintf(name, sizeof(name), "/tmp/jitted-1-%d.so", i % MANY / 2);
		key.build_id[19] = i & 1;
		assert_int_equal(symbols_dso(symbols, &key, &again), 0);
		assert_string_equal(dso_long_name(again), name);
		if (i < MANY)
			first[i] = again;
		assert_ptr_equal(again, first[i % MANY]);
		assert_true(!i || again != first[(i - 1) % MANY]);
	}
	symbols_free(symbols);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_by_address),
		cmocka_unit_test(inner_symbol_wins_then_outer),
		cmocka_unit_test(best_name_of_several),
		cmocka_unit_test(demangles_without_arguments),
		cmocka_unit_test(reads_kallsyms),
		cmocka_unit_test(kernel_moves),
		cmocka_unit_test(reads_perf_map),
		cmocka_unit_test(names_dsos),
		cmocka_unit_test(resolves_this_program),
		cmocka_unit_test(finds_many_dsos),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
