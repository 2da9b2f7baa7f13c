// SPDX-License-Identifier: GPL-2.0-only
/*
 * Code that a JIT or the kernel makes while a program runs.
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

static void add(struct symtab *tab, uint64_t start, uint64_t end, const char *name)
{
	struct symbol symbol = { .start = start, .end = end, .name = name };

	assert_int_equal(symtab_add(tab, &symbol), 0);
}

static void expect_names(const struct symtab *tab, uint64_t from, const char *wanted)
{
	const struct symbol *symbol;

	for (; *wanted; wanted++, from++) {
		symbol = symtab_find(tab, from);
		assert_int_equal(symbol ? symbol->name[0] : '-', *wanted);
	}
}

/* Each address belongs to what was written last, however the pieces lie. */
static void last_one_hides_what_it_overlaps(void **state)
{
	struct symtab tab = { .last_wins = true };

	add(&tab, 10, 20, "a");
	add(&tab, 14, 16, "b"); /* inside */
	add(&tab, 18, 24, "c"); /* over the end */
	add(&tab, 8, 12, "d");	/* over the beginning */
	add(&tab, 30, 32, "e");
	add(&tab, 28, 36, "f"); /* around */
	add(&tab, 40, 44, "g");
	add(&tab, 40, 42, "h"); /* the same beginning */
	assert_int_equal(symtab_arrange(&tab), 0);
	expect_names(&tab, 7, "-ddddaabbaacccccc----ffffffff----hhgg-");
	symtab_free(&tab);
}

/* Against a table with a cell for each address. */
static void cuts_as_painting_does(void **state)
{
	static const char *const letters[] = { "a", "b", "c", "d", "e", "f", "g", "h" };
	char wanted[65];
	unsigned int seed = 1;

	for (int round = 0; round < 500; round++) {
		struct symtab tab = { .last_wins = true };

		memset(wanted, '-', 64);
		wanted[64] = 0;
		for (int i = 0; i < 8; i++) {
			uint64_t start = rand_r(&seed) % 60,
				 size = 1 + rand_r(&seed) % (64 - start);

			add(&tab, start, start + size, letters[i]);
			memset(wanted + start, letters[i][0], size);
		}
		assert_int_equal(symtab_arrange(&tab), 0);
		expect_names(&tab, 0, wanted);
		symtab_free(&tab);
	}
}

struct dump {
	char data[1024];
	size_t size;
};

static void put(struct dump *dump, const void *bytes, size_t size)
{
	assert_true(dump->size + size <= sizeof(dump->data));
	memcpy(dump->data + dump->size, bytes, size);
	dump->size += size;
}

static void put_header(struct dump *dump)
{
	struct {
		uint32_t magic, version, size, machine, pad, pid;
		uint64_t time, flags;
	} header = { 0x4a695444, 1, 40, EM_X86_64, 0, 1, 0, 0 };

	put(dump, &header, sizeof(header));
}

static void put_load(struct dump *dump, uint64_t address, uint64_t size, const char *name)
{
	struct {
		uint32_t id, size;
		uint64_t time;
		uint32_t pid, tid;
		uint64_t vma, address, code_size, index;
	} load = { 0, 56 + strlen(name) + 1 + 4, 1, 1, 1, address, address, size, 1 };

	put(dump, &load, sizeof(load));
	put(dump, name, strlen(name) + 1);
	put(dump, "code", 4);
}

static void put_move(struct dump *dump, uint64_t old, uint64_t new, uint64_t size)
{
	struct {
		uint32_t id, size;
		uint64_t time;
		uint32_t pid, tid;
		uint64_t vma, old, new, code_size, index;
	} move = { 1, 64, 2, 1, 1, new, old, new, size, 1 };

	put(dump, &move, sizeof(move));
}

static void make_dump(struct dump *dump)
{
	struct {
		uint32_t id, size;
		uint64_t time;
	} unknown = { 77, 16, 3 };

	dump->size = 0;
	put_header(dump);
	put_load(dump, 0x1000, 0x100, "first");
	put(dump, &unknown, sizeof(unknown));
	put_load(dump, 0x2000, 0x100, "two words");
	put_move(dump, 0x1000, 0x3000, 0x100);
	put_load(dump, 0x1000, 0x80, "again");
}

static const char *name_at(const struct symtab *tab, uint64_t address)
{
	struct symbol *symbol = symtab_find(tab, address);

	return symbol ? symbol->name : "-";
}

static void reads_jitdump(void **state)
{
	struct symtab tab = { .last_wins = true };
	struct dump dump;
	size_t size;

	make_dump(&dump);
	assert_int_equal(jitdump_parse(&tab, dump.data, dump.size), 0);
	assert_int_equal(symtab_arrange(&tab), 0);
	assert_string_equal(name_at(&tab, 0x1010), "again");
	assert_string_equal(name_at(&tab, 0x1090), "first");
	assert_string_equal(name_at(&tab, 0x2010), "two words");
	assert_string_equal(name_at(&tab, 0x3010), "first");
	symtab_free(&tab);
	/* The program may still be writing it: whatever is whole counts. */
	for (size = 0; size < dump.size; size++) {
		char *copy = malloc(size ? size : 1);

		memcpy(copy, dump.data, size);
		assert_int_equal(jitdump_parse(&tab, copy, size), size < 40 ? -ENOEXEC : 0);
		symtab_free(&tab);
		free(copy);
	}
}

