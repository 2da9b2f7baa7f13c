// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * disconnect.c - taking probes away, waiting for them, and mending what others did to the sites
 *
 * Nothing here allocates, so nothing here can fail for want of memory.
 *
 * Locking: os_lock(); grace periods are waited for outside it.
 */
#include "connection.h"

/* Takes the connection out of the arrays of its markers. */
static void remove_closures(struct marker_connection *connection)
{
	struct marker *marker;

	for_each_named(marker, connection)
		marker->live -= marker_array_remove(marker->probes, connection);
}

static void empty_arrays(struct marker_connection *connection)
{
	struct marker *marker;

	for_each_named(marker, connection)
		if (!marker->live)
			marker_array_publish(marker, &marker->none);
}

/** marker_disconnect() - out of all arrays, the sites that nobody else wants off */
void marker_disconnect(struct marker_connection *connection)
{
	struct marker_batch batch;

	remove_closures(connection);
	marker_switch_sites(connection, &batch, NULL);
	empty_arrays(connection);
}

int marker_probe_unregister(const char *name, marker_probe_fn *probe, void *private_data)
{
	struct marker_connection *connection;

	if (!name || !probe)
		return -ENOENT;
	if (os_in_probe())
		return -EDEADLK;
	os_lock();
	connection = marker_connection_find(name, probe, private_data);
	if (connection) {
		marker_disconnect(connection);
		marker_connection_unlink(connection);
		os_free(connection);
	}
	os_unlock();
	return connection ? 0 : -ENOENT;
}

/* What disconnect_all() takes: a probe with its data, or every probe with code in an object. */
struct target {
	marker_probe_fn *func;
	const void *private_data;
	const struct os_object *object;
};

static bool is_target(const struct marker_connection *connection, const struct target *target)
{
	if (target->func)
		return connection->probe.func == target->func &&
		       connection->probe.private_data == target->private_data;
	return os_object_holds(target->object, (uintptr_t)connection->probe.func);
}

static int remove_targets(const struct target *target)
{
	struct marker_connection *connection, *next;
	int nr = 0;

	for (connection = marker_connection_first(); connection; connection = next) {
		next = connection->next;
		if (!is_target(connection, target))
			continue;
		remove_closures(connection);
		marker_connection_unlink(connection);
		os_free(connection);
		nr++;
	}
	return nr;
}

/* The sites of all targets in one batch. */
static int disconnect_all(const struct target *target)
{
	struct marker_batch batch;
	struct marker *marker;
	int nr = remove_targets(target);

	if (!nr)
		return 0;
	marker_switch_all(&batch, true, NULL);
	for (marker = marker_first(); marker; marker = marker_next(marker))
		if (!marker->live && marker->probes != &marker->none)
			marker_array_publish(marker, &marker->none);
	return nr;
}

int marker_probe_unregister_all(marker_probe_fn *probe, void *private_data)
{
	struct target target = { .func = probe, .private_data = private_data };
	int nr;

	if (!probe)
		return -ENOENT;
	if (os_in_probe())
		return -EDEADLK;
	os_lock();
	nr = disconnect_all(&target);
	os_unlock();
	return nr ? nr : -ENOENT;
}

/** marker_drop_object() - disconnect the probes whose code goes with an object */
void marker_drop_object(const struct os_object *object)
{
	struct target target = { .object = object };
	struct marker_batch batch;

	disconnect_all(&target);
	marker_batch_init(&batch);
	marker_batch_add_queries(&batch);
	marker_batch_commit(&batch, NULL);
}

int marker_synchronize(void)
{
	struct marker_retired *list;

	if (os_in_probe())
		return -EDEADLK;
	os_lock();
	list = marker_retired_take(0);
	os_unlock();
	return marker_retired_free(list);
}

int marker_refresh(struct marker_result *result)
{
	struct marker_batch batch;
	struct marker_result own;
	int ret;

	if (!result)
		result = &own;
	memset(result, 0, sizeof(*result));
	if (os_in_probe())
		return -EDEADLK;
	os_lock();
	ret = marker_bind_images(result);
	if (ret)
		goto unlock;
	marker_switch_all(&batch, false, result);
	result->matched = batch.ok;
	result->failed = batch.failed;
	ret = result->error ? result->error : (int)batch.written;
unlock:
	os_unlock();
	return ret;
}
