// SPDX-License-Identifier: GPL-2.0-only
/*
 * sockets.c - where agents listen: marker/agent/address.h says it from the other side
 */
#include "user/markctl/control/sockets.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "marker/agent/address.h"

struct walk {
	uid_t uid;
	const char *root; /* "" or "/proc/PID/root" */
	int (*visit)(int dir, const char *path, void *data);
	void *data;
};

static int visit_dir(const struct walk *walk, const char *path)
{
	char whole[PATH_MAX];
	int fd, ret;

	if (path[0] != '/' ||
	    snprintf(whole, sizeof(whole), "%s%s", walk->root, path) >= (int)sizeof(whole))
		return 0;
	fd = marker_address_open_dir(whole, walk->uid, false);
	if (fd < 0)
		return 0;
	ret = walk->visit(fd, whole, walk->data);
	close(fd);
	return ret;
}

/* The folder of XDG: the process's own one, ours, and the one that is usual. */
static int visit_runtime(const struct walk *walk, const struct process *process)
{
	const char *own = getenv("XDG_RUNTIME_DIR");
	char path[PATH_MAX], value[PATH_MAX - 8];
	int ret = 0;

	if (process && process_environment(process->pid, "XDG_RUNTIME_DIR", value, sizeof(value))) {
		snprintf(path, sizeof(path), "%s/marker", value);
		ret = visit_dir(walk, path);
	}
	if (!ret && own && strlen(own) < sizeof(value)) {
		snprintf(path, sizeof(path), "%s/marker", own);
		ret = visit_dir(walk, path);
	}
	snprintf(path, sizeof(path), "/run/user/%u", walk->uid);
	if (ret || (own && !strcmp(own, path)))
		return ret;
	strcat(path, "/marker");
	return visit_dir(walk, path);
}

static int visit_all(const struct walk *walk, const struct process *process)
{
	char path[64];
	int ret = visit_runtime(walk, process);

	if (ret)
		return ret;
	snprintf(path, sizeof(path), "/tmp/marker-%u", walk->uid);
	return visit_dir(walk, path);
}

int sockets_visit_dirs(uid_t uid, const struct process *process,
		       int (*visit)(int dir, const char *path, void *data), void *data)
{
	struct walk walk = { .uid = uid, .root = "", .visit = visit, .data = data };
	char root[64];
	int ret = visit_all(&walk, process);

	if (ret || !process)
		return ret;
	snprintf(root, sizeof(root), "/proc/%d/root", (int)process->pid);
	walk.root = root;
	return visit_all(&walk, process);
}

struct names {
	int (*visit)(int dir, const char *name, void *data);
	void *data;
};

static int visit_names(int dir, const char *path, void *data)
{
	const struct names *names = data;
	int fd = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), ret = 0;
	DIR *stream = fd >= 0 ? fdopendir(fd) : NULL;
	struct dirent *entry;

	if (!stream) {
		if (fd >= 0)
			close(fd);
		return 0;
	}
	while (!ret && (entry = readdir(stream)))
		ret = names->visit(dir, entry->d_name, names->data);
	closedir(stream);
	return ret;
}

int sockets_visit(uid_t uid, const struct process *process,
		  int (*visit)(int dir, const char *name, void *data), void *data)
{
	struct names names = { visit, data };

	return sockets_visit_dirs(uid, process, visit_names, &names);
}
