// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_compare.c - markbench compare: two files of run --json, row by row
 *
 * Two runs are not paired: the clock, the heat and the place of code differ.  So a row is said to
 * differ only if the intervals of the two do not meet.
 */
#include <errno.h>
#include <json-c/json.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "options.h"
#include "stat.h"

/* NULL, and a sentence on stderr, unless it is a file of ours. */
static struct json_object *read_file(const char *path)
{
	struct json_object *json = json_object_from_file(path), *rows, *tool;
	bool ours = json && json_object_object_get_ex(json, "tool", &tool) &&
		    json_object_is_type(tool, json_type_string) &&
		    !strcmp(json_object_get_string(tool), "markbench") &&
		    json_object_object_get_ex(json, "rows", &rows) &&
		    json_object_is_type(rows, json_type_array);

	if (ours)
		return json;
	if (json)
		fprintf(stderr, "markbench: %s: not written by markbench run --json\n", path);
	else
		fprintf(stderr, "markbench: %s: %s", path, json_util_get_last_err());
	json_object_put(json);
	return NULL;
}

static const char *row_name(struct json_object *row)
{
	struct json_object *name;

	if (!json_object_object_get_ex(row, "name", &name) ||
	    !json_object_is_type(name, json_type_string))
		return NULL;
	return json_object_get_string(name);
}

static bool get_number(struct json_object *json, const char *key, double *number)
{
	struct json_object *value;

	if (!json_object_object_get_ex(json, key, &value))
		return false;
	*number = json_object_get_double(value);
	return json_object_is_type(value, json_type_double) ||
	       json_object_is_type(value, json_type_int);
}

static bool get_cycles(struct json_object *row, struct stat_interval *interval)
{
	struct json_object *cycles;

	return json_object_object_get_ex(row, "cycles", &cycles) &&
	       get_number(cycles, "median", &interval->mid) &&
	       get_number(cycles, "low", &interval->low) &&
	       get_number(cycles, "high", &interval->high);
}

static struct json_object *find_row(struct json_object *rows, const char *wanted)
{
	size_t i, nr = json_object_array_length(rows);

	for (i = 0; i < nr; i++) {
		struct json_object *row = json_object_array_get_idx(rows, i);
		const char *name = row_name(row);

		if (name && !strcmp(name, wanted))
			return row;
	}
	return NULL;
}

static void print_pair(const char *name, const struct stat_interval *a,
		       const struct stat_interval *b)
{
	bool meet = a->low <= b->high && b->low <= a->high;

	printf("%-30s %10.3f %10.3f %+10.3f", name, a->mid, b->mid, b->mid - a->mid);
	if (a->mid > 0)
		printf(" %9.3f", b->mid / a->mid);
	else
		printf(" %9s", "-");
	printf("  %s\n", meet ? "intervals meet" : "");
}

static void compare_row(struct json_object *row, struct json_object *others)
{
	const char *name = row_name(row);
	struct stat_interval a, b;
	struct json_object *other;

	if (!name)
		return;
	other = find_row(others, name);
	if (!other)
		printf("%-30s only in the first\n", name);
	else if (get_cycles(row, &a) && get_cycles(other, &b))
		print_pair(name, &a, &b);
	else
		printf("%-30s missing in one of them\n", name);
}

static void compare(struct json_object *a, struct json_object *b)
{
	struct json_object *rows, *others;
	size_t i;

	json_object_object_get_ex(a, "rows", &rows);
	json_object_object_get_ex(b, "rows", &others);
	printf("%-30s %10s %10s %10s %9s\n", "row, core cycles a site", "first", "second",
	       "difference", "ratio");
	for (i = 0; i < json_object_array_length(rows); i++)
		compare_row(json_object_array_get_idx(rows, i), others);
	for (i = 0; i < json_object_array_length(others); i++) {
		const char *name = row_name(json_object_array_get_idx(others, i));

		if (name && !find_row(rows, name))
			printf("%-30s only in the second\n", name);
	}
}

/** cmd_compare() - two files, row by row */
int cmd_compare(const struct options *options)
{
	struct json_object *a, *b;
	int code = EXIT_UNREADABLE;

	if (options->nr_args != 2) {
		fprintf(stderr, "markbench: compare takes two files\n");
		return EXIT_USAGE;
	}
	a = read_file(options->args[0]);
	b = read_file(options->args[1]);
	if (a && b) {
		compare(a, b);
		code = EXIT_OK;
	}
	json_object_put(a);
	json_object_put(b);
	return code;
}
