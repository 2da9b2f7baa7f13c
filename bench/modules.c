// SPDX-License-Identifier: GPL-2.0-only
/*
 * modules.c - finit_module(2) and delete_module(2), and what their errors mean
 */
#include "modules.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What nftw() gives no way to hand over. */
static const char *wanted;
static char *found;

static int compare(const char *path, const struct stat *stat, int type, struct FTW *at)
{
	if (type != FTW_F || strcmp(path + at->base, wanted) != 0)
		return 0;
	found = strdup(path);
	return 1;
}

/* The path of a file in a folder or below; to be freed; NULL if it is not there. */
static char *find_file(const char *folder, const char *file)
{
	wanted = file;
	found = NULL;
	nftw(folder, compare, 32, FTW_PHYS);
	return found;
}

static bool is_loaded(const char *name)
{
	char path[64];

	snprintf(path, sizeof(path), "/sys/module/%s/initstate", name);
	return access(path, F_OK) == 0;
}

/**
 * module_refused() - why the kernel does not load a module
 * @error:	errno of finit_module()
 * @root:	whether the caller is root
 */
const char *module_refused(int error, bool root)
{
	switch (error) {
	case EPERM:
		return root ? "not permitted: the kernel is locked down, or loading is off "
			      "(/proc/sys/kernel/modules_disabled)" :
			      "not permitted: this needs root";
	case EKEYREJECTED:
	case ENOKEY:
	case EBADMSG:
		return "refused: not signed with a key that the kernel trusts";
	case ENOEXEC:
		return "not a module of the running kernel; the kernel's log says why";
	case ENOENT:
		return "a symbol that it needs is not there; the kernel's log says which";
	default:
		return strerror(error);
	}
}

static int load_file(const char *path, char why[static MODULES_WHY])
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), error;

	if (fd < 0) {
		error = errno;
		snprintf(why, MODULES_WHY, "%s: %s", path, strerror(error));
		return -error;
	}
	error = syscall(SYS_finit_module, fd, "", 0) ? errno : 0;
	close(fd);
	if (error)
		snprintf(why, MODULES_WHY, "%s: %s", path, module_refused(error, geteuid() == 0));
	return -error;
}

/**
 * module_load() - load a module, unless it is there
 * @module:	which; @ours is set if it was not there
 * @folder:	it is in this folder or below it
 * @why:	on an error a sentence
 *
 * Return: 0 or a negative errno.
 */
int module_load(struct module *module, const char *folder, char why[static MODULES_WHY])
{
	char *path;
	int ret;

	module->ours = false;
	if (is_loaded(module->name))
		return 0;
	path = find_file(folder, module->file);
	if (!path) {
		snprintf(why, MODULES_WHY, "%s: no %s in it; make modules builds one", folder,
			 module->file);
		return -ENOENT;
	}
	ret = load_file(path, why);
	module->ours = !ret;
	free(path);
	/* It was loaded meanwhile, or is a part of the kernel. */
	return ret == -EEXIST ? 0 : ret;
}

/** module_unload() - unload what module_load() has loaded */
void module_unload(struct module *module)
{
	if (module->ours && syscall(SYS_delete_module, module->name, O_NONBLOCK))
		fprintf(stderr, "markbench: module %s stays: %s\n", module->name, strerror(errno));
	module->ours = false;
}
