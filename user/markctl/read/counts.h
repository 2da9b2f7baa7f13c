/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * counts.h - a file of counters (probes/count.h) for one run of a command
 */
#ifndef MARKCTL_COUNTS_H
#define MARKCTL_COUNTS_H

#include <sys/types.h>

#include "probes/count.h"

struct counts_file {
	char path[256];	    /* as who counts sees it */
	char own_path[288]; /* as we do */
	struct marker_count_region *region;
};

/**
 * counts_create() - make the file, in memory if there is a file system for that
 *
 * /dev/shm, else $TMPDIR, else /tmp; readable and writable by its owner alone.
 *
 * Return: 0 or the errno of the last place that was tried.
 */
int counts_create(struct counts_file *file);

/**
 * counts_create_for() - the same where a running process finds it, and may open it
 *
 * Return: 0, or the errno of the last place that was tried.
 */
int counts_create_for(struct counts_file *file, pid_t pid);

/** counts_remove() - unlink and unmap it */
void counts_remove(struct counts_file *file);

#endif
