/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * run_counts.h - what the runner does with the events of a run: run.c calls these and nobody else
 */
#ifndef BENCH_RUN_COUNTS_H
#define BENCH_RUN_COUNTS_H

#include "run.h"

int counts_open(struct run *run);
void counts_begin(struct run *run);
void counts_end(struct run *run);
void counts_keep(struct run *run, struct run_row *row, unsigned int round);
void counts_close(struct run *run);
void counts_finish(struct run *run);
void counts_free(struct run *run);

#endif
