// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_page.c - pages as the kernel would keep them, and counters that the test plays
 *
 * What the kernel does between two instructions of the reader is done by the counter's "instruction",
 * which changes the page; once a thread does it for real.
 */
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bench/counter/page.h"

static struct perf_event_mmap_page page;
static uint64_t counter_value, ticks_value;
static unsigned int counter_number, reads, changes;

static uint64_t counter(unsigned int number)
{
	counter_number = number;
	reads++;
	return counter_value;
}

static uint64_t ticks(void)
{
	return ticks_value;
}

static const struct page_machine still = { counter, ticks };

static int setup(void **state)
{
	memset(&page, 0, sizeof(page));
	page.cap_user_rdpmc = 1;
	page.index = 3;
	page.pmc_width = 64;
	counter_value = 1000;
	ticks_value = 0;
	counter_number = reads = changes = 0;
	return 0;
}

static void assert_value(uint64_t expected)
{
	struct count count;

	assert_int_equal(page_read(&page, &still, &count), 0);
	assert_true(count.value == expected);
}

static void test_offset_and_counter(void **state)
{
	page.offset = 5;
	assert_value(1005);
	assert_int_equal(counter_number, 2);
	page.index = 32; /* arm64's cycle counter; x86's fixed ones have bit 30 */
	assert_value(1005);
	assert_int_equal(counter_number, 31);
	page.index = (1u << 30) + 1;
	assert_value(1005);
	assert_int_equal(counter_number, 1u << 30);
}

/* The kernel starts a counter at minus the period, so that it overflows: the top bit is a sign. */
static void test_width(void **state)
{
	page.pmc_width = 48;
	counter_value = 0xffff800000000010u;
	page.offset = (int64_t)1 << 47;
	assert_value(0x10);
	page.pmc_width = 32;
	counter_value = 0xdeadbeef80000001u;
	page.offset = (int64_t)1 << 31;
	assert_value(1);
	counter_value = 0xdeadbeef00000007u;
	page.offset = 100;
	assert_value(107);
	page.pmc_width = 64;
	counter_value = UINT64_MAX;
	assert_value(99);
	page.pmc_width = 1;
	counter_value = 2;
	assert_value(100);
}

static void assert_unreadable(void)
{
	struct count count;

	assert_int_equal(page_read(&page, &still, &count), -ENODATA);
}

static void test_not_on_a_counter(void **state)
{
	page.index = 0;
	assert_unreadable();
	assert_int_equal(reads, 0);
}

static void test_not_allowed(void **state)
{
	page.cap_user_rdpmc = 0;
	assert_unreadable();
	assert_int_equal(reads, 0);
}

static void test_width_that_is_none(void **state)
{
	page.pmc_width = 0;
	assert_unreadable();
	page.pmc_width = 65;
	assert_unreadable();
}

/* The first two readings are of an event that is just being put elsewhere. */
static uint64_t counter_moves(unsigned int number)
{
	if (++changes > 2)
		return number == 6 ? 30 : 0;
	page.lock += 2;
	page.index = changes == 1 ? 5 : 7;
	page.offset = 400;
	return 1u << 20;
}

static void test_lock_that_changes(void **state)
{
	static const struct page_machine moving = { counter_moves, ticks };
	struct count count;

	assert_int_equal(page_read(&page, &moving, &count), 0);
	assert_int_equal(count.value, 430);
	assert_int_equal(changes, 3);
}

/* Moved away altogether: there is nothing to be read, and what was read before counts for nothing. */
static uint64_t counter_leaves(unsigned int number)
{
	page.lock += 2;
	page.index = 0;
	return 77;
}

static void test_lock_that_changes_to_none(void **state)
{
	static const struct page_machine leaving = { counter_leaves, ticks };
	struct count count;

	assert_int_equal(page_read(&page, &leaving, &count), -ENODATA);
}

static uint64_t counter_never_rests(unsigned int number)
{
	page.lock++;
	changes++;
	return 1;
}

static void test_lock_that_never_rests(void **state)
{
	static const struct page_machine restless = { counter_never_rests, ticks };
	struct count count;

	assert_int_equal(page_read(&page, &restless, &count), -EAGAIN);
	assert_int_equal(changes, 1000);
}

static void test_lock_that_is_held(void **state)
{
	struct count count;

	page.lock = 7;
	assert_int_equal(page_read(&page, &still, &count), -EAGAIN);
}

