// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_elf_sites.c - tables of markers in ELF files of every class and byte order, linked or not,
 * whole and damaged
 *
 * The files are made here, byte by byte:
 *
 *	section		[1] .text	[2] .rodata	[3] .bss	[4] __marker_sites
 *			[5] .shstrtab	[6] .symtab	[7] .rel(a)
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
#include <unistd.h>

#include "marker/marker.h"
#include "user/elf/sites.h"

#define FILE_SIZE 0x1000
#define TEXT	  0x100
#define RODATA	  0x200
#define BSS	  0x300
#define TABLE	  0x400
#define NAMES	  0x600
#define SYMTAB	  0x700
#define RELOCS	  0x800
#define HEADERS	  0xa00
#define BASE	  0x10000 /* address of the file's first byte in a linked file */

enum {
	SEC_NULL,
	SEC_TEXT,
	SEC_RODATA,
	SEC_BSS,
	SEC_TABLE,
	SEC_NAMES,
	SEC_SYMTAB,
	SEC_RELOCS,
	NR_SECTIONS
};

static const char strings[] = "alpha\0v %d\0beta\0\0gamma\0\1";
static const char names[] = "\0.text\0.rodata\0.bss\0__marker_sites\0.shstrtab\0.symtab\0.rel";

struct maker {
	uint8_t bytes[FILE_SIZE];
	bool is64, big, relocatable, has_addends;
	unsigned int nr_relocs;
};

static void put(struct maker *m, uint64_t at, unsigned int len, uint64_t value)
{
	unsigned int i;

	for (i = 0; i < len; i++)
		m->bytes[at + (m->big ? len - 1 - i : i)] = value >> 8 * i;
}

static unsigned int word(const struct maker *m)
{
	return m->is64 ? 8 : 4;
}

static void put_section(struct maker *m, unsigned int index, const char *name, uint32_t type,
			uint64_t offset, uint64_t size)
{
	unsigned int w = word(m);
	uint64_t at = HEADERS + index * (m->is64 ? 64 : 40);
	bool alloc = index && index <= SEC_TABLE;
	uint64_t code = index == SEC_TEXT ? SHF_EXECINSTR : 0;
	uint64_t name_at = 0;

	while (strcmp(names + name_at, name) != 0)
		name_at += strlen(names + name_at) + 1;
	put(m, at, 4, name_at);
	put(m, at + 4, 4, type);
	put(m, at + 8, w, alloc ? SHF_ALLOC | code : 0);
	put(m, at + 8 + w, w, alloc && !m->relocatable ? BASE + offset : 0);
	put(m, at + 8 + 2 * w, w, offset);
	put(m, at + 8 + 3 * w, w, size);
}

static void put_links(struct maker *m, unsigned int index, uint32_t link, uint32_t info)
{
	uint64_t at = HEADERS + index * (m->is64 ? 64 : 40) + 8 + 4 * word(m);

	put(m, at, 4, link);
	put(m, at + 4, 4, info);
}

/* A word of the table that points to an offset of a section; in an object file by relocation. */
static void put_word(struct maker *m, unsigned int index, unsigned int section, uint64_t start,
		     uint64_t offset)
{
	uint64_t at = TABLE + 4 * index, w = word(m);
	uint64_t reloc = RELOCS + m->nr_relocs * w * (m->has_addends ? 3 : 2);

	if (!m->relocatable) {
		put(m, at, 4, start + offset - at);
		return;
	}
	put(m, reloc, w, 4 * index);
	put(m, reloc + w, w,
	    m->is64 ? (uint64_t)section << 32 | R_X86_64_PC32 : section << 8 | R_386_PC32);
	if (m->has_addends)
		put(m, reloc + 2 * w, w, offset);
	else
		put(m, at, 4, offset);
	m->nr_relocs++;
}

