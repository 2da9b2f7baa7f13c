// SPDX-License-Identifier: GPL-2.0-only
/*
 * row_record.c - an event with an int and a pointer into a trace, and the clock that it cannot do
 * without
 *
 *	record-clock		the processor's clock, read and stored
 *	record-gettime		clock_gettime(CLOCK_MONOTONIC), what is read where that clock cannot be trusted
 *	record-flight[-2]	the newest 8 MiB are kept (flight=8M), by one thread or by two; the files are
 *				in /dev/shm, where the buffers of LTTng-UST are too
 *	record-grow[-2]		all is kept, in files of the disk
 *
 * Recorded through the named probe, connected as MARKER_ENABLE connects it; each row has a marker
 * of its own, and two threads hit the same one.
 */
#include "../bench.h"

#include <time.h>

#include "../kinds.h"
#include "clock.h"
#include "recorder.h"
#include "twin.h"

/* What is recorded and how; @open while the row runs. */
struct recording {
	const char *marker;
	const char *options;
	int threads;
	struct recorder_row *open;
};

static int record_init(const struct bench *bench, char *why, size_t len)
{
	const struct recording *recording = bench->data;
	int ret;

	ret = recorder_row_open(recording->open, recording->marker, recording->options, why, len);
	if (ret || recording->threads == 1)
		return ret;
	ret = twin_open(why, len);
	if (ret)
		recorder_row_close(recording->open);
	return ret;
}

static void record_exit(const struct bench *bench)
{
	const struct recording *recording = bench->data;

	if (recording->threads > 1)
		twin_close();
	recorder_row_close(recording->open);
}

/* ---- loops ------------------------------------------------------------------------ */

static volatile uint64_t last_clock;
static struct timespec last_time;

static BENCH_CODE void run_clock(unsigned long loops)
{
	for (; loops; loops--)
		last_clock = clock_read();
}

static BENCH_CODE void run_gettime(unsigned long loops)
{
	for (; loops; loops--) {
		BENCH_BARRIER();
		clock_gettime(CLOCK_MONOTONIC, &last_time);
	}
}

#define LOOP(id)                                                             \
	static struct recorder_row row_##id;                                 \
	static BENCH_CODE void run_##id(unsigned long loops)                 \
	{                                                                    \
		for (; loops; loops--) {                                     \
			BENCH_BARRIER();                                     \
			MARK(bench_record_##id, BENCH_FORMAT, 1, (void *)0); \
		}                                                            \
	}

/* The same in two threads. */
#define TWIN(id)                                                  \
	LOOP(id)                                                  \
	static void before_##id(void)                             \
	{                                                         \
		twin_wake(run_##id, RECORD_WARM);                 \
	}                                                         \
	static BENCH_CODE void run_both_##id(unsigned long loops) \
	{                                                         \
		twin_run(run_##id, loops);                        \
	}

LOOP(flight)
LOOP(grow)
TWIN(flight2)
TWIN(grow2)

#define RECORDING(id, option, nr)                          \
	.data = &(const struct recording)                  \
	{                                                  \
		"bench_record_" #id, option, nr, &row_##id \
	}

/* clang-format off */
static const struct bench rows[] = {
	{ .name = "record-clock", .base = "loop-none", .weight = RECORD_WEIGHT, .run = run_clock,
	  .what = BENCH_CLOCK_WHAT },
	{ .name = "record-gettime", .base = "loop-none", .weight = RECORD_WEIGHT, .run = run_gettime,
	  .what = "clock_gettime(CLOCK_MONOTONIC)" },
	{ .name = "record-flight", .base = "loop-none", .weight = RECORD_WEIGHT, .init = record_init,
	  .run = run_flight, .exit = record_exit, RECORDING(flight, ";flight=8M", 1),
	  .what = "an event of a marker, the newest are kept" },
	{ .name = "record-grow", .base = "loop-none", .weight = RECORD_WEIGHT, .init = record_init,
	  .run = run_grow, .exit = record_exit, RECORDING(grow, "", 1),
	  .what = "an event of a marker, all are kept" },
	{ .name = "record-flight-2", .base = "loop-none", .weight = RECORD_WEIGHT, .init = record_init,
	  .before = before_flight2, .run = run_both_flight2, .exit = record_exit,
	  RECORDING(flight2, ";flight=8M", 2), .what = "the newest, two threads at once" },
	{ .name = "record-grow-2", .base = "loop-none", .weight = RECORD_WEIGHT, .init = record_init,
	  .before = before_grow2, .run = run_both_grow2, .exit = record_exit,
	  RECORDING(grow2, "", 2), .what = "all, two threads at once" },
};
/* clang-format on */

const struct bench_group bench_record = {
	.name = "record",
	.what = "an event with an int and a pointer, recorded",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
};
