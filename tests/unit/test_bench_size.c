// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_size.c - bytes of the parts of markers, in a file made here whose bytes are known, in the
 * reference functions that markbench brings, and in damaged files
 *
 * The file is a linked one of x86-64, with a function for each form that a site and its cold block
 * take.  Offsets in the file are addresses.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/size/reference.h"
#include "bench/size/report.h"
#include "bench/size/show.h"

#define TEXT	  0x1000
#define TEXT_SIZE 0x200
#define STRINGS	  0x1400
#define TABLE	  0x1600
#define SYMBOLS	  0x1800
#define NAMES	  0x1a00
#define HEADERS	  0x1c00
#define FILE_SIZE 0x2000
#define BSS	  0x3000
#define FLAG	  (BSS + 0x200)

/* One function and what of it is the marker's. */
struct sample {
	const char *name;
	unsigned int kind;
	uint64_t at;	   /* in .text */
	uint64_t size;	   /* of the symbol */
	uint64_t site;	   /* the byte that is rewritten, from the function on */
	uint64_t target;   /* what the row says, from the function on */
	uint64_t likely;   /* expected */
	uint64_t cold;	   /* expected: where */
	uint64_t unlikely; /* expected: bytes */
	const char *code;
	unsigned int length;
};

#define CODE(bytes) .code = (bytes), .length = sizeof(bytes) - 1
#define CALL	    "\xff\x15\0\0\0\0"
#define RED_ZONE    "\x48\x83\xc4\x80"
#define PUSH_SLOT   "\x68\0\0\0\0"

/* clang-format off */
static const struct sample samples[] = {
	/* test $imm32; ret; ... cold part behind the symbol: over the red zone, argument, slot, call, back */
	{ "jump", MARKER_KIND_JUMP, 0x00, 6, 0, 0x10, 5, 0x10, 21,
	  CODE("\xa9\x0b\0\0\0\xc3\x90\x90\x90\x90\x90\x90\x90\x90\x90\x90"
	       RED_ZONE "\x57" PUSH_SLOT CALL "\xe9\xe0\xff\xff\xff") },
	/* test; jmp over; the cold block falls into what it is over */
	{ "over", MARKER_KIND_JUMP, 0x40, 24, 0, 7, 7, 7, 16,
	  CODE("\xa9\x02\0\0\0\xeb\x10" RED_ZONE "\x57" PUSH_SLOT CALL "\xc3") },
	/* mov $0, %al; test; jne; ret; cold: call; jmp back */
	{ "mov", MARKER_KIND_IMMEDIATE, 0x60, 15, 1, 2, 6, 7, 8,
	  CODE("\xb0\0\x84\xc0\x75\x01\xc3" CALL "\xeb\xf7") },
	/* inc %eax in a prefix's place before it; mov $0, %r8b; test; jne; ret; cold */
	{ "rex", MARKER_KIND_IMMEDIATE, 0x80, 19, 4, 5, 8, 11, 8,
	  CODE("\xff\xc0\x41\xb0\0\x45\x84\xc0\x75\x01\xc3" CALL "\xeb\xf5") },
	/* clc; jc; ret; cold */
	{ "clc", MARKER_KIND_IMMEDIATE_CLC, 0xa0, 12, 0, 0, 3, 4, 8,
	  CODE("\xf8\x72\x01\xc3" CALL "\xeb\xf7") },
	/* nop8; ret; cold: call; ret */
	{ "nop8", MARKER_KIND_JUMP_NOP8, 0xc0, 16, 0, 9, 8, 9, 7,
	  CODE("\x0f\x1f\x84\xe9\x01\0\0\0\xc3" CALL "\xc3") },
	/* movzbl flag; test; jne; ret; cold */
	{ "generic", MARKER_KIND_GENERIC, 0xe0, 20, 0, 0, 11, 12, 8,
	  CODE("\x0f\xb6\x05\0\0\0\0\x84\xc0\x75\x01\xc3" CALL "\xeb\xf7") },
};
/* clang-format on */

