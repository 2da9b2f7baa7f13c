// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel/lines.c - from a file of debugfs to the fields of its lines
 */
#include "user/markctl/kernel/lines.h"

#include "user/markctl/kernel/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int kernel_lines_open(struct kernel_lines *lines, const char *name, char *why, size_t why_size)
{
	int ret;

	*lines = (struct kernel_lines){ .nr = 0 };
	ret = kernel_read(name, &lines->text, why, why_size);
	lines->rest = lines->text;
	return ret;
}

void kernel_lines_close(struct kernel_lines *lines)
{
	free(lines->text);
	*lines = (struct kernel_lines){ .nr = 0 };
}

/* The kernel escapes a quotation mark inside. */
static char *unquote(char *field)
{
	size_t len = strlen(field);

	if (len < 2 || field[0] != '"' || field[len - 1] != '"')
		return field;
	field[len - 1] = '\0';
	kernel_unescape(field + 1);
	return field + 1;
}

int kernel_lines_next(struct kernel_lines *lines)
{
	char *line = strsep(&lines->rest, "\n"), *field;

	lines->nr = 0;
	if (!line || (!*line && !lines->rest))
		return 0;
	while ((field = strsep(&line, "\t"))) {
		if (lines->nr == KERNEL_FIELDS)
			return -EPROTO;
		lines->fields[lines->nr++] = unquote(field);
	}
	return 1;
}
