/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * counting.h - hits of a running process, in a file that it and we have mapped
 *
 * So the counts are there whatever becomes of the process, and reading them costs it nothing.
 */
#ifndef MARKCTL_COUNTING_H
#define MARKCTL_COUNTING_H

#include "user/markctl/control/attach.h"
#include "user/markctl/read/counts.h"

struct counting {
	struct counts_file file;
	struct attach attach;
};

/**
 * counting_start() - make the file and connect the probe
 *
 * Return: 0, or an exit status and why; then counting_stop() is not called.
 */
int counting_start(struct counting *counting, pid_t pid, char *const *globs, size_t nr_globs,
		   char *why, size_t why_size);

/** counting_pause() - disconnect the probe, keep the counts; 0 or an exit status and why */
int counting_pause(struct counting *counting, char *why, size_t why_size);

/** counting_stop() - after counting_pause(): remove the file */
void counting_stop(struct counting *counting);

#endif