static void put_row(struct maker *m, unsigned int row, unsigned int text, unsigned int name,
		    unsigned int slot_kind)
{
	put_word(m, 4 * row, SEC_TEXT, TEXT, text);
	put_word(m, 4 * row + 2, SEC_RODATA, RODATA, name);
	put_word(m, 4 * row + 3, SEC_BSS, BSS, slot_kind);
}

/* One symbol for each section, with its number. */
static void put_symbols(struct maker *m)
{
	unsigned int i;

	for (i = 1; i <= SEC_TABLE; i++) {
		uint64_t at = SYMTAB + i * (m->is64 ? 24 : 16);

		put(m, at + (m->is64 ? 6 : 14), 2, i);
	}
}

static void put_sections(struct maker *m)
{
	put_section(m, SEC_TEXT, ".text", SHT_PROGBITS, TEXT, 0x80);
	put_section(m, SEC_RODATA, ".rodata", SHT_PROGBITS, RODATA, sizeof(strings));
	put_section(m, SEC_BSS, ".bss", SHT_NOBITS, BSS, 0x80);
	put_section(m, SEC_TABLE, "__marker_sites", SHT_PROGBITS, TABLE, 5 * 16);
	put_section(m, SEC_NAMES, ".shstrtab", SHT_STRTAB, NAMES, sizeof(names));
	put_section(m, SEC_SYMTAB, ".symtab", SHT_SYMTAB, SYMTAB, 5 * (m->is64 ? 24 : 16));
	put_links(m, SEC_SYMTAB, SEC_NAMES, 0);
	put_section(m, SEC_RELOCS, ".rel", m->has_addends ? SHT_RELA : SHT_REL, RELOCS,
		    m->nr_relocs * word(m) * (m->has_addends ? 3 : 2));
	put_links(m, SEC_RELOCS, SEC_SYMTAB, SEC_TABLE);
}

static void put_header(struct maker *m)
{
	uint64_t tail = m->is64 ? 52 : 40;

	memcpy(m->bytes, ELFMAG, SELFMAG);
	m->bytes[EI_CLASS] = m->is64 ? ELFCLASS64 : ELFCLASS32;
	m->bytes[EI_DATA] = m->big ? ELFDATA2MSB : ELFDATA2LSB;
	put(m, 16, 2, m->relocatable ? ET_REL : ET_DYN);
	put(m, 18, 2, m->is64 ? EM_X86_64 : EM_386);
	put(m, m->is64 ? 40 : 32, word(m), HEADERS);
	put(m, tail + 6, 2, m->is64 ? 64 : 40);
	put(m, tail + 8, 2, m->relocatable ? NR_SECTIONS : SEC_NAMES + 1);
	put(m, tail + 10, 2, SEC_NAMES);
}

/* Rows: beta, the object's own, alpha, alpha, the query gamma. */
static void make(struct maker *m, bool is64, bool big, bool relocatable, bool has_addends)
{
	memset(m, 0, sizeof(*m));
	m->is64 = is64;
	m->big = big;
	m->relocatable = relocatable;
	m->has_addends = has_addends;
	memcpy(m->bytes + RODATA, strings, sizeof(strings));
	memcpy(m->bytes + NAMES, names, sizeof(names));
	put_row(m, 0, 0x10, 11, 0x08 + MARKER_KIND_JUMP);
	put(m, TABLE + 20, 4, 1);
	put(m, TABLE + 24, 4, 16);
	put_row(m, 2, 0x30, 0, 0x10 + MARKER_KIND_IMMEDIATE);
	put_row(m, 3, 0x20, 0, 0x10 + MARKER_KIND_JUMP);
	put_row(m, 4, 0x40, 17, 0x18 + MARKER_KIND_JUMP);
	put_symbols(m);
	put_sections(m);
	put_header(m);
}

static char path[64];

static void write_file(const void *bytes, size_t len)
{
	FILE *file = fopen(path, "wb");

	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, len, file), len);
	assert_int_equal(fclose(file), 0);
}

