/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * iterator_kernel.h - starting an iterator of the ring buffer: one call, or two
 *
 * 6.17 made one of three calls, and stable kernels of older series have taken it over; Kbuild looks which
 * there are.  The one between the two waits for a grace period, for who has stopped the writers first;
 * since 5.7 nobody does.  It would wait once for each CPU, while the others are written over.
 */
#ifndef PROBES_ITERATOR_KERNEL_H
#define PROBES_ITERATOR_KERNEL_H

#include <linux/gfp.h>
#include <linux/ring_buffer.h>

#ifdef RECORD_ITERATOR_PREPARES
static inline struct ring_buffer_iter *record_iterator_start(struct trace_buffer *buffer, int cpu)
{
	struct ring_buffer_iter *iter = ring_buffer_read_prepare(buffer, cpu, GFP_KERNEL);

	if (!iter)
		return NULL;
	ring_buffer_read_start(iter);
	return iter;
}
#else
static inline struct ring_buffer_iter *record_iterator_start(struct trace_buffer *buffer, int cpu)
{
	return ring_buffer_read_start(buffer, cpu, GFP_KERNEL);
}
#endif

#endif
