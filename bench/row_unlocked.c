// SPDX-License-Identifier: GPL-2.0-only
/*
 * row_unlocked.c - row 9 of 2006: a connected marker without the RCU read side
 *
 * The sites are those of marker.h and are switched on by the library; only the slow path is this
 * file's: it looks at the slot, finds one probe, makes the list and calls, as marker_call() does,
 * but for the pair of lock and unlock.
 */
#define MARKER_IMMEDIATE_FORM MOV
#include "connect.h"

#include "../marker/site.h"

static const struct marker_info info = { .name = "bench", .format = BENCH_FORMAT };
static marker_probe_fn *only = marker_bench_empty;

static void call_unlocked(struct marker_slot *slot, ...) __attribute__((cold, noinline));

static void call_unlocked(struct marker_slot *slot, ...)
{
	marker_probe_fn *probe;
	va_list args;

	if (unlikely(!os_dereference(slot->probes)))
		return;
	probe = READ_ONCE(only);
	if (unlikely(!probe))
		return;
	va_start(args, slot);
	probe(NULL, &info, &args);
	va_end(args);
}

#undef MARKER_SLOW_PATH
#define MARKER_SLOW_PATH(id, key, ...) call_unlocked(MARKER_SLOT(id, key) MARKER_ARGS(__VA_ARGS__))

CONNECT_LOOP(jump, unlocked, MARK_JUMP)
CONNECT_LOOP(generic, unlocked, MARK_GENERIC)
CONNECT_LOOP(immediate, unlocked, MARK_IMMEDIATE)
#undef MARKER_IMMEDIATE_FORM
#define MARKER_IMMEDIATE_FORM CLC
CONNECT_LOOP(clc, unlocked, MARK_IMMEDIATE)

#define ROW(id, kind)                                                                 \
	CONNECT_ROW("unlocked", id, kind, unlocked, "list", marker_bench_empty, NULL, \
		    "empty probe, variable arguments, no RCU read side", 10)

/* clang-format off */
static const struct bench rows[] = {
	ROW(immediate, "immediate"),
	ROW(clc, "immediate-clc"),
	ROW(jump, "jump"),
	ROW(generic, "generic"),
};
/* clang-format on */

const struct bench_group bench_unlocked = {
	.name = "unlocked",
	.what = "a connected marker whose probe is called outside of RCU",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
};
