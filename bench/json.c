// SPDX-License-Identifier: GPL-2.0-only
/*
 * json.c - see json.h
 */
#include "json.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "run/stat.h"

/** json_add_string() - not there if it is NULL or empty */
void json_add_string(struct json_object *json, const char *key, const char *value)
{
	if (value && *value)
		json_object_object_add(json, key, json_object_new_string(value));
}

/** json_add_number() - not there if it is NaN */
void json_add_number(struct json_object *json, const char *key, double value)
{
	if (!isnan(value))
		json_object_object_add(json, key, json_object_new_double(value));
}

/** json_add_interval() - an object of "median", "low" and "high" */
void json_add_interval(struct json_object *json, const char *key,
		       const struct stat_interval *interval)
{
	struct json_object *object = json_object_new_object();

	json_add_number(object, "median", interval->mid);
	json_add_number(object, "low", interval->low);
	json_add_number(object, "high", interval->high);
	json_object_object_add(json, key, object);
}

/** json_wrong() - say in @reader's @why what is wrong, and where; returns -EBADMSG */
int json_wrong(const struct json_reader *reader, const char *format, ...)
{
	char text[128];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	snprintf(reader->why, reader->len, "%.*s: %s%s", (int)reader->len / 2, reader->name,
		 reader->place, text);
	return -EBADMSG;
}

/** json_has() - whether a member is there at all */
bool json_has(struct json_object *json, const char *key)
{
	return json_object_object_get_ex(json, key, NULL);
}

/** json_member() - a member of a type; NULL, and a sentence, if there is none */
struct json_object *json_member(const struct json_reader *reader, struct json_object *json,
				const char *key, enum json_type type)
{
	struct json_object *value;

	if (!json_object_is_type(json, json_type_object))
		json_wrong(reader, "no object");
	else if (!json_object_object_get_ex(json, key, &value))
		json_wrong(reader, "\"%s\" is missing", key);
	else if (!json_object_is_type(value, type))
		json_wrong(reader, "\"%s\" is no %s", key, json_type_to_name(type));
	else
		return value;
	return NULL;
}

/** json_get_array() - one of 1 to @most elements; NULL, and a sentence, if it is none */
struct json_object *json_get_array(const struct json_reader *reader, struct json_object *json,
				   const char *key, size_t most, size_t *nr)
{
	struct json_object *array = json_member(reader, json, key, json_type_array);

	*nr = array ? json_object_array_length(array) : 0;
	if (!array || (*nr && *nr <= most))
		return array;
	json_wrong(reader, "\"%s\" has %zu, not from 1 to %zu", key, *nr, most);
	return NULL;
}

/** json_get_number() - a whole number from @least to @most; 0 or -EBADMSG with a sentence */
int json_get_number(const struct json_reader *reader, struct json_object *json, const char *key,
		    int64_t least, int64_t most, int64_t *number)
{
	struct json_object *value = json_member(reader, json, key, json_type_int);

	if (!value)
		return -EBADMSG;
	*number = json_object_get_int64(value);
	if (*number < least || *number > most)
		return json_wrong(reader, "\"%s\" is %lld, not from %lld to %lld", key,
				  (long long)*number, (long long)least, (long long)most);
	return 0;
}
