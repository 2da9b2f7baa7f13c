/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * select.h - rows by name, first word, group or pattern
 */
#ifndef BENCH_SELECT_H
#define BENCH_SELECT_H

#include <stdbool.h>

#include "run/run.h"

bool select_is_meant(const struct bench *bench, const char *word);
int select_rows(struct run *run, const char *word);

#endif
