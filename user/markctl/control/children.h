/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * children.h - processes that were forked from one in which a command has connected probes
 *
 * They have the same connections, and an agent each.  Whose children's children they are nobody knows
 * once a parent has ended; but all of them run the same program, and what they have was named by the command
 * alone.  So every agent of that program is told, and who was not meant says so.
 */
#ifndef MARKCTL_CHILDREN_H
#define MARKCTL_CHILDREN_H

#include <stdbool.h>
#include <sys/stat.h>

#include "user/markctl/control/process.h"

/** struct children - of whom; known before it may be gone */
struct children {
	bool known;
	struct process parent;
	dev_t program_dev;
	ino_t program_ino;
};

/** children_of() - remember a process */
void children_of(struct children *children, pid_t pid);

/**
 * children_tell() - send commands to all of its children that there are, and to theirs
 *
 * A child's agent is there a moment after the fork, so they are looked for until nobody new has come for
 * longer than that, or, in a process that goes on to fork, for a second.
 */
void children_tell(const struct children *children, char *const *commands, size_t nr);

#endif
