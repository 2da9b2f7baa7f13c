// SPDX-License-Identifier: GPL-2.0-only
/*
 * An ELF file, open for reading its symbols, after its build-id was compared with the one that
 * the recording has: a program that was built again since would give wrong names.
 */
#include "user/symbols/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
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

bool image_build_id(const struct image *image, struct build_id *id)
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

static int image_check(const struct image *image, const struct build_id *wanted)
{
	struct build_id id = { 0 };

	if (!wanted->size)
		return 0;
	if (!image_build_id(image, &id))
		return -ESTALE;
	return memcmp(id.bytes, wanted->bytes, wanted->size) ? -ESTALE : 0;
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

/* Opens an ELF file.  -ESTALE: it has another build-id than the wanted one. */
int image_open(struct image *image, const char *path, const struct build_id *wanted)
{
	struct stat st;
	int fd;

	memset(image, 0, sizeof(*image));
	elf_version(EV_CURRENT);
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return -errno;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode))
		image->elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	/* There may be more dsos than file descriptors. */
	if (image->elf)
		elf_cntl(image->elf, ELF_C_FDREAD);
	close(fd);
	return image_begin(image, wanted);
}

int image_open_memory(struct image *image, char *data, size_t size, const struct build_id *wanted)
{
	memset(image, 0, sizeof(*image));
	elf_version(EV_CURRENT);
	image->elf = elf_memory(data, size);
	return image_begin(image, wanted);
}

void image_close(struct image *image)
{
	if (image->elf)
		elf_end(image->elf);
	image->elf = NULL;
}
