/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * page.h - a counter read in user space, from the page that the kernel keeps for it
 *
 * struct perf_event_mmap_page of linux/perf_event.h; the fields are valid together only as long as
 * @lock is even and does not change:
 *
 *	index			0: not on a counter now; otherwise the counter's number + 1
 *	offset			count when it was put there; the counter's value is to be added
 *	pmc_width		bits of the counter that mean something, the highest one its sign
 *	time_enabled		ns since it was opened, at the last change
 *	time_running		ns of those on a counter
 *	time_shift, _mult,	how ticks of the clock become ns to be added to both
 *	_offset, _cycles, _mask
 *
 * No locking: the thread that opened the counter reads it.
 */
#ifndef BENCH_COUNTER_PAGE_H
#define BENCH_COUNTER_PAGE_H

#include <linux/perf_event.h>
#include <stdint.h>

/**
 * struct page_machine - the two instructions; tests bring others
 * @counter:	value of a counter by its number
 * @ticks:	of the clock that the page's time_* are for
 */
struct page_machine {
	uint64_t (*counter)(unsigned int number);
	uint64_t (*ticks)(void);
};

/**
 * struct count - of an event, at one moment
 * @value:	events so far
 * @enabled:	ns that it should have counted for
 * @running:	ns that it has
 */
struct count {
	uint64_t value;
	uint64_t enabled;
	uint64_t running;
};

int page_read(const volatile struct perf_event_mmap_page *page, const struct page_machine *machine,
	      struct count *count);
double count_between(const struct count *begin, const struct count *end);

#endif
