/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * server.h - the table behind a Unix socket, served by one thread
 */
#ifndef KV_SERVER_H
#define KV_SERVER_H

#include "table.h"

struct server_options {
	int listen_fd;
	int stop_fd; /* an eventfd: readable when the server is to end */
	size_t limit_bytes;
};

struct server_stats {
	unsigned long requests, errors, connections;
	struct table_stats table;
};

/** server_run() - serve until @stop_fd is readable; 0 or -errno */
int server_run(const struct server_options *options, struct server_stats *stats);

#endif