#define NR (sizeof(samples) / sizeof(samples[0]))

static uint8_t file_bytes[FILE_SIZE];

static void put(uint64_t at, unsigned int len, uint64_t value)
{
	while (len--) {
		file_bytes[at++] = (uint8_t)value;
		value >>= 8;
	}
}

static void put_relative(uint64_t at, uint64_t to)
{
	put(at, 4, to - at);
}

static const char section_names[] =
	"\0.text\0.rodata\0.bss\0__marker_sites\0.symtab\0.strtab\0.shstrtab";

static void put_section(unsigned int index, const char *name, uint32_t type, uint64_t flags,
			uint64_t at, uint64_t size)
{
	uint64_t header = HEADERS + 64ul * index, name_at = 1;

	while (strcmp(section_names + name_at, name) != 0)
		name_at += strlen(section_names + name_at) + 1;
	put(header, 4, name_at);
	put(header + 4, 4, type);
	put(header + 8, 8, flags);
	put(header + 16, 8, flags & SHF_ALLOC ? at : 0);
	put(header + 24, 8, at);
	put(header + 32, 8, size);
	put(header + 40, 4, type == SHT_SYMTAB ? 6 : 0);
}

static void put_sample(unsigned int i)
{
	const struct sample *s = &samples[i];
	uint64_t code = TEXT + s->at, row = TABLE + 16 + 16ul * i, strings = STRINGS + 16ul * i;
	uint64_t symbol = SYMBOLS + 24ul * (i + 1), name = NAMES + 16ul * (i + 1);

	memcpy(file_bytes + code, s->code, s->length);
	if (s->kind == MARKER_KIND_GENERIC)
		put_relative(code + 3, FLAG - 4);
	snprintf((char *)file_bytes + strings, 12, "%s", s->name);
	memcpy(file_bytes + strings + strlen(s->name) + 1, "%d", 3);
	put_relative(row, s->kind == MARKER_KIND_GENERIC ? FLAG : code + s->site);
	put_relative(row + 4, s->kind == MARKER_KIND_GENERIC ? row + 4 : code + s->target);
	put_relative(row + 8, strings);
	put_relative(row + 12, BSS + 8ul * i + s->kind);
	snprintf((char *)file_bytes + name, 16, "%s", s->name);
	put(symbol, 4, 16ul * (i + 1));
	put(symbol + 4, 1, STT_FUNC);
	put(symbol + 6, 2, 1);
	put(symbol + 8, 8, code);
	put(symbol + 16, 8, s->size);
}

static int make_file(void **state)
{
	unsigned int i;

	(void)state;
	memset(file_bytes, 0, sizeof(file_bytes));
	memcpy(file_bytes, ELFMAG "\2\1\1", 7);
	put(16, 2, ET_DYN);
	put(18, 2, EM_X86_64);
	put(40, 8, HEADERS);
	put(58, 2, 64);
	put(60, 2, 8);
	put(62, 2, 7);
	put_section(1, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, TEXT, TEXT_SIZE);
	put_section(2, ".rodata", SHT_PROGBITS, SHF_ALLOC, STRINGS, 0x100);
	put_section(3, ".bss", SHT_NOBITS, SHF_ALLOC, BSS, 0x400);
	put_section(4, "__marker_sites", SHT_PROGBITS, SHF_ALLOC, TABLE, 16 * (NR + 1));
	put_section(5, ".symtab", SHT_SYMTAB, 0, SYMBOLS, 24 * (NR + 1));
	put_section(6, ".strtab", SHT_STRTAB, 0, NAMES, 16 * (NR + 1));
	put_section(7, ".shstrtab", SHT_STRTAB, 0, HEADERS + 64 * 9, sizeof(section_names));
	memcpy(file_bytes + HEADERS + 64 * 9, section_names, sizeof(section_names));
	put(TABLE + 4, 4, 1);
	put(TABLE + 8, 4, 16);
	for (i = 0; i < NR; i++)
		put_sample(i);
	return 0;
}

