/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel/record.h - record the kernel's markers into a CTF trace, while something else is done
 */
#ifndef MARKCTL_KERNEL_RECORD_H
#define MARKCTL_KERNEL_RECORD_H

#include <stddef.h>
#include <stdint.h>

/**
 * struct kernel_record_options - what is asked for; zero is the default
 * @directory:	the collection: the trace is its folder "kernel", or "kernel-2" and so on
 * @globs:	@nr_globs names or globs of markers
 * @size:	of the kernel's buffer for one CPU, in bytes
 * @limit:	not 0: the trace's files have no more bytes than these, and what would need more is dropped
 * @filter:	words of a command: "if=... every=..."; NULL: all hits
 * @flight:	not 0: a flight recorder of so many bytes for one CPU; nothing is read before the end
 */
struct kernel_record_options {
	const char *directory;
	char *const *globs;
	size_t nr_globs;
	uint64_t size;
	uint64_t limit;
	const char *filter;
	uint64_t flight;
};

/** struct kernel_record_result - what came of it */
struct kernel_record_result {
	char folder[64]; /* of @directory */
	uint64_t events; /* in the trace */
	uint64_t lost; /* that the kernel had no room for, or, a flight recorder, has overwritten */
	uint64_t
		dropped; /* that were read and could not be written: the disk is full, or the limit reached */
};

struct kernel_recorder;

/**
 * kernel_record_start() - enable the probe "record" in the kernel, and read what it records
 *
 * A thread with all signals blocked reads the buffers.  The trace is there, and valid, when this returns.
 * Markers that are not there yet are recorded when their modules come.
 *
 * Return: 0 or a negative errno, with a sentence in @why; then nothing is enabled.  On success @why is empty, or says
 * that @filter fits none of the markers, and why.
 */
int kernel_record_start(const struct kernel_record_options *options,
			struct kernel_recorder **recorder, char *why, size_t why_size);

/**
 * kernel_record_stop() - disable it, read what is left, and free the recorder
 * @result:	filled in, also on an error; may be NULL
 *
 * Return: 0, or the first error since the start, with a sentence in @why: the trace is valid then too,
 * and lacks what was dropped.
 */
int kernel_record_stop(struct kernel_recorder *recorder, struct kernel_record_result *result,
		       char *why, size_t why_size);

#endif
