/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Members of JSON objects, as both kinds of verdicts have them.
 *
 * json-c takes what it is given, and NULL is null: without memory, members are missing.
 */
#ifndef USER_MARKDIFF_JSON_ADD_H
#define USER_MARKDIFF_JSON_ADD_H

#include <json-c/json.h>
#include <stdlib.h>

#include "user/lib/text.h"
#include "user/markdiff/out/cell_text.h"

static inline void add(struct json_object *to, const char *name, struct json_object *value)
{
	json_object_object_add(to, name, value);
}

static inline void add_text(struct json_object *to, const char *name, const char *text)
{
	add(to, name, json_text(text));
}

static inline void add_count(struct json_object *to, const char *name, uint64_t value)
{
	add(to, name, json_object_new_uint64(value));
}

/* Digits that are known, or none. */
static inline struct json_object *number(bool known, const char *digits)
{
	return known ? json_object_new_double_s(strtod(digits, NULL), digits) : NULL;
}

static inline void add_plain(struct json_object *to, const char *name, double value)
{
	char digits[CELL_SIZE];
	bool known = cell_plain(value, digits);

	add(to, name, number(known, digits));
}

#endif