static const struct size_site *find(const struct size_file *file, const char *name)
{
	size_t i;

	for (i = 0; i < file->nsites; i++)
		if (!strcmp(file->sites[i].row->name, name))
			return &file->sites[i];
	fail_msg("no site %s", name);
	return NULL;
}

/* ---- what is known of the file ---------------------------------------------------------------------- */

static void test_spans(void **state)
{
	struct size_file file;
	struct elf_error error;
	size_t i;

	(void)state;
	assert_int_equal(size_file_from(&file, file_bytes, FILE_SIZE, &error), 0);
	assert_int_equal(file.nsites, NR);
	for (i = 0; i < NR; i++) {
		const struct sample *s = &samples[i];
		const struct size_site *site = find(&file, s->name);

		print_message("# %s\n", s->name);
		assert_int_equal(site->likely.size, s->likely);
		assert_int_equal(site->cold.begin.value, TEXT + s->at + s->cold);
		assert_int_equal(site->cold.size, s->unlikely);
		assert_string_equal(site->function->name, s->name);
	}
	size_file_close(&file);
}

static void test_totals(void **state)
{
	uint64_t likely = 0, unlikely = 0, strings = 0;
	struct size_file file;
	struct elf_error error;
	size_t i;

	(void)state;
	for (i = 0; i < NR; i++) {
		likely += samples[i].likely;
		unlikely += samples[i].unlikely;
		strings += strlen(samples[i].name) + 1 + 3;
	}
	assert_int_equal(size_file_from(&file, file_bytes, FILE_SIZE, &error), 0);
	assert_int_equal(file.unknown, 0);
	assert_int_equal(file.nmarkers, NR);
	assert_int_equal(file.total.likely, likely);
	assert_int_equal(file.total.unlikely, unlikely);
	assert_int_equal(file.total.strings, strings);
	assert_int_equal(file.total.table, 16 * NR);
	assert_int_equal(file.total.bss, 8 * NR + 1);
	assert_int_equal(file.total.data, 0);
	assert_int_equal(file.total.relocations, 0);
	size_file_close(&file);
}

/* A cold block in the middle of a function is no part of its likely path; one behind its symbol neither. */
static void test_function_likely(void **state)
{
	struct size_file file;
	struct elf_error error;

	(void)state;
	assert_int_equal(size_file_from(&file, file_bytes, FILE_SIZE, &error), 0);
	assert_int_equal(size_function_likely(&file, size_find_function(&file, "over")), 8);
	assert_int_equal(size_function_likely(&file, size_find_function(&file, "jump")), 6);
	assert_int_equal(size_function_likely(&file, size_find_function(&file, "mov")), 7);
	assert_null(size_find_function(&file, "none"));
	assert_string_equal(size_smallest(&file)->name, "jump");
	size_file_close(&file);
}

/* Two rows of one line: an unrolled loop.  The sites count twice, the cold block and the slot once. */
static void test_shared(void **state)
{
	uint64_t second = TABLE + 32, slots, cold;
	struct size_file file;
	struct elf_error error;

	(void)state;
	assert_int_equal(size_file_from(&file, file_bytes, FILE_SIZE, &error), 0);
	slots = file.total.bss;
	cold = file.total.unlikely;
	size_file_close(&file);
	put_relative(second + 4, TEXT + samples[0].at + samples[0].target);
	put_relative(second + 8, STRINGS);
	put_relative(second + 12, BSS + MARKER_KIND_JUMP);
	assert_int_equal(size_file_from(&file, file_bytes, FILE_SIZE, &error), 0);
	assert_int_equal(file.nmarkers, NR - 1);
	assert_int_equal(file.total.bss, slots - 8);
	assert_int_equal(file.total.unlikely, cold - samples[1].unlikely);
	size_file_close(&file);
}