/* 0, or the error of opening or reading; the sites are dropped. */
static int read_file(struct elf_error *error)
{
	struct elf_image image;
	struct elf_sites sites = { 0 };
	int err = elf_image_open(&image, path, error);

	if (err)
		return err;
	err = elf_sites_read(&image, &sites, error);
	elf_sites_free(&sites);
	elf_image_close(&image);
	return err;
}

static void check_site(const struct elf_sites *sites, size_t i, const char *name,
		       const char *format, unsigned int kind, uint64_t value)
{
	assert_string_equal(sites->sites[i].name, name);
	assert_string_equal(sites->sites[i].format, format);
	assert_int_equal(sites->sites[i].kind, kind);
	assert_int_equal(sites->sites[i].place.section, SEC_TEXT);
	assert_int_equal(sites->sites[i].place.value, value);
}

static void check_file(bool is64, bool big, bool relocatable, bool has_addends)
{
	uint64_t base = relocatable ? 0 : BASE + TEXT;
	struct maker m;
	struct elf_image image;
	struct elf_sites sites;
	struct elf_error error;

	make(&m, is64, big, relocatable, has_addends);
	write_file(m.bytes, sizeof(m.bytes));
	assert_int_equal(elf_image_open(&image, path, &error), 0);
	assert_int_equal(elf_sites_read(&image, &sites, &error), 0);
	assert_int_equal(image.big_endian, big);
	assert_int_equal(sites.nrows, 5);
	assert_int_equal(sites.nsites, 4);
	check_site(&sites, 0, "alpha", "v %d", MARKER_KIND_JUMP, base + 0x20);
	check_site(&sites, 1, "alpha", "v %d", MARKER_KIND_IMMEDIATE, base + 0x30);
	check_site(&sites, 2, "beta", "", MARKER_KIND_JUMP, base + 0x10);
	assert_true(sites.sites[3].query && !sites.sites[2].query);
	assert_int_equal(elf_sites_marker(&sites, 0), 2);
	assert_int_equal(elf_sites_marker(&sites, 2), 1);
	elf_sites_free(&sites);
	elf_image_close(&image);
}

static void every_class_and_order(void **state)
{
	unsigned int bits;

	for (bits = 0; bits < 16; bits++)
		check_file(bits & 1, bits & 2, bits & 4, bits & 8);
}

/* One change, and what is said of it. */
struct damage {
	const char *text; /* in the sentence */
	uint64_t offset;  /* that is named */
	uint64_t at;	  /* what is overwritten */
	unsigned int len;
	uint64_t value;
};

#define HEADER(index) (HEADERS + 64 * (index))
#define SH_OFFSET     24
#define SH_SIZE	      32

static const struct damage damages[] = {
	{ "not an ELF file", 0, 0, 1, 0 },
	{ "unknown ELF class 7", EI_CLASS, EI_CLASS, 1, 7 },
	{ "unknown ELF byte order 9", EI_DATA, EI_DATA, 1, 9 },
	{ "section headers do not fit", 0xfff000, 40, 8, 0xfff000 },
	{ "section headers do not fit", HEADERS, 60, 2, 0xfff0 },
	{ "section headers have 8 bytes", 0, 58, 2, 8 },
	{ "outside the file", 0xffffffffffffff00, HEADER(SEC_TABLE) + SH_OFFSET, 8,
	  0xffffffffffffff00 },
	{ "outside the file", TABLE, HEADER(SEC_TABLE) + SH_SIZE, 8, 0x7ffffffffffffff0 },
	{ "not a multiple of 16", TABLE, HEADER(SEC_TABLE) + SH_SIZE, 8, 5 * 16 - 4 },
	{ "not in this file", TABLE, HEADER(SEC_TABLE) + 4, 4, SHT_NOBITS },
	{ "version 2 and rows of 16", TABLE + 16, TABLE + 20, 4, 2 },
	{ "rows of 24", TABLE + 16, TABLE + 24, 4, 24 },
	{ "points to no string", TABLE + 8, TABLE + 8, 4, 0x7fffffff },
	{ "points to no string", TABLE + 8, TABLE + 8, 4, 0x80000000 },
	{ "marker beta points outside", TABLE, TABLE, 4, 0x40000000 },
	{ "marker beta points outside", TABLE + 12, TABLE + 12, 4, 0x40000000 },
	{ "unknown kind 7", TABLE + 12, TABLE + 12, 4, BSS + 15 - (TABLE + 12) },
};

