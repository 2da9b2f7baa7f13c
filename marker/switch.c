// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * switch.c - which sites a change of the connections is about, as one batch
 *
 * A marker is on while any connection has a closure in its array.  A query (mark_enabled) is on while
 * any marker of its name is, so it goes along with every batch about that name.
 *
 * Locking: os_lock() is held by all callers.
 */
#include "connection.h"

/** marker_wants_on() - should the sites of a marker be on? */
bool marker_wants_on(const struct marker *marker)
{
	struct marker *other;

	if (!marker->query)
		return marker->live > 0;
	for (other = marker_find_name(marker->info.name); other; other = marker_same_name(other))
		if (other->live)
			return true;
	return false;
}

static void add_sites(struct marker_batch *batch, struct marker *marker)
{
	marker->want_on = marker_wants_on(marker);
	marker_batch_add_marker(batch, marker);
}

/** marker_batch_add_queries() - all sites of mark_enabled(), each to the state it should have */
void marker_batch_add_queries(struct marker_batch *batch)
{
	struct marker *marker;

	for (marker = marker_first(); marker; marker = marker_next(marker))
		if (marker->query)
			add_sites(batch, marker);
}

/**
 * marker_switch_sites() - bring the sites of all markers of a connection to what is wanted of them
 * @connection:	linked or not
 * @batch:	its counts are the caller's
 * @result:	the first failure; may be NULL
 */
void marker_switch_sites(struct marker_connection *connection, struct marker_batch *batch,
			 struct marker_result *result)
{
	struct marker *marker;

	marker_batch_init(batch);
	for_each_named(marker, connection)
		add_sites(batch, marker);
	marker_batch_commit(batch, result);
}

/**
 * marker_switch_all() - the same for every marker there is
 * @batch:	its counts are the caller's
 * @only_off:	leave alone those that should be on
 * @result:	the first failure; may be NULL
 */
void marker_switch_all(struct marker_batch *batch, bool only_off, struct marker_result *result)
{
	struct marker *marker;

	marker_batch_init(batch);
	for (marker = marker_first(); marker; marker = marker_next(marker))
		if (!only_off || !marker_wants_on(marker))
			add_sites(batch, marker);
	marker_batch_commit(batch, result);
}
