// SPDX-License-Identifier: GPL-2.0-only
/*
 * table.c - the rows and cells of a table
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>

#include "doc.h"
#include "grow.h"
#include "number.h"

/** doc_row() - the cells that follow are this row's */
void doc_row(struct doc_table *table)
{
	if (table)
		grow_by_one((void **)&table->rows, &table->nr, sizeof(*table->rows),
			    &table->doc->error);
}

/** doc_heading() - what the rows that follow have in common */
void doc_heading(struct doc_table *table, const char *format, ...)
{
	va_list args;

	doc_row(table);
	if (!table || !table->nr)
		return;
	va_start(args, format);
	table->rows[table->nr - 1].heading = grow_string_args(&table->doc->error, format, args);
	va_end(args);
}

/* One more cell of the last row; NULL without memory, or beyond the last column. */
static struct doc_cell *add_cell(struct doc_table *table, enum doc_cell_kind kind)
{
	struct doc_row *row = table && table->nr ? &table->rows[table->nr - 1] : NULL;
	struct doc_cell *cell;

	if (!row || row->nr == table->nr_columns)
		return NULL;
	cell = grow_by_one((void **)&row->cells, &row->nr, sizeof(*cell), &table->doc->error);
	if (cell)
		cell->kind = kind;
	return cell;
}

/** doc_text() - a cell of text */
void doc_text(struct doc_table *table, const char *format, ...)
{
	struct doc_cell *cell = add_cell(table, DOC_CELL_TEXT);
	va_list args;

	if (!cell)
		return;
	va_start(args, format);
	cell->text = grow_string_args(&table->doc->error, format, args);
	va_end(args);
}

/** doc_none() - a cell that has no figure, for this reason */
void doc_none(struct doc_table *table, const char *format, ...)
{
	struct doc_cell *cell = add_cell(table, DOC_CELL_NONE);
	va_list args;

	if (!cell)
		return;
	va_start(args, format);
	cell->text = grow_string_args(&table->doc->error, format, args);
	va_end(args);
}

/** doc_empty() - a cell that could not have a figure */
void doc_empty(struct doc_table *table)
{
	doc_none(table, "%s", "");
}

/** doc_number() - a cell with a figure; one that is NaN is a cell without */
void doc_number(struct doc_table *table, const struct doc_number *number)
{
	char mid[NUMBER_TEXT], low[NUMBER_TEXT], high[NUMBER_TEXT];
	int digits = number->digits ? number->digits :
				      number_digits(number->mid, number->low, number->high);
	struct doc_cell *cell;
	int *error;

	if (number->mid != number->mid) {
		doc_none(table, "%s", number->why ? number->why : "no figure");
		return;
	}
	cell = add_cell(table, DOC_CELL_NUMBER);
	if (!cell)
		return;
	error = &table->doc->error;
	cell->number = *number;
	cell->text = grow_string(
		error, "%s",
		number->blurred ? "~" : number_text(number->mid, digits, number->sign, mid));
	if (number->blurred || number->interval || number->low != number->high)
		cell->interval = grow_string(error, "[%s, %s]",
					     number_text(number->low, digits, number->sign, low),
					     number_text(number->high, digits, number->sign, high));
	if (number->why)
		cell->why = grow_string(error, "%s", number->why);
}

static void free_row(struct doc_row *row)
{
	size_t i;

	for (i = 0; i < row->nr; i++) {
		free(row->cells[i].text);
		free(row->cells[i].interval);
		free(row->cells[i].why);
	}
	free(row->cells);
	free(row->heading);
}

/** doc_table_free() - NULL is nothing */
void doc_table_free(struct doc_table *table)
{
	size_t i;

	if (!table)
		return;
	for (i = 0; i < table->nr; i++)
		free_row(&table->rows[i]);
	free(table->rows);
	free(table->columns);
	free(table->caption);
	free(table);
}
