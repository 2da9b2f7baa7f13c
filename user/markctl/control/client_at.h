/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * client_at.h - a client of one socket, for who walks over all of them
 */
#ifndef MARKCTL_CLIENT_AT_H
#define MARKCTL_CLIENT_AT_H

#include "user/markctl/control/client.h"

/**
 * client_open_at() - connect to a socket in an open folder
 *
 * Return: as client_open(); -ECONNREFUSED if nobody listens there any more.
 */
int client_open_at(struct client **client, int dir, const char *name, char *why, size_t why_size);

/** client_pid() - whose it is, by what the kernel says; 0 if it cannot be seen from here */
pid_t client_pid(const struct client *client);

#endif
