// SPDX-License-Identifier: GPL-2.0-only
/*
 * lttng_record.c - the same event recorded by LTTng-UST, in both of its modes
 */
#include <errno.h>

#include "../bench.h"
#include "../row/record.h"
#include "../row/twin.h"
#include "lttng_session.h"

static const struct lttng_loops *loops_of;

static int open_loops(const struct bench *bench, char *why, size_t len)
{
	loops_of = lttng_session_open(why, len);
	return loops_of ? 0 : -ENODEV;
}

static int open_twin(const struct bench *bench, char *why, size_t len)
{
	int ret = open_loops(bench, why, len);

	return ret ? ret : twin_open(why, len);
}

static void close_twin(const struct bench *bench)
{
	twin_close();
}

#define MODE(id, mode)                                            \
	static BENCH_CODE void run_##id(unsigned long loops)      \
	{                                                         \
		loops_of->run[mode](loops);                       \
	}                                                         \
	static void before_##id(void)                             \
	{                                                         \
		twin_wake(loops_of->run[mode], RECORD_WARM);      \
	}                                                         \
	static BENCH_CODE void run_both_##id(unsigned long loops) \
	{                                                         \
		twin_run(loops_of->run[mode], loops);             \
	}

MODE(snapshot, LTTNG_SNAPSHOT)
MODE(output, LTTNG_OUTPUT)

/* clang-format off */
static const struct bench rows[] = {
	{ .name = "record-lttng-snapshot", .base = "loop-none", .weight = RECORD_WEIGHT,
	  .init = open_loops, .run = run_snapshot,
	  .what = "an event of LTTng-UST, snapshot mode (buffers are overwritten)" },
	{ .name = "record-lttng-output", .base = "loop-none", .weight = RECORD_WEIGHT,
	  .init = open_loops, .run = run_output,
	  .what = "an event of LTTng-UST, written to disk by its consumer" },
	{ .name = "record-lttng-snapshot-2", .base = "loop-none", .weight = RECORD_WEIGHT,
	  .init = open_twin, .before = before_snapshot, .run = run_both_snapshot, .exit = close_twin,
	  .what = "snapshot mode, two threads at once" },
	{ .name = "record-lttng-output-2", .base = "loop-none", .weight = RECORD_WEIGHT,
	  .init = open_twin, .before = before_output, .run = run_both_output, .exit = close_twin,
	  .what = "to disk, two threads at once" },
};
/* clang-format on */

const struct bench_group bench_lttng_record = {
	.name = "lttng-record",
	.what = "an event with an int and a pointer, recorded by LTTng-UST",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
};
