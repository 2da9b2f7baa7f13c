/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sockets.h - where the sockets of agents are
 */
#ifndef MARKCTL_SOCKETS_H
#define MARKCTL_SOCKETS_H

#include "user/markctl/control/process.h"

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

/**
 * sockets_visit() - see each name in those folders
 * @visit:	called with the folder's descriptor and a name, which may be that of anything; a value other
 *		than 0 ends it
 *
 * Return: the value of @visit, or 0.
 */
int sockets_visit(uid_t uid, const struct process *process,
		  int (*visit)(int dir, const char *name, void *data), void *data);

#endif
