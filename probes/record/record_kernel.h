/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * record_kernel.h - the probe "record" in the kernel: a buffer for each CPU, read by debugfs
 *
 *	record_kernel.c		the named probe: what it takes, who is connected
 *	events_kernel.c	which number each marker has
 *	ring_kernel.c	the buffers: hits go in, records come out
 *	snapshot_kernel.c	what is in them, while they are written
 *	clock_kernel.c	the counter that times are taken from
 *	files_kernel.c	the folder marker/record of debugfs
 *
 * A record, as it lies in a buffer and as cpuN of debugfs gives it, in the byte order of the machine:
 *
 *	+-----------+---------+-----------+------------------------------+
 *	| u16 bytes | u16 id  | u64 time  | payload: marker_ctf_write()  |
 *	+-----------+---------+-----------+------------------------------+
 *	  of all of   0: lost              0: a u64, how many were lost on this CPU up to here
 *
 * Locking: marker_record_lock protects everything but the way of a hit, which takes no lock.  It is
 * taken after marker_named_lock() and os_lock(), before cpus_read_lock().
 */
#ifndef PROBES_RECORD_KERNEL_H
#define PROBES_RECORD_KERNEL_H

#include "../../marker/named_probe.h"
#include "../../marker/os.h"
#include "../ctf/ctf.h"

#include <linux/list.h>

#define RECORD_SIZE_MIN	   4096ul
#define RECORD_SIZE_MAX	   (1ul << 30)
#define RECORD_SIZE_UNLESS (1ul << 20)

struct record_head {
	u16 bytes;
	u16 id;
	u64 time;
} __packed;

/* Bytes of the longest record: all its arguments are long strings. */
#define RECORD_MAX (sizeof(struct record_head) + MARKER_CTF_FIELDS * (MARKER_CTF_STRING + 1))

struct record_lost {
	struct record_head head;
	u64 lost;
} __packed;

static_assert(sizeof(struct record_head) == 12, "what cpuN of debugfs gives");
static_assert(sizeof(struct record_lost) == 20, "what cpuN of debugfs gives");

extern struct mutex marker_record_lock;

/* ---- events_kernel.c: numbers ------------------------------------------------------- */

/**
 * struct record_event - a marker that is or was recorded
 * @taps:	of all connections that it has
 * @id:		from 1, in the order of the list
 * @hits:	of it, of each CPU: recorded or lost
 * @owner:	the tap by which a hit is recorded: the first one's, NULL if there is none
 * @format:	behind the name
 * @name:	a copy
 */
struct record_event {
	struct list_head list;
	struct list_head taps;
	struct marker_ctf_layout layout;
	u16 id;
	unsigned long __percpu *hits;
	const struct record_tap *owner;
	const char *format;
	char name[];
};

/** struct record_tap - one connection of one marker: what the probe is given */
struct record_tap {
	struct list_head list;
	struct record_event *event;
	const void *connection;
};

extern struct list_head marker_record_events;

/**
 * marker_record_tap() - what a marker has for a connection, made if there is none
 *
 * A marker that two globs match has two connections, and a hit is one record.
 *
 * Return: NULL if there is no memory, or no number.
 */
struct record_tap *marker_record_tap(const struct marker_info *marker, const void *connection);

/** marker_record_untap() - a connection is gone: all its markers are another one's, or nobody's */
void marker_record_untap(const void *connection);

/** marker_record_hits() - of a marker, since the buffers are there */
unsigned long marker_record_hits(const struct marker_info *marker);

void marker_record_events_free(void);

/* ---- ring_kernel.c: buffers --------------------------------------------------------- */

/**
 * struct record_options - what is asked for
 * @size:	of the buffer of one CPU, in bytes
 * @overwrite:	whether a hit that finds no room takes that of the oldest, or is lost
 */
struct record_options {
	unsigned long size;
	bool overwrite;
};

/** marker_record_ring_alloc() - empty buffers, in the place of those that were; 0 or -ENOMEM */
int marker_record_ring_alloc(const struct record_options *options);
void marker_record_ring_free(void);

/** marker_record_ring_is() - are there buffers, and are they such? */
bool marker_record_ring_is(const struct record_options *options);

