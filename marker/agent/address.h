/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * address.h - where the agent of a process listens, for the agent and for who looks for it
 *
 *	$XDG_RUNTIME_DIR/marker/PID-NAMESPACE		or, where that cannot be had,
 *	/tmp/marker-UID/PID-NAMESPACE
 *
 * NAMESPACE is the inode of the process's pid namespace, and PID its number in it: containers that
 * share a folder have the same numbers.  The folder belongs to its user and nobody else enters it.
 */
#ifndef MARKER_AGENT_ADDRESS_H
#define MARKER_AGENT_ADDRESS_H

#include "../os.h"

#include <sys/types.h>
#include <sys/un.h>

#define MARKER_ADDRESS_NAME_MAX 48

/** marker_address_namespace() - of what "/proc/PID/ns/pid" says; 0 if it cannot be read */
u64 marker_address_namespace(const char *link);

/** marker_address_name() - the socket's name; @name has MARKER_ADDRESS_NAME_MAX bytes */
void marker_address_name(char *name, pid_t pid, u64 namespace);

/** marker_address_parse() - and back: 0, or -EINVAL for a name that is none of ours */
int marker_address_parse(const char *name, pid_t *pid, u64 *namespace);

/**
 * marker_address_open_dir() - open a folder of sockets, if it is what it should be
 * @path:	of the folder; its last part may not be a symbolic link
 * @owner:	whose it must be
 * @make:	make it if it is not there
 *
 * Return: a descriptor (O_PATH), -EPERM if it is somebody else's or others may enter it, or the errno of
 * the system.
 */
int marker_address_open_dir(const char *path, uid_t owner, bool make);

/**
 * marker_address_fill() - the address of a socket in an open folder
 *
 * By the descriptor, so that it is in the folder that was looked at, however long its path is.
 *
 * Return: 0 or -ENAMETOOLONG.
 */
int marker_address_fill(struct sockaddr_un *address, int dir, const char *name);

#endif
