// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * named_user.c - what named probes are connected to, in a process
 *
 * One list, in the order of being asked for.  The rules are those of the kernel's (named.c), but that the
 * same probe may be connected to a glob twice if its arguments differ: two files to print to.
 *
 * Locking: named_lock protects the list, and open, close and status of the probes; it is taken before
 * os_lock().  fork() takes both, so that the child has a whole list.
 */
#include "named_user.h"
#include "registry.h"

#include <pthread.h>
#include <time.h>

#define EXIT_PATIENCE_S 1

static pthread_mutex_t named_lock = PTHREAD_MUTEX_INITIALIZER;
static struct marker_named_connection *connections;
static unsigned int nr_connections;
static bool starting, finished;

u64 marker_clock_ns(clockid_t clock)
{
	struct timespec now = { 0 };

	clock_gettime(clock, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}

void marker_named_lock(void)
{
	pthread_mutex_lock(&named_lock);
}

void marker_named_unlock(void)
{
	pthread_mutex_unlock(&named_lock);
}

const struct marker_named_probe *marker_named_find(const char *name)
{
	unsigned int i;

	for (i = 0; marker_named_probes[i]; i++)
		if (!strcmp(marker_named_probes[i]->name, name))
			return marker_named_probes[i];
	return NULL;
}

void marker_named_list(char *names, size_t size)
{
	size_t used = 0;
	unsigned int i;

	names[0] = '\0';
	for (i = 0; marker_named_probes[i] && used < size; i++)
		used += snprintf(names + used, size - used, "%s%s", i ? ", " : "",
				 marker_named_probes[i]->name);
}

void marker_named_start(void)
{
	starting = true;
}

void marker_named_started(void)
{
	starting = false;
}

bool marker_named_is_quiet(void)
{
	return !starting;
}

const struct marker_named_connection *marker_named_first(void)
{
	return connections;
}

int marker_named_status(const struct marker_named_connection *connection,
			const struct marker_info *marker, struct marker_named_status *status)
{
	*status = (struct marker_named_status){ 0 };
	if (!connection->probe->status)
		return -ENODATA;
	return connection->probe->status(connection->private_data, marker, status);
}

static bool is_asked(const struct marker_named_request *request)
{
	const struct marker_named_connection *connection;

	for (connection = connections; connection; connection = connection->next)
		if (connection->probe == request->probe &&
		    !strcmp(connection->glob, request->glob) &&
		    !strcmp(connection->arg, request->arg ? request->arg : ""))
			return true;
	return false;
}

/* One block, with copies of the strings. */
static struct marker_named_connection *alloc_connection(const struct marker_named_request *request)
{
	const char *arg = request->arg ? request->arg : "";
	size_t glob_size = strlen(request->glob) + 1, arg_size = strlen(arg) + 1;
	struct marker_named_connection *connection;
	char *strings;

	connection = os_alloc(sizeof(*connection) + glob_size + arg_size);
	if (!connection)
		return NULL;
	strings = memcpy(connection + 1, request->glob, glob_size);
	connection->glob = strings;
	connection->arg = memcpy(strings + glob_size, arg, arg_size);
	connection->probe = request->probe;
	connection->since_ns = marker_clock_ns(CLOCK_MONOTONIC);
	connection->since_cpu_ns = marker_clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	return connection;
}

/* After a grace period, or where the probe was never connected. */
static void free_connection(struct marker_named_connection *connection)
{
	if (connection->probe->close)
		connection->probe->close(connection->private_data);
	os_free(connection);
}

static int connect_named(const struct marker_named_connection *connection,
			 struct marker_result *result)
{
	const struct marker_named_probe *named = connection->probe;
	struct marker_probe probe = {
		.name = connection->glob,
		.func = named->func,
		.private_data = connection->private_data,
		.general = named->general,
		.attach = named->attach,
	};

	return (marker_probe_connect)(&probe, result);
}

static void disconnect(const struct marker_named_connection *connection)
{
	marker_probe_unregister(connection->glob, connection->probe->func,
				connection->private_data);
}

static void link_connection(struct marker_named_connection *connection)
{
	struct marker_named_connection **end = &connections;

	while (*end)
		end = &(*end)->next;
	*end = connection;
	nr_connections++;
}

static int enable_locked(const struct marker_named_request *request, struct marker_result *result)
{
	const struct marker_named_probe *probe = request->probe;
	struct marker_named_connection *connection;
	int ret;

	if (finished)
		return -ESHUTDOWN;
	if (is_asked(request))
		return -EEXIST;
	if (nr_connections == MARKER_NAMED_MAX)
		return -ENOSPC;
	connection = alloc_connection(request);
	if (!connection)
		return -ENOMEM;
	ret = probe->open ? probe->open(request->arg, &connection->private_data) : 0;
	if (ret) {
		os_free(connection);
		return ret;
	}
	ret = connect_named(connection, result);
	if (ret >= 0 && result->pending && !request->later) {
		disconnect(connection);
		ret = -ENOENT;
	}
	if (ret >= 0)
		link_connection(connection);
	/* A site that could not be switched may have been executed as one that is on. */
	else if (!marker_synchronize())
		free_connection(connection);
	return ret;
}

int marker_named_enable(const struct marker_named_request *request, struct marker_result *result)
{
	int ret;

	memset(result, 0, sizeof(*result));
	marker_named_lock();
	ret = enable_locked(request, result);
	marker_named_unlock();
	return ret;
}

static bool is_meant(const struct marker_named_connection *connection, const char *glob,
		     const char *name)
{
	return (!name || !strcmp(connection->probe->name, name)) &&
	       (!strcmp(connection->glob, glob) || marker_glob_match(glob, connection->glob));
}

static struct marker_named_connection *take_meant(const char *glob, const char *name)
{
	struct marker_named_connection **at = &connections, *connection, *gone = NULL;

	while ((connection = *at)) {
		if (!is_meant(connection, glob, name)) {
			at = &connection->next;
			continue;
		}
		disconnect(connection);
		*at = connection->next;
		connection->next = gone;
		gone = connection;
		nr_connections--;
	}
	return gone;
}

static int free_list(struct marker_named_connection *gone)
{
	int ret = marker_synchronize(), nr = 0;

	while (gone && !ret) {
		struct marker_named_connection *next = gone->next;

		free_connection(gone);
		gone = next;
		nr++;
	}
	return ret ? ret : nr;
}

int marker_named_disable(const char *glob, const char *name)
{
	struct marker_named_connection *gone;
	int ret = -ENOENT;

	marker_named_lock();
	gone = take_meant(glob, name);
	if (gone)
		ret = free_list(gone);
	marker_named_unlock();
	return ret;
}

static bool lock_for_exit(void)
{
	struct timespec until;

	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += EXIT_PATIENCE_S;
	return !pthread_mutex_clocklock(&named_lock, CLOCK_MONOTONIC, &until);
}

void marker_named_finish(void)
{
	struct marker_named_connection *gone;

	if (!lock_for_exit())
		return;
	finished = true;
	gone = connections;
	connections = NULL;
	nr_connections = 0;
	if (gone) {
		const struct marker_named_connection *connection;

		for (connection = gone; connection; connection = connection->next)
			disconnect(connection);
		free_list(gone);
	}
	marker_named_unlock();
}

void marker_named_forked(void)
{
	struct marker_named_connection *connection;

	for (connection = connections; connection; connection = connection->next) {
		connection->inherited = true;
		connection->since_ns = marker_clock_ns(CLOCK_MONOTONIC);
		connection->since_cpu_ns = 0;
	}
}
