/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * connection.h - the connections that stand, and the markers they mean
 */
#ifndef MARKER_CONNECTION_H
#define MARKER_CONNECTION_H

#include "registry.h"

struct marker_connection {
	struct marker_probe probe;
	struct marker_connection *next, **prev; /* all, in the order of registration */
	struct marker_connection *next_listed;	/* in its list: a bucket of names, or the globs */
	unsigned long order;
	bool glob;
};

struct marker_connection *marker_connection_first(void);
struct marker_connection *marker_connection_find(const char *name, marker_probe_fn *func,
						 const void *private_data);
struct marker_connection *marker_connection_alloc(const struct marker_probe *probe);
void marker_connection_link(struct marker_connection *connection);
void marker_connection_unlink(struct marker_connection *connection);

bool marker_formats_match(const struct marker_connection *connection, const struct marker *marker);
bool marker_connection_wants(const struct marker_connection *connection,
			     const struct marker *marker);
struct marker *marker_first_named(const struct marker_connection *connection);
struct marker *marker_next_named(const struct marker_connection *connection, struct marker *marker);

#define for_each_named(marker, connection)                    \
	for (marker = marker_first_named(connection); marker; \
	     marker = marker_next_named(connection, marker))

/* switch.c */
void marker_switch_sites(struct marker_connection *connection, struct marker_batch *batch,
			 struct marker_result *result);
void marker_switch_all(struct marker_batch *batch, bool only_off, struct marker_result *result);

/* disconnect.c */
void marker_disconnect(struct marker_connection *connection);

#endif
