// SPDX-License-Identifier: GPL-2.0-only
/*
 * ring.c - maps the ring, walks its records, and gives their room back
 *
 * The kernel moves data_head, we data_tail (struct perf_event_mmap_page).  Records lie at
 * multiples of 8, so that a header never wraps.
 */
#include "ring.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <sys/mman.h>
#include <unistd.h>

/** ring_open() - map the ring of an event; 0 or a negative errno */
int ring_open(struct ring *ring, int fd)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	ring->size = RING_PAGES * page;
	ring->page = mmap(NULL, ring->size + page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	return ring->page == MAP_FAILED ? -errno : 0;
}

/** ring_drain() - take what is there; the number of samples */
unsigned int ring_drain(const struct ring *ring)
{
	struct perf_event_mmap_page *page = ring->page;
	const char *data = (const char *)ring->page + page->data_offset;
	/* Pairs with the kernel's barrier before it moves the head (perf_output_put_handle()). */
	uint64_t head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
	uint64_t tail = page->data_tail;
	unsigned int samples = 0;

	while (tail < head) {
		const struct perf_event_header *header = (const void *)(data + tail % ring->size);

		if (header->size < sizeof(*header) || header->size > head - tail)
			break;
		samples += header->type == PERF_RECORD_SAMPLE;
		tail += header->size;
	}
	/* Pairs with the kernel's read of the tail before it writes (perf_output_begin()). */
	__atomic_store_n(&page->data_tail, head, __ATOMIC_RELEASE);
	return samples;
}

/** ring_close() - unmap */
void ring_close(struct ring *ring)
{
	munmap(ring->page, ring->size + (size_t)sysconf(_SC_PAGESIZE));
}
