// SPDX-License-Identifier: GPL-2.0-only
/*
 * children.c - telling children
 *
 * Who has an agent is seen by its socket, and who will have one a moment later by the agent's thread.
 */
#include "user/markctl/control/children.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "user/markctl/control/client_at.h"
#include "marker/agent/address.h"
#include "user/markctl/control/sockets.h"

/* marker/agent/agent.c sleeps for 20 ms before it makes the socket of a child. */
#define PAUSE_NS    30000000
#define QUIET_TIMES 2

/* Where the parent goes on to fork there is always one to come. */
#define PATIENCE_S 1

/* One pass over all. */
struct telling {
	const struct children *children;
	char *const *commands;
	size_t nr;
	unsigned int told;
	pid_t *answered; /* as many as nr_answered */
	size_t nr_answered;
};

static bool read_program(pid_t pid, dev_t *dev, ino_t *ino)
{
	char path[64];
	struct stat program;

	snprintf(path, sizeof(path), "/proc/%d/exe", (int)pid);
	if (stat(path, &program))
		return false;
	*dev = program.st_dev;
	*ino = program.st_ino;
	return true;
}

void children_of(struct children *children, pid_t pid)
{
	*children = (struct children){ .known = false };
	children->known = !process_read(&children->parent, pid) &&
			  read_program(pid, &children->program_dev, &children->program_ino);
}

static bool runs_program(const struct children *children, pid_t pid)
{
	dev_t dev;
	ino_t ino;

	return pid > 0 && pid != children->parent.pid && read_program(pid, &dev, &ino) &&
	       dev == children->program_dev && ino == children->program_ino;
}

/* The number in a name is one of this namespace, or of the parent's. */
static bool may_be_child(const struct children *children, const char *name)
{
	u64 here = marker_address_namespace("/proc/self/ns/pid"), namespace;
	pid_t pid;

	if (marker_address_parse(name, &pid, &namespace))
		return false;
	if (namespace == here)
		return runs_program(children, pid);
	return namespace == children->parent.namespace && pid != children->parent.inner_pid;
}

static void note_answer(struct telling *telling, pid_t pid)
{
	pid_t *grown = realloc(telling->answered, (telling->nr_answered + 1) * sizeof(*grown));

	if (!grown)
		return;
	telling->answered = grown;
	telling->answered[telling->nr_answered++] = pid;
}

static int tell(int dir, const char *name, void *data)
{
	struct telling *telling = data;
	struct client *client;
	bool told = false;
	char why[256];
	size_t i;

	if (!may_be_child(telling->children, name) ||
	    client_open_at(&client, dir, name, why, sizeof(why)))
		return 0;
	for (i = telling->nr; i > 0; i--)
		told |= !client_request(client, telling->commands[i - 1], NULL, why, sizeof(why));
	note_answer(telling, client_pid(client));
	client_close(client);
	telling->told += told;
	return 0;
}

static bool has_answered(const struct telling *telling, pid_t pid)
{
	size_t i;

	for (i = 0; i < telling->nr_answered; i++)
		if (telling->answered[i] == pid)
			return true;
	return false;
}

static bool is_agent(int task, const char *thread)
{
	char path[300], name[32] = "";
	FILE *in;
	int fd;

	snprintf(path, sizeof(path), "%s/comm", thread);
	fd = openat(task, path, O_RDONLY | O_CLOEXEC);
	in = fd < 0 ? NULL : fdopen(fd, "r");
	if (!in)
		return false;
	if (!fgets(name, sizeof(name), in))
		name[0] = '\0';
	fclose(in);
	return !strcmp(name, "marker\n");
}

static bool has_agent(pid_t pid)
{
	const struct dirent *entry;
	char path[64];
	bool found = false;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	dir = opendir(path);
	while (dir && !found && (entry = readdir(dir)))
		found = entry->d_name[0] != '.' && is_agent(dirfd(dir), entry->d_name);
	if (dir)
		closedir(dir);
	return found;
}

/* Is there one whose agent does not listen yet? */
static bool is_one_to_come(const struct telling *telling)
{
	DIR *dir = opendir("/proc");
	const struct dirent *entry;
	bool found = false;

	while (dir && !found && (entry = readdir(dir))) {
		pid_t pid = atoi(entry->d_name);

		found = pid > 0 && !has_answered(telling, pid) &&
			runs_program(telling->children, pid) && has_agent(pid);
	}
	if (dir)
		closedir(dir);
	return found;
}

static double now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec + now.tv_nsec * 1e-9;
}

/* How many were told; @more: there will be more. */
static unsigned int tell_all(const struct children *children, char *const *commands, size_t nr,
			     bool *more)
{
	struct telling telling = { children, commands, nr, 0, NULL, 0 };
	struct process now;
	bool is_alive = !process_read(&now, children->parent.pid);

	sockets_visit(children->parent.uid, is_alive ? &children->parent : NULL, tell, &telling);
	*more = telling.told || is_one_to_come(&telling);
	free(telling.answered);
	return telling.told;
}

void children_tell(const struct children *children, char *const *commands, size_t nr)
{
	const struct timespec pause = { .tv_nsec = PAUSE_NS };
	double end = now_s() + PATIENCE_S;
	unsigned int quiet = 0;
	bool more;

	if (!children->known || !nr)
		return;
	while (quiet < QUIET_TIMES && now_s() < end) {
		if (tell_all(children, commands, nr, &more))
			end = now_s() + PATIENCE_S;
		quiet = more ? 0 : quiet + 1;
		if (quiet < QUIET_TIMES)
			nanosleep(&pause, NULL);
	}
}
