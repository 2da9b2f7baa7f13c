// SPDX-License-Identifier: GPL-2.0-only
/*
 * probes/record/record_kernel.c - the kernel's part of markctl record (kernel_record.h does it)
 */
#include "record_kernel.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "kernel_record.h"
#include "sizes.h"

int record_kernel_start(struct record_kernel *kernel, const struct record_options *options,
			const struct record_dir *dir)
{
	struct kernel_record_options asked = {
		.directory = dir->path,
		.globs = options->globs,
		.nr_globs = options->nr_globs,
		.flight = size_bytes(options->flight),
	};
	char why[512];
	int err;

	kernel->recorder = NULL;
	if (!options->kernel)
		return 0;
	err = kernel_record_start(&asked, &kernel->recorder, why, sizeof(why));
	if (err)
		fprintf(stderr, "markctl: record: %s\n", why);
	return err;
}

int record_kernel_stop(struct record_kernel *kernel)
{
	char why[512];
	int err;

	if (!kernel->recorder)
		return 0;
	err = kernel_record_stop(kernel->recorder, NULL, why, sizeof(why));
	kernel->recorder = NULL;
	if (err)
		fprintf(stderr, "markctl: record: %s\n", why);
	return err;
}
