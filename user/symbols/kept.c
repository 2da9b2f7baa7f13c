// SPDX-License-Identifier: GPL-2.0-only
/*
 * A copy of the running kernel's kallsyms.  The kernel makes the text anew for each reader, which
 * takes several times as long as everything that is done with it; a copy is mapped.
 *
 * It is good for this boot (the kernel is loaded elsewhere in the next one) and for these modules,
 * so both are in its name.  BPF programs come and go, and are in the recording.
 */
#include "user/lib/output.h"
#include "user/symbols/internal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX "kallsyms-"

/* Modules, and where they are; what changes by itself in /proc/modules (use counts) is left out. */
static uint64_t modules_hash(void)
{
	uint64_t hash = 0xcbf29ce484222325ull;
	char *text, *line, *rest, *address;
	size_t size;

	if (file_read("/proc/modules", &text, &size))
		return 0;
	for (rest = text; (line = strsep(&rest, "\n"));) {
		address = strrchr(line, ' ');
		line[strcspn(line, " ")] = 0;
		hash = slots_mix_text(hash, line);
		hash = slots_mix_text(hash, address ? address + 1 : "");
	}
	free(text);
	return hash;
}

/* To be freed; NULL: nothing can be kept. */
char *kept_path(const char *dir)
{
	char *boot, *path = NULL;
	size_t size;

	if (!dir || file_read("/proc/sys/kernel/random/boot_id", &boot, &size))
		return NULL;
	boot[strcspn(boot, "\n/")] = 0;
	if (asprintf(&path, "%s/" PREFIX "%s-%016llx", dir, boot,
		     (unsigned long long)modules_hash()) < 0)
		path = NULL;
	free(boot);
	return path;
}

static int is_copy(const struct dirent *entry)
{
	return !strncmp(entry->d_name, PREFIX, sizeof(PREFIX) - 1);
}

/* Those of earlier boots and other modules are of no use any more. */
static void remove_others(const char *dir, const char *name)
{
	struct dirent **entries;
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int nr = scandir(dir, &entries, is_copy, alphasort);
	bool any = nr >= 0;

	while (nr-- > 0) {
		if (strcmp(entries[nr]->d_name, name) != 0)
			unlinkat(fd, entries[nr]->d_name, 0);
		free(entries[nr]);
	}
	if (any)
		free(entries);
	if (fd >= 0)
		close(fd);
}

static void make_directories(char *path)
{
	char *slash;

	for (slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = 0;
		mkdir(path, 0700);
		*slash = '/';
	}
}

/* Keeps the text; where that fails, it is read from the kernel the next time too. */
void kept_write(char *path, const char *text, size_t size)
{
	char *temporary;
	int fd;

	make_directories(path);
	if (asprintf(&temporary, "%s.XXXXXX", path) < 0)
		return;
	fd = mkostemp(temporary, O_CLOEXEC);
	if (fd >= 0) {
		if (output_write(fd, text, size) || rename(temporary, path))
			unlink(temporary);
		close(fd);
		*strrchr(path, '/') = 0;
		remove_others(path, path + strlen(path) + 1);
		path[strlen(path)] = '/';
	}
	free(temporary);
}
