// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which files have the symbols of a dso.  Two are wanted: one that has .symtab (often a separate
 * debug file) and one that is what ran.  The places are tried in perf's order, and a file whose
 * build-id is not the recorded one is passed over.  The letters are those that perf report -v
 * prints:
 *
 *	l  what .gnu_debuglink names	beside the file, in .debug/, in /usr/lib/debug/
 *	B  the build-id cache		~/.debug/.build-id/xx/yyy/elf
 *	D				~/.debug/.build-id/xx/yyy/debug
 *	f  /usr/lib/debug		by path, with ".debug"
 *	u				by path, without
 *	b				by build-id
 *	d  the path itself
 *	o  .debug/ beside the file	OpenEmbedded
 *	c  debuginfod's cache		what was fetched earlier; nothing is fetched here
 *	n  .gnu_debugdata		inside the file itself, where none of them has .symtab
 *
 * A debug file without a build-id must have the checksum that the link to it says.
 */
#include "user/symbols/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#define MAX_PLACES 24

struct place {
	char *path;
	char origin;
};

struct places {
	struct place place[MAX_PLACES];
	int nr;
	uint32_t crc; /* of what .gnu_debuglink names */
};

static void places_add(struct places *places, char origin, char *path)
{
	if (path && places->nr < MAX_PLACES)
		places->place[places->nr++] = (struct place){ path, origin };
	else
		free(path);
}

static void places_free(struct places *places)
{
	while (places->nr)
		free(places->place[--places->nr].path);
}

static char *join(const char *a, const char *b, const char *c, const char *d)
{
	char *path;

	return asprintf(&path, "%s%s%s%s", a, b, c, d) < 0 ? NULL : path;
}

static void hex(const uint8_t *bytes, int nr, char *out)
{
	for (int i = 0; i < nr; i++)
		sprintf(out + 2 * i, "%02x", bytes[i]);
	out[2 * nr] = 0;
}

/* "DIR/.build-id/xx/yyyy" and what comes after it, to be freed; NULL without a build-id. */
static char *by_build_id(const struct dso *dso, const char *dir, const char *after)
{
	char first[3], rest[2 * DSO_BUILD_ID_MAX + 1], *path;

	if (dso->build_id.size < 2)
		return NULL;
	hex(dso->build_id.bytes, 1, first);
	hex(dso->build_id.bytes + 1, dso->build_id.size - 1, rest);
	return asprintf(&path, "%s/.build-id/%s/%s%s", dir, first, rest, after) < 0 ? NULL : path;
}

char *cache_path(const struct dso *dso, const char *file)
{
	const char *dir = dso->owner->options.cache_dir;
	char *path, *after;

	if (!dir)
		return NULL;
	after = join("/", file, "", "");
	path = after ? by_build_id(dso, dir, after) : NULL;
	free(after);
	return path;
}

static const char *symfs_of(const struct dso *dso)
{
	return dso->symfs ? dso->symfs : "";
}

/*
 * The path on the machine that recorded.  " (deleted)": the file was replaced or removed while it
 * was mapped.  A module may have been recorded by name alone.
 */
static char *recorded_path(const struct dso *dso)
{
	static const char deleted[] = " (deleted)";
	size_t length = strlen(dso->name), tail = sizeof(deleted) - 1;

	if (dso->key.kind == DSO_MODULE && dso->name[0] == '[')
		return module_path(dso);
	if (length > tail && !strcmp(dso->name + length - tail, deleted))
		length -= tail;
	return dso->name[0] == '/' ? strndup(dso->name, length) : NULL;
}

static char *local_path(const struct dso *dso)
{
	return join(symfs_of(dso), dso->path, "", "");
}

/* Of a recording without build-ids, the file that is there now says where its debug file is. */
static void find_build_id(struct dso *dso)
{
	const struct build_id any = { 0 };
	struct image image;
	char *path;

	if (dso->build_id.size)
		return;
	path = local_path(dso);
	if (path && !image_open(&image, path, &any)) {
		image_build_id(&image, &dso->build_id);
		dso->mtime = image.mtime;
		image_close(&image);
	}
	free(path);
}

