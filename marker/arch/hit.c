// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * hit.c - marker_hit(): the slow path of a site that must keep every register
 *
 * Compiled for general registers only, as is probe.c, for the caller keeps these and no others
 * (x86_keep.S, arm64_keep.S).  So nothing else may be called from here, but by keep():
 *
 *	what is called			by keep()
 *	a probe that is "general"	no: it has promised to use general registers only
 *	another probe			yes
 *	liburcu's registration		yes: it allocates; once in each thread
 *
 * liburcu's readers are in line, and the thread's own data is reached without a call (initial-exec).
 */
#include "../hit.h"
#include "../hit_layout.h"

#include <stddef.h>

static inline void keep(void (*function)(void *), void *data)
{
	__atomic_load_n(&arch_keep, __ATOMIC_RELAXED)(function, data);
}

struct whole_hit {
	struct marker_slot *slot;
	va_list *args;
};

static void hit_whole(void *data)
{
	const struct whole_hit *hit = data;

	marker_call_list(hit->slot, hit->args);
}

static __attribute__((noinline)) void keep_whole(struct marker_slot *slot, va_list *args)
{
	struct whole_hit hit = { slot, args };

	keep(hit_whole, &hit);
}

struct dispatch {
	const struct marker_array *array;
	va_list *args;
	unsigned int depth;
};

static void dispatch(void *data)
{
	const struct dispatch *to = data;

	marker_dispatch(to->array, to->depth, to->args);
}

static __attribute__((noinline)) void keep_dispatch(const struct marker_array *array,
						    unsigned int depth, va_list *args)
{
	struct dispatch to = { array, args, depth };

	keep(dispatch, &to);
}

static inline void hit_array(const struct marker_array *array, unsigned int depth, va_list *args)
{
	if (likely(array) && likely(array->general))
		marker_dispatch(array, depth, args);
	else if (array)
		keep_dispatch(array, depth, args);
	os_probe_exit(depth);
}

/**
 * marker_hit_array() - the rest of a hit whose read side, its thread's outermost, has begun
 * @array:	what the slot held; may be NULL
 * @args:	the marker's arguments; used up
 */
void marker_hit_array(const struct marker_array *array, va_list *args)
{
	hit_array(array, 0, args);
}

const unsigned long *marker_quick_gp;

/* liburcu knows from its own start on; what a sanitizer adds must not be left out. */
static inline void allow_quick(void)
{
	const unsigned long *gp = os_quick_gp();

	if (unlikely(READ_ONCE(marker_quick_gp) != gp))
		WRITE_ONCE(marker_quick_gp, gp);
}

/**
 * marker_hit() - the slow path of a site that must keep every register
 * @slot:	of the site
 * @args:	the marker's arguments; used up
 *
 * Context: any; a signal handler.
 */
void marker_hit(struct marker_slot *slot, va_list *args)
{
	unsigned int depth;

	if (unlikely(!os_probe_enter_is_general())) {
		keep_whole(slot, args);
		return;
	}
	depth = os_probe_enter();
	allow_quick();
	hit_array(os_dereference(slot->probes), depth, args);
}

#define AT(field, offset) \
	static_assert(offsetof(struct marker_array, field) == (offset), "hit_layout.h")
AT(quick, ARRAY_QUICK);
AT(quick_words, ARRAY_QUICK_WORDS);
AT(quick_try, ARRAY_QUICK_TRY);
AT(only_data, ARRAY_ONLY_DATA);
AT(info, ARRAY_INFO);
