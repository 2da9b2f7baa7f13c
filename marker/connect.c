// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * connect.c - connecting probes to markers
 *
 * A registration is one batch: all arrays are built (this may fail, then nothing has happened), all
 * are published, all sites of all markers are switched, the cores are synchronised once.
 *
 * Locking: os_lock(); grace periods are waited for outside it.
 */
#include "connection.h"

/* Registration frees what was retired once there is as much as this: one grace period for all. */
#define RETIRED_MAX    64
#define NAME_MAX_BYTES 4096

static int check_probe(const struct marker_probe *probe)
{
	struct marker_field fields[MARKER_FIELDS_MAX];
	struct marker_info info = { .format = probe->format, .fields = fields };
	unsigned int doubles;
	int nr;

	if (!probe->name || !probe->func || !*probe->name || strlen(probe->name) > NAME_MAX_BYTES)
		return -EINVAL;
	if (!probe->direct)
		return 0;
	nr = probe->format ? marker_format_parse(probe->format, fields, MARKER_FIELDS_MAX) :
			     -EINVAL;
	if (nr < 0)
		return nr;
	info.nfields = nr;
	return marker_format_direct(&info, &doubles) < 0 ? -EINVAL : 0;
}

/* The arrays that a registration has built and not published hang on their markers. */
static int build_arrays(struct marker_connection *connection, struct marker_result *result,
			bool *exists)
{
	struct marker *marker;

	*exists = false;
	for_each_named(marker, connection) {
		if (marker->query)
			continue;
		*exists = true;
		result->mismatched += marker->conflicts;
		if (!marker_formats_match(connection, marker)) {
			result->mismatched += marker->nr_sites;
			continue;
		}
		marker->building = marker_array_add(marker->probes, connection);
		if (!marker->building)
			return -ENOMEM;
	}
	return 0;
}

static void drop_arrays(struct marker_connection *connection)
{
	struct marker *marker;

	for_each_named(marker, connection) {
		os_free(marker->building);
		marker->building = NULL;
	}
}

static void publish_arrays(struct marker_connection *connection)
{
	struct marker *marker;

	for_each_named(marker, connection) {
		if (!marker->building)
			continue;
		marker_array_publish(marker, marker->building);
		marker->building = NULL;
		marker->live++;
	}
}

static unsigned int count_matched(struct marker_connection *connection)
{
	struct marker *marker;
	unsigned int nr = 0;

	for_each_named(marker, connection)
		if (marker_connection_wants(connection, marker))
			nr += marker->nr_sites;
	return nr;
}

static unsigned int count_switched(struct marker_connection *connection)
{
	struct marker_site *site;
	struct marker *marker;
	unsigned int nr = 0;

	for_each_named(marker, connection)
		for (site = marker->sites; site; site = site->next)
			nr += marker_connection_wants(connection, marker) &&
			      marker_site_state(site->row) == MARKER_ON;
	return nr;
}

/* Sites of a query and of another format are switched with the rest, and are nobody's match. */
static int switch_on(struct marker_connection *connection, struct marker_result *result)
{
	unsigned int wanted = count_matched(connection);
	struct marker_batch batch;

	publish_arrays(connection);
	marker_switch_sites(connection, &batch, result);
	result->matched = batch.failed ? count_switched(connection) : wanted;
	result->failed = wanted - result->matched;
	if (wanted && !result->matched) {
		marker_disconnect(connection);
		return result->error;
	}
	return result->matched;
}

static int connect_locked(struct marker_connection *connection, struct marker_result *result)
{
	bool exists;
	int ret;

	ret = build_arrays(connection, result, &exists);
	if (ret)
		goto drop;
	result->pending = !exists;
	ret = -EINVAL;
	if (exists && result->mismatched && !count_matched(connection))
		goto drop;
	marker_connection_link(connection);
	ret = switch_on(connection, result);
	if (ret < 0)
		marker_connection_unlink(connection);
	return ret;
drop:
	drop_arrays(connection);
	return ret;
}

int(marker_probe_connect)(const struct marker_probe *probe, struct marker_result *result)
{
	struct marker_connection *connection = NULL;
	struct marker_result own;
	struct marker_retired *list;
	int ret;

	if (!result)
		result = &own;
	memset(result, 0, sizeof(*result));
	if (os_in_probe())
		return -EDEADLK;
	ret = check_probe(probe);
	if (ret)
		return ret;
	os_lock();
	ret = marker_bind_images(result);
	if (ret)
		goto unlock;
	ret = -EEXIST;
	if (marker_connection_find(probe->name, probe->func, probe->private_data))
		goto unlock;
	ret = -ENOMEM;
	connection = marker_connection_alloc(probe);
	if (!connection)
		goto unlock;
	ret = connect_locked(connection, result);
	if (ret < 0)
		os_free(connection);
unlock:
	list = marker_retired_take(RETIRED_MAX);
	os_unlock();
	if (list)
		marker_retired_free(list);
	return ret;
}

int(marker_probe_register)(const char *name, const char *format, marker_probe_fn *probe,
			   void *private_data)
{
	struct marker_probe all = {
		.name = name,
		.format = format,
		.func = probe,
		.private_data = private_data,
	};

	return (marker_probe_connect)(&all, NULL);
}
