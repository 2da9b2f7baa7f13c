// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * clock_user.c - which counter, how fast, and since when
 *
 * The counter is the processor's if the kernel keeps time by it too: the kernel has watched it on every
 * CPU, which we cannot.  Else CLOCK_MONOTONIC, which is a call.
 *
 * Its frequency: told by the processor (arm64), or by the kernel, in the page of a perf event, which is as
 * good as the kernel's own; else measured against CLOCK_MONOTONIC_RAW, which no NTP bends.  A measurement
 * of a millisecond is right to some 20 ppm, one of a second to 0.02: so it is made again when twice the
 * time has passed, and at the end.
 *
 * Locking: the recorder's lock.
 */
#include "clock_user.h"
#include "sys_user.h"

#include <linux/perf_event.h>

/* Out of the way of people who wait for a program to start. */
#define FIRST_MEASUREMENT_NS 400000
#define TRIES		     8

struct record_clock record_clock;

static void read_line(const char *path, char *line, size_t size)
{
	FILE *in = fopen(path, "re");

	line[0] = '\0';
	if (!in)
		return;
	if (fgets(line, size, in))
		line[strcspn(line, "\n")] = '\0';
	fclose(in);
}

static u64 counter_now(void)
{
	return record_clock.counter ? record_counter() : record_ns(CLOCK_MONOTONIC);
}

/* A clock between two reads of the counter: of several tries the one with the least between them. */
static u64 read_beside(clockid_t clock, u64 *ns, u64 *error)
{
	u64 best = 0, before, after, value;
	unsigned int i;

	*error = UINT64_MAX;
	for (i = 0; i < TRIES; i++) {
		before = counter_now();
		value = record_ns(clock);
		after = counter_now();
		if (after - before >= *error)
			continue;
		*error = after - before;
		*ns = value;
		best = before + (after - before) / 2;
	}
	return best;
}

static u64 muldiv(u64 a, u64 b, u64 c)
{
	return (unsigned __int128)a * b / c;
}

/* What the kernel turns the counter into ns with: perf_event.h, struct perf_event_mmap_page. */
static u64 freq_of_page(const struct perf_event_mmap_page *page)
{
	if (!page->cap_user_time || !page->time_mult || page->time_shift >= 64)
		return 0;
	return ((unsigned __int128)1000000000u << page->time_shift) / page->time_mult;
}

static u64 freq_of_kernel(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_DUMMY,
		.exclude_kernel = 1,
		.exclude_hv = 1,
	};
	int fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	long size = sysconf(_SC_PAGESIZE);
	void *page;
	u64 freq = 0;

	if (fd < 0)
		return 0;
	page = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, 0);
	if (page != MAP_FAILED) {
		freq = freq_of_page(page);
		munmap(page, size);
	}
	close(fd);
	return freq;
}

bool record_clock_refine(void)
{
	struct record_clock *clock = &record_clock;
	u64 ns = 0, error, ticks, freq;

	if (clock->exact || counter_now() - clock->start < 2 * clock->measured)
		return false;
	ticks = read_beside(CLOCK_MONOTONIC_RAW, &ns, &error) - clock->start;
	if (ns <= clock->start_raw_ns)
		return false;
	freq = muldiv(ticks, 1000000000u, ns - clock->start_raw_ns);
	if (freq == 0)
		return false;
	clock->measured = ticks;
	clock->freq = freq;
	return true;
}

/* False: it cannot be known. */
static bool find_freq(void)
{
	struct record_clock *clock = &record_clock;
	u64 begun;

	clock->freq = record_counter_freq();
	if (!clock->freq)
		clock->freq = freq_of_kernel();
	clock->exact = clock->freq != 0;
	if (clock->exact)
		return true;
	begun = record_ns(CLOCK_MONOTONIC_RAW);
	while (record_ns(CLOCK_MONOTONIC_RAW) - begun < FIRST_MEASUREMENT_NS)
		;
	return record_clock_refine();
}

/* Returns how many ticks the real time was read before the raw one. */
static u64 take_start(void)
{
	struct record_clock *clock = &record_clock;
	u64 real_at, error;

	real_at = read_beside(CLOCK_REALTIME, &clock->start_real_ns, &clock->error);
	clock->start = read_beside(CLOCK_MONOTONIC_RAW, &clock->start_raw_ns, &error);
	return clock->start - real_at;
}

void record_clock_init(void)
{
	struct record_clock *clock = &record_clock;
	u64 apart;

	if (clock->freq)
		return;
	read_line("/proc/sys/kernel/random/boot_id", clock->boot_id, sizeof(clock->boot_id));
	read_line("/sys/devices/system/clocksource/clocksource0/current_clocksource", clock->source,
		  sizeof(clock->source));
	clock->counter = *RECORD_COUNTER_SOURCE && !strcmp(clock->source, RECORD_COUNTER_SOURCE) &&
			 record_counter_is_steady();
	apart = take_start();
	if (clock->counter && !find_freq()) {
		clock->counter = false;
		apart = take_start();
	}
	if (!clock->counter) {
		clock->freq = 1000000000u;
		clock->exact = true;
	}
	clock->start_real_ns += muldiv(apart, 1000000000u, clock->freq);
}
