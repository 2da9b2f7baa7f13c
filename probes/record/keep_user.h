/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * keep_user.h - from code that uses general registers only to code that uses any
 */
#ifndef MARKER_RECORD_KEEP_USER_H
#define MARKER_RECORD_KEEP_USER_H

#include "../../marker/hit.h"

/* Where sites are generic there is no slow path that keeps registers, and nobody counts on it. */
#ifdef MARKER_ASM_JUMP
static inline void record_keep(void (*function)(void *), void *data)
{
	__atomic_load_n(&arch_keep, __ATOMIC_RELAXED)(function, data);
}
#else
static inline void record_keep(void (*function)(void *), void *data)
{
	function(data);
}
#endif

#endif
