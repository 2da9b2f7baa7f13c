// SPDX-License-Identifier: GPL-2.0-only
/*
 * row_unlocked.c - row 9 of 2006: a connected marker without the RCU read side
 *
 * The sites are those of marker.h and are switched on by the library; only the slow path is this
 * file's: it looks at the slot, finds one probe, makes the list and calls, as marker_call() does,
 * but for the pair of lock and unlock.  That is the plain call of -DMARKER_PLAIN, not the one that keeps
 * registers.
 */
#include "connect.h"

#include "../../marker/site.h"

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

#define LOOP(kind, mark) CONNECT_LOOP(kind, unlocked, mark)

BENCH_EACH_KIND(LOOP)

#define ROW(id, kind)                                                                 \
	CONNECT_ROW("unlocked", id, kind, unlocked, "list", marker_bench_empty, NULL, \
		    "empty probe, variable arguments, no RCU read side", 10)

static const struct bench rows[] = { BENCH_ROWS(ROW) };

const struct bench_group bench_unlocked = {
	.name = "unlocked",
	.what = "a connected marker whose probe is called outside of RCU",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
};
