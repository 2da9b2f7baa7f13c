// SPDX-License-Identifier: GPL-2.0-only
/*
 * The lists of -d, -C and -S.  A value is always a name: perf takes a value of -S that looks like a
 * hexadecimal number for an address since 5.12, so that functions called f2, add or face cannot be
 * asked for there.  It may have arguments: "f(int, char)" is one value.
 */
#include "user/markdiff/options/filter.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int filter_add(struct filter *filter, const char *value)
{
	char **values;

	if (!*value)
		return 0;
	values = realloc(filter->values, (filter->nr + 1) * sizeof(*values));
	if (!values)
		return -ENOMEM;
	filter->values = values;
	values[filter->nr] = strdup(value);
	if (!values[filter->nr])
		return -ENOMEM;
	filter->nr++;
	return 0;
}

static int filter_read(struct filter *filter, const char *path)
{
	FILE *file = fopen(path, "re");
	char *line = NULL;
	size_t size = 0;
	int err = 0;

	if (!file)
		return -errno;
	while (!err && getline(&line, &size, file) > 0) {
		line[strcspn(line, "\r\n")] = 0;
		err = filter_add(filter, line);
	}
	free(line);
	fclose(file);
	return err;
}

/* The end of a value: a comma that is not between the arguments of a name. */
static char *value_end(char *text)
{
	int depth = 0;

	for (; *text && (*text != ',' || depth > 0); text++) {
		if (strchr("(<", *text))
			depth++;
		else if (strchr(")>", *text))
			depth--;
	}
	return text;
}

int filter_parse(struct filter *filter, const char *text)
{
	char *copy = strdup(text), *rest = copy, *value;
	int err = copy ? 0 : -ENOMEM;

	while (!err && rest) {
		value = rest;
		rest = value_end(value);
		if (*rest)
			*rest++ = 0;
		else
			rest = NULL;
		if (!strncmp(value, "file://", 7))
			err = filter_read(filter, value + 7);
		else
			err = filter_add(filter, value);
	}
	free(copy);
	return err;
}

bool filter_pass(const struct filter *filter, const char *value)
{
	uint32_t i;

	for (i = 0; i < filter->nr; i++)
		if (!strcmp(filter->values[i], value))
			return true;
	return !filter->nr;
}

void filter_free(struct filter *filter)
{
	while (filter->nr)
		free(filter->values[--filter->nr]);
	free(filter->values);
	filter->values = NULL;
}