/* 3 ticks are 2 ns: mult / 2^shift. */
static void test_times(void **state)
{
	struct count count;

	page.time_enabled = 1000;
	page.time_running = 400;
	assert_int_equal(page_read(&page, &still, &count), 0);
	assert_true(count.enabled == 1000 && count.running == 400);
	page.cap_user_time = 1;
	page.time_shift = 32;
	page.time_mult = 0xaaaaaaab;
	page.time_offset = (uint64_t)-50;
	ticks_value = 3000000000000000u;
	assert_int_equal(page_read(&page, &still, &count), 0);
	assert_true(count.enabled - 1000 == count.running - 400);
	assert_in_range(count.enabled, 2000000000000950, 2000000000000950 + 400000);
	page.time_shift = 1;
	page.time_mult = 3;
	ticks_value = 5;
	assert_int_equal(page_read(&page, &still, &count), 0);
	assert_int_equal(count.enabled, 1000 - 50 + 7);
}

/* A clock of 8 bits has wrapped since time_cycles. */
static void test_short_clock(void **state)
{
	struct count count;

	page.cap_user_time = 1;
	page.cap_user_time_short = 1;
	page.time_mult = 1;
	page.time_cycles = 0x12f0;
	page.time_mask = 0xff;
	ticks_value = 0x10;
	assert_int_equal(page_read(&page, &still, &count), 0);
	assert_int_equal(count.enabled, 0x1310);
	page.cap_user_time_short = 0;
	assert_int_equal(page_read(&page, &still, &count), 0);
	assert_int_equal(count.enabled, 0x10);
}

static void assert_between(struct count begin, struct count end, double expected)
{
	double value = count_between(&begin, &end);

	assert_true(isnan(expected) ? isnan(value) : fabs(value - expected) < 1e-9);
}

static void test_multiplexed(void **state)
{
	/* All the time on a counter, and times that nobody has brought up to date. */
	assert_between((struct count){ 10, 5, 5 }, (struct count){ 110, 105, 105 }, 100);
	assert_between((struct count){ 10, 5, 5 }, (struct count){ 110, 5, 5 }, 100);
	/* A quarter of the time since; what was before does not matter. */
	assert_between((struct count){ 10, 1000, 10 }, (struct count){ 110, 1400, 110 }, 400);
	/* Not at all. */
	assert_between((struct count){ 10, 1000, 10 }, (struct count){ 10, 1400, 10 }, NAN);
	/* Over the end of 64 bits. */
	assert_between((struct count){ UINT64_MAX - 9, 0, 0 }, (struct count){ 90, 0, 0 }, 100);
	/* One reading a little before what the kernel knew. */
	assert_between((struct count){ 100, 0, 0 }, (struct count){ 98, 0, 0 }, -2);
}

/* A thread plays the kernel: offset and counter change together, and their sum never does. */
#define STEP 977ull /* what one change adds */

static atomic_int stop;
static _Atomic uint64_t shared_counter;

static void *writer(void *arg)
{
	volatile struct perf_event_mmap_page *shared = &page;
	uint64_t n = 0;

	while (!stop) {
		n += STEP;
		shared->lock++;
		atomic_thread_fence(memory_order_seq_cst);
		shared->offset = 1000000 - (int64_t)n;
		shared_counter = n;
		atomic_thread_fence(memory_order_seq_cst);
		shared->lock++;
		sched_yield();
	}
	return NULL;
}

static uint64_t counter_shared(unsigned int number)
{
	return shared_counter;
}

static void test_thread_that_changes_the_page(void **state)
{
	static const struct page_machine shared = { counter_shared, ticks };
	unsigned int whole = 0;
	struct count count;
	pthread_t thread;

	page.offset = 1000000;
	shared_counter = 0;
	stop = 0;
	assert_int_equal(pthread_create(&thread, NULL, writer, NULL), 0);
	/* How many readings find the lock held is the scheduler's affair; those that do not must be right. */
	while (whole < 20000 || shared_counter < 2000 * STEP) {
		if (page_read(&page, &shared, &count)) {
			sched_yield();
			continue;
		}
		assert_int_equal(count.value, 1000000);
		if (!(++whole & 15))
			sched_yield();
	}
	stop = 1;
	pthread_join(thread, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_offset_and_counter, setup),
		cmocka_unit_test_setup(test_width, setup),
		cmocka_unit_test_setup(test_not_on_a_counter, setup),
		cmocka_unit_test_setup(test_not_allowed, setup),
		cmocka_unit_test_setup(test_width_that_is_none, setup),
		cmocka_unit_test_setup(test_lock_that_changes, setup),
		cmocka_unit_test_setup(test_lock_that_changes_to_none, setup),
		cmocka_unit_test_setup(test_lock_that_never_rests, setup),
		cmocka_unit_test_setup(test_lock_that_is_held, setup),
		cmocka_unit_test_setup(test_times, setup),
		cmocka_unit_test_setup(test_short_clock, setup),
		cmocka_unit_test_setup(test_multiplexed, setup),
		cmocka_unit_test_setup(test_thread_that_changes_the_page, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
