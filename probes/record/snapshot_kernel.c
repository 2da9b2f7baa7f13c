// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * snapshot_kernel.c - what a flight recorder has at a moment, while it goes on
 *
 * The kernel's ring buffer can be read in two more ways than by taking records out.  ring_buffer_swap_cpu()
 * changes a CPU's pages for those of a spare buffer: that costs the memory once more, has to run on each CPU, is
 * refused while something is being written there, is there only in kernels whose tracers want it, and the
 * recorder is empty afterwards, so that a second snapshot soon after has next to nothing.  An iterator takes
 * nothing out, and since 5.7 it does not stop who writes.  So iterators.
 *
 * An iterator that is overtaken does not go back to the oldest record: it goes on at the beginning of the same
 * page, that is, of the newest records, or, where that has none yet, at the next page, and then it does not even
 * say so.  What it does say, ring_buffer_iter_dropped(), stays said until the next record in kernels since 2026,
 * and until it was asked in those before.  So it is not asked; records are counted.  The first one that an
 * iterator gives has as many before it as had been written over, and the kernel counts those of a page before the
 * page gets new ones.  A record with no more than that before it may be gone, or another one:
 *
 *	   written over          in the buffer
 *	|----------------|----------------------------|
 *	^0               ^                  ^
 *	                 overrun, now       overwritten, at the start, + passed: the record that was copied
 *
 * If overrun is beyond that record, it was overtaken.
 *
 * Then the iterator starts anew at the oldest one.  That is newer than all that were read, so nothing comes
 * twice; and what is later than the moment in which the snapshot was opened ends it.  So it has an end, and no more
 * than the buffer held, however fast the writer is.
 *
 * Who follows the oldest record through the ring never gets away from a writer that is as fast.  So it is read
 * on the CPU that it is of, in interrupts, a batch in each: who writes there waits for the batch, and has but the time
 * between two of them.  If that is enough to overtake it, as where interrupts take long, batches get
 * longer.  And between the counting and the new head there is a moment in which the two do not fit:
 * an iterator starts in no interrupt that came while a record was being written.
 *
 * What a small buffer has is written over in less time than it takes from the opening of a file to the first read:
 * a tenth of a millisecond, for 16 KiB.  All that it has at the moment would be gone.  So all of it is read when it is
 * opened, in one interrupt, in which the moment is, too.
 *
 * The first record that is read says how many were lost before the next, and has the moment.  A gap is told by
 * another one, as a reader of cpuN gets it.  What comes behind it is whole, so who wants the newest
 * without a gap forgets what was before.
 *
 * A page that records were taken out of is no part of the ring any more, and would be counted wrongly: there are no
 * snapshots of a buffer that somebody takes records out of.
 *
 * Locking: marker_record_lock.  A snapshot that is open when the buffers go, or somebody takes records out, is
 * stale.
 */
#include "iterator_kernel.h"
#include "record_kernel.h"

#include <linux/smp.h>

#define BATCH_MIN 128	/* records: some ten microseconds */
#define BATCH_MAX 8192u /* more than what one read has room for, unless they are empty */
#define TRIES	  10000 /* interrupts that found the CPU in the midst of something */
#define SMALL	  65536 /* bytes of a buffer that is read in one interrupt: 4600 records at most */

/**
 * struct record_snapshot - one that is open
 * @list:	in snapshots
 * @buffer:	of all CPUs
 * @iter:	NULL when the buffers are gone, or the CPU never had one
 * @cpu:	whose
 * @stale:	the buffers are gone
 * @ended:	all was read
 * @started:	the iterator gives what @overwritten and @passed say
 * @first:	nothing was read
 * @gap:	it was started since the last record
 * @overwritten: how many records had been written over when it was started
 * @passed:	and how many it has given since
 * @batch:	records that one interrupt reads
 * @until:	the moment; U64_MAX: that of the first look at the buffer
 * @last:	the time of the last record that was read
 */
struct record_snapshot {
	struct list_head list;
	struct trace_buffer *buffer;
	struct ring_buffer_iter *iter;
	unsigned int cpu;
	bool stale;
	bool ended;
	bool started;
	bool first;
	bool gap;
	unsigned long overwritten;
	unsigned long passed;
	unsigned int batch;
	u64 until;
	u64 last;
};

static LIST_HEAD(snapshots);

static void stop_iterator(struct record_snapshot *snapshot)
{
	if (snapshot->iter)
		ring_buffer_read_finish(snapshot->iter);
	snapshot->iter = NULL;
}

static int start_iterator(struct record_snapshot *snapshot)
{
	snapshot->iter = record_iterator_start(snapshot->buffer, snapshot->cpu);
	if (snapshot->iter)
		return 0;
	/* A CPU that was never there has no buffer. */
	return ring_buffer_entries_cpu(snapshot->buffer, snapshot->cpu) ? -ENOMEM : 0;
}

int marker_record_snapshot_open(unsigned int cpu, struct record_snapshot **snapshot)
{
	bool overwrite = false;
	struct trace_buffer *buffer = marker_record_buffer(&overwrite);
	struct record_snapshot *new;
	int ret;

	if (!buffer)
		return -ENODATA;
	if (!overwrite)
		return -EOPNOTSUPP;
	if (marker_record_taken(cpu))
		return -ESTALE;
	new = os_alloc(sizeof(*new));
	if (!new)
		return -ENOMEM;
	new->buffer = buffer;
	new->cpu = cpu;
	new->first = true;
	new->batch = BATCH_MIN;
	new->until = marker_record_time();
	ret = start_iterator(new);
	if (ret) {
		os_free(new);
		return ret;
	}
	list_add(&new->list, &snapshots);
	*snapshot = new;
	return 0;
}

