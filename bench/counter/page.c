// SPDX-License-Identifier: GPL-2.0-only
/*
 * page.c - the sequence lock, the width of the counter, and time that it did not count
 *
 * Times are always brought up to now, not only where they differ as the comment in perf_event.h has
 * it: of two readings the one may come from here and the other, which is up to date, from read(2).
 */
#include "page.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>

/* The kernel changes a page in some hundred instructions, on this processor: once is the rule. */
#define TRIES 1000

/* The fields, copied while the lock stands. */
struct copy {
	uint64_t enabled;
	uint64_t running;
	uint64_t capabilities;
	uint64_t ticks;
	uint64_t time_offset;
	uint64_t time_cycles;
	uint64_t time_mask;
	uint32_t time_mult;
	uint32_t index;
	int64_t offset;
	uint64_t counter;
	uint16_t time_shift;
	uint16_t width;
};

/* The bits of capabilities, which are bit-fields of the union in perf_event.h. */
#define CAP_USER_RDPMC	    (1u << 2)
#define CAP_USER_TIME	    (1u << 3)
#define CAP_USER_TIME_SHORT (1u << 5)

/* Keeps the compiler's order; the kernel writes the page on this processor or not at all. */
static void barrier(void)
{
	__asm__ __volatile__("" : : : "memory");
}

static void copy_time(const volatile struct perf_event_mmap_page *page,
		      const struct page_machine *machine, struct copy *copy)
{
	copy->ticks = machine->ticks();
	copy->time_mult = page->time_mult;
	copy->time_shift = page->time_shift;
	copy->time_offset = page->time_offset;
	copy->time_cycles = 0;
	copy->time_mask = UINT64_MAX;
	if (!(copy->capabilities & CAP_USER_TIME_SHORT))
		return;
	copy->time_cycles = page->time_cycles;
	copy->time_mask = page->time_mask;
}

static void copy_fields(const volatile struct perf_event_mmap_page *page,
			const struct page_machine *machine, struct copy *copy)
{
	copy->enabled = page->time_enabled;
	copy->running = page->time_running;
	copy->capabilities = page->capabilities;
	if (copy->capabilities & CAP_USER_TIME)
		copy_time(page, machine, copy);
	copy->index = page->index;
	copy->offset = page->offset;
	copy->width = page->pmc_width;
	if (copy->index && copy->capabilities & CAP_USER_RDPMC)
		copy->counter = machine->counter(copy->index - 1);
}

/* An odd lock is one that is held: only another processor's kernel can be caught at that. */
static bool try_copy(const volatile struct perf_event_mmap_page *page,
		     const struct page_machine *machine, struct copy *copy)
{
	uint32_t sequence = page->lock;

	barrier();
	copy_fields(page, machine, copy);
	barrier();
	return !(sequence & 1) && page->lock == sequence;
}

/* Bits above @width are whatever the hardware left there; the highest below is the sign. */
static int64_t extend(uint64_t counter, unsigned int width)
{
	unsigned int shift = 64 - width;

	return (int64_t)(counter << shift) >> shift;
}

/* From ticks to the ns since the fields were written, in two parts so that nothing overflows. */
static uint64_t time_since(const struct copy *copy)
{
	uint64_t ticks = copy->time_cycles + ((copy->ticks - copy->time_cycles) & copy->time_mask);
	uint64_t high = ticks >> copy->time_shift;
	uint64_t low = ticks & (((uint64_t)1 << copy->time_shift) - 1);

	return copy->time_offset + high * copy->time_mult +
	       ((low * copy->time_mult) >> copy->time_shift);
}

/**
 * page_read() - a count without the kernel
 * @page:	the event's
 * @machine:	the instructions
 * @count:	filled in
 *
 * Return: 0; -ENODATA if the event is on no counter now, or user space may not read it; -EAGAIN if the
 * page did not stand still.  In both cases read(2) has the count.
 */
int page_read(const volatile struct perf_event_mmap_page *page, const struct page_machine *machine,
	      struct count *count)
{
	struct copy copy = { 0 };
	unsigned int tries = TRIES;

	while (!try_copy(page, machine, &copy)) {
		if (!--tries)
			return -EAGAIN;
	}
	if (!(copy.capabilities & CAP_USER_RDPMC) || !copy.index || !copy.width || copy.width > 64)
		return -ENODATA;
	count->value = (uint64_t)copy.offset + (uint64_t)extend(copy.counter, copy.width);
	count->enabled = copy.enabled;
	count->running = copy.running;
	if (copy.capabilities & CAP_USER_TIME && copy.time_shift < 64) {
		uint64_t since = time_since(&copy);

		count->enabled += since;
		count->running += since;
	}
	return 0;
}

/**
 * count_between() - events from one reading to the next
 * @begin:	the earlier one
 * @end:	the later one
 *
 * An event that shared its counter with others has counted for a part of the time, and is taken to
 * have gone on at the same rate in the rest.
 *
 * Return: the number, NaN if the event was not on a counter in between.
 */
double count_between(const struct count *begin, const struct count *end)
{
	uint64_t enabled = end->enabled - begin->enabled, running = end->running - begin->running;
	double value = (double)(int64_t)(end->value - begin->value);

	if (enabled == running)
		return value;
	if (!running)
		return NAN;
	return value * ((double)enabled / (double)running);
}
