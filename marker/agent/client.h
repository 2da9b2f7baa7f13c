/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * client.h - one who is connected to the agent: a line that comes in, a reply that goes out
 *
 *	in		a line of at most MARKER_REQUEST_MAX bytes; longer ones end the connection
 *	out		one reply at a time: no further line is looked at until it has been read
 *	times		a line that is not finished, a reply that is not read, and silence
 *
 * Nothing here waits.
 */
#ifndef MARKER_AGENT_CLIENT_H
#define MARKER_AGENT_CLIENT_H

#include "../fd_user.h"
#include "reply.h"

#define MARKER_REQUEST_MAX 8192

struct marker_client {
	struct marker_fd fd;
	u64 since_ns; /* when something last went in or out */
	size_t got, sent;
	bool more; /* has lines that were received, and had their turn */
	struct marker_reply out;
	char in[MARKER_REQUEST_MAX];
};

/** marker_client_open() - a new connection; false, and closed, if it is not the user's or root's */
bool marker_client_open(struct marker_client *client, int fd, u64 now_ns);
/** marker_client_greet() - who speaks, and in which version */
void marker_client_greet(struct marker_client *client);

void marker_client_close(struct marker_client *client);

/** marker_client_events() - what poll() is to wait for */
short marker_client_events(const struct marker_client *client);

/** marker_client_deadline() - when it has taken too long, in the time of @now_ns */
u64 marker_client_deadline(const struct marker_client *client);

/**
 * marker_client_serve() - do what can be done now
 * @execute:	makes the reply to a line
 *
 * Return: false if it is to be closed.
 */
bool marker_client_serve(struct marker_client *client, u64 now_ns,
			 void (*execute)(char *line, struct marker_reply *reply));

#endif
