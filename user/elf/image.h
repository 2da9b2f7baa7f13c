/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * image.h - an ELF file as bytes: sections, addresses and strings, each access checked
 *
 * Any class, byte order and machine.  The file is mapped and nothing is copied but the section
 * headers.  libelf is not used here because it does not say where a damaged file is damaged.
 *
 * Not for files that shrink while they are read.
 */
#ifndef ELF_IMAGE_H
#define ELF_IMAGE_H

#include <stdbool.h>
#include <stdint.h>

/** struct elf_error - what is wrong with a file, and where */
struct elf_error {
	uint64_t offset; /* in the file */
	char text[160];	 /* a sentence without the file's name */
};

struct elf_section {
	uint64_t flags;
	uint64_t addr;
	uint64_t offset;
	uint64_t size;
	uint64_t entsize;
	uint32_t name;
	uint32_t type;
	uint32_t link;
	uint32_t info;
};

struct elf_image {
	const uint8_t *bytes;
	uint64_t size;
	struct elf_section *sections; /* [0] is the null section */
	uint32_t nsections;
	uint32_t names;	  /* the section with the names of sections */
	uint16_t type;	  /* ET_* */
	uint16_t machine; /* EM_* */
	bool is64;
	bool big_endian;
	bool mapped; /* by elf_image_open(), and not the caller's */
};

/**
 * elf_image_open() - map a file and decode its headers
 * @image:	filled in; to be closed unless this fails
 * @error:	filled in if this returns -ENOEXEC
 *
 * Return: 0; -ENOEXEC for what is no ELF file or a damaged one; else the errno of the system.
 */
int elf_image_open(struct elf_image *image, const char *path, struct elf_error *error);
void elf_image_close(struct elf_image *image);

/** elf_image_from() - the same of bytes in memory, which stay the caller's */
int elf_image_from(struct elf_image *image, const void *bytes, uint64_t size,
		   struct elf_error *error);

/** elf_error_set() - fill in an error; always -ENOEXEC */
int elf_error_set(struct elf_error *error, uint64_t offset, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/** elf_image_has() - are these bytes inside the file? */
bool elf_image_has(const struct elf_image *image, uint64_t offset, uint64_t len);

/* The caller has checked that the bytes are there. */
uint16_t elf_image_u16(const struct elf_image *image, uint64_t offset);
uint32_t elf_image_u32(const struct elf_image *image, uint64_t offset);
uint64_t elf_image_u64(const struct elf_image *image, uint64_t offset);
/* A word of the file's class: 4 or 8 bytes. */
uint64_t elf_image_word(const struct elf_image *image, uint64_t offset);

/** elf_section_has_bytes() - does the section occupy, whole, bytes of the file? */
bool elf_section_has_bytes(const struct elf_image *image, const struct elf_section *section);

/** elf_section_string() - the string at an offset of a section; NULL if it does not end there */
const char *elf_section_string(const struct elf_image *image, uint32_t section, uint64_t offset);

/** elf_section_name() - never NULL */
const char *elf_section_name(const struct elf_image *image, uint32_t section);

/** elf_section_at() - the loaded section that covers an address of a linked file, 0 if none */
uint32_t elf_section_at(const struct elf_image *image, uint64_t addr);

/* Words for people: "x86-64", "executable", ... */
const char *elf_machine_name(uint16_t machine);
const char *elf_type_name(uint16_t type);

#endif