/* The name that a program has for its debug file: { name, 0, up to a multiple of 4, crc }. */
static char *debug_link(const char *path, uint32_t *crc)
{
	const struct build_id any = { 0 };
	struct image image;
	Elf_Data *data;
	GElf_Shdr shdr;
	Elf_Scn *section;
	char *name = NULL;
	size_t size;

	if (image_open(&image, path, &any))
		return NULL;
	section = image_section(&image, ".gnu_debuglink", &shdr);
	data = section ? elf_rawdata(section, NULL) : NULL;
	if (data && data->d_buf) {
		size = (strnlen(data->d_buf, data->d_size) + 4) & ~(size_t)3;
		if (size <= data->d_size && data->d_size - size >= sizeof(*crc)) {
			memcpy(crc, (char *)data->d_buf + size, sizeof(*crc));
			name = strdup(data->d_buf);
		}
	}
	image_close(&image);
	return name;
}

/* The directory part of a path, with its slash. */
static char *directory(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? strndup(path, slash - path + 1) : strdup("");
}

static void add_debug_link(struct places *places, const char *symfs, const char *path)
{
	char *name = debug_link(path, &places->crc), *dir = directory(path);

	/* A name, not a path: it must not lead elsewhere. */
	if (name && dir && *name && !strchr(name, '/')) {
		places_add(places, 'l', join(dir, name, "", ""));
		places_add(places, 'l', join(dir, ".debug/", name, ""));
		places_add(places, 'l', join(symfs, "/usr/lib/debug", dir + strlen(symfs), name));
	}
	free(name);
	free(dir);
}

/* What debuginfod's client keeps: DIR/BUILD-ID/debuginfo and .../executable. */
static char *debuginfod_path(const struct dso *dso, const char *file)
{
	const char *dir = dso->owner->options.debuginfod_dir;
	char id[2 * DSO_BUILD_ID_MAX + 1], *path;

	if (!dir || !dso->build_id.size)
		return NULL;
	hex(dso->build_id.bytes, dso->build_id.size, id);
	return asprintf(&path, "%s/%s/%s", dir, id, file) < 0 ? NULL : path;
}

static void add_debug_dir(struct places *places, const struct dso *dso, const char *symfs)
{
	char *debug = join(symfs, "/usr/lib/debug", "", "");

	places_add(places, 'f', join(symfs, "/usr/lib/debug", dso->path, ".debug"));
	places_add(places, 'u', join(symfs, "/usr/lib/debug", dso->path, ""));
	if (debug)
		places_add(places, 'b', by_build_id(dso, debug, ".debug"));
	free(debug);
}

static void add_places(struct places *places, const struct dso *dso)
{
	const char *symfs = symfs_of(dso), *base;
	char *path = local_path(dso), *dir;

	if (!path)
		return;
	base = strrchr(path, '/') + 1;
	add_debug_link(places, symfs, path);
	places_add(places, 'B', cache_path(dso, "elf"));
	places_add(places, 'D', cache_path(dso, "debug"));
	add_debug_dir(places, dso, symfs);
	places_add(places, 'd', strdup(path));
	/* A directory with all files in it, without their paths. */
	if (*symfs)
		places_add(places, 'd', join(symfs, "/", base, ""));
	dir = directory(path);
	if (dir)
		places_add(places, 'o', join(dir, ".debug/", base, ""));
	places_add(places, 'c', debuginfod_path(dso, "debuginfo"));
	places_add(places, 'c', debuginfod_path(dso, "executable"));
	free(dir);
	free(path);
}

static bool crc_is(const char *path, uint32_t wanted)
{
	static uint8_t bytes[1 << 16];
	uint32_t crc = 0;
	ssize_t got;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0)
		return false;
	while ((got = read(fd, bytes, sizeof(bytes))) > 0)
		crc = lzma_crc32(bytes, got, crc);
	close(fd);
	return !got && crc == wanted;
}

/*
 * Opens one of the places.  What a link names needs its checksum only where it has no build-id:
 * reading all of a large file would take longer than everything else.
 */
static int place_open(struct image *image, const struct places *places, const struct place *place,
		      const struct dso *dso)
{
	const struct build_id any = { 0 };
	struct build_id id = { 0 };
	int err;

	if (place->origin != 'l')
		return image_open(image, place->path, &dso->build_id);
	err = image_open(image, place->path, &any);
	if (err)
		return err;
	if (dso->build_id.size && image_build_id(image, &id))
		err = same_build_id(&id, &dso->build_id) ? 0 : -ESTALE;
	else
		err = crc_is(place->path, places->crc) ? 0 : -ESTALE;
	if (err)
		image_close(image);
	return err;
}

