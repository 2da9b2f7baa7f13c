/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * report.h - what is printed of sizes
 */
#ifndef SIZE_REPORT_H
#define SIZE_REPORT_H

#include <json-c/json.h>
#include <stdio.h>

#include "reference.h"
#include "show.h"

/** struct size_pair - a file, and the same built without markers, if there is one */
struct size_pair {
	const char *path;
	struct size_file *file;
	struct size_file *vanilla; /* NULL: none */
};

/* text.c */
void size_text(FILE *out, const struct size_pair *pair);
int size_text_function(FILE *out, struct size_file *file, const struct elf_symbol *function);
void size_text_reference(FILE *out);

/* json.c */
struct json_object *size_json(const struct size_pair *pair);
struct json_object *size_json_function(struct size_file *file, const struct elf_symbol *function);
struct json_object *size_json_reference(void);

/* growth.c: functions with sites, whose vanilla form is known too */
struct size_growth {
	const struct elf_symbol *function;
	unsigned int sites;
	int64_t bytes; /* of its likely path */
};

/** size_growths() - one for each marked function that both files have once; to be freed */
struct size_growth *size_growths(const struct size_pair *pair, size_t *n);

#endif