static void takes_both_forms(void **state)
{
	struct symbols *symbols = symbols_new(NULL);
	struct dso_key key = { .kind = DSO_JIT, .name = "//anon", .pid = getpid() };
	char map[64], path[] = "/tmp/test_symbols_jit.XXXXXX";
	struct dso_report report;
	struct dump dump;
	struct dso *dso;
	int fd = mkstemp(path);
	FILE *file;

	make_dump(&dump);
	assert_int_equal(write(fd, dump.data, dump.size), dump.size);
	close(fd);
	snprintf(map, sizeof(map), "/tmp/perf-%d.map", getpid());
	file = fopen(map, "w");
	fputs("5000 100 mapped\n", file);
	fclose(file);
	assert_int_equal(symbols_jitdump(symbols, getpid(), path), 0);
	assert_int_equal(symbols_jitdump(symbols, getpid(), "/nowhere/jit-1.dump"), 0);
	assert_int_equal(symbols_dso(symbols, &key, &dso), 0);
	assert_string_equal(dso_symbol(dso, 0x5010), "mapped");
	assert_string_equal(dso_symbol(dso, 0x2010), "two words");
	dso_report(dso, &report);
	assert_int_equal(report.state, DSO_RESOLVED);
	assert_int_equal(report.origin, 'j');
	unlink(map);
	unlink(path);
	symbols_free(symbols);
}

static void adds_ranges(void **state)
{
	struct symbols *symbols = symbols_new(NULL);
	struct dso_key key = { .kind = DSO_UNKNOWN, .name = "[bpf]" };
	struct dso *dso;

	assert_int_equal(symbols_dso(symbols, &key, &dso), 0);
	assert_int_equal(dso_add_symbol(dso, 0x1000, 0x100, "bpf_prog_6deef7357e7b4530_one"), 0);
	assert_string_equal(dso_symbol(dso, 0x1010), "bpf_prog_6deef7357e7b4530_one");
	assert_int_equal(dso_add_symbol(dso, 0x2000, 0x100, "two"), 0);
	assert_int_equal(dso_add_symbol(dso, 0x2080, 0x100, "three"), 0);
	assert_string_equal(dso_symbol(dso, 0x2010), "two");
	assert_string_equal(dso_symbol(dso, 0x2090), "three");
	assert_null(dso_symbol(dso, 0x3000));
	assert_true(dso_add_symbol(dso, ~0ull, 0x100, "wraps") < 0);
	assert_true(dso_is_resolved(dso));
	symbols_free(symbols);
}

static void pairs_dsos(void **state)
{
	static const struct {
		struct dso_key key;
		const char *name;
	} cases[] = {
		{ { .kind = DSO_JIT, .name = "//anon", .pid = 7 }, "[JIT]" },
		{ { .kind = DSO_FILE, .name = "/tmp/jitted-7-12.so" }, "[JIT]" },
		{ { .kind = DSO_FILE, .name = "/tmp/jitted-7-x.so" }, "jitted-7-x.so" },
		{ { .kind = DSO_FILE, .name = "/usr/bin/x (deleted)" }, "x" },
		{ { .kind = DSO_FILE, .name = " (deleted)" }, "" },
		{ { .kind = DSO_KERNEL, .name = "[kernel.kallsyms]" }, "[kernel.kallsyms]" },
		{ { .kind = DSO_KERNEL, .name = "/boot/vmlinux" }, "[kernel.kallsyms]" },
		{ { .kind = DSO_KERNEL, .name = "[guest.kernel.kallsyms]" },
		  "[guest.kernel.kallsyms]" },
		{ { .kind = DSO_NAMED, .name = "bpf_prog_6deef7357e7b4530_x" }, "[bpf]" },
		{ { .kind = DSO_NAMED, .name = "ftrace_trampoline" }, "ftrace_trampoline" },
		{ { .kind = DSO_MODULE, .name = "/lib/modules/6/a-b.ko.xz" }, "[a_b]" },
	};
	struct symbols *symbols = symbols_new(NULL);
	struct dso *dso;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_int_equal(symbols_dso(symbols, &cases[i].key, &dso), 0);
		assert_string_equal(dso_pair_name(dso), cases[i].name);
	}
	symbols_free(symbols);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(last_one_hides_what_it_overlaps),
		cmocka_unit_test(cuts_as_painting_does),
		cmocka_unit_test(reads_jitdump),
		cmocka_unit_test(takes_both_forms),
		cmocka_unit_test(adds_ranges),
		cmocka_unit_test(pairs_dsos),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
