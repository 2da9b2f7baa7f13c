// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * connection.c - what callers asked for: a name or a glob, a format, a probe
 *
 * A connection stands until it is withdrawn, and every marker that arrives is given the connections
 * that want it.  Connections by name are found by hash; those by glob are few, and tried one by one.
 *
 * Locking: os_lock() is held by all callers.
 */
#include "connection.h"

#define NR_LISTS 4096

unsigned int marker_nr_connections;

static struct marker_connection *connections, **connections_end = &connections;
/* In the order of registration, each: the globs, and names by hash. */
static struct marker_connection *globs, *lists[NR_LISTS];
static unsigned long nr_registrations;

static struct marker_connection **list_of_name(const char *name)
{
	u32 hash = 5381; /* Bernstein */

	while (*name)
		hash = hash * 33 + (u8)*name++;
	return &lists[hash % NR_LISTS];
}

static struct marker_connection **list_of_pattern(const char *pattern)
{
	return marker_is_glob(pattern) ? &globs : list_of_name(pattern);
}

static bool names_match(const struct marker_connection *connection, const char *name)
{
	return connection->glob ? marker_glob_match(connection->probe.name, name) :
				  !strcmp(connection->probe.name, name);
}

/** marker_formats_match() - does a connection understand a marker of its name? */
bool marker_formats_match(const struct marker_connection *connection, const struct marker *marker)
{
	return !connection->probe.format || !strcmp(connection->probe.format, marker->info.format);
}

/** marker_connection_wants() - does a connection mean a marker, by name and format? */
bool marker_connection_wants(const struct marker_connection *connection,
			     const struct marker *marker)
{
	return !marker->query && names_match(connection, marker->info.name) &&
	       marker_formats_match(connection, marker);
}

/** marker_ever_connected() - has there been a connection, so that a probe may run somewhere? */
bool marker_ever_connected(void)
{
	return nr_registrations > 0;
}

/** marker_connection_first() - the oldest connection; the others by ->next */
struct marker_connection *marker_connection_first(void)
{
	return connections;
}

/** marker_connection_find() - the connection of a name or glob, a function and its data, or NULL */
struct marker_connection *marker_connection_find(const char *name, marker_probe_fn *func,
						 const void *private_data)
{
	struct marker_connection *connection = *list_of_pattern(name);

	for (; connection; connection = connection->next_listed)
		if (!strcmp(connection->probe.name, name) && connection->probe.func == func &&
		    connection->probe.private_data == private_data)
			break;
	return connection;
}

/** marker_connection_alloc() - one block, with copies of the strings; NULL if there is no memory */
struct marker_connection *marker_connection_alloc(const struct marker_probe *probe)
{
	size_t name_size = strlen(probe->name) + 1;
	size_t format_size = probe->format ? strlen(probe->format) + 1 : 0;
	struct marker_connection *connection;
	char *strings;

	connection = os_alloc(sizeof(*connection) + name_size + format_size);
	if (!connection)
		return NULL;
	connection->probe = *probe;
	strings = memcpy(connection + 1, probe->name, name_size);
	connection->probe.name = strings;
	if (probe->format)
		connection->probe.format = memcpy(strings + name_size, probe->format, format_size);
	connection->glob = marker_is_glob(probe->name);
	return connection;
}

/** marker_connection_link() - it stands from now on */
void marker_connection_link(struct marker_connection *connection)
{
	struct marker_connection **list = list_of_pattern(connection->probe.name);

	connection->order = nr_registrations++;
	connection->prev = connections_end;
	*connections_end = connection;
	connections_end = &connection->next;
	while (*list)
		list = &(*list)->next_listed;
	*list = connection;
	marker_nr_connections++;
}

/** marker_connection_unlink() - it is withdrawn; the caller frees it */
void marker_connection_unlink(struct marker_connection *connection)
{
	struct marker_connection **list = list_of_pattern(connection->probe.name);

	while (*list != connection)
		list = &(*list)->next_listed;
	*list = connection->next_listed;
	*connection->prev = connection->next;
	if (connection->next)
		connection->next->prev = connection->prev;
	else
		connections_end = connection->prev;
	marker_nr_connections--;
}

/** marker_first_named() - the first marker whose name a connection means */
struct marker *marker_first_named(const struct marker_connection *connection)
{
	struct marker *marker;

	if (!connection->glob)
		return marker_find_name(connection->probe.name);
	for (marker = marker_first(); marker; marker = marker_next(marker))
		if (names_match(connection, marker->info.name))
			break;
	return marker;
}

/** marker_next_named() - the next one, NULL at the end */
struct marker *marker_next_named(const struct marker_connection *connection, struct marker *marker)
{
	if (!connection->glob)
		return marker_same_name(marker);
	do
		marker = marker_next(marker);
	while (marker && !names_match(connection, marker->info.name));
	return marker;
}

/* Of two lists in the order of registration, the one whose head is older. */
static struct marker_connection **older(struct marker_connection **a, struct marker_connection **b)
{
	if (!*a || !*b)
		return *a ? a : b;
	return (*a)->order < (*b)->order ? a : b;
}

/**
 * marker_connect_new() - give a marker that has just come the connections that want it
 * @marker:	without sites yet
 *
 * Return: 0 or -ENOMEM.
 */
int marker_connect_new(struct marker *marker)
{
	struct marker_connection *named = *list_of_name(marker->info.name), *glob = globs, **at;
	struct marker_array *array;

	while (*(at = older(&named, &glob))) {
		const struct marker_connection *connection = *at;

		*at = connection->next_listed;
		if (!marker_connection_wants(connection, marker))
			continue;
		array = marker_array_add(marker->probes, connection);
		if (!array)
			return -ENOMEM;
		marker_array_publish(marker, array);
		marker->live++;
	}
	return 0;
}
