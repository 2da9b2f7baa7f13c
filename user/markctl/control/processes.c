// SPDX-License-Identifier: GPL-2.0-only
/*
 * processes.c - markctl list without arguments: the processes of this user that have markers
 *
 * Who finds a socket that nobody listens on any more removes it.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "user/markctl/control/client_at.h"
#include "user/markctl/read/columns.h"
#include "user/markctl/command.h"
#include "user/markctl/control/list_process.h"
#include "marker/agent/address.h"
#include "user/markctl/control/sockets.h"
#include "user/lib/array.h"
#include "user/lib/text.h"

#define TRIES	     5
#define TRY_AGAIN_NS 20000000

struct found {
	pid_t pid;
	char program[64];
	unsigned long markers;
	unsigned long on;
};

struct all {
	struct found *found;
	size_t nr, room;
	int err;
};

static bool is_known(const struct all *all, pid_t pid)
{
	size_t i;

	for (i = 0; i < all->nr; i++)
		if (all->found[i].pid == pid)
			return true;
	return false;
}

static int add(struct all *all, const struct found *found)
{
	if (array_room(all->found, all->nr, all->room))
		return -ENOMEM;
	all->found[all->nr++] = *found;
	return 0;
}

static void read_program(struct found *found)
{
	char path[64];
	FILE *in;

	snprintf(path, sizeof(path), "/proc/%d/comm", (int)found->pid);
	in = fopen(path, "re");
	if (in && fgets(found->program, sizeof(found->program), in))
		found->program[strcspn(found->program, "\n")] = '\0';
	if (in)
		fclose(in);
}

static int count_markers(struct client *client, struct found *found)
{
	struct session session = { .control = &control_process, .handle = client };
	struct reply reply;
	size_t i;
	int ret = session_request(&session, "list", &reply);

	for (i = 0; i < reply.nr; i++) {
		if (!reply_is(&reply.lines[i], "marker"))
			continue;
		found->markers++;
		found->on += atoi(reply_value(&reply.lines[i], "on")) > 0;
	}
	reply_free(&reply);
	return ret;
}

/* One that does not answer, or not in this version, is listed without its numbers by nobody. */
static int ask(struct all *all, struct client *client)
{
	struct found found = { .pid = client_pid(client) };

	if (is_known(all, found.pid) || count_markers(client, &found))
		return 0;
	read_program(&found);
	return add(all, &found);
}

/* A program that closed the agent's descriptors has another socket a moment after this one is asked. */
static int open_socket(struct client **client, int dir, const char *name)
{
	const struct timespec pause = { .tv_nsec = TRY_AGAIN_NS };
	char why[256];
	int ret, tries;

	for (tries = 0; tries < TRIES; tries++) {
		ret = client_open_at(client, dir, name, why, sizeof(why));
		if (ret != -ECONNRESET)
			break;
		nanosleep(&pause, NULL);
	}
	return ret;
}

/* One that was being made when its process was killed. */
static bool is_left_over(const char *name)
{
	u64 namespace;
	pid_t pid;

	return name[0] == '.' && !marker_address_parse(name + 1, &pid, &namespace) &&
	       namespace == marker_address_namespace("/proc/self/ns/pid") && kill(pid, 0) &&
	       errno == ESRCH;
}

static int visit_socket(int dir, const char *name, void *data)
{
	struct all *all = data;
	struct client *client;
	u64 namespace;
	pid_t pid;
	int ret;

	if (is_left_over(name))
		unlinkat(dir, name, 0);
	if (marker_address_parse(name, &pid, &namespace))
		return 0;
	ret = open_socket(&client, dir, name);
	if (ret == -ECONNREFUSED)
		unlinkat(dir, name, 0);
	if (!ret && !all->err)
		all->err = ask(all, client);
	client_close(client);
	return 0;
}

static int by_pid(const void *a, const void *b)
{
	const struct found *x = a, *y = b;

	return (x->pid > y->pid) - (x->pid < y->pid);
}

static int print_text(const struct all *all)
{
	struct columns columns = { .nr = 4, .right = "r-rr" };
	char number[32];
	size_t i;

	columns_add(&columns, "PID");
	columns_add(&columns, "PROGRAM");
	columns_add(&columns, "MARKERS");
	columns_add(&columns, "ON");
	for (i = 0; i < all->nr; i++) {
		snprintf(number, sizeof(number), "%d", (int)all->found[i].pid);
		columns_add(&columns, number);
		columns_add(&columns, all->found[i].program);
		snprintf(number, sizeof(number), "%lu", all->found[i].markers);
		columns_add(&columns, number);
		snprintf(number, sizeof(number), "%lu", all->found[i].on);
		columns_add(&columns, number);
	}
	if (!all->nr)
		fprintf(stderr, "markctl: no process of this user has markers and an agent\n");
	return columns_print(&columns, stdout) ? EXIT_SYSTEM : 0;
}

static int print_json(const struct all *all)
{
	json_object *root = json_object_new_object(), *array = json_object_new_array();
	size_t i;

	for (i = 0; i < all->nr; i++) {
		json_object *object = json_object_new_object();

		json_object_object_add(object, "pid", json_object_new_int(all->found[i].pid));
		json_object_object_add(object, "program", json_text(all->found[i].program));
		json_object_object_add(object, "markers",
				       json_object_new_uint64(all->found[i].markers));
		json_object_object_add(object, "on", json_object_new_uint64(all->found[i].on));
		json_object_array_add(array, object);
	}
	json_object_object_add(root, "version", json_object_new_int(1));
	json_object_object_add(root, "processes", array);
	return command_json(root, 0);
}

int list_processes(bool json)
{
	struct all all = { .found = NULL };
	int status;

	sockets_visit(geteuid(), NULL, visit_socket, &all);
	if (all.err)
		fprintf(stderr, "markctl: list: %s\n", strerror(-all.err));
	if (all.nr)
		qsort(all.found, all.nr, sizeof(*all.found), by_pid);
	status = json ? print_json(&all) : print_text(&all);
	free(all.found);
	return all.err ? EXIT_SYSTEM : status;
}
