/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * samples.h - the samples of a run as JSON: what all its figures can be computed from again
 */
#ifndef BENCH_SAMPLES_H
#define BENCH_SAMPLES_H

#include "run.h"

struct json_object;

struct json_object *samples_ticks(const struct run *run, const struct run_row *row);
struct json_object *samples_counts(const struct run *run, const struct run_row *row,
				   unsigned int event);
struct json_object *samples_chain(const struct run *run);

#endif
