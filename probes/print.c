// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * print.c - the probe "print": a hit as a line of text
 *
 * print_user.c and print_kernel.c know where lines go.
 */
#include "print.h"

static const char cut_mark[] = "...";

/* The text after "NAME: ", into @room bytes; how many it has, or would have. */
static size_t format_text(char *text, size_t room, const struct marker_info *marker, va_list *args)
{
	int len;

	/* A format that is not printf's is shown and not followed. */
	if (!marker->fields && marker->format[0])
		len = snprintf(text, room, "%s", marker->format);
	else
		len = vsnprintf(text, room, marker->format, *args);
	return len < 0 ? 0 : len;
}

static size_t end_line(char *line, size_t len)
{
	size_t i;

	if (len > MARKER_PRINT_MAX - 1) {
		len = MARKER_PRINT_MAX - 1;
		memcpy(line + len - strlen(cut_mark), cut_mark, strlen(cut_mark));
	}
	if (len && line[len - 1] == '\n')
		len--;
	for (i = 0; i < len; i++)
		if (line[i] == '\n')
			line[i] = ' ';
	line[len] = '\n';
	return len + 1;
}

/* The last byte of the room is the terminator's in printf and becomes the newline. */
size_t marker_print_line(char line[MARKER_PRINT_MAX], const struct marker_info *marker,
			 va_list *args)
{
	int len = snprintf(line, MARKER_PRINT_MAX, marker->format[0] ? "%s: " : "%s", marker->name);
	size_t used = len < 0 ? 0 : len;

	if (used < MARKER_PRINT_MAX)
		used += format_text(line + used, MARKER_PRINT_MAX - used, marker, args);
	return end_line(line, used);
}
