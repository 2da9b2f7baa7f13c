// SPDX-License-Identifier: GPL-2.0-only
/*
 * An ELF file, open for reading its symbols, after its build-id was compared with the one that
 * the recording has: a program that was built again since would give wrong names.
 */
#include "user/symbols/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Build-id among ELF notes: { u32 name size; u32 desc size; u32 type; name; desc }, 4-aligned. */
bool notes_build_id(const uint8_t *notes, size_t size, struct build_id *id)
{
	GElf_Nhdr note;
	size_t name_size, desc_size;

	while (size >= sizeof(note)) {
		memcpy(&note, notes, sizeof(note));
		notes += sizeof(note);
		size -= sizeof(note);
		name_size = ((size_t)note.n_namesz + 3) & ~(size_t)3;
		desc_size = ((size_t)note.n_descsz + 3) & ~(size_t)3;
		if (name_size > size || desc_size > size - name_size)
			return false;
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
		    !memcmp(notes, "GNU", 4)) {
			memset(id, 0, sizeof(*id));
			id->size =
				note.n_descsz < DSO_BUILD_ID_MAX ? note.n_descsz : DSO_BUILD_ID_MAX;
			memcpy(id->bytes, notes + name_size, id->size);
			return true;
		}
		notes += name_size + desc_size;
		size -= name_size + desc_size;
	}
	return false;
}

/* perf cuts zeros off the end, or adds some; both are zeros here. */
bool same_build_id(const struct build_id *a, const struct build_id *b)
{
	return !memcmp(a->bytes, b->bytes, DSO_BUILD_ID_MAX);
}

Elf_Scn *image_section(const struct image *image, const char *name, GElf_Shdr *shdr)
{
	Elf_Scn *section = NULL;
	const char *text;
	size_t strings;

	if (elf_getshdrstrndx(image->elf, &strings))
		return NULL;
	while ((section = elf_nextscn(image->elf, section))) {
		if (!gelf_getshdr(section, shdr))
			continue;
		text = elf_strptr(image->elf, strings, shdr->sh_name);
		if (text && !strcmp(text, name))
			return section;
	}
	return NULL;
}

static bool section_build_id(const struct image *image, struct build_id *id)
{
	Elf_Scn *section = NULL;
	GElf_Shdr shdr;
	Elf_Data *data;

	while ((section = elf_nextscn(image->elf, section))) {
		if (!gelf_getshdr(section, &shdr) || shdr.sh_type != SHT_NOTE)
			continue;
		data = elf_rawdata(section, NULL);
		if (data && data->d_buf && notes_build_id(data->d_buf, data->d_size, id))
			return true;
	}
	return false;
}

/* Also of a file whose section headers were cut off, and of the vdso. */
bool image_build_id(const struct image *image, struct build_id *id)
{
	GElf_Phdr phdr;
	Elf_Data *data;
	size_t i, nr;

	if (section_build_id(image, id))
		return true;
	if (elf_getphdrnum(image->elf, &nr))
		return false;
	for (i = 0; i < nr; i++) {
		if (!gelf_getphdr(image->elf, i, &phdr) || phdr.p_type != PT_NOTE)
			continue;
		data = elf_getdata_rawchunk(image->elf, phdr.p_offset, phdr.p_filesz, ELF_T_BYTE);
		if (data && data->d_buf && notes_build_id(data->d_buf, data->d_size, id))
			return true;
	}
	return false;
}

static int image_check(const struct image *image, const struct build_id *wanted)
{
	struct build_id id = { 0 };

	if (!wanted->size)
		return 0;
	if (!image_build_id(image, &id))
		return -ESTALE;
	return same_build_id(&id, wanted) ? 0 : -ESTALE;
}

static void image_sections(struct image *image)
{
	Elf_Scn *section = NULL;
	GElf_Shdr shdr;

	image->symtab = image->dynsym = NULL;
	while ((section = elf_nextscn(image->elf, section))) {
		if (!gelf_getshdr(section, &shdr))
			continue;
		if (shdr.sh_type == SHT_SYMTAB && !image->symtab)
			image->symtab = section;
		if (shdr.sh_type == SHT_DYNSYM && !image->dynsym)
			image->dynsym = section;
	}
}

static int image_begin(struct image *image, const struct build_id *wanted)
{
	int err = image->elf && elf_kind(image->elf) == ELF_K_ELF ? 0 : -ENOEXEC;

	if (!err)
		err = image_check(image, wanted);
	if (err)
		image_close(image);
	else
		image_sections(image);
	return err;
}

