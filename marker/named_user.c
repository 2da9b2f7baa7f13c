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
#include "../probes/filter/filter.h"
#include "registry.h"

#include <pthread.h>
#include <time.h>

#define EXIT_PATIENCE_MS 1000

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

u64 marker_named_stopped(const struct marker_named_connection *connection)
{
	struct marker_filter_counts counts = { 0 };

	if (connection->before)
		marker_filter_count(connection->before, &counts);
	return (u64)counts.tid + counts.condition + counts.every + counts.rate;
}

static bool same(const char *text, const char *asked)
{
	return !strcmp(text, asked ? asked : "");
}

static bool is_asked(const struct marker_named_request *request)
{
	const struct marker_named_connection *connection;

	for (connection = connections; connection; connection = connection->next)
		if (connection->probe == request->probe && same(connection->glob, request->glob) &&
		    same(connection->arg, request->arg) &&
		    same(connection->filter, request->filter_text))
			return true;
	return false;
}

static char *put(char **to, const char *text)
{
	char *copy = *to;

	*to = stpcpy(copy, text ? text : "") + 1;
	return copy;
}

static size_t room_of(const char *text)
{
	return text ? strlen(text) + 1 : 1;
}

/* One block, with copies of the strings. */
static struct marker_named_connection *alloc_connection(const struct marker_named_request *request)
{
	struct marker_named_connection *connection;
	char *strings;

	connection = os_alloc(sizeof(*connection) + room_of(request->glob) + room_of(request->arg) +
			      room_of(request->filter_text));
	if (!connection)
		return NULL;
	strings = (char *)(connection + 1);
	connection->glob = put(&strings, request->glob);
	connection->arg = put(&strings, request->arg);
	connection->filter = put(&strings, request->filter_text);
	connection->probe = request->probe;
	connection->since_ns = marker_clock_ns(CLOCK_MONOTONIC);
	connection->since_cpu_ns = marker_clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	return connection;
}

/* After a grace period, or where the probe was never connected. */
static void free_connection(struct marker_named_connection *connection)
{
	marker_filter_close(connection->before);
	if (connection->probe->close)
		connection->probe->close(connection->private_data);
	os_free(connection);
}

static int open_filter(struct marker_named_connection *connection,
		       const struct marker_named_request *request, struct marker_result *result)
{
	const struct marker_filter_spec spec = {
		.condition = request->condition,
		.every = request->every,
		.rate = request->rate,
		.tid = request->tid,
	};

	if (!request->filtered)
		return 0;
	return marker_filter_open(&spec, connection->probe, connection->private_data,
				  &connection->before, result->reason, sizeof(result->reason));
}

/* NULL, with *ret set, if there is nothing to be connected. */
static struct marker_named_connection *open_connection(const struct marker_named_request *request,
						       struct marker_result *result, int *ret)
{
	struct marker_named_connection *connection = alloc_connection(request);

	*ret = -ENOMEM;
	if (!connection)
		return NULL;
	*ret = 0;
	if (request->probe->open)
		*ret = request->probe->open(request->arg, &connection->private_data);
	if (*ret) {
		os_free(connection);
		return NULL;
	}
	*ret = open_filter(connection, request, result);
	if (*ret) {
		free_connection(connection);
		return NULL;
	}
	return connection;
}

/* What the registry is told: the probe, or the filter that stands before it. */
static struct marker_probe probe_of(const struct marker_named_connection *connection)
{
	const struct marker_named_probe *named = connection->probe;

	if (connection->before)
		return (struct marker_probe){
			.name = connection->glob,
			.func = marker_filter_probe,
			.private_data = connection->before,
			.attach = marker_filter_attach,
		};
	return (struct marker_probe){
		.name = connection->glob,
		.func = named->func,
		.private_data = connection->private_data,
		.general = named->general,
		.attach = named->attach,
	};
}

static int connect_named(const struct marker_named_connection *connection,
			 struct marker_result *result)
{
	struct marker_probe probe = probe_of(connection);
	int ret = (marker_probe_connect)(&probe, result);

	if (ret >= 0 && connection->before && !result->reason[0])
		marker_filter_unmatched(connection->before, result->reason, sizeof(result->reason));
	return ret;
}

static void disconnect(const struct marker_named_connection *connection)
{
	struct marker_probe probe = probe_of(connection);

	marker_probe_unregister(probe.name, probe.func, probe.private_data);
}

static void link_connection(struct marker_named_connection *connection)
{
	struct marker_named_connection **end = &connections;

	while (*end)
		end = &(*end)->next;
	*end = connection;
	nr_connections++;
}

static int connect_opened(struct marker_named_connection *connection, bool later,
			  struct marker_result *result)
{
	int ret = connect_named(connection, result);

	if (ret >= 0 && result->pending && !later) {
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

static int enable_locked(const struct marker_named_request *request, struct marker_result *result)
{
	struct marker_named_connection *connection;
	int ret;

	if (finished)
		return -ESHUTDOWN;
	if (is_asked(request))
		return -EEXIST;
	if (nr_connections == MARKER_NAMED_MAX)
		return -ENOSPC;
	connection = open_connection(request, result, &ret);
	return connection ? connect_opened(connection, request->later, result) : ret;
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

/* "NAME", or "NAME=ARG": that argument alone, so that who connected it finds its own again. */
static bool is_named(const struct marker_named_connection *connection, const char *name)
{
	size_t length = strcspn(name, "=");

	return strlen(connection->probe->name) == length &&
	       !strncmp(connection->probe->name, name, length) &&
	       (!name[length] || !strcmp(connection->arg, name + length + 1));
}

static bool is_meant(const struct marker_named_connection *connection, const char *glob,
		     const char *name)
{
	return (!name || is_named(connection, name)) &&
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
	const struct timespec pause = { .tv_nsec = 1000000 };
	unsigned int tries;

	for (tries = 0; tries < EXIT_PATIENCE_MS; tries++) {
		if (!pthread_mutex_trylock(&named_lock))
			return true;
		nanosleep(&pause, NULL);
	}
	return false;
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
