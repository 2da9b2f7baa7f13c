/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * record.h - a folder for traces, and the weight of a row that records
 */
#ifndef BENCH_RECORD_H
#define BENCH_RECORD_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * So many loops in a sample that what two threads take to meet (some hundred cycles) is nothing,
 * and that files are changed in the midst of it as they are in life.
 */
#define RECORD_WEIGHT 10
#define RECORD_WARM   1000

/** struct record_folder - a directory that is made empty, and removed with all that is in it */
struct record_folder {
	char path[PATH_MAX];
};

int record_folder_make(struct record_folder *folder, bool in_memory, char *why, size_t len);
void record_folder_remove(struct record_folder *folder);

int record_bytes(double *bytes, char *why, size_t len);

#endif
