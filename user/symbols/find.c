// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which files have the symbols of a dso.  Two are wanted: one that has .symtab (often a separate
 * debug file) and one that is what ran.  The places are tried in perf's order, and a file whose
 * build-id is not the recorded one is passed over:
 *
 *	what .gnu_debuglink names	beside the file, in .debug/, in /usr/lib/debug/
 *	the build-id cache		~/.debug/.build-id/xx/yyy/elf, .../debug
 *	/usr/lib/debug			by path, with and without ".debug"; by build-id
 *	the path itself
 *	.debug/ beside the file		OpenEmbedded
 */
#include "user/symbols/internal.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#define MAX_PATHS 16
#define VDSO_SIZE (2 * 4096)

struct paths {
	char *path[MAX_PATHS];
	int nr;
};

static void paths_add(struct paths *paths, char *path)
{
	if (path && paths->nr < MAX_PATHS)
		paths->path[paths->nr++] = path;
	else
		free(path);
}

static void paths_free(struct paths *paths)
{
	while (paths->nr)
		free(paths->path[--paths->nr]);
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

static char *local_path(const struct dso *dso)
{
	const char *symfs = dso->owner->options.symfs;

	return join(symfs ? symfs : "", dso->name, "", "");
}

/* Of a recording without build-ids, the file that is there now says where its debug file is. */
void find_build_id(struct dso *dso)
{
	const struct build_id any = { 0 };
	struct image image;
	char *path;

	if (dso->build_id.size || dso->name[0] != '/')
		return;
	path = local_path(dso);
	if (path && !image_open(&image, path, &any)) {
		image_build_id(&image, &dso->build_id);
		image_close(&image);
	}
	free(path);
}

static char *debug_link(const char *path)
{
	const struct build_id any = { 0 };
	struct image image;
	Elf_Data *data;
	GElf_Shdr shdr;
	Elf_Scn *section;
	char *name = NULL;

	if (image_open(&image, path, &any))
		return NULL;
	section = image_section(&image, ".gnu_debuglink", &shdr);
	data = section ? elf_rawdata(section, NULL) : NULL;
	if (data && data->d_buf && memchr(data->d_buf, 0, data->d_size))
		name = strdup(data->d_buf);
	image_close(&image);
	return name;
}

/* The directory part of a path, with its slash. */
static char *directory(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? strndup(path, slash - path + 1) : strdup("");
}

static void add_debug_link(struct paths *paths, const char *symfs, const char *path)
{
	char *name = debug_link(path), *dir = directory(path);

	if (name && dir) {
		paths_add(paths, join(dir, name, "", ""));
		paths_add(paths, join(dir, ".debug/", name, ""));
		paths_add(paths, join(symfs, "/usr/lib/debug", dir + strlen(symfs), name));
	}
	free(name);
	free(dir);
}

static void add_paths(struct paths *paths, const struct dso *dso)
{
	const char *symfs = dso->owner->options.symfs ? dso->owner->options.symfs : "";
	char *path = local_path(dso), *dir, *debug;

	if (!path)
		return;
	add_debug_link(paths, symfs, path);
	paths_add(paths, cache_path(dso, "elf"));
	paths_add(paths, cache_path(dso, "debug"));
	paths_add(paths, join(symfs, "/usr/lib/debug", dso->name, ".debug"));
	paths_add(paths, join(symfs, "/usr/lib/debug", dso->name, ""));
	debug = join(symfs, "/usr/lib/debug", "", "");
	if (debug)
		paths_add(paths, by_build_id(dso, debug, ".debug"));
	free(debug);
	paths_add(paths, strdup(path));
	dir = directory(path);
	if (dir)
		paths_add(paths, join(dir, ".debug/", path + strlen(dir), ""));
	free(dir);
	free(path);
}

/* The running kernel's vdso is mapped into this process too. */
static int own_vdso(const struct dso *dso, struct image *image)
{
	unsigned long at = getauxval(AT_SYSINFO_EHDR);

	return at ? image_open_memory(image, (char *)at, VDSO_SIZE, &dso->build_id) : -ENOENT;
}

/* Keeps an image for what it is good for, or closes it. */
static void take_image(struct image_pair *pair, struct image *image)
{
	bool symbols = !pair->symbols.elf && image->symtab;
	bool runtime = !pair->runtime.elf && image->dynsym;

	if (symbols)
		pair->symbols = *image;
	if (runtime)
		pair->runtime = *image;
	if (!symbols && !runtime)
		image_close(image);
}

static void find_vdso(const struct dso *dso, struct image_pair *pair)
{
	char *path = cache_path(dso, "vdso");
	struct image image;

	if (path && !image_open(&image, path, &dso->build_id))
		take_image(pair, &image);
	else if (!own_vdso(dso, &image))
		take_image(pair, &image);
	free(path);
}

static void find_files(const struct dso *dso, struct image_pair *pair)
{
	struct paths paths = { .nr = 0 };
	struct image image;
	int i;

	add_paths(&paths, dso);
	for (i = 0; i < paths.nr && !(pair->symbols.elf && pair->runtime.elf); i++)
		if (!image_open(&image, paths.path[i], &dso->build_id))
			take_image(pair, &image);
	paths_free(&paths);
}

/* -ENOENT: there is nothing that fits. */
int find_images(const struct dso *dso, struct image_pair *pair)
{
	memset(pair, 0, sizeof(*pair));
	if (dso->key.kind == DSO_VDSO)
		find_vdso(dso, pair);
	else if (dso->name[0] == '/')
		find_files(dso, pair);
	return pair->symbols.elf || pair->runtime.elf ? 0 : -ENOENT;
}

void close_images(struct image_pair *pair)
{
	if (pair->runtime.elf != pair->symbols.elf)
		image_close(&pair->runtime);
	image_close(&pair->symbols);
}
