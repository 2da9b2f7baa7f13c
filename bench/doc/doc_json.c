// SPDX-License-Identifier: GPL-2.0-only
/*
 * doc_json.c - a document as JSON
 *
 *	[ { "id": ..., "title": ..., "blocks": [
 *		{ "paragraph": ... }, { "note": ... }, { "code": ..., "caption": ... },
 *		{ "table": ID, "caption": ..., "columns": [ ... ], "rows": [ [ CELL, ... ] ] },
 *		{ "plot": ID, "title": ..., "axis": ..., "logarithmic": b, "points":
 *			[ { "label": ..., "series": ..., "value": x, "low": x, "high": x } ] } ] } ]
 *
 * A CELL is a string, or { "text": ..., "value": x, "low": x, "high": x, "unit": ..., "why": ... } of a
 * figure, or { "missing": ... }.  "text" is what the other forms of the document print.  A row that is a
 * heading is { "heading": ... }.
 */
#include <json-c/json.h>

#include "doc.h"

static struct json_object *string(const char *text)
{
	return json_object_new_string(text ? text : "");
}

static void add(struct json_object *json, const char *key, const char *text)
{
	if (text)
		json_object_object_add(json, key, string(text));
}

static void add_numbers(struct json_object *json, double mid, double low, double high)
{
	json_object_object_add(json, "value", json_object_new_double(mid));
	json_object_object_add(json, "low", json_object_new_double(low));
	json_object_object_add(json, "high", json_object_new_double(high));
}

static struct json_object *cell_json(const struct doc_cell *cell)
{
	struct json_object *json;
	char text[128];

	if (cell->kind == DOC_CELL_TEXT)
		return string(cell->text);
	json = json_object_new_object();
	if (cell->kind == DOC_CELL_NONE) {
		add(json, "missing", cell->text);
		return json;
	}
	snprintf(text, sizeof(text), "%s%s%s", cell->text, cell->interval ? " " : "",
		 cell->interval ? cell->interval : "");
	add(json, "text", text);
	add_numbers(json, cell->number.mid, cell->number.low, cell->number.high);
	add(json, "unit", cell->number.unit);
	add(json, "why", cell->why);
	return json;
}

static struct json_object *row_json(const struct doc_row *row)
{
	struct json_object *json;
	size_t i;

	if (row->heading) {
		json = json_object_new_object();
		add(json, "heading", row->heading);
		return json;
	}
	json = json_object_new_array();
	for (i = 0; i < row->nr; i++)
		json_object_array_add(json, cell_json(&row->cells[i]));
	return json;
}

static void add_table(struct json_object *json, const struct doc_table *table)
{
	struct json_object *columns = json_object_new_array(), *rows = json_object_new_array();
	size_t i;

	add(json, "table", table->id);
	add(json, "caption", table->caption);
	for (i = 0; i < table->nr_columns; i++) {
		const struct doc_column *column = &table->columns[i];
		char head[256];

		snprintf(head, sizeof(head), "%s%s%s", column->group ? column->group : "",
			 column->group ? ": " : "", column->head);
		json_object_array_add(columns, string(head));
	}
	for (i = 0; i < table->nr; i++)
		json_object_array_add(rows, row_json(&table->rows[i]));
	json_object_object_add(json, "columns", columns);
	json_object_object_add(json, "rows", rows);
}

static struct json_object *point_json(const struct plot *plot, const struct plot_point *point)
{
	struct json_object *json = json_object_new_object();

	add(json, "label", point->label);
	if (point->missing) {
		add(json, "missing", point->missing);
		return json;
	}
	if (plot->nr_series)
		add(json, "series", plot->series[point->series]);
	add_numbers(json, point->mid, point->low, point->high);
	return json;
}

static void add_plot(struct json_object *json, const struct plot *plot)
{
	struct json_object *points = json_object_new_array();
	size_t i;

	add(json, "plot", plot->id);
	add(json, "title", plot->title);
	add(json, "axis", plot->axis);
	json_object_object_add(json, "logarithmic", json_object_new_boolean(plot->log));
	for (i = 0; i < plot->nr; i++)
		json_object_array_add(points, point_json(plot, &plot->points[i]));
	json_object_object_add(json, "points", points);
}

static struct json_object *block_json(const struct doc_block *block)
{
	struct json_object *json = json_object_new_object();

	switch (block->kind) {
	case DOC_PARAGRAPH:
		add(json, "paragraph", block->text);
		break;
	case DOC_NOTE:
		add(json, "note", block->text);
		break;
	case DOC_CODE:
		add(json, "code", block->text);
		add(json, "caption", block->caption);
		break;
	case DOC_TABLE:
		add_table(json, block->table);
		break;
	case DOC_PLOT:
		add_plot(json, block->plot);
		break;
	}
	return json;
}

static struct json_object *section_json(const struct doc_section *section)
{
	struct json_object *json = json_object_new_object(), *blocks = json_object_new_array();
	size_t i;

	add(json, "id", section->id);
	add(json, "title", section->title);
	for (i = 0; i < section->nr; i++)
		json_object_array_add(blocks, block_json(&section->blocks[i]));
	json_object_object_add(json, "blocks", blocks);
	return json;
}

/** doc_json() - an array of the sections, to be put */
struct json_object *doc_json(const struct doc *doc)
{
	struct json_object *json = json_object_new_array();
	size_t i;

	for (i = 0; i < doc->nr; i++)
		json_object_array_add(json, section_json(&doc->sections[i]));
	return json;
}
