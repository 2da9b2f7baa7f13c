// SPDX-License-Identifier: GPL-2.0-only
/*
 * doc.c - building a document
 */
#include "doc.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"

/** doc_alloc() - an empty document, NULL without memory */
struct doc *doc_alloc(const char *title)
{
	struct doc *doc = calloc(1, sizeof(*doc));

	if (!doc)
		return NULL;
	doc->title = strdup(title);
	if (!doc->title)
		doc->error = -ENOMEM;
	return doc;
}

static void free_section(struct doc_section *section)
{
	size_t i;

	for (i = 0; i < section->nr; i++) {
		struct doc_block *block = &section->blocks[i];

		free(block->caption);
		free(block->text);
		doc_table_free(block->table);
		plot_free(block->plot);
	}
	free(section->blocks);
	free(section->title);
}

/** doc_free() - with all that was added; NULL is nothing */
void doc_free(struct doc *doc)
{
	size_t i;

	if (!doc)
		return;
	for (i = 0; i < doc->nr; i++)
		free_section(&doc->sections[i]);
	free(doc->sections);
	free(doc->title);
	free(doc);
}

/** doc_error() - 0, or -ENOMEM if something could not be added */
int doc_error(const struct doc *doc)
{
	size_t i, j;

	for (i = 0; i < doc->nr; i++) {
		const struct doc_section *section = &doc->sections[i];

		for (j = 0; j < section->nr; j++) {
			if (section->blocks[j].plot && section->blocks[j].plot->error)
				return section->blocks[j].plot->error;
		}
	}
	return doc->error;
}

/** doc_section() - what is added from now on belongs to this; @id is unique, of a-z and - */
void doc_section(struct doc *doc, const char *id, const char *title)
{
	struct doc_section *section =
		grow_by_one((void **)&doc->sections, &doc->nr, sizeof(*section), &doc->error);

	if (!section)
		return;
	snprintf(section->id, sizeof(section->id), "%s", id);
	section->title = grow_string(&doc->error, "%s", title);
}

/* A new block of the last section; NULL without memory, or without a section. */
static struct doc_block *add_block(struct doc *doc, enum doc_kind kind)
{
	struct doc_section *section = doc->nr ? &doc->sections[doc->nr - 1] : NULL;
	struct doc_block *block;

	if (!section)
		return NULL;
	block = grow_by_one((void **)&section->blocks, &section->nr, sizeof(*block), &doc->error);
	if (block)
		block->kind = kind;
	return block;
}

static void add_text(struct doc *doc, enum doc_kind kind, const char *format, va_list args)
{
	struct doc_block *block = add_block(doc, kind);

	if (block)
		block->text = grow_string_args(&doc->error, format, args);
}

/** doc_paragraph() - text */
void doc_paragraph(struct doc *doc, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add_text(doc, DOC_PARAGRAPH, format, args);
	va_end(args);
}

/** doc_note() - text that must not be missed */
void doc_note(struct doc *doc, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add_text(doc, DOC_NOTE, format, args);
	va_end(args);
}

/** doc_code() - a listing, printed as it is; @caption may be NULL */
void doc_code(struct doc *doc, const char *caption, const char *text)
{
	struct doc_block *block = add_block(doc, DOC_CODE);

	if (!block)
		return;
	block->text = grow_string(&doc->error, "%s", text);
	if (caption)
		block->caption = grow_string(&doc->error, "%s", caption);
}

/**
 * doc_plot() - a plot, to be filled in
 * @id:		of the document's plots the only one of this name; the Markdown's file is ID.svg
 *
 * Return: the plot, which is the document's; NULL without memory, which all of plot.h takes.
 */
struct plot *doc_plot(struct doc *doc, const char *id, const char *title)
{
	struct plot *plot = plot_alloc(id, title);
	struct doc_block *block = add_block(doc, DOC_PLOT);

	if (!plot || !block) {
		doc->error = -ENOMEM;
		plot_free(plot);
		return NULL;
	}
	block->plot = plot;
	return plot;
}

/** doc_table() - a table, to be filled in; @columns are copied, their strings are not */
struct doc_table *doc_table(struct doc *doc, const char *id, const char *caption,
			    const struct doc_column *columns, size_t nr)
{
	struct doc_table *table = calloc(1, sizeof(*table));
	struct doc_block *block = add_block(doc, DOC_TABLE);

	if (!table || !block) {
		free(table);
		doc->error = -ENOMEM;
		return NULL;
	}
	block->table = table;
	table->doc = doc;
	snprintf(table->id, sizeof(table->id), "%s", id);
	table->caption = grow_string(&doc->error, "%s", caption);
	table->columns = calloc(nr, sizeof(*columns));
	if (!table->columns) {
		doc->error = -ENOMEM;
		return NULL;
	}
	memcpy(table->columns, columns, nr * sizeof(*columns));
	table->nr_columns = nr;
	return table;
}