/* Each damage alone, to a file that is else in order. */
static void check_damages(const struct damage *d, const struct damage *end, bool object)
{
	struct elf_error error;
	struct maker m;

	for (; d < end; d++) {
		make(&m, true, false, object, true);
		put(&m, d->at, d->len, d->value);
		write_file(m.bytes, sizeof(m.bytes));
		assert_int_equal(read_file(&error), -ENOEXEC);
		if (!strstr(error.text, d->text) || error.offset != d->offset)
			fail_msg("not \"%s\", but \"%s\" at %#llx", d->text, error.text,
				 (unsigned long long)error.offset);
	}
}

#define CHECK_DAMAGES(table, object) \
	check_damages(table, (table) + sizeof(table) / sizeof((table)[0]), object)

static void damage_is_named(void **state)
{
	CHECK_DAMAGES(damages, false);
}

static const struct damage reloc_damages[] = {
	{ "relocation type 99", RELOCS, RELOCS + 8, 4, 99 },
	{ "outside it", RELOCS, RELOCS, 8, 5 * 16 },
	{ "outside it", RELOCS, RELOCS, 8, 2 },
	{ "names symbol 5", TABLE, RELOCS + 12, 4, 5 },
	{ "points outside", TABLE, RELOCS + 16, 8, 0x81 },
	{ "relocations of the marker table are outside", 0x8000, HEADER(SEC_RELOCS) + SH_OFFSET, 8,
	  0x8000 },
	{ "are not 24 bytes each", RELOCS, HEADER(SEC_RELOCS) + SH_SIZE, 8, 25 },
	{ "is not there", TABLE + 8, HEADER(SEC_RELOCS) + 40, 4, 77 },
};

static void damaged_relocations_are_named(void **state)
{
	CHECK_DAMAGES(reloc_damages, true);
}

/* As marker/module.lds and marker/arch/kernel.h make it; a key is data, its line is the target. */
static void make_module(struct maker *m)
{
	make(m, true, false, true, true);
	memset(m->bytes + TABLE, 0, 5 * 16);
	m->nr_relocs = 0;
	put(m, TABLE, 4, 1);
	put(m, TABLE + 4, 4, 16);
	put(m, TABLE + 8, 4, 8);
	put(m, TABLE + 12, 4, 5 * 16 - 12);
	put_row(m, 1, 0x10, 11, 0x08 + MARKER_KIND_IMMEDIATE);
	put_word(m, 8, SEC_BSS, BSS, 0x18);
	put_word(m, 9, SEC_TEXT, TEXT, 0x20);
	put_word(m, 10, SEC_RODATA, RODATA, 0);
	put_word(m, 11, SEC_BSS, BSS, 0x10 + MARKER_KIND_STATIC_KEY);
	put_row(m, 3, 0x30, 0, 0x28 + MARKER_KIND_IMMEDIATE);
	put_row(m, 4, 0x40, 17, 0x30 + MARKER_KIND_IMMEDIATE);
	put_section(m, SEC_RELOCS, ".rel", SHT_RELA, RELOCS, m->nr_relocs * 24);
}

