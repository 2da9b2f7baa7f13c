// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which kernel symbols belong to a recording: what the user named; else what perf record kept in
 * the build-id cache (a plain file, so ten times faster to read than /proc); else the running
 * kernel's, if it is the same kernel; else a vmlinux of that build-id.  kcore, which is also kept
 * there sometimes, has no symbols of its own: the kallsyms beside it is read.
 *
 * A kernel that was loaded at another address (KASLR) is shifted by where the recording says that
 * its reference symbol was.
 */
#include "user/symbols/internal.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_running(const struct build_id *id)
{
	struct build_id running = { 0 };
	char *notes;
	size_t size;
	bool same = !id->size;

	if (same || file_read("/sys/kernel/notes", &notes, &size))
		return same;
	if (notes_build_id((uint8_t *)notes, size, &running))
		same = same_build_id(&running, id);
	free(notes);
	return same;
}

static int try_file(struct kernel *kernel, char *path)
{
	int err = path ? kallsyms_read(&kernel->kallsyms, path) : -ENOENT;

	if (err)
		free(path);
	else
		kernel->file = path;
	return err;
}

/* perf buildid-cache --kcore: DIR/[kernel.kcore]/BUILD-ID/TIME/kallsyms */
static char *beside_kcore(const struct dso *dso)
{
	const char *dir = dso->owner->options.cache_dir;
	char *pattern, *found = NULL;
	glob_t paths;
	size_t length, i;

	if (!dir || !dso->build_id.size)
		return NULL;
	length = strlen(dir);
	pattern = malloc(length + 2 * DSO_BUILD_ID_MAX + 40);
	if (!pattern)
		return NULL;
	length = sprintf(pattern, "%s/\\[kernel.kcore\\]/", dir);
	for (i = 0; i < dso->build_id.size; i++)
		length += sprintf(pattern + length, "%02x", dso->build_id.bytes[i]);
	strcpy(pattern + length, "/*/kallsyms");
	if (!glob(pattern, 0, NULL, &paths)) {
		found = strdup(paths.gl_pathv[paths.gl_pathc - 1]);
		globfree(&paths);
	}
	free(pattern);
	return found;
}

static int read_running(const struct dso *dso, struct kernel *kernel)
{
	char *kept = kept_path(dso->owner->options.own_cache_dir);
	int err;

	if (kept && file_is_trusted(kept) && !try_file(kernel, strdup(kept))) {
		free(kept);
		return 0;
	}
	err = try_file(kernel, strdup("/proc/kallsyms"));
	if (!err && kept)
		kept_write(kept, kernel->kallsyms.text, kernel->kallsyms.size);
	free(kept);
	return err;
}

static int kernel_read(const struct dso *dso, struct kernel *kernel)
{
	struct dso proper = { .owner = dso->owner, .build_id = kernel->build_id };
	int err;

	if (kernel->path) {
		err = try_file(kernel, strdup(kernel->path));
		return err == -EACCES || !err ? err : -EINVAL;
	}
	err = try_file(kernel, cache_path(&proper, "kallsyms"));
	if (err)
		err = try_file(kernel, beside_kcore(&proper));
	if (!err)
		return 0;
	return is_running(&kernel->build_id) ? read_running(dso, kernel) : -ESTALE;
}

void kernel_free(struct kernel *kernel)
{
	kallsyms_free(&kernel->kallsyms);
	free(kernel->path);
	free(kernel->file);
	free(kernel);
}

static struct kernel *kernel_new(const struct dso *dso, const struct build_id *id)
{
	struct symbols *owner = dso->owner;
	struct kernel *kernel = calloc(1, sizeof(*kernel));
	struct kernel **kernels;

	if (!kernel)
		return NULL;
	if (dso->kallsyms_path)
		kernel->path = strdup(dso->kallsyms_path);
	kernels = realloc(owner->kernels, (owner->nr_kernels + 1) * sizeof(*kernels));
	if (!kernels || (dso->kallsyms_path && !kernel->path)) {
		owner->kernels = kernels ? kernels : owner->kernels;
		kernel_free(kernel);
		return NULL;
	}
	kernel->build_id = *id;
	kernel->err = kernel_read(dso, kernel);
	owner->kernels = kernels;
	owner->kernels[owner->nr_kernels++] = kernel;
	return kernel;
}

static bool is_same(const struct kernel *kernel, const struct dso *dso, const struct build_id *id)
{
	if (kernel->path || dso->kallsyms_path)
		return kernel->path && dso->kallsyms_path &&
		       !strcmp(kernel->path, dso->kallsyms_path);
	return same_build_id(&kernel->build_id, id);
}

/* A module has a build-id of its own; without its kernel's, that is the one asked first. */
static struct kernel *kernel_find(const struct dso *dso)
{
	bool module = dso->key.kind == DSO_MODULE;
	const struct build_id *id = module ? &dso->key.kernel : &dso->build_id;
	struct symbols *owner = dso->owner;
	uint32_t i;

	for (i = 0; i < owner->nr_kernels; i++)
		if ((module && !id->size && !dso->kallsyms_path) ||
		    is_same(owner->kernels[i], dso, id))
			return owner->kernels[i];
	return kernel_new(dso, id);
}

static void set_reference(struct dso *dso, uint64_t now)
{
	if (!now)
		return;
	dso->anchor = now;
	dso->delta = now - dso->key.reference;
	dso->moved = dso->delta;
}

/* The kernel's own ELF file: the same names, and sizes, but it takes longer to read. */
static int load_vmlinux(struct dso *dso)
{
	struct image image;
	int err = find_vmlinux(dso, &image, &dso->file);

	if (err)
		return err;
	dso->images.symbols = dso->images.runtime = image;
	dso->origin = 'v';
	if (dso->reference_symbol)
		set_reference(dso, image_symbol(&image, dso->reference_symbol));
	return elf_load(dso, &dso->images);
}

static void use_kallsyms(struct dso *dso, struct kernel *kernel)
{
	dso->kallsyms = &kernel->kallsyms;
	dso->origin = 'k';
	dso->file = strdup(kernel->file);
	if (dso->key.kind == DSO_MODULE)
		dso->delta = dso->key.reference;
	else if (dso->reference_symbol)
		set_reference(dso, kallsyms_address(dso->kallsyms, dso->reference_symbol));
}

int kernel_load(struct dso *dso)
{
	struct kernel *kernel = kernel_find(dso);

	if (!kernel)
		return -ENOMEM;
	if (!kernel->err)
		use_kallsyms(dso, kernel);
	else if (dso->key.kind == DSO_KERNEL && !dso->kallsyms_path && !load_vmlinux(dso))
		return 0;
	return kernel->err;
}