/**
 * marker_record_write() - a hit of a marker
 * @args:	consumed
 *
 * Context: any, NMI-safe; preemption is off.
 */
void marker_record_write(const struct record_event *event, va_list *args);

/**
 * marker_record_read() - take the oldest records out of a buffer
 * @to:		whole ones, in the order of their times
 * @room:	at least RECORD_MAX bytes
 *
 * Return: bytes; 0 if there are none at the moment.
 */
size_t marker_record_read(unsigned int cpu, u8 *to, size_t room);

/** marker_record_lost() - how many hits that CPU has lost, or overwritten before they were read */
u64 marker_record_lost(unsigned int cpu);

/* For snapshots: the buffers, or NULL; how many records were taken out of one. */
struct trace_buffer;
struct ring_buffer_event;
struct trace_buffer *marker_record_buffer(bool *overwrite);
u64 marker_record_taken(unsigned int cpu);

/** marker_record_size() - of the buffer of one CPU, as it was asked for */
unsigned long marker_record_size(void);

/** marker_record_is_writing() - what asks has interrupted a record; on that CPU alone */
bool marker_record_is_writing(unsigned int cpu);

/**
 * marker_record_tell() - write a struct record_lost
 * @overwritten: how many were, to be added to those that never were in the buffer
 *
 * Return: its length.
 */
size_t marker_record_tell(unsigned int cpu, unsigned long overwritten, u64 time, u8 *to);

/**
 * marker_record_copy() - a record out of the buffer
 * @last:	the time of the one before; that of this one afterwards
 * @to:		RECORD_MAX bytes
 *
 * Return: its length.
 */
size_t marker_record_copy(struct ring_buffer_event *event, u64 *last, u8 *to);

/* ---- snapshot_kernel.c -------------------------------------------------------------- */

struct record_snapshot;

/**
 * marker_record_snapshot_open() - of one CPU, as it is now
 *
 * Return: 0, -ENODATA if there are no buffers, -EOPNOTSUPP if it is no flight recorder, -ESTALE if records
 * were taken out of it, or -ENOMEM.
 */
int marker_record_snapshot_open(unsigned int cpu, struct record_snapshot **snapshot);
void marker_record_snapshot_close(struct record_snapshot *snapshot);

/**
 * marker_record_snapshot_begin() - read what has to be read when it is opened: all of a small buffer
 * @room:	for that
 *
 * Return: bytes; 0 for a buffer that is not small; -EBUSY as marker_record_snapshot_read().
 */
ssize_t marker_record_snapshot_begin(struct record_snapshot *snapshot, u8 *to, size_t room);

/**
 * marker_record_snapshot_read() - as marker_record_read()
 *
 * Return: bytes; 0 at the end, for good; -ESTALE, or -EBUSY if the CPU was never seen outside of a record.
 */
ssize_t marker_record_snapshot_read(struct record_snapshot *snapshot, u8 *to, size_t room);

/** marker_record_snapshot_is_stale() - the buffers are gone, or somebody has taken records out */
bool marker_record_snapshot_is_stale(const struct record_snapshot *snapshot);

/** marker_record_snapshots_end() - the buffers go */
void marker_record_snapshots_end(void);

/* ---- clock_kernel.c: time ----------------------------------------------------------- */

/** struct record_clock - one moment on four clocks */
struct record_clock {
	u64 counter;
	s64 realtime_ns;
	s64 monotonic_ns;
	s64 raw_ns;
};

/** marker_record_clock_choose() - the processor's counter, if the kernel's clock is made of it */
void marker_record_clock_choose(void);

/** marker_record_clock_name() - "counter" or "monotonic" */
const char *marker_record_clock_name(void);

/** marker_record_time() - now, in units of that clock; any context, NMI-safe */
u64 marker_record_time(void);

/** marker_record_clock_read() - now, on all clocks; not in an NMI */
void marker_record_clock_read(struct record_clock *clock);

/** marker_record_clock_first() - the moment in which the counter was chosen */
void marker_record_clock_first(struct record_clock *clock);

/* ---- files_kernel.c: debugfs -------------------------------------------------------- */

void marker_record_files_init(void);
void marker_record_files_exit(void);

#endif
