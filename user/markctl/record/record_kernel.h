/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * probes/record/record_kernel.h - the kernel's part of markctl record
 */
#ifndef MARKCTL_RECORD_KERNEL_H
#define MARKCTL_RECORD_KERNEL_H

#include "user/markctl/record/record.h"

struct record_kernel {
	struct kernel_recorder *recorder; /* NULL: the kernel is not recorded */
};

/** record_kernel_start() - if the options say so; 0, or a negative errno that was told of */
int record_kernel_start(struct record_kernel *kernel, const struct record_options *options,
			const struct record_dir *dir);

/** record_snapshot_kernel() - what the kernel's flight recorder has; an exit status */
int record_snapshot_kernel(const struct record_options *options);

/** record_kernel_stop() - 0, or a negative errno that was told of */
int record_kernel_stop(struct record_kernel *kernel);

#endif