/* An image in memory that becomes the image's own. */
static int image_open_owned(struct image *image, char *data, size_t size,
			    const struct build_id *wanted)
{
	int err;

	image->buffer = data;
	image->elf = elf_memory(data, size);
	err = image_begin(image, wanted);
	if (err)
		image_close(image);
	return err;
}

/* A module may be packed; a file that is not costs one read of six bytes here. */
static int image_open_packed(struct image *image, int fd, const struct stat *st,
			     const struct build_id *wanted)
{
	size_t size = st->st_size, unpacked_size;
	char magic[8], *unpacked;
	void *packed;
	int err;

	if (pread(fd, magic, sizeof(magic), 0) != sizeof(magic) || !is_packed(magic, 8))
		return -ENOEXEC;
	packed = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (packed == MAP_FAILED)
		return -errno;
	err = unpack(packed, size, &unpacked, &unpacked_size);
	munmap(packed, size);
	return err ? err : image_open_owned(image, unpacked, unpacked_size, wanted);
}

static int image_open_plain(struct image *image, int fd, const struct build_id *wanted)
{
	image->elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	/* There may be more dsos than file descriptors. */
	if (image->elf)
		elf_cntl(image->elf, ELF_C_FDREAD);
	return image_begin(image, wanted);
}

/* Opens an ELF file.  -ESTALE: it has another build-id than the wanted one. */
int image_open(struct image *image, const char *path, const struct build_id *wanted)
{
	struct stat st = { 0 };
	int fd, err;

	memset(image, 0, sizeof(*image));
	elf_version(EV_CURRENT);
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return -errno;
	err = fstat(fd, &st) ? -errno : S_ISREG(st.st_mode) ? 0 : -EINVAL;
	if (!err)
		err = image_open_packed(image, fd, &st, wanted);
	if (err == -ENOEXEC)
		err = image_open_plain(image, fd, wanted);
	close(fd);
	image->mtime = err ? 0 : st.st_mtime;
	return err;
}

int image_open_memory(struct image *image, char *data, size_t size, const struct build_id *wanted)
{
	memset(image, 0, sizeof(*image));
	elf_version(EV_CURRENT);
	image->elf = elf_memory(data, size);
	return image_begin(image, wanted);
}

/* Where a named symbol is; 0 where it is not. */
uint64_t image_symbol(const struct image *image, const char *name)
{
	Elf_Data *data = image->symtab ? elf_getdata(image->symtab, NULL) : NULL;
	const char *other;
	GElf_Shdr shdr;
	GElf_Sym sym;
	int i;

	if (!data || !gelf_getshdr(image->symtab, &shdr))
		return 0;
	for (i = 0; gelf_getsym(data, i, &sym); i++) {
		other = elf_strptr(image->elf, shdr.sh_link, sym.st_name);
		if (other && !strcmp(other, name))
			return sym.st_value;
	}
	return 0;
}

/* Debug files have the headers of code, but not the code. */
bool image_has_code(const struct image *image)
{
	GElf_Shdr shdr;

	return image->dynsym ||
	       (image_section(image, ".text", &shdr) && shdr.sh_type != SHT_NOBITS);
}

bool image_has_lines(const struct image *image)
{
	GElf_Shdr shdr;

	return (image_section(image, ".debug_info", &shdr) ||
		image_section(image, ".zdebug_info", &shdr)) &&
	       shdr.sh_type != SHT_NOBITS;
}

/* The small symbol table that distributions leave in stripped programs. */
int image_open_mini(struct image *image, const struct image *stripped)
{
	Elf_Scn *section;
	GElf_Shdr shdr;
	Elf_Data *data;
	char *unpacked;
	size_t size;
	int err;

	memset(image, 0, sizeof(*image));
	section = image_section(stripped, ".gnu_debugdata", &shdr);
	data = section ? elf_rawdata(section, NULL) : NULL;
	if (!data || !data->d_buf)
		return -ENOENT;
	err = unpack(data->d_buf, data->d_size, &unpacked, &size);
	return err ? err : image_open_owned(image, unpacked, size, &(struct build_id){ 0 });
}

void image_close(struct image *image)
{
	if (image->elf)
		elf_end(image->elf);
	free(image->buffer);
	image->elf = NULL;
	image->buffer = NULL;
}

bool file_build_id(const char *path, struct build_id *id)
{
	const struct build_id any = { 0 };
	struct image image;
	bool found;

	*id = any;
	if (image_open(&image, path, &any))
		return false;
	found = image_build_id(&image, id);
	image_close(&image);
	return found;
}
