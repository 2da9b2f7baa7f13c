// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which kernel symbols belong to a recording: what the user named; else what perf record kept in
 * the build-id cache (a plain file, so ten times faster to read than /proc); else the running
 * kernel's, if it is the same kernel.  A kernel that was loaded at another address (KASLR) is
 * shifted by where the recording says that its reference symbol was.
 */
#include "user/symbols/internal.h"

#include <errno.h>
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
		same = running.size == id->size && !memcmp(running.bytes, id->bytes, id->size);
	free(notes);
	return same;
}

static int kernel_read(const struct dso *dso, struct kallsyms *k)
{
	char *cached;
	int err = -ENOENT;

	if (dso->owner->options.kallsyms)
		return kallsyms_read(k, dso->owner->options.kallsyms);
	cached = cache_path(dso, "kallsyms");
	if (cached)
		err = kallsyms_read(k, cached);
	free(cached);
	if (err && is_running(&dso->build_id))
		err = kallsyms_read(k, "/proc/kallsyms");
	return err;
}

static int kernel_new(const struct dso *dso, struct kernel **out)
{
	struct symbols *owner = dso->owner;
	struct kernel *kernel;

	if (owner->nr_kernels == sizeof(owner->kernels) / sizeof(owner->kernels[0]))
		return -E2BIG;
	kernel = calloc(1, sizeof(*kernel));
	if (!kernel)
		return -ENOMEM;
	kernel->build_id = dso->build_id;
	kernel->usable = !kernel_read(dso, &kernel->kallsyms);
	owner->kernels[owner->nr_kernels++] = kernel;
	*out = kernel;
	return 0;
}

static int kernel_find(const struct dso *dso, struct kernel **out)
{
	struct symbols *owner = dso->owner;
	uint32_t i;

	for (i = 0; i < owner->nr_kernels; i++) {
		*out = owner->kernels[i];
		/* A module has a build-id of its own; its kernel is the one that was asked first. */
		if (dso->key.kind == DSO_MODULE ||
		    ((*out)->build_id.size == dso->build_id.size &&
		     !memcmp((*out)->build_id.bytes, dso->build_id.bytes, dso->build_id.size)))
			return 0;
	}
	return kernel_new(dso, out);
}

int kernel_load(struct dso *dso)
{
	struct kernel *kernel;
	uint64_t now;
	int err;

	err = kernel_find(dso, &kernel);
	if (err || !kernel->usable)
		return err;
	dso->kallsyms = &kernel->kallsyms;
	if (dso->key.kind == DSO_MODULE) {
		dso->kallsyms_delta = dso->key.reference;
	} else if (dso->reference_symbol) {
		now = kallsyms_address(dso->kallsyms, dso->reference_symbol);
		if (now)
			dso->kallsyms_delta = now - dso->key.reference;
	}
	return 0;
}