/* Slots and flags that are in the file. */
static void test_data(void **state)
{
	struct size_file file;
	struct elf_error error;

	(void)state;
	put(HEADERS + 64 * 3 + 4, 4, SHT_PROGBITS);
	put(HEADERS + 64 * 3 + 24, 8, STRINGS);
	assert_int_equal(size_file_from(&file, file_bytes, FILE_SIZE, &error), 0);
	assert_int_equal(file.total.data, 8 * NR + 1);
	assert_int_equal(file.total.bss, 0);
	size_file_close(&file);
}

/* The loader's relocations: one in the table, one in a slot, and one elsewhere. */
static void test_relocations(void **state)
{
	const uint64_t at = TABLE + 0x150;
	struct size_file file;
	struct elf_error error;

	(void)state;
	put(at, 8, TABLE + 16 + 4);
	put(at + 24, 8, BSS + 8);
	put(at + 48, 8, BSS + 0x100);
	put_section(8, ".bss", SHT_RELA, SHF_ALLOC, at, 72);
	put(60, 2, 9);
	assert_int_equal(size_file_from(&file, file_bytes, FILE_SIZE, &error), 0);
	assert_int_equal(file.total.relocations, 2);
	size_file_close(&file);
}

/* ---- instructions ----------------------------------------------------------------------------------- */

struct seen {
	char parts[512];
	unsigned int begins;
};

static int see(const struct shown *shown, void *data)
{
	struct seen *seen = data;
	size_t len = strlen(seen->parts);

	snprintf(seen->parts + len, sizeof(seen->parts) - len, "%s%s", len ? "|" : "", shown->part);
	seen->begins += shown->begins;
	return 0;
}

static void check_parts(const char *function, const char *parts)
{
	struct seen seen = { .parts = "" };
	struct size_file file;
	struct elf_error error;

	assert_int_equal(size_file_from(&file, file_bytes, FILE_SIZE, &error), 0);
	size_show(&file, size_find_function(&file, function), see, &seen);
	assert_string_equal(seen.parts, parts);
	assert_int_equal(seen.begins, 1);
	size_file_close(&file);
}

static void test_parts(void **state)
{
	(void)state;
	check_parts("jump", "site||over the red zone|argument|slot|call of the probes|back");
	check_parts("over", "site|over the cold block|over the red zone|argument|slot|"
			    "call of the probes|");
	check_parts("mov", "site|test|branch||call of the probes|back");
	check_parts("generic", "load of the flag|test|branch||call of the probes|back");
}

/* ---- the reference functions -------------------------------------------------------------------------- */

static void test_reference(void **state)
{
	const struct size_object *object;
	unsigned int n = 0;

	(void)state;
	for (object = size_objects; object->compiler; object++) {
		struct size_added added;
		struct elf_error error;

		if (strcmp(object->source, "open") != 0 || !strcmp(object->kind, "vanilla"))
			continue;
		print_message("# %s %s %s\n", object->compiler, object->level, object->kind);
		assert_int_equal(size_reference(object, "my_open", &added, &error), 0);
		assert_true(added.likely > 0 && added.likely < 64);
		assert_true(added.parts.unlikely > 0 && added.parts.unlikely < 128);
		assert_int_equal(added.parts.table, 16);
		assert_int_equal(added.parts.strings, sizeof("subsys_mark1") + sizeof("%d %p"));
		assert_int_equal(added.parts.data, 0);
		assert_int_equal(added.parts.relocations, 0);
		assert_true(added.debug >= 0 && added.unwind >= 0);
		n++;
	}
	assert_true(n >= 20);
}

