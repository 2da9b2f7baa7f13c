// SPDX-License-Identifier: GPL-2.0-only
/*
 * The kernel's own ELF file, in the places where perf looks, if its build-id is the recorded one:
 * a kernel has too many builds of one release to guess.
 */
#include "user/symbols/internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/utsname.h>

static int try_path(const struct dso *dso, struct image *image, char *path, char **found)
{
	int err = path ? image_open(image, path, &dso->build_id) : -ENOENT;

	if (!err && !image->symtab) {
		image_close(image);
		err = -ENOENT;
	}
	if (err)
		free(path);
	else
		*found = path;
	return err;
}

int find_vmlinux(const struct dso *dso, struct image *image, char **found)
{
	static const char *const places[] = {
		"%s/boot/vmlinux-%s",
		"%s/usr/lib/debug/boot/vmlinux-%s",
		"%s/lib/modules/%s/build/vmlinux",
		"%s/usr/lib/debug/lib/modules/%s/vmlinux",
		"%s/usr/lib/debug/boot/vmlinux-%s.debug",
	};
	const char *symfs = dso->symfs ? dso->symfs : "", *release = dso->release;
	struct utsname running;
	char *path;
	size_t i;
	int err;

	if (!dso->build_id.size)
		return -ENOENT;
	err = try_path(dso, image, cache_path(dso, "elf"), found);
	if (err)
		err = try_path(dso, image, cache_path(dso, "vmlinux"), found);
	if (!release)
		release = uname(&running) ? "" : running.release;
	for (i = 0; i < sizeof(places) / sizeof(places[0]) && err; i++)
		if (asprintf(&path, places[i], symfs, release) >= 0)
			err = try_path(dso, image, path, found);
	return err;
}
