/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel/trace.h - the folder of the kernel's trace, with its description
 */
#ifndef MARKCTL_KERNEL_TRACE_H
#define MARKCTL_KERNEL_TRACE_H

#include "user/markctl/kernel/clock.h"
#include "user/markctl/kernel/events.h"

/**
 * struct kernel_trace - one trace
 * @dir:	the folder, -1 if it is not open
 * @name:	of the folder, in the collection
 * @events:	as they are in the description
 */
struct kernel_trace {
	int dir;
	char name[64];
	u8 uuid[16];
	char creation[40];
	struct kernel_clock clock;
	struct kernel_events events;
};

/** kernel_trace_create() - make the folder, empty; 0 or -errno with a sentence */
int kernel_trace_create(struct kernel_trace *trace, const char *collection, char *why,
			size_t why_size);

/**
 * kernel_trace_describe() - read which markers there are, and write "metadata", in one step
 *
 * To be called before an event of a marker that is not among @trace->events is written.
 */
int kernel_trace_describe(struct kernel_trace *trace, char *why, size_t why_size);

void kernel_trace_close(struct kernel_trace *trace);

/** kernel_trace_remove() - of one with no events: take the folder away again */
void kernel_trace_remove(const struct kernel_trace *trace, const char *collection);

#endif
