/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * counter.h - an event that counts for this thread
 *
 *	struct counter counter;
 *
 *	ret = counter_open(&counter, event, why, sizeof(why));
 *	counter_read(&counter, &begin);
 *	...
 *	counter_read(&counter, &end);
 *	events = count_between(&begin, &end);
 *	counter_close(&counter);
 *
 * Read by an instruction where the processor and the kernel have it so, by read(2) otherwise.  The
 * thread that opens it reads it, and nobody else.
 */
#ifndef BENCH_COUNTER_COUNTER_H
#define BENCH_COUNTER_COUNTER_H

#include <stddef.h>

#include "event.h"
#include "page.h"

#define COUNTER_WHY 128

/**
 * struct counter - an open one
 * @fd:		-1 if it is not open
 * @page:	NULL if there is none
 * @attr:	as the kernel took it
 * @by_page:	readings by the instruction
 * @by_call:	readings by read(2)
 * @why_call:	why it cannot be read by the instruction; "" if it can
 */
struct counter {
	int fd;
	struct perf_event_mmap_page *page;
	struct perf_event_attr attr;
	unsigned long by_page;
	unsigned long by_call;
	char why_call[COUNTER_WHY];
};

int counter_open(struct counter *counter, const struct event *event, char *why, size_t len);
int counter_read(struct counter *counter, struct count *count);
unsigned int counter_width(const struct counter *counter);
void counter_close(struct counter *counter);
void counter_refused(const struct event *event, int error, int paranoid, char *why, size_t len);

#endif
