/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How far the files are read, on a terminal, where it takes its time.
 */
#ifndef USER_MARKDIFF_PROGRESS_H
#define USER_MARKDIFF_PROGRESS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

#include "user/perfdata/perfdata.h"

struct progress {
	FILE *out;
	char *const *files;
	struct perfdata_progress *counters; /* beside files */
	uint32_t nr;
	uint32_t delay_ms; /* nothing is shown before */
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t ended;
	bool runs, end;
};

/**
 * progress_start - show it from now on, by a thread that does nothing else
 * @progress: out, files, nr and delay_ms are set
 *
 * Without memory or a thread nothing is shown; counters may be NULL then.
 */
void progress_start(struct progress *progress);

/* Stops, and wipes out what was shown. */
void progress_end(struct progress *progress);

/**
 * progress_text - a line about the files that are being read, no longer than @size - 1
 */
void progress_text(const struct progress *progress, char *text, size_t size);

#endif
