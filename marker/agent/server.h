/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * server.h - the socket and who is connected to it
 */
#ifndef MARKER_AGENT_SERVER_H
#define MARKER_AGENT_SERVER_H

#include "client.h"

#define MARKER_CLIENTS_MAX 16

/**
 * marker_server_open() - make the socket
 * @runtime_dir:	XDG_RUNTIME_DIR or ""; must stay
 *
 * Return: 0 or a negative errno.
 */
int marker_server_open(const char *runtime_dir);

/**
 * marker_server_run() - serve
 * @execute:	makes the reply to a line
 *
 * Return: when there can be no socket any more, or marker_server_wake() says so.
 */
void marker_server_run(void (*execute)(char *line, struct marker_reply *reply));

/** marker_server_finish() - from another thread: remove the socket's name, now and later */
void marker_server_finish(void);

/** marker_server_wake() - marker_server_run() returns soon; after marker_server_finish() */
void marker_server_wake(void);

/** marker_server_forked() - in the child: what is the parent's is closed, and forgotten */
void marker_server_forked(void);

#endif
