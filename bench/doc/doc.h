/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * doc.h - a document: sections of paragraphs, notes, listings, tables and plots
 *
 *	struct doc *doc = doc_alloc("Title");
 *
 *	doc_section(doc, "size", "Size");
 *	doc_paragraph(doc, "One marker is %zu bytes of `.text`.", bytes);
 *	table = doc_table(doc, "size", "Bytes a marker", columns, ARRAY_SIZE(columns));
 *	doc_row(table);
 *	doc_text(table, "likely path");
 *	doc_number(table, &(struct doc_number){ .mid = 5, .low = 5, .high = 5, .unit = "bytes" });
 *
 *	if (!doc_error(doc))
 *		doc_html(doc, file);
 *	doc_free(doc);
 *
 * A document knows nothing of what it tells, and nothing of how it is written: a page (doc_html.c),
 * Markdown with a file for each plot (doc_markdown.c), JSON (doc_json.c).  All three are written from
 * the same cells, so that a figure of one is that of the others.
 *
 * Text is plain but for `code` between backticks.  Each function that adds may run out of memory;
 * the document remembers it, and doc_error() tells once, in the end.  Until then all of them may be
 * called, with what the failed ones have returned too.
 */
#ifndef BENCH_DOC_DOC_H
#define BENCH_DOC_DOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "plot.h"

#define DOC_ID 32

/**
 * struct doc_number - a measured cell
 * @mid, @low, @high:	the figure and its interval; an exact one has low == high
 * @unit:		for JSON; the column's head says it to people.  NULL for none
 * @digits:		behind the point; 0 for as many as number.c chooses
 * @sign:		a difference: a plus is printed
 * @interval:		printed even if it has no width, because it was measured
 * @blurred:		not to be told as a figure: its interval stands behind a "~"
 * @why:		what the reader has to know of it, such as why it is blurred; NULL for nothing
 */
struct doc_number {
	double mid;
	double low;
	double high;
	const char *unit;
	int digits;
	bool sign;
	bool interval;
	bool blurred;
	const char *why;
};

enum doc_cell_kind {
	DOC_CELL_TEXT,
	DOC_CELL_NUMBER,
	DOC_CELL_NONE
};

/**
 * struct doc_cell - a cell of a table
 * @text:	what is printed; of a number its middle, of a cell without a figure the reason
 * @interval:	"[low, high]", NULL if there is none
 * @why:	a remark, NULL if there is none
 */
struct doc_cell {
	enum doc_cell_kind kind;
	char *text;
	char *interval;
	char *why;
	struct doc_number number;
};

/**
 * struct doc_column - a column of a table
 * @head:	what stands above
 * @group:	what stands above several neighbours that have the same one; NULL for nothing
 * @figures:	to the right
 */
struct doc_column {
	const char *head;
	const char *group;
	bool figures;
};

/**
 * struct doc_row - a row of a table
 * @heading:	what stands across the table, before rows that belong together; NULL for a row of cells
 */
struct doc_row {
	char *heading;
	struct doc_cell *cells;
	size_t nr;
};

struct doc_table {
	struct doc *doc;
	char id[DOC_ID];
	char *caption;
	struct doc_column *columns;
	size_t nr_columns;
	struct doc_row *rows;
	size_t nr;
};

enum doc_kind {
	DOC_PARAGRAPH,
	DOC_NOTE,
	DOC_CODE,
	DOC_TABLE,
	DOC_PLOT
};

/** struct doc_block - a part of a section; which of the last three there is, @kind says */
struct doc_block {
	enum doc_kind kind;
	char *caption;
	char *text;
	struct doc_table *table;
	struct plot *plot;
};

struct doc_section {
	char id[DOC_ID];
	char *title;
	struct doc_block *blocks;
	size_t nr;
};

struct doc {
	char *title;
	struct doc_section *sections;
	size_t nr;
	int error;
};

#define DOC_PRINTF(text, args) __attribute__((format(printf, text, args)))

/* doc.c */
struct doc *doc_alloc(const char *title);
void doc_free(struct doc *doc);
int doc_error(const struct doc *doc);
void doc_section(struct doc *doc, const char *id, const char *title);
void doc_paragraph(struct doc *doc, const char *format, ...) DOC_PRINTF(2, 3);
void doc_note(struct doc *doc, const char *format, ...) DOC_PRINTF(2, 3);
void doc_code(struct doc *doc, const char *caption, const char *text);
struct plot *doc_plot(struct doc *doc, const char *id, const char *title);

/* table.c */
struct doc_table *doc_table(struct doc *doc, const char *id, const char *caption,
			    const struct doc_column *columns, size_t nr);
void doc_row(struct doc_table *table);
void doc_heading(struct doc_table *table, const char *format, ...) DOC_PRINTF(2, 3);
void doc_text(struct doc_table *table, const char *format, ...) DOC_PRINTF(2, 3);
void doc_number(struct doc_table *table, const struct doc_number *number);
void doc_none(struct doc_table *table, const char *format, ...) DOC_PRINTF(2, 3);
void doc_empty(struct doc_table *table);
void doc_table_free(struct doc_table *table);

/* doc_html.c, doc_markdown.c, doc_json.c: 0 or a negative errno */
int doc_html(const struct doc *doc, FILE *file);
int doc_markdown(const struct doc *doc, FILE *file);
struct json_object;
struct json_object *doc_json(const struct doc *doc);

#endif