/*
 * Keeps an image for what it is good for, or closes it.  Of a debug file without its program
 * nothing says which offset is which address.
 */
static bool take_image(struct image_pair *pair, struct image *image)
{
	bool symbols = !pair->symbols.elf && image->symtab;
	bool runtime = !pair->runtime.elf && image_has_code(image);

	if (symbols)
		pair->symbols = *image;
	if (runtime)
		pair->runtime = *image;
	if (!symbols && !runtime)
		image_close(image);
	return symbols;
}

static void took_symbols(struct dso *dso, const char *path, char origin)
{
	free(dso->file);
	dso->file = strdup(path);
	dso->origin = origin;
}

/* The running kernel's vdso is mapped into this process too. */
static int own_vdso(const struct dso *dso, struct image *image)
{
	char *at = (char *)getauxval(AT_SYSINFO_EHDR);
	const ElfW(Ehdr) *header = (const ElfW(Ehdr) *)at;

	if (!at)
		return -ENOENT;
	return image_open_memory(image, at,
				 header->e_shoff + (size_t)header->e_shnum * header->e_shentsize,
				 &dso->build_id);
}

static void find_vdso(struct dso *dso, struct image_pair *pair)
{
	char *path = cache_path(dso, "vdso");
	struct image image;

	if (path && !image_open(&image, path, &dso->build_id)) {
		took_symbols(dso, path, 'B');
		take_image(pair, &image);
	} else if (!own_vdso(dso, &image)) {
		took_symbols(dso, "[vdso]", 'v');
		take_image(pair, &image);
	}
	free(path);
}

static void find_in_places(struct dso *dso, struct image_pair *pair)
{
	struct places places = { .nr = 0 };
	struct image image;
	int i, err;

	add_places(&places, dso);
	for (i = 0; i < places.nr && !(pair->symbols.elf && pair->runtime.elf); i++) {
		const struct place *place = &places.place[i];

		err = place_open(&image, &places, place, dso);
		if (err == -ESTALE && place->origin == 'd')
			dso->other_build = true;
		if (err)
			continue;
		/* Which file has the names; until one has all, the one that has a few. */
		if (!dso->file)
			took_symbols(dso, place->path, place->origin);
		if (take_image(pair, &image))
			took_symbols(dso, place->path, place->origin);
	}
	places_free(&places);
}

static void find_mini(struct dso *dso, struct image_pair *pair)
{
	struct image mini;

	if (pair->symbols.elf || !pair->runtime.elf || image_open_mini(&mini, &pair->runtime))
		return;
	pair->mini = take_image(pair, &mini);
	if (pair->mini)
		dso->origin = 'n';
}

/* -ENOENT: there is nothing that fits. */
int find_images(struct dso *dso, struct image_pair *pair)
{
	memset(pair, 0, sizeof(*pair));
	dso->path = dso->key.kind == DSO_VDSO ? NULL : recorded_path(dso);
	if (dso->key.kind == DSO_VDSO)
		find_vdso(dso, pair);
	if (!dso->path)
		return pair->symbols.elf || pair->runtime.elf ? 0 : -ENOENT;
	find_build_id(dso);
	find_in_places(dso, pair);
	find_mini(dso, pair);
	return pair->symbols.elf || pair->runtime.elf ? 0 : -ENOENT;
}

/*
 * The file with debug information; often not the one that the names are from.  -EFBIG: it would
 * unpack to more than debug information ever does.
 */
int find_debug_info(const struct dso *dso, struct image *image)
{
	struct places places = { .nr = 0 };
	int i, err = -ENOENT;

	if (dso->key.kind == DSO_KERNEL) {
		char *path = NULL;

		err = find_vmlinux(dso, image, &path);
		free(path);
	} else if (dso->path) {
		add_places(&places, dso);
	}
	for (i = 0; i < places.nr && err; i++) {
		err = place_open(image, &places, &places.place[i], dso);
		if (!err && !image_has_lines(image)) {
			image_close(image);
			err = -ENOENT;
		}
	}
	places_free(&places);
	return err;
}

void close_images(struct image_pair *pair)
{
	if (pair->runtime.elf != pair->symbols.elf)
		image_close(&pair->runtime);
	else
		pair->runtime.elf = NULL;
	image_close(&pair->symbols);
}
