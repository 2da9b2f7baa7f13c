/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * json.h - what files of figures are written and read with, beside json-c
 *
 * A writer leaves out what is not known.  A reader knows where it is, so that the sentence which says
 * what is wrong says where, too.
 */
#ifndef BENCH_JSON_H
#define BENCH_JSON_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct stat_interval;

/* ---- writing ------------------------------------------------------------------------------- */

void json_add_string(struct json_object *json, const char *key, const char *value);
void json_add_number(struct json_object *json, const char *key, double value);
void json_add_interval(struct json_object *json, const char *key,
		       const struct stat_interval *interval);

/* ---- reading ------------------------------------------------------------------------------- */

/**
 * struct json_reader - where a reader is
 * @name:	the file's
 * @place:	within it: "rows[3]: ", or ""
 * @why:	where the sentence goes that says what is wrong
 * @len:	of @why
 */
struct json_reader {
	const char *name;
	char place[64];
	char *why;
	size_t len;
};

int json_wrong(const struct json_reader *reader, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
bool json_has(struct json_object *json, const char *key);
struct json_object *json_member(const struct json_reader *reader, struct json_object *json,
				const char *key, enum json_type type);
struct json_object *json_get_array(const struct json_reader *reader, struct json_object *json,
				   const char *key, size_t most, size_t *nr);
int json_get_number(const struct json_reader *reader, struct json_object *json, const char *key,
		    int64_t least, int64_t most, int64_t *number);

#endif
