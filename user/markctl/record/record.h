/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * record.h - the forms of markctl record: a command, a running process, the kernel, a snapshot
 */
#ifndef MARKCTL_RECORD_H
#define MARKCTL_RECORD_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "user/markctl/control/attach.h"

#define RECORD_GLOBS_MAX ATTACH_MAX

struct record_options {
	char *globs[RECORD_GLOBS_MAX];
	size_t nr_globs;
	const char *dir;    /* as given, or NULL */
	const char *flight; /* sizes, as the probe takes them */
	const char *limit;
	struct attach_filter filter;
	pid_t pid; /* 0: none */
	bool kernel;
	bool snapshot;
	double duration_s; /* 0: until an interrupt, or the end of what is recorded */
	char **argv;	   /* the command, or what a snapshot is taken of */
};

/** struct record_dir - where it is recorded */
struct record_dir {
	char path[PATH_MAX];  /* absolute: what records has a working directory of its own */
	char shown[PATH_MAX]; /* as the user says it */
	bool made;	      /* it was not there before */
};

/* ---- record_dir.c ---- */

/**
 * record_dir_make() - make the directory, or take one that is empty
 * @given:	NULL: marker-trace-DATE-TIME in the working directory
 *
 * Return: 0, or a negative errno that was told of.
 */
int record_dir_make(struct record_dir *dir, const char *given);

/** record_dir_give() - to the owner of a process that is to write there */
int record_dir_give(const struct record_dir *dir, pid_t pid);

/** record_dir_end() - nobody is to record into it any more; 0 or a negative errno that was told of */
int record_dir_end(const struct record_dir *dir);

/** record_dir_drop() - nothing came into it: remove it if it was made here */
void record_dir_drop(const struct record_dir *dir);

/** record_dir_is_empty() - has nothing been recorded into it? */
bool record_dir_is_empty(const struct record_dir *dir);

/** record_probe() - "record=DIR;flight=SIZE;limit=SIZE"; 0 or -ENAMETOOLONG */
int record_probe(const struct record_options *options, const struct record_dir *dir, char *probe,
		 size_t size);

/* ---- the forms: each gives an exit status ---- */

int record_child(const struct record_options *options);
int record_running(const struct record_options *options);
int record_snapshot(const struct record_options *options);

/* ---- record_summary.c ---- */

/** record_summary() - what was recorded, in one line on standard error */
void record_summary(const struct record_dir *dir);

#endif