/* What was subtracted is what the walk over the instructions finds, where nothing else changes. */
static void test_reference_agrees(void **state)
{
	const struct size_object *object;

	(void)state;
	for (object = size_objects; object->compiler; object++) {
		struct size_added added;
		struct elf_error error;

		if (strcmp(object->source, "open") != 0 || !strcmp(object->kind, "vanilla") ||
		    !strcmp(object->level, "O0"))
			continue;
		print_message("# %s %s %s\n", object->compiler, object->level, object->kind);
		assert_int_equal(size_reference(object, "my_open", &added, &error), 0);
		assert_int_equal(added.likely, added.parts.likely);
	}
}

static void test_missing(void **state)
{
	struct size_object object = size_objects[0];
	struct size_added added;
	struct elf_error error;

	(void)state;
	assert_null(size_object_find("cc", "O2", "jump", "open"));
	object.compiler = "cc";
	assert_int_equal(size_reference(&object, "my_open", &added, &error), -ENOENT);
	assert_int_equal(
		size_reference(size_object_find(size_objects[0].compiler, "O2", "jump", "open"),
			       "no_such_function", &added, &error),
		-ENOENT);
}

/* ---- damaged files ------------------------------------------------------------------------------------ */

static int look(const struct shown *shown, void *data)
{
	*(size_t *)data += strlen(shown->insn.text) + strlen(shown->insn.symbol);
	return 0;
}

/* Reads what is there; nothing is known of it but that reading it ends. */
static int read_all(const void *bytes, size_t size)
{
	const struct elf_symbol *function;
	struct size_file file;
	struct elf_error error;
	size_t sum = 0;
	int ret = size_file_from(&file, bytes, size, &error);

	function = ret ? NULL : size_smallest(&file);
	if (function)
		size_show(&file, function, look, &sum);
	if (ret == -ENOEXEC)
		assert_true(error.text[0] && error.offset <= UINT64_MAX);
	size_file_close(&file);
	return ret;
}

static void test_truncated(void **state)
{
	size_t size;

	(void)state;
	for (size = 0; size < FILE_SIZE; size += 13) {
		/* On the heap: a sanitizer sees what is read behind the end. */
		uint8_t *bytes = malloc(size + 1);
		int ret;

		assert_non_null(bytes);
		memcpy(bytes, file_bytes, size);
		ret = read_all(bytes, size);
		free(bytes);
		if (size < HEADERS + 64 * 8)
			assert_int_equal(ret, -ENOEXEC);
	}
}

static void test_flipped(void **state)
{
	static const uint8_t flips[] = { 0xff, 0x80, 0x01 };
	size_t at, i;

	(void)state;
	for (at = 0; at < FILE_SIZE; at++)
		for (i = 0; i < sizeof(flips); i++) {
			if (!file_bytes[at] && at > 64 && at % 8)
				continue;
			file_bytes[at] ^= flips[i];
			read_all(file_bytes, FILE_SIZE);
			file_bytes[at] ^= flips[i];
		}
}

static void test_offset(void **state)
{
	struct size_file file;
	struct elf_error error;

	(void)state;
	put(HEADERS + 64 * 5 + 32, 8, UINT64_MAX / 2);
	assert_int_equal(size_file_from(&file, file_bytes, FILE_SIZE, &error), -ENOEXEC);
	assert_int_equal(error.offset, SYMBOLS);
	assert_non_null(strstr(error.text, "symbols"));
	size_file_close(&file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_spans, make_file),
		cmocka_unit_test_setup(test_totals, make_file),
		cmocka_unit_test_setup(test_function_likely, make_file),
		cmocka_unit_test_setup(test_shared, make_file),
		cmocka_unit_test_setup(test_data, make_file),
		cmocka_unit_test_setup(test_relocations, make_file),
		cmocka_unit_test_setup(test_parts, make_file),
		cmocka_unit_test(test_reference),
		cmocka_unit_test(test_reference_agrees),
		cmocka_unit_test(test_missing),
		cmocka_unit_test_setup(test_truncated, make_file),
		cmocka_unit_test_setup(test_flipped, make_file),
		cmocka_unit_test_setup(test_offset, make_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
