/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * hit.h - the slow path that keeps registers: between what is common (hit.c) and what a target brings
 *
 * arch/NAME_slow.h has the cold block, arch/NAME_keep.S what it calls, arch/NAME_hit.c says how the
 * registers that are not general ones are kept on this processor.
 */
#ifndef MARKER_HIT_H
#define MARKER_HIT_H

#include "registry.h"

void marker_hit(struct marker_slot *slot, va_list *args);
void marker_hit_array(const struct marker_array *array, va_list *args);

/*
 * liburcu's counter, where its readers need no fence: a target may begin and end a read side itself then.
 * NULL until the first hit, and where membarrier(2) is refused.
 */
extern const unsigned long *marker_quick_gp;

/* Calls a function that may use any register, and keeps those that are not general ones. */
typedef void marker_keep_fn(void (*function)(void *), void *data);

/* The one of this processor; the first call may change it. */
extern marker_keep_fn *arch_keep;

#endif
