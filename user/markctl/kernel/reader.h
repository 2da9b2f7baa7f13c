/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel/reader.h - a thread that carries what the kernel records from debugfs into stream files
 */
#ifndef MARKCTL_KERNEL_READER_H
#define MARKCTL_KERNEL_READER_H

#include "user/markctl/kernel/stream.h"
#include "user/markctl/kernel/trace.h"

#include <pthread.h>
#include <stdatomic.h>

#define KERNEL_READER_CHUNK (64u << 10)

/**
 * struct kernel_reader - the files of all CPUs
 * @trace:	where to
 * @streams:	@nr_cpus, of each possible CPU number
 * @cpus:	descriptors, -1 for a CPU that there is not
 * @left:	of the limit of the trace, if it has @limited
 * @late:	nothing is read before the end
 * @error, @why: the first thing that went wrong
 *
 * Between start and stop everything is the thread's but @stopping.
 */
struct kernel_reader {
	struct kernel_trace *trace;
	struct kernel_stream *streams;
	int *cpus;
	unsigned int nr_cpus;
	u64 left;
	bool limited;
	bool late;
	pthread_t thread;
	atomic_bool stopping;
	int error;
	char why[256];
	u8 chunk[KERNEL_READER_CHUNK];
};

/** kernel_reader_open() - open the files of debugfs; kernel_reader_close() in any case */
int kernel_reader_open(struct kernel_reader *reader, struct kernel_trace *trace, char *why,
		       size_t why_size);
void kernel_reader_close(struct kernel_reader *reader);

/** kernel_reader_start() - start the thread, with all signals blocked; 0 or -errno */
int kernel_reader_start(struct kernel_reader *reader);

/** kernel_reader_stop() - when it has read all that there is; what went wrong is in @reader */
void kernel_reader_stop(struct kernel_reader *reader);

/** kernel_reader_fail() - keep a reason, if it is the first */
void kernel_reader_fail(struct kernel_reader *reader, int err, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
