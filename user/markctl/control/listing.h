/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * listing.h - one file while markctl list prints it
 */
#ifndef MARKCTL_LISTING_H
#define MARKCTL_LISTING_H

#include "user/markctl/command.h"
#include "user/markctl/control/lines.h"
#include "user/elf/sites.h"
#include "user/lib/text.h"

struct list_options {
	bool verbose;
	bool json;
	bool many;	/* more than one file */
	char cwd[4096]; /* "/dir/", taken off paths in text; "" if unknown */
};

struct listing {
	const struct list_options *options;
	const char *path;
	struct elf_image image;
	struct elf_sites sites;
	struct lines *lines;
	json_object *json; /* the file's object, with --json */
};

/** struct list_group - a marker or a query: consecutive sites */
struct list_group {
	size_t first;
	size_t count;
};

/** list_group_next() - from {0, 0} on, the next group that is to be shown; false after the last */
bool list_group_next(const struct listing *list, struct list_group *group);

/** list_group_kinds() - "jump" or "generic,jump": in the order of their numbers, each once */
void list_group_kinds(const struct listing *list, const struct list_group *group, char *out,
		      size_t size);

/** list_text() - the table on standard output; 0 or -ENOMEM */
int list_text(const struct listing *list);

/** list_json() - fill in the file's object */
void list_json(const struct listing *list);

/** list_json_error() - the same for a file that could not be read */
void list_json_error(json_object *json, const struct elf_error *error, int err);

#endif
