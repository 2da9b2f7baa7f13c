// SPDX-License-Identifier: GPL-2.0-only
/*
 * image.c - ELF headers, read without trust
 *
 * Every offset, size and count comes from the file: it is compared with what the file holds before
 * it is used, and sums are written so that they cannot wrap.
 */
#include "image.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int elf_error_set(struct elf_error *error, uint64_t offset, const char *format, ...)
{
	va_list args;

	error->offset = offset;
	va_start(args, format);
	vsnprintf(error->text, sizeof(error->text), format, args);
	va_end(args);
	return -ENOEXEC;
}

bool elf_image_has(const struct elf_image *image, uint64_t offset, uint64_t len)
{
	return offset <= image->size && len <= image->size - offset;
}

static uint64_t read_bytes(const struct elf_image *image, uint64_t offset, unsigned int len)
{
	uint64_t value = 0;
	unsigned int i;

	for (i = 0; i < len; i++) {
		unsigned int shift = 8 * (image->big_endian ? len - 1 - i : i);

		value |= (uint64_t)image->bytes[offset + i] << shift;
	}
	return value;
}

uint16_t elf_image_u16(const struct elf_image *image, uint64_t offset)
{
	return read_bytes(image, offset, 2);
}

uint32_t elf_image_u32(const struct elf_image *image, uint64_t offset)
{
	return read_bytes(image, offset, 4);
}

uint64_t elf_image_u64(const struct elf_image *image, uint64_t offset)
{
	return read_bytes(image, offset, 8);
}

uint64_t elf_image_word(const struct elf_image *image, uint64_t offset)
{
	return read_bytes(image, offset, image->is64 ? 8 : 4);
}

/*
 * struct ElfN_Shdr: name and type are 4 bytes each, then flags, addr, offset and size are words of
 * the class, link and info 4 bytes each, addralign and entsize words.
 */
static void decode_section(const struct elf_image *image, uint64_t at, struct elf_section *section)
{
	unsigned int word = image->is64 ? 8 : 4;

	section->name = elf_image_u32(image, at);
	section->type = elf_image_u32(image, at + 4);
	section->flags = elf_image_word(image, at + 8);
	section->addr = elf_image_word(image, at + 8 + word);
	section->offset = elf_image_word(image, at + 8 + 2 * word);
	section->size = elf_image_word(image, at + 8 + 3 * word);
	section->link = elf_image_u32(image, at + 8 + 4 * word);
	section->info = elf_image_u32(image, at + 12 + 4 * word);
	section->entsize = elf_image_word(image, at + 16 + 5 * word);
}

/* Where the section headers are, as the ELF header says it. */
struct section_table {
	uint64_t offset;
	uint64_t count;
	uint32_t entry_size;
	uint32_t names;
};

/* Counts that do not fit the ELF header's 16 bits are in the null section's header. */
static int decode_overflow(const struct elf_image *image, struct section_table *table,
			   struct elf_error *error)
{
	struct elf_section null;

	if (table->count != 0 && table->names != SHN_XINDEX)
		return 0;
	if (!elf_image_has(image, table->offset, table->entry_size))
		return elf_error_set(error, table->offset,
				     "the section headers are outside the file (%llu bytes)",
				     (unsigned long long)image->size);
	decode_section(image, table->offset, &null);
	if (table->count == 0)
		table->count = null.size;
	if (table->names == SHN_XINDEX)
		table->names = null.link;
	return 0;
}

static int decode_sections(struct elf_image *image, struct section_table *table,
			   struct elf_error *error)
{
	uint32_t i;
	int err;

	if (table->offset == 0)
		return 0;
	if (table->entry_size < (image->is64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr)))
		return elf_error_set(error, 0, "its section headers have %u bytes each",
				     table->entry_size);
	err = decode_overflow(image, table, error);
	if (err)
		return err;
	if (table->count > image->size / table->entry_size ||
	    !elf_image_has(image, table->offset, table->count * table->entry_size))
		return elf_error_set(error, table->offset,
				     "%llu section headers do not fit into the file (%llu bytes)",
				     (unsigned long long)table->count,
				     (unsigned long long)image->size);
	image->sections = calloc(table->count ? table->count : 1, sizeof(*image->sections));
	if (!image->sections)
		return -ENOMEM;
	image->nsections = table->count;
	image->names = table->names;
	for (i = 0; i < image->nsections; i++)
		decode_section(image, table->offset + (uint64_t)i * table->entry_size,
			       &image->sections[i]);
	return 0;
}

/* struct ElfN_Ehdr from e_shoff on; the fields before it have one width per class. */
static int decode_header(struct elf_image *image, struct elf_error *error)
{
	struct section_table table;
	uint64_t header = image->is64 ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr);
	uint64_t tail = header - 12;

	if (image->size < header)
		return elf_error_set(error, image->size, "the file ends inside its ELF header");
	image->type = elf_image_u16(image, 16);
	image->machine = elf_image_u16(image, 18);
	table.offset = elf_image_word(image, image->is64 ? 40 : 32);
	table.entry_size = elf_image_u16(image, tail + 6);
	table.count = elf_image_u16(image, tail + 8);
	table.names = elf_image_u16(image, tail + 10);
	return decode_sections(image, &table, error);
}

