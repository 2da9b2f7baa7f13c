// SPDX-License-Identifier: GPL-2.0-only
/*
 * doc_markdown.c - a document as Markdown, of the kind that has tables
 *
 * Plots are files beside it (plot_svg() writes them), ID.svg.  Columns are padded, so that the source
 * reads as a table too.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "doc.h"
#include "escape.h"
#include "grow.h"

static void put_code(const char *text, size_t len, FILE *file)
{
	fputc('`', file);
	escape_clean(text, len, file);
	fputc('`', file);
}

static void put_spans(const char *text, FILE *file)
{
	escape_spans(text ? text : "", escape_markdown, put_code, file);
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* What a cell will be, to be freed. */
static char *cell_text(const struct doc_cell *cell)
{
	char *text = NULL;
	size_t len;
	FILE *file = open_memstream(&text, &len);

	if (!file)
		return NULL;
	put_spans(cell->text, file);
	if (cell->interval)
		fprintf(file, " %s", cell->interval);
	if (cell->why) {
		fputs("; ", file);
		put_spans(cell->why, file);
	}
	fclose(file);
	return text;
}

static char *head_text(const struct doc_column *column)
{
	char *text = NULL;
	size_t len;
	FILE *file = open_memstream(&text, &len);

	if (!file)
		return NULL;
	if (column->group) {
		put_spans(column->group, file);
		fputs(": ", file);
	}
	put_spans(column->head, file);
	fclose(file);
	return text;
}

/* A table as strings: row 0 is the head.  NULL where a row has no such cell. */
struct grid {
	char **text;
	size_t *widths;
	size_t columns;
	size_t rows;
};

static char **at(const struct grid *grid, size_t row, size_t column)
{
	return &grid->text[row * grid->columns + column];
}

static void free_grid(struct grid *grid)
{
	size_t i;

	for (i = 0; grid->text && i < grid->rows * grid->columns; i++)
		free(grid->text[i]);
	free(grid->text);
	free(grid->widths);
}

static void fill_row(struct grid *grid, size_t at_row, const struct doc_row *row)
{
	size_t column;
	int error;

	if (row->heading)
		*at(grid, at_row, 0) = grow_string(&error, "**%s**", row->heading);
	for (column = 0; column < row->nr; column++)
		*at(grid, at_row, column) = cell_text(&row->cells[column]);
}

static void measure(struct grid *grid)
{
	size_t row, column;

	for (column = 0; column < grid->columns; column++) {
		grid->widths[column] = 3;
		for (row = 0; row < grid->rows; row++) {
			const char *text = *at(grid, row, column);
			size_t width = text ? escape_width(text) : 0;

			if (width > grid->widths[column])
				grid->widths[column] = width;
		}
	}
}

static int fill_grid(struct grid *grid, const struct doc_table *table)
{
	size_t i;

	grid->columns = table->nr_columns;
	grid->rows = table->nr + 1;
	grid->text = calloc(grid->columns * grid->rows, sizeof(*grid->text));
	grid->widths = calloc(grid->columns, sizeof(*grid->widths));
	if (!grid->text || !grid->widths)
		return -ENOMEM;
	for (i = 0; i < grid->columns; i++)
		*at(grid, 0, i) = head_text(&table->columns[i]);
	for (i = 0; i < table->nr; i++)
		fill_row(grid, i + 1, &table->rows[i]);
	measure(grid);
	return 0;
}

static void put_padding(char with, size_t nr, FILE *file)
{
	while (nr--)
		fputc(with, file);
}

static void put_grid_row(const struct grid *grid, const struct doc_table *table, size_t row,
			 FILE *file)
{
	size_t i;

	fputc('|', file);
	for (i = 0; i < grid->columns; i++) {
		const char *text = *at(grid, row, i) ? *at(grid, row, i) : "";
		size_t pad = grid->widths[i] - escape_width(text);

		fputc(' ', file);
		if (table->columns[i].figures)
			put_padding(' ', pad, file);
		fputs(text, file);
		if (!table->columns[i].figures)
			put_padding(' ', pad, file);
		fputs(" |", file);
	}
	fputc('\n', file);
}

static void put_rule(const struct grid *grid, const struct doc_table *table, FILE *file)
{
	size_t i;

	fputc('|', file);
	for (i = 0; i < grid->columns; i++) {
		fputc(' ', file);
		put_padding('-', grid->widths[i] - table->columns[i].figures, file);
		fputs(table->columns[i].figures ? ": |" : " |", file);
	}
	fputc('\n', file);
}

static int put_table(const struct doc_table *table, FILE *file)
{
	struct grid grid = { 0 };
	int ret = fill_grid(&grid, table);
	size_t row;

	if (!ret) {
		fputs("**", file);
		put_spans(table->caption, file);
		fputs("**\n\n", file);
		put_grid_row(&grid, table, 0, file);
		put_rule(&grid, table, file);
		for (row = 1; row < grid.rows; row++)
			put_grid_row(&grid, table, row, file);
		fputc('\n', file);
	}
	free_grid(&grid);
	return ret;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* A fence that the text does not have. */
static void put_listing(const struct doc_block *block, FILE *file)
{
	const char *fence = strstr(block->text, "```") ? "~~~~~~" : "```";

	if (block->caption) {
		fputs("**", file);
		put_spans(block->caption, file);
		fputs("**\n\n", file);
	}
	fprintf(file, "%s\n%s%s%s\n\n", fence, block->text,
		*block->text && block->text[strlen(block->text) - 1] == '\n' ? "" : "\n", fence);
}

static void put_plot(const struct plot *plot, FILE *file)
{
	fputs("![", file);
	put_spans(plot->title, file);
	fprintf(file, "](%s.svg)\n\n", plot->id);
}

static int put_block(const struct doc_block *block, FILE *file)
{
	switch (block->kind) {
	case DOC_PARAGRAPH:
	case DOC_NOTE:
		fputs(block->kind == DOC_NOTE ? "> " : "", file);
		put_spans(block->text, file);
		fputs("\n\n", file);
		return 0;
	case DOC_CODE:
		put_listing(block, file);
		return 0;
	case DOC_PLOT:
		put_plot(block->plot, file);
		return 0;
	case DOC_TABLE:
		return put_table(block->table, file);
	}
	return 0;
}

static int put_section(const struct doc_section *section, FILE *file)
{
	size_t i;
	int ret = 0;

	fputs("## ", file);
	put_spans(section->title, file);
	fputs("\n\n", file);
	for (i = 0; i < section->nr && !ret; i++)
		ret = put_block(&section->blocks[i], file);
	return ret;
}

/**
 * doc_markdown() - write a document as Markdown
 *
 * Return: 0, the error of the document, -ENOMEM, or -EIO if @file has one.
 */
int doc_markdown(const struct doc *doc, FILE *file)
{
	int ret = doc_error(doc);
	size_t i;

	if (ret)
		return ret;
	fputs("# ", file);
	put_spans(doc->title, file);
	fputs("\n\n", file);
	for (i = 0; i < doc->nr && !ret; i++)
		ret = put_section(&doc->sections[i], file);
	if (!ret && ferror(file))
		ret = -EIO;
	return ret;
}
