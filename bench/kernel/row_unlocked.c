// SPDX-License-Identifier: GPL-2.0-only
/*
 * row_unlocked.c - row 9 of 2006: a connected marker that leaves preemption as it is
 *
 * The sites are those of marker.h and are switched on by the core; only the slow path is this
 * file's: the one of arch/kernel.h without the pair that disables and enables preemption, and without
 * the question of nesting, whose answer comes from the count that the pair keeps.  Interrupts are
 * off while it runs, so that nobody misses them.
 */
#include "connect.h"

/* clang-format off */
#undef MARKER_SLOW_PATH
#define MARKER_SLOW_PATH(id, key, ...)							\
	({										\
		const struct marker_entry *marker_entry =				\
			rcu_dereference_raw(MARKER_LINE_ID(line, id).entry);		\
											\
		READ_ONCE(marker_entry->func)(marker_entry->data MARKER_ARGS(__VA_ARGS__)); \
	})
/* clang-format on */

#define LOOP(kind, mark) CONNECT_LOOP(kind, unlocked, mark)

BENCH_EACH_KIND(LOOP)

#define ROW(id, kind)                                                                 \
	CONNECT_ROW("unlocked", id, kind, unlocked, "list", marker_bench_empty, NULL, \
		    "empty probe, variable arguments, preemption not disabled")

static const struct bench_row rows[] = { BENCH_ROWS(ROW) };

const struct bench_group bench_unlocked = { rows, ARRAY_SIZE(rows) };
