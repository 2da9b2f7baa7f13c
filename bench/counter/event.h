/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * event.h - events as perf writes them, and what the kernel is asked for
 *
 *	cycles:u			a generic name, with modifiers (exclude.h)
 *	l1d_tlb_refill			a name in events/ of the PMU of this processor
 *	stall_slot/threshold=2,threshold_compare=2/
 *					the same with more terms; commas inside belong to them
 *	cpu/event=0x3c,umask=0x0/u	terms of a PMU that is named
 *	msr/tsc/			a name in events/ of it
 *	r00c0				a number for config
 *
 * A term without a value is 1.  A later term overrules an earlier one.
 */
#ifndef BENCH_COUNTER_EVENT_H
#define BENCH_COUNTER_EVENT_H

#include <linux/perf_event.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

#include "pmu.h"

#define EVENT_NAME 256
#define EVENT_UNIT 32
#define EVENT_WHY  1024
#define EVENTS_MAX 32

/**
 * struct event_place - where events are to be counted
 * @pmus:	of the machine
 * @cpus:	processors that the thread may run on
 */
struct event_place {
	const struct pmus *pmus;
	const cpu_set_t *cpus;
};

/**
 * struct event - one
 * @name:	as it was given
 * @pmu:	of which PMU, or "hardware", "software", "cache", "raw"
 * @attr:	type, config and exclude bits
 * @user_bit:	of config1: asks for access from user space; 0 if this PMU has no such bit
 * @long_bit:	of config1: asks for 64 bits; 0 as above
 * @bits_given:	those bits are as somebody has typed them, and stay so
 * @core:	of the processor's PMU
 * @scale:	by which a count becomes @unit
 */
struct event {
	char name[EVENT_NAME];
	char pmu[PMU_NAME];
	struct perf_event_attr attr;
	uint64_t user_bit;
	uint64_t long_bit;
	bool bits_given;
	bool core;
	double scale;
	char unit[EVENT_UNIT];
};

/** struct events - a list */
struct events {
	struct event event[EVENTS_MAX];
	unsigned int nr;
};

int events_add(struct events *events, const struct event_place *place, const char *text,
	       char why[static EVENT_WHY]);
bool event_is_name(const char *file);

#endif
