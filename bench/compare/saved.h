/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * saved.h - a run that was written as JSON, read again: its figures come out as they were
 */
#ifndef BENCH_SAVED_H
#define BENCH_SAVED_H

#include "../run/run.h"

#define SAVED_WHY 320

struct json_object;

/**
 * struct saved - a file of run --json or kernel --json
 * @run:	as run_measure() left it; not for run_free()
 * @benches, @events: what its rows and events point to
 * @file:	all of it; owns all strings
 */
struct saved {
	struct run run;
	struct bench *benches;
	struct event *events;
	struct json_object *file;
};

int saved_read(struct saved *saved, const char *path, char why[static SAVED_WHY]);
int saved_parse(struct saved *saved, const char *name, const char *text, size_t len,
		char why[static SAVED_WHY]);
void saved_free(struct saved *saved);
const char *saved_fact(const struct saved *saved, const char *group, const char *key);

#endif
