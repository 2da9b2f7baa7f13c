/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * exclude.h - modifiers of an event, and the levels of the processor that are then counted
 *
 *	modifier	bit of the attribute that is cleared; the first one sets the others
 *	u k h		exclude_user, exclude_kernel, exclude_hv
 *	H G		exclude_host, exclude_guest
 *
 * What that means on arm64 depends on where the kernel runs (Documentation/arch/arm64/perf.rst):
 *
 *	bit		host, VHE		host, no VHE			guest
 *	exclude_user	EL0			EL0				EL0
 *	exclude_kernel	EL1 and EL2		EL1				EL1
 *	exclude_hv	nothing			EL2				nothing
 *	exclude_host	EL0 and EL2		EL0, EL1 and EL2		what is not a guest's
 *	exclude_guest	the guests' EL0 and EL1, in all three
 *
 * EL2 is never counted inside a guest.
 */
#ifndef BENCH_COUNTER_EXCLUDE_H
#define BENCH_COUNTER_EXCLUDE_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>

#define EXCLUDE_TEXT 128

/**
 * enum exclude_world - where the kernel runs
 * @EXCLUDE_PLAIN:	not on arm64: user and kernel are all that there is to tell apart
 * @EXCLUDE_ARM64:	on arm64, and the rest is not known
 * @EXCLUDE_VHE:	at EL2
 * @EXCLUDE_NVHE:	at EL1, and it has EL2
 * @EXCLUDE_GUEST:	at EL1, and EL2 is somebody else's
 */
enum exclude_world {
	EXCLUDE_PLAIN,
	EXCLUDE_ARM64,
	EXCLUDE_VHE,
	EXCLUDE_NVHE,
	EXCLUDE_GUEST,
};

int exclude_parse(const char *modifiers, struct perf_event_attr *attr);
enum exclude_world exclude_world_of(const char *machine, const char *log);
enum exclude_world exclude_world_here(void);
bool exclude_is_clock(const struct perf_event_attr *attr);
void exclude_levels(const struct perf_event_attr *attr, enum exclude_world world,
		    char text[static EXCLUDE_TEXT]);

#endif
