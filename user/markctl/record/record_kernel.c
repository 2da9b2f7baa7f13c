// SPDX-License-Identifier: GPL-2.0-only
/*
 * probes/record/record_kernel.c - the kernel's part of markctl record (kernel/record.h does it)
 */
#include "user/markctl/record/record_kernel.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probes/record/record.h"
#include "user/markctl/command.h"
#include "user/markctl/kernel/record.h"
#include "user/markctl/kernel/show.h"
#include "user/markctl/kernel/snapshot.h"

static void add_word(FILE *out, const char *key, const char *value)
{
	if (value)
		kernel_put_quoted(out, key, value);
}

/* The words of a command, to be freed; NULL if there is no memory. */
static char *filter_words(const struct attach_filter *filter)
{
	char *words = NULL;
	size_t size;
	FILE *out = open_memstream(&words, &size);

	if (!out)
		return NULL;
	add_word(out, "if", filter->condition);
	add_word(out, "every", filter->every);
	add_word(out, "rate", filter->rate);
	add_word(out, "tid", filter->tid);
	if (!fclose(out))
		return words;
	free(words);
	return NULL;
}

int record_kernel_start(struct record_kernel *kernel, const struct record_options *options,
			const struct record_dir *dir)
{
	char *filter = NULL;
	struct kernel_record_options asked = {
		.directory = dir->path,
		.globs = options->globs,
		.nr_globs = options->nr_globs,
		.flight = record_size(options->flight),
		.limit = record_size(options->limit),
	};
	char why[512];
	int err;

	kernel->recorder = NULL;
	if (!options->kernel)
		return 0;
	asked.filter = filter = filter_words(&options->filter);
	snprintf(why, sizeof(why), "%s", strerror(ENOMEM));
	err = filter ? kernel_record_start(&asked, &kernel->recorder, why, sizeof(why)) : -ENOMEM;
	free(filter);
	if (*why)
		fprintf(stderr, "markctl: %s%s\n", err ? "record: " : "", why);
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

int record_snapshot_kernel(const struct record_options *options)
{
	struct kernel_record_result result;
	struct record_dir dir;
	char why[512];

	if (record_dir_make(&dir, options->dir))
		return EXIT_SYSTEM;
	if (kernel_snapshot(dir.path, &result, why, sizeof(why))) {
		fprintf(stderr, "markctl: record: %s\n", why);
		if (record_dir_is_empty(&dir))
			record_dir_drop(&dir);
		return EXIT_SYSTEM;
	}
	record_summary(&dir);
	return 0;
}
