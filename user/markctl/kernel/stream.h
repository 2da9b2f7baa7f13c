/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel/stream.h - what one CPU has recorded, as stream files of a CTF trace
 *
 * The files are C<cpu>-<seq>, a packet each (probes/ctf/ctf.h), of 64 KiB and more.  One is made under a name
 * that is hidden, and gets its own when its header is written; events come before the header that counts
 * them.  So what can be seen is valid at any moment.
 */
#ifndef MARKCTL_KERNEL_STREAM_H
#define MARKCTL_KERNEL_STREAM_H

#include "probes/ctf/ctf.h"

#include <errno.h>
#include <stdbool.h>
#include <sys/types.h>

/** struct kernel_record_head - of a record, as probes/record/record_kernel.h has it */
struct kernel_record_head {
	u16 bytes;
	u16 id;
	u64 time;
} __attribute__((packed));

/**
 * struct kernel_stream - one CPU's
 * @fd:		of the file that is written, -1 if there is none
 * @size:	of that file
 * @used:	how much of it is events, with the header
 * @last:	the time of the last event
 * @lost:	events that the kernel has lost, and
 * @dropped:	that were read and could not be written
 * @written:	events that are in files
 * @left:	bytes that all files of the trace may have still; NULL: as many as there is room for
 */
struct kernel_stream {
	int dir;
	u32 cpu;
	const u8 *uuid;
	int fd;
	u32 size;
	u32 used;
	u64 seq;
	u64 last;
	u64 lost, dropped, written;
	u64 *left;
};

/** kernel_stream_init() - nothing is written before the first event; @dir and @uuid are the trace's */
void kernel_stream_init(struct kernel_stream *stream, u32 cpu, int dir, const u8 uuid[16]);

/** kernel_stream_limit() - no more than *@left bytes, of which each file takes its own */
void kernel_stream_limit(struct kernel_stream *stream, u64 *left);

/**
 * kernel_stream_write() - add what was read from cpuN of debugfs
 * @records:	whole records (probes/record/record_kernel.h)
 *
 * Return: 0, -EPROTO if they are none (nothing of them is written then), or the first error of the file
 * system, after which the rest was dropped and counted.
 */
int kernel_stream_write(struct kernel_stream *stream, const u8 *records, size_t len);

/** kernel_stream_drop() - the same, but its events are counted as dropped, because of @err: that is returned */
int kernel_stream_drop(struct kernel_stream *stream, const u8 *records, size_t len, int err);

/** kernel_stream_is_full() - is it the disk that has no room? */
static inline bool kernel_stream_is_full(int err)
{
	return err == -ENOSPC || err == -EDQUOT;
}

/** kernel_stream_head() - of the record at @at; false if no whole one is there */
bool kernel_stream_head(const u8 *records, size_t len, size_t at, struct kernel_record_head *head);

/** kernel_stream_next_id() - the id of the record at *@at, which moves on; 0 at the end, or -EPROTO */
int kernel_stream_next_id(const u8 *records, size_t len, size_t *at);

/** kernel_stream_whole() - how many of these bytes are whole records; -EPROTO if they are none */
ssize_t kernel_stream_whole(const u8 *records, size_t len);

void kernel_stream_close(struct kernel_stream *stream);

#endif