static int decode_ident(struct elf_image *image, struct elf_error *error)
{
	const uint8_t *ident = image->bytes;

	if (image->size < EI_NIDENT || memcmp(ident, ELFMAG, SELFMAG) != 0)
		return elf_error_set(error, 0, "not an ELF file");
	if (ident[EI_CLASS] != ELFCLASS32 && ident[EI_CLASS] != ELFCLASS64)
		return elf_error_set(error, EI_CLASS, "unknown ELF class %u", ident[EI_CLASS]);
	if (ident[EI_DATA] != ELFDATA2LSB && ident[EI_DATA] != ELFDATA2MSB)
		return elf_error_set(error, EI_DATA, "unknown ELF byte order %u", ident[EI_DATA]);
	image->is64 = ident[EI_CLASS] == ELFCLASS64;
	image->big_endian = ident[EI_DATA] == ELFDATA2MSB;
	return 0;
}

static int decode(struct elf_image *image, struct elf_error *error)
{
	int err = decode_ident(image, error);

	if (!err)
		err = decode_header(image, error);
	if (err)
		elf_image_close(image);
	return err;
}

static int map_file(struct elf_image *image, int fd, struct elf_error *error)
{
	struct stat stat;
	void *bytes;

	if (fstat(fd, &stat))
		return -errno;
	if (S_ISDIR(stat.st_mode))
		return -EISDIR;
	if (!S_ISREG(stat.st_mode))
		return elf_error_set(error, 0, "not a regular file");
	if (stat.st_size == 0)
		return elf_error_set(error, 0, "not an ELF file, it is empty");
	bytes = mmap(NULL, stat.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (bytes == MAP_FAILED)
		return -errno;
	image->bytes = bytes;
	image->size = stat.st_size;
	image->mapped = true;
	return 0;
}

int elf_image_open(struct elf_image *image, const char *path, struct elf_error *error)
{
	int fd, err;

	memset(image, 0, sizeof(*image));
	memset(error, 0, sizeof(*error));
	/* O_NONBLOCK: a FIFO must not hang us before fstat() tells what it is. */
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	err = fd < 0 ? -errno : map_file(image, fd, error);
	if (fd >= 0)
		close(fd);
	if (!err)
		err = decode(image, error);
	return err;
}

int elf_image_from(struct elf_image *image, const void *bytes, uint64_t size,
		   struct elf_error *error)
{
	memset(image, 0, sizeof(*image));
	memset(error, 0, sizeof(*error));
	image->bytes = bytes;
	image->size = size;
	return decode(image, error);
}

void elf_image_close(struct elf_image *image)
{
	free(image->sections);
	if (image->mapped)
		munmap((void *)image->bytes, image->size);
	memset(image, 0, sizeof(*image));
}

bool elf_section_has_bytes(const struct elf_image *image, const struct elf_section *section)
{
	return section->type != SHT_NOBITS && section->type != SHT_NULL &&
	       elf_image_has(image, section->offset, section->size);
}

const char *elf_section_string(const struct elf_image *image, uint32_t section, uint64_t offset)
{
	const struct elf_section *s;
	const char *string;

	if (section >= image->nsections)
		return NULL;
	s = &image->sections[section];
	if (!elf_section_has_bytes(image, s) || offset >= s->size)
		return NULL;
	string = (const char *)image->bytes + s->offset + offset;
	return memchr(string, '\0', s->size - offset) ? string : NULL;
}

const char *elf_section_name(const struct elf_image *image, uint32_t section)
{
	const char *name = NULL;

	if (section < image->nsections)
		name = elf_section_string(image, image->names, image->sections[section].name);
	return name ? name : "";
}

uint32_t elf_section_at(const struct elf_image *image, uint64_t addr)
{
	uint32_t i;

	for (i = 1; i < image->nsections; i++) {
		const struct elf_section *s = &image->sections[i];

		/* .tbss has addresses but no memory there. */
		if (!(s->flags & SHF_ALLOC) || (s->type == SHT_NOBITS && s->flags & SHF_TLS))
			continue;
		if (addr >= s->addr && addr - s->addr < s->size)
			return i;
	}
	return 0;
}

static const struct {
	uint16_t machine;
	const char *name;
} machines[] = {
	{ EM_X86_64, "x86-64" }, { EM_AARCH64, "arm64" }, { EM_386, "i386" },
	{ EM_ARM, "arm" },	 { EM_RISCV, "riscv" },	  { EM_PPC64, "powerpc64" },
	{ EM_S390, "s390" },	 { EM_MIPS, "mips" },	  { EM_LOONGARCH, "loongarch" },
};

const char *elf_machine_name(uint16_t machine)
{
	size_t i;

	for (i = 0; i < sizeof(machines) / sizeof(machines[0]); i++)
		if (machines[i].machine == machine)
			return machines[i].name;
	return "unknown";
}

const char *elf_type_name(uint16_t type)
{
	switch (type) {
	case ET_REL:
		return "relocatable";
	case ET_EXEC:
		return "executable";
	case ET_DYN:
		return "dynamic";
	case ET_CORE:
		return "core";
	default:
		return "unknown";
	}
}
