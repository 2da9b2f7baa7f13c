/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stat.h - what the two forms of markctl stat share
 */
#ifndef MARKCTL_STAT_H
#define MARKCTL_STAT_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#include "user/markctl/read/counts.h"
#include "user/markctl/read/report.h"

/* The library takes 64 entries of MARKER_ENABLE. */
#define GLOBS_MAX 32

struct stat_options {
	char *globs[GLOBS_MAX];
	size_t nr_globs;
	const char *output; /* NULL: standard error; "-": standard output */
	bool json;
	pid_t pid;	   /* 0: a command is run */
	double duration_s; /* 0: until it ends */
};

/**
 * stat_open_output() - before anything runs: an hour of it should not end in a message about a
 * directory
 */
FILE *stat_open_output(const struct stat_options *options);

/** stat_print() - what was counted; 0 or a negative errno */
int stat_print(const struct stat_options *options, struct report *report,
	       const struct counts_file *file, FILE *out);

/** stat_process() - count in a running process; the exit status */
int stat_process(const struct stat_options *options);

#endif
