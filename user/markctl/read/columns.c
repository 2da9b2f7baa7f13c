// SPDX-License-Identifier: GPL-2.0-only
/*
 * columns.c - cells in columns
 */
#include "user/markctl/read/columns.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "user/lib/array.h"
#include "user/lib/text.h"

/* As it is, unless a terminal would not show it so. */
static char *make_cell(const char *text)
{
	size_t size = 4 * strlen(text) + 1;
	const char *at = text;
	char *cell;

	while (*at && !iscntrl((unsigned char)*at))
		at++;
	if (!*at)
		return strdup(text);
	cell = malloc(size);
	if (cell)
		text_escape(cell, size, text);
	return cell;
}

void columns_add(struct columns *columns, const char *text)
{
	char *cell = make_cell(text);

	if (!cell || array_room(columns->cells, columns->nr_cells, columns->room)) {
		free(cell);
		columns->failed = -ENOMEM;
		return;
	}
	columns->cells[columns->nr_cells++] = cell;
}

static void print_row(const struct columns *columns, char *const *cells, const int *widths,
		      FILE *out)
{
	unsigned int col;

	for (col = 0; col < columns->nr; col++) {
		int width = columns->right[col] == 'r' ? widths[col] : -widths[col];

		/* Nothing is behind the last one. */
		if (col == columns->nr - 1 && width < 0)
			width = 0;
		fprintf(out, "%s%*s", col ? "  " : "", width, cells[col]);
	}
	fputc('\n', out);
}

int columns_print(struct columns *columns, FILE *out)
{
	int widths[COLUMNS_MAX] = { 0 };
	size_t i;

	for (i = 0; i < columns->nr_cells; i++) {
		int len = (int)strlen(columns->cells[i]);

		if (len > widths[i % columns->nr])
			widths[i % columns->nr] = len;
	}
	for (i = 0; !columns->failed && i < columns->nr_cells; i += columns->nr)
		print_row(columns, columns->cells + i, widths, out);
	for (i = 0; i < columns->nr_cells; i++)
		free(columns->cells[i]);
	free(columns->cells);
	return columns->failed;
}
