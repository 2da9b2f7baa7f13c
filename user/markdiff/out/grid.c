// SPDX-License-Identifier: GPL-2.0-only
/*
 * Columns, widths and lines of a table.
 */
#include "user/markdiff/out/grid.h"

#include <assert.h>
#include <string.h>

static_assert(GRID_CELL >= ROW_KEY_PREFIX, "a key's cell has room for what comes before the name");

static void add_kind(struct grid *g, enum cost_kind kind, const struct grid_column *figures,
		     uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++) {
		g->columns[g->nr] = figures[i];
		g->columns[g->nr++].kind = kind;
	}
}

/* A key of which a filter leaves one value says nothing, as in the plain table. */
static void add_keys(struct grid *g)
{
	const struct options *o = g->options;
	uint32_t i;

	for (i = 0; i < o->nr_keys; i++)
		if (o->filters[o->keys[i]].nr != 1)
			g->columns[g->nr++] = (struct grid_column){
				.is_key = true,
				.which = i,
				.title = key_info(o->keys[i])->title,
				.left = !key_info(o->keys[i])->right,
			};
}

void grid_key(const struct grid *g, const struct grid_column *c, const struct row *row,
	      struct grid_cell *cell)
{
	if (row)
		cell->rest = row_key_text(&g->event->observation.hist, row, c->which, cell->begin);
	else if (c == &g->columns[g->nr - 1])
		cell->rest = "total";
}

static void make_cell(const struct grid *g, const struct grid_column *c, const void *row,
		      struct grid_cell *cell)
{
	cell->begin[0] = 0;
	cell->rest = "";
	cell->color = "";
	if (row) {
		g->fill(g, c, row, cell);
		return;
	}
	if (!c->is_key && c->kind == COST_INCLUSIVE)
		strcpy(cell->begin, "Children ");
	cell->rest = c->title;
}

static int width_of(const struct grid_cell *cell)
{
	return strlen(cell->begin) + strlen(cell->rest);
}

void grid_widen(struct grid *g, const void *row)
{
	struct grid_cell cell;
	uint32_t i;

	for (i = 0; i < g->nr; i++) {
		make_cell(g, &g->columns[i], row, &cell);
		if (width_of(&cell) > g->columns[i].width)
			g->columns[i].width = width_of(&cell);
	}
}

void grid_begin(struct grid *g, const struct grid_column *figures, uint32_t nr)
{
	g->nr = 0;
	if (g->event->observation.nr_kinds > COST_INCLUSIVE)
		add_kind(g, COST_INCLUSIVE, figures, nr);
	add_kind(g, COST_SELF, figures, nr);
	add_keys(g);
	grid_widen(g, NULL);
}

/* A separator inside a cell becomes a dot, so that fields stay countable. */
static void print_text(const struct grid *g, const char *text)
{
	const char *separator = g->options->separator;

	for (; separator && *text; text++)
		putc(strchr(separator, *text) ? '.' : *text, g->out);
	fputs(text, g->out);
}

static void print_cell(const struct grid *g, uint32_t i, const struct grid_cell *cell)
{
	const struct grid_column *c = &g->columns[i];
	bool padded = !g->options->separator && !(c->left && i + 1 == g->nr);
	int padding = padded ? c->width - width_of(cell) : 0;

	if (i)
		fputs(g->options->separator ? g->options->separator : "  ", g->out);
	fprintf(g->out, "%*s%s", c->left ? 0 : padding, "", cell->color);
	print_text(g, cell->begin);
	print_text(g, cell->rest);
	fprintf(g->out, "%s%*s", *cell->color ? "\033[m" : "", c->left ? padding : 0, "");
}

void grid_print(const struct grid *g, const void *row)
{
	struct grid_cell cell;
	uint32_t i;

	if (row)
		fputs(g->options->separator ? "" : "  ", g->out);
	else
		fputs("# ", g->out);
	for (i = 0; i < g->nr; i++) {
		make_cell(g, &g->columns[i], row, &cell);
		print_cell(g, i, &cell);
	}
	putc('\n', g->out);
}