void marker_record_snapshot_close(struct record_snapshot *snapshot)
{
	list_del(&snapshot->list);
	stop_iterator(snapshot);
	os_free(snapshot);
}

void marker_record_snapshots_end(void)
{
	struct record_snapshot *snapshot;

	list_for_each_entry(snapshot, &snapshots, list) {
		stop_iterator(snapshot);
		snapshot->stale = true;
	}
}

/*
 * In the interrupt.  An NMI that writes before the first look at the oldest page is counted, and the look was in
 * vain.
 */
static bool start_here(struct record_snapshot *snapshot)
{
	u64 unused;

	if (marker_record_is_writing(snapshot->cpu))
		return false;
	if (snapshot->until == U64_MAX)
		snapshot->until = marker_record_time();
	snapshot->overwritten = ring_buffer_overrun_cpu(snapshot->buffer, snapshot->cpu);
	snapshot->passed = 0;
	ring_buffer_iter_reset(snapshot->iter);
	ring_buffer_iter_peek(snapshot->iter, &unused);
	snapshot->started = true;
	snapshot->gap = true;
	return true;
}

/* Of a record that the iterator has copied. */
static bool is_overtaken(const struct record_snapshot *snapshot)
{
	unsigned long now;

	smp_rmb(); /* pairs with the cmpxchg between the two in the kernel's rb_handle_head_page() */
	now = ring_buffer_overrun_cpu(snapshot->buffer, snapshot->cpu);
	return now - snapshot->overwritten > snapshot->passed;
}

/* At the beginning and of a gap. */
static size_t tell(struct record_snapshot *snapshot, u8 *to)
{
	u64 time = snapshot->first ? snapshot->until : snapshot->last;

	if (!snapshot->gap)
		return 0;
	snapshot->gap = false;
	snapshot->first = false;
	return marker_record_tell(snapshot->cpu, snapshot->overwritten, time, to);
}

/* 0, too, if it has to be tried again: an iterator may have nothing to give and not be at the end. */
static size_t read_one(struct record_snapshot *snapshot, u8 *to)
{
	struct ring_buffer_event *event;
	u64 last = snapshot->last, unused;
	size_t used, len;

	event = ring_buffer_iter_peek(snapshot->iter, &unused);
	if (is_overtaken(snapshot)) {
		snapshot->started = false;
		snapshot->batch = min(4 * snapshot->batch, BATCH_MAX);
		return 0;
	}
	if (!event && !ring_buffer_iter_empty(snapshot->iter))
		return 0;
	used = tell(snapshot, to);
	len = event ? marker_record_copy(event, &last, to + used) : 0;
	if (!event || last > snapshot->until) {
		snapshot->ended = true;
		return used;
	}
	snapshot->last = last;
	snapshot->passed++;
	ring_buffer_iter_advance(snapshot->iter);
	return used + len;
}

/**
 * struct batch - what one interrupt reads
 * @room:	of which @used has something
 */
struct batch {
	struct record_snapshot *snapshot;
	u8 *to;
	size_t room, used;
};

static bool wants_more(const struct batch *batch)
{
	return !batch->snapshot->ended &&
	       batch->room - batch->used >= RECORD_MAX + sizeof(struct record_lost);
}

static void read_batch(void *of)
{
	struct batch *batch = of;
	struct record_snapshot *snapshot = batch->snapshot;
	unsigned int i;

	for (i = 0; i < snapshot->batch && wants_more(batch); i++) {
		if (!snapshot->started && !start_here(snapshot))
			return;
		batch->used += read_one(snapshot, batch->to + batch->used);
	}
}

/* A CPU that is not there writes nothing. */
static ssize_t read_batches(struct record_snapshot *snapshot, u8 *to, size_t room)
{
	struct batch batch = { .snapshot = snapshot, .to = to, .room = room };
	unsigned int vain = 0;
	size_t used;

	if (!snapshot->iter)
		return 0;
	while (wants_more(&batch)) {
		used = batch.used;
		if (smp_call_function_single(snapshot->cpu, read_batch, &batch, 1))
			read_batch(&batch);
		vain = batch.used == used ? vain + 1 : 0;
		if (vain == TRIES)
			return -EBUSY;
	}
	return batch.used;
}

ssize_t marker_record_snapshot_begin(struct record_snapshot *snapshot, u8 *to, size_t room)
{
	if (marker_record_size() > SMALL)
		return 0;
	snapshot->until = U64_MAX;
	snapshot->batch = BATCH_MAX;
	return read_batches(snapshot, to, room);
}

bool marker_record_snapshot_is_stale(const struct record_snapshot *snapshot)
{
	return snapshot->stale || marker_record_taken(snapshot->cpu);
}

ssize_t marker_record_snapshot_read(struct record_snapshot *snapshot, u8 *to, size_t room)
{
	if (marker_record_snapshot_is_stale(snapshot))
		return -ESTALE;
	return read_batches(snapshot, to, room);
}
