/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * client.h - the connection to the agent of a running process; marker-protocol(7) is the language
 *
 * Every function says in @why, for people, what a negative errno means:
 *
 *	-ESRCH		no such process
 *	-EACCES		it belongs to somebody else
 *	-ENOEXEC	it has no markers
 *	-ECONNREFUSED	it has, and its agent is off, or does not answer
 *	-EPROTO		it speaks another version of the protocol
 *	-ETIMEDOUT	it took too long
 *	others		of the system, or what the agent said: -ENOENT no marker or connection, ...
 *
 * Locking: none; one thread a client.
 */
#ifndef MARKCTL_CLIENT_H
#define MARKCTL_CLIENT_H

#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

struct client;

/** client_open() - connect to a process */
int client_open(struct client **client, pid_t pid, char *why, size_t why_size);

/**
 * client_request() - one command and its reply
 * @command:	without a newline; words with blanks are quoted (marker/agent/line.h)
 * @reply:	gets the lines of the reply, the last one ("ok ...") too; may be NULL
 *
 * Return: 0, or the negative errno that the agent named, its sentence in @why.
 */
int client_request(struct client *client, const char *command, FILE *reply, char *why,
		   size_t why_size);

/** client_close() - NULL is fine */
void client_close(struct client *client);

#endif
