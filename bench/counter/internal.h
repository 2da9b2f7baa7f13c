/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * internal.h - an event while it is read
 */
#ifndef BENCH_COUNTER_INTERNAL_H
#define BENCH_COUNTER_INTERNAL_H

#include "event.h"

/**
 * struct reading - the parts of one event
 * @name:	before the first slash or colon
 * @terms:	between the slashes
 * @modifiers:	behind
 * @event:	what comes of it
 * @why:	the sentence, if it is refused
 */
struct reading {
	const struct event_place *place;
	struct pmu_kinds kinds;
	char name[EVENT_NAME];
	char terms[EVENT_NAME];
	char modifiers[EVENT_NAME];
	bool has_terms;
	struct event *event;
	char *why;
};

/* event.c */
int reading_refuse(struct reading *reading, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void event_offer(void *near, const char *name);

/* term.c */
int term_event(struct reading *reading, const struct pmu *pmu, const char *name);
int term_all(struct reading *reading, const struct pmu *pmu);
int term_limits(struct reading *reading, const struct pmu *pmu);
int term_raw(const char *text, uint64_t *config);

/* place.c */
int place_check_pmu(struct reading *reading, const struct pmu *pmu);
int place_check_generic(struct reading *reading);

#endif
