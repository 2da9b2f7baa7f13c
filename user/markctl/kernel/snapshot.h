/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel/snapshot.h - what the kernel's flight recorder has, as a trace, while it goes on
 */
#ifndef MARKCTL_KERNEL_SNAPSHOT_H
#define MARKCTL_KERNEL_SNAPSHOT_H

#include "user/markctl/kernel/record.h"

/**
 * kernel_snapshot() - write the trace
 * @directory:	the collection: as struct kernel_record_options has it
 * @result:	filled in
 *
 * Each CPU's events are without a gap, up to one moment, the same for all; none, if they were written over as fast as
 * they were read, or since that moment.
 *
 * Return: 0 or a negative errno, with a sentence in @why.
 */
int kernel_snapshot(const char *directory, struct kernel_record_result *result, char *why,
		    size_t why_size);

#endif
