/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * select.h - rows by name, first word, group or pattern
 */
#ifndef BENCH_SELECT_H
#define BENCH_SELECT_H

#include "run.h"

int select_rows(struct run *run, const char *word);

#endif