static void a_table_of_a_kernel_module(void **state)
{
	struct maker m;
	struct elf_image image;
	struct elf_sites sites;
	struct elf_error error;

	make_module(&m);
	write_file(m.bytes, sizeof(m.bytes));
	assert_int_equal(elf_image_open(&image, path, &error), 0);
	assert_int_equal(elf_sites_read(&image, &sites, &error), 0);
	assert_int_equal(sites.nsites, 4);
	check_site(&sites, 0, "alpha", "v %d", MARKER_KIND_IMMEDIATE, 0x30);
	assert_int_equal(sites.sites[1].kind, MARKER_KIND_STATIC_KEY);
	assert_int_equal(sites.sites[1].place.section, SEC_BSS);
	assert_int_equal(sites.sites[1].code.section, SEC_TEXT);
	assert_int_equal(sites.sites[1].code.value, 0x20);
	check_site(&sites, 2, "beta", "", MARKER_KIND_IMMEDIATE, 0x10);
	assert_int_equal(sites.sites[2].code.value, 0x10);
	elf_sites_free(&sites);
	elf_image_close(&image);
}

static void a_module_of_another_version(void **state)
{
	struct elf_error error;
	struct maker m;

	make_module(&m);
	put(&m, TABLE, 4, 2);
	write_file(m.bytes, sizeof(m.bytes));
	assert_int_equal(read_file(&error), -ENOEXEC);
	assert_non_null(strstr(error.text, "version 2 and rows of 16"));
}

static void zero_rows_are_padding(void **state)
{
	struct elf_error error;
	struct maker m;

	make(&m, true, false, false, true);
	memset(m.bytes + TABLE, 0, 16);
	write_file(m.bytes, sizeof(m.bytes));
	assert_int_equal(read_file(&error), 0);
}

static void files_of_the_system(void **state)
{
	struct elf_error error;

	snprintf(path, sizeof(path), "/nonexistent");
	assert_int_equal(read_file(&error), -ENOENT);
	snprintf(path, sizeof(path), "/");
	assert_int_equal(read_file(&error), -EISDIR);
	snprintf(path, sizeof(path), "/dev/null");
	assert_int_equal(read_file(&error), -ENOEXEC);
}

static uint32_t next_random(void)
{
	static uint32_t x = 2463534242u; /* xorshift32 */

	x ^= x << 13;
	x ^= x >> 17;
	x ^= x << 5;
	return x;
}

/* The sanitizers are the judges here. */
static void random_damage_is_survived(void **state)
{
	struct elf_error error;
	struct maker m;
	unsigned int i, j;
	int err;

	for (i = 0; i < 20000; i++) {
		make(&m, i & 1, i & 2, i & 4, i & 8);
		for (j = next_random() % 4; j < 4; j++) {
			unsigned int at = next_random() % FILE_SIZE;

			/* More often where the file says something. */
			if (next_random() % 4)
				at = at < FILE_SIZE / 2 ? HEADERS + at % 0x200 : at % 0x40;
			m.bytes[at] = next_random() % 3 ? next_random() : 0xff;
		}
		write_file(m.bytes, next_random() % 8 ? FILE_SIZE : next_random() % FILE_SIZE);
		err = read_file(&error);
		assert_true(err == 0 || err == -ENOEXEC);
		assert_true(err == 0 || error.text[0]);
	}
}

static int set_path(void **state)
{
	int fd;

	snprintf(path, sizeof(path), "/tmp/test_markctl_elf-XXXXXX");
	fd = mkstemp(path);
	return fd < 0 ? fd : close(fd);
}

static int remove_path(void **state)
{
	return unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(every_class_and_order, set_path, remove_path),
		cmocka_unit_test_setup_teardown(damage_is_named, set_path, remove_path),
		cmocka_unit_test_setup_teardown(damaged_relocations_are_named, set_path,
						remove_path),
		cmocka_unit_test_setup_teardown(a_table_of_a_kernel_module, set_path, remove_path),
		cmocka_unit_test_setup_teardown(a_module_of_another_version, set_path, remove_path),
		cmocka_unit_test_setup_teardown(zero_rows_are_padding, set_path, remove_path),
		cmocka_unit_test_setup_teardown(random_damage_is_survived, set_path, remove_path),
		cmocka_unit_test(files_of_the_system),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
