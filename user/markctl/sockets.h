/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sockets.h - the folders that sockets of agents may be in
 */
#ifndef MARKCTL_SOCKETS_H
#define MARKCTL_SOCKETS_H

#include "process.h"

/**
 * sockets_visit_dirs() - open each folder that a user's agents use
 * @uid:	whose
 * @process:	of which process, to look where it sees its files; NULL: of all that are here
 * @visit:	called with a descriptor, which is closed behind it, and the path, for people; a value
 *		other than 0 ends it
 *
 * Folders that are not there, or are not the user's alone, are passed over.
 *
 * Return: the value of @visit, or 0.
 */
int sockets_visit_dirs(uid_t uid, const struct process *process,
		       int (*visit)(int dir, const char *path, void *data), void *data);

#endif
