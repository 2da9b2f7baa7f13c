// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where the file of a module is that was recorded by its name alone: modules.dep lists the paths
 * of all modules of a kernel.  And where its code is in memory.
 */
#include "user/symbols/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

/* /lib/modules/6.1/kernel/net/foo-bar.ko.xz is [foo_bar]. */
char *module_name(const char *path)
{
	const char *slash = strrchr(path, '/'), *base = slash && slash[1] ? slash + 1 : path;
	const char *end = strstr(base, ".ko");
	char *name, *at;

	if (base[0] == '[' || !end)
		return strdup(base);
	if (asprintf(&name, "[%.*s]", (int)(end - base), base) < 0)
		return NULL;
	for (at = name; *at; at++)
		if (*at == '-')
			*at = '_';
	return name;
}

/* The line of a module in modules.dep, "kernel/net/foo.ko: what it needs". */
static const char *find_line(char *text, const char *wanted)
{
	char *line, *rest = text, *name;
	bool found;

	while ((line = strsep(&rest, "\n"))) {
		line[strcspn(line, ":")] = 0;
		name = module_name(line);
		found = name && !strcmp(name, wanted);
		free(name);
		if (found)
			return line;
	}
	return NULL;
}

/* To be freed; NULL where there is none. */
char *module_path(const struct dso *dso)
{
	const char *symfs = dso->symfs ? dso->symfs : "", *line;
	char *path, *text, *found = NULL;
	struct utsname running;
	size_t size;

	if (!dso->release && uname(&running))
		return NULL;
	if (asprintf(&path, "%s/lib/modules/%s/modules.dep", symfs,
		     dso->release ? dso->release : running.release) < 0)
		return NULL;
	if (!file_read(path, &text, &size)) {
		line = find_line(text, dso->short_name);
		*strrchr(path, '/') = 0;
		if (line && asprintf(&found, line[0] == '/' ? "%.0s%s" : "%s/%s",
				     path + strlen(symfs), line) < 0)
			found = NULL;
		free(text);
	}
	free(path);
	return found;
}

static bool is_core_code(const struct image *image, size_t names, const GElf_Shdr *shdr)
{
	const char *name = elf_strptr(image->elf, names, shdr->sh_name);
	uint64_t both = SHF_ALLOC | SHF_EXECINSTR;

	return (shdr->sh_flags & both) == both && name && strncmp(name, ".init", 5) != 0;
}

/*
 * Where a section is in the module's memory: the kernel puts the sections with code first, in the
 * order of the file; those that only run once go elsewhere.  False: it is not among them.
 */
bool module_section(const struct image *image, size_t wanted, uint64_t *start)
{
	Elf_Scn *section = NULL;
	GElf_Shdr shdr;
	uint64_t at = 0, align;
	size_t names;

	if (elf_getshdrstrndx(image->elf, &names))
		return false;
	while ((section = elf_nextscn(image->elf, section))) {
		if (!gelf_getshdr(section, &shdr) || !is_core_code(image, names, &shdr))
			continue;
		align = shdr.sh_addralign ? shdr.sh_addralign : 1;
		at = (at + align - 1) / align * align;
		if (elf_ndxscn(section) == wanted) {
			*start = at;
			return true;
		}
		at += shdr.sh_size;
	}
	return false;
}
