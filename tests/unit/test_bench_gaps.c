// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_gaps.c - the longest gap of a window, many of them, and the ring that samples come in
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bench/latency/gaps.h"
#include "bench/row/ring.h"

static void test_the_longest_of_a_window(void **state)
{
	static const uint64_t readings[] = { 110, 150, 155, 155, 190 };
	struct gaps gaps;
	size_t i;

	gaps_begin(&gaps, 100);
	assert_int_equal(gaps.longest, 0);
	for (i = 0; i < 5; i++)
		gaps_pass(&gaps, readings[i]);
	assert_int_equal(gaps.longest, 40);
	gaps_begin(&gaps, 1000);
	gaps_pass(&gaps, 1003);
	assert_int_equal(gaps.longest, 3);
}

static void test_the_clock_may_wrap(void **state)
{
	struct gaps gaps;

	gaps_begin(&gaps, UINT64_MAX - 4);
	gaps_pass(&gaps, 5);
	assert_int_equal(gaps.longest, 10);
}

static void test_figures(void **state)
{
	struct gap_figures figures;
	double gaps[1001];
	size_t i;

	for (i = 0; i < 1001; i++)
		gaps[i] = (double)((i * 8) % 1001);
	assert_int_equal(gap_figures(gaps, 1001, &figures), 0);
	assert_true(figures.median == 500);
	assert_true(figures.p99 == 990);
	assert_true(figures.max == 1000);
	assert_true(gaps[1] == 8);
}

static void test_one_gap_and_none(void **state)
{
	struct gap_figures figures;
	const double gap = 12;

	assert_int_equal(gap_figures(&gap, 1, &figures), 0);
	assert_true(figures.median == 12 && figures.p99 == 12 && figures.max == 12);
	assert_int_equal(gap_figures(&gap, 0, &figures), -EINVAL);
}

#define PAGE 4096

/* What the kernel maps: a page with the ends, then the data. */
static struct ring ring_make(char **memory)
{
	struct perf_event_mmap_page *page;

	*memory = calloc(2, PAGE);
	assert_non_null(*memory);
	page = (void *)*memory;
	page->data_offset = PAGE;
	return (struct ring){ .page = page, .size = PAGE };
}

static void ring_write(struct ring *ring, uint32_t type, uint16_t size)
{
	struct perf_event_mmap_page *page = ring->page;
	struct perf_event_header *header =
		(void *)((char *)ring->page + page->data_offset + page->data_head % ring->size);

	header->type = type;
	header->size = size;
	page->data_head += size;
}

static void test_ring_is_drained_past_its_end(void **state)
{
	struct perf_event_mmap_page *page;
	struct ring ring;
	char *memory;
	int i, turn;

	ring = ring_make(&memory);
	page = ring.page;
	assert_int_equal(ring_drain(&ring), 0);
	for (turn = 0; turn < 10; turn++) {
		for (i = 0; i < 50; i++)
			ring_write(&ring, PERF_RECORD_SAMPLE, 32);
		ring_write(&ring, PERF_RECORD_LOST, 24);
		assert_int_equal(ring_drain(&ring), 50);
		assert_int_equal(page->data_tail, page->data_head);
	}
	free(memory);
}

static void test_ring_with_nonsense_is_given_back(void **state)
{
	struct perf_event_mmap_page *page;
	struct ring ring;
	char *memory;

	ring = ring_make(&memory);
	page = ring.page;
	ring_write(&ring, PERF_RECORD_SAMPLE, 32);
	page->data_head += 64; /* a record of size 0 */
	assert_int_equal(ring_drain(&ring), 1);
	assert_int_equal(page->data_tail, page->data_head);
	free(memory);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_longest_of_a_window),
		cmocka_unit_test(test_the_clock_may_wrap),
		cmocka_unit_test(test_figures),
		cmocka_unit_test(test_one_gap_and_none),
		cmocka_unit_test(test_ring_is_drained_past_its_end),
		cmocka_unit_test(test_ring_with_nonsense_is_given_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
