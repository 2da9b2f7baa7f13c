// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * ring_kernel.c - the buffers of the probe "record": one for each CPU, by the kernel's ring buffer
 *
 * A record is made in memory of its CPU and of the depth that the CPU is in (a task, a softirq, an
 * interrupt and an NMI may each be in the midst of one), and then written whole: a string that cannot be
 * read faults before anything is reserved, and the kernel's ring_buffer_write() is the same in all
 * versions.  That function may be called in any context, and orders what interrupts each other; relay,
 * the other buffer that the kernel exports, may not be called in an NMI.
 *
 * The time is taken before the place in the buffer, and what interrupts in between comes first with a
 * later time.  The reader gives such a record the time of the one before it: that is, of the place.
 */
#include "record_kernel.h"

#include <linux/irqflags.h>
#include <linux/percpu.h>
#include <linux/ring_buffer.h>

#define DEPTHS 4

/**
 * struct record_cpu - what one CPU has
 * @lost:	hits that found no room, or were too deep or too long: the CPU's own, and its NMIs'
 * @depth:	how many records are being made
 * @last:	the time of the last record that was read
 * @told:	how many of the lost ones the reader knows of
 * @taken:	records that were read
 * @records:	room to make them, by depth
 */
struct record_cpu {
	atomic_long_t lost;
	unsigned int depth;
	u64 last;
	u64 told;
	u64 taken;
	u8 records[DEPTHS][RECORD_MAX];
};

static struct {
	struct trace_buffer *buffer;
	struct record_cpu __percpu *cpus;
	struct record_options options;
} ring;

void marker_record_ring_free(void)
{
	marker_record_snapshots_end();
	if (ring.buffer)
		ring_buffer_free(ring.buffer);
	free_percpu(ring.cpus);
	ring.buffer = NULL;
	ring.cpus = NULL;
}

int marker_record_ring_alloc(const struct record_options *options)
{
	marker_record_ring_free();
	ring.options = *options;
	ring.cpus = alloc_percpu(struct record_cpu);
	if (!ring.cpus)
		return -ENOMEM;
	ring.buffer = ring_buffer_alloc(options->size, options->overwrite ? RB_FL_OVERWRITE : 0);
	if (ring.buffer)
		return 0;
	marker_record_ring_free();
	return -ENOMEM;
}

bool marker_record_ring_is(const struct record_options *options)
{
	return ring.buffer && ring.options.size == options->size &&
	       ring.options.overwrite == options->overwrite;
}

static bool put(const struct record_event *event, va_list *args, u8 *record)
{
	struct record_head *head = (struct record_head *)record;
	size_t room = RECORD_MAX - sizeof(*head);
	size_t len = marker_ctf_write(&event->layout, record + sizeof(*head), room, args);

	if (len > room)
		return false;
	head->bytes = sizeof(*head) + len;
	head->id = event->id;
	head->time = marker_record_time();
	return !ring_buffer_write(ring.buffer, head->bytes, record);
}

/* What interrupts this leaves the depth as it found it. */
void marker_record_write(const struct record_event *event, va_list *args)
{
	struct record_cpu *own = this_cpu_ptr(ring.cpus);
	unsigned int depth = READ_ONCE(own->depth);
	bool done = false;

	if (depth < DEPTHS) {
		WRITE_ONCE(own->depth, depth + 1);
		barrier();
		done = put(event, args, own->records[depth]);
		barrier();
		WRITE_ONCE(own->depth, depth);
	}
	if (!done)
		atomic_long_inc(&own->lost);
}

bool marker_record_is_writing(unsigned int cpu)
{
	return READ_ONCE(per_cpu_ptr(ring.cpus, cpu)->depth);
}

/* Those that never were in the buffer, and those that were. */
static u64 count_lost(unsigned int cpu, unsigned long overwritten)
{
	return atomic_long_read(&per_cpu_ptr(ring.cpus, cpu)->lost) + overwritten;
}

u64 marker_record_lost(unsigned int cpu)
{
	if (!ring.buffer)
		return 0;
	return count_lost(cpu, ring_buffer_overrun_cpu(ring.buffer, cpu));
}

struct trace_buffer *marker_record_buffer(bool *overwrite)
{
	*overwrite = ring.options.overwrite;
	return ring.buffer;
}

unsigned long marker_record_size(void)
{
	return ring.options.size;
}

u64 marker_record_taken(unsigned int cpu)
{
	return per_cpu_ptr(ring.cpus, cpu)->taken;
}

static size_t put_lost(u64 lost, u64 time, u8 *to)
{
	struct record_lost record = {
		.head = { .bytes = sizeof(record), .time = time },
		.lost = lost,
	};

	memcpy(to, &record, sizeof(record));
	return sizeof(record);
}

size_t marker_record_tell(unsigned int cpu, unsigned long overwritten, u64 time, u8 *to)
{
	return put_lost(count_lost(cpu, overwritten), time, to);
}

/* If the reader does not know. */
static size_t tell_lost(unsigned int cpu, u8 *to)
{
	struct record_cpu *own = per_cpu_ptr(ring.cpus, cpu);
	u64 lost = marker_record_lost(cpu);

	if (lost == own->told)
		return 0;
	own->told = lost;
	return put_lost(lost, own->last, to);
}

size_t marker_record_copy(struct ring_buffer_event *event, u64 *last, u8 *to)
{
	struct record_head *head = (struct record_head *)to;

	memcpy(to, ring_buffer_event_data(event), sizeof(*head));
	memcpy(to + sizeof(*head), ring_buffer_event_data(event) + sizeof(*head),
	       head->bytes - sizeof(*head));
	*last = max(*last, head->time);
	head->time = *last;
	return head->bytes;
}

static size_t take(unsigned int cpu, struct ring_buffer_event *event, u8 *to)
{
	struct record_cpu *own = per_cpu_ptr(ring.cpus, cpu);

	own->taken++;
	return marker_record_copy(event, &own->last, to);
}

/* The lock is held.  What was consumed stays where it is until the next one is. */
size_t marker_record_read(unsigned int cpu, u8 *to, size_t room)
{
	struct ring_buffer_event *event = NULL;
	unsigned long lost;
	size_t used = 0;
	u64 unused;

	if (!ring.buffer)
		return 0;
	while (room - used >= RECORD_MAX + sizeof(struct record_lost)) {
		event = ring_buffer_consume(ring.buffer, cpu, &unused, &lost);
		if (!event)
			return used + tell_lost(cpu, to + used);
		if (lost)
			used += tell_lost(cpu, to + used);
		used += take(cpu, event, to + used);
	}
	return used;
}
