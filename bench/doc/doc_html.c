// SPDX-License-Identifier: GPL-2.0-only
/*
 * doc_html.c - a document as one page that needs nothing else
 *
 * The style and the plots are in it; it links to nothing and runs nothing.  What it is written in is
 * XML too, so that any parser can check it.  Tables and plots that are wider than the page scroll inside
 * themselves.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "doc.h"
#include "escape.h"

#define LONG 24 /* a text of more characters is broken into lines */

static const char css[] =
	":root{color-scheme:light dark;--ink:#1f2328;--soft:#666d78;--line:#e1e4e8;--ground:#fff;"
	"--tint:#f6f7f9;--accent:#0068a8;--warn:#c2410c}\n"
	"@media (prefers-color-scheme:dark){:root{--ink:#dfe2e7;--soft:#9aa1ab;--line:#31353d;"
	"--ground:#16181d;--tint:#1e2127;--accent:#6db9f0;--warn:#f5996b}}\n"
	"*{box-sizing:border-box}\n"
	"body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.6 system-ui,"
	"-apple-system,\"Segoe UI\",\"DejaVu Sans\",sans-serif;overflow-wrap:break-word}\n"
	"main{max-width:74rem;margin:0 auto;padding:2.5rem 1.25rem 5rem}\n"
	"p,.note,pre{max-width:46rem}\n"
	"h1{font-size:1.9rem;line-height:1.2;letter-spacing:-.01em;margin:0 0 1rem}\n"
	"h2{font-size:1.35rem;line-height:1.3;margin:3.5rem 0 .75rem;padding-top:1.25rem;"
	"border-top:1px solid var(--line)}\n"
	"nav ol{list-style:none;padding:0;margin:0 0 2rem;display:flex;flex-wrap:wrap;"
	"gap:.25rem 1.1rem;font-size:.92rem}\n"
	"nav a{color:var(--accent);text-decoration:none}nav a:hover{text-decoration:underline}\n"
	"code{font:.9em ui-monospace,\"DejaVu Sans Mono\",monospace;background:var(--tint);"
	"padding:.08em .25em;border-radius:3px;-webkit-box-decoration-break:clone;"
	"box-decoration-break:clone}\n"
	"pre{background:var(--tint);padding:.9rem 1rem;border-radius:6px;overflow-x:auto;"
	"font:.82rem/1.5 ui-monospace,\"DejaVu Sans Mono\",monospace;max-width:100%}\n"
	".note{border-left:3px solid var(--accent);background:var(--tint);padding:.6rem 1rem;"
	"margin:1.25rem 0;border-radius:0 6px 6px 0}\n"
	"figure{margin:1.75rem 0}\n"
	"figcaption{font-weight:600;font-size:.95rem;margin-bottom:.5rem;max-width:46rem}\n"
	".scroll{overflow-x:auto}\n"
	".scroll svg{display:block;width:100%;min-width:35rem;max-width:52rem;height:auto}\n"
	"table{border-collapse:collapse;font-size:.88rem;line-height:1.4;"
	"font-variant-numeric:tabular-nums}\n"
	"th,td{padding:.38rem .7rem;text-align:left;vertical-align:top;"
	"border-bottom:1px solid var(--line)}\n"
	"th{font-weight:600;vertical-align:bottom;color:var(--soft);font-size:.82rem}\n"
	"th.group{text-align:center;border-bottom-color:var(--soft)}\n"
	"td:first-child,th:first-child{padding-left:0}\n"
	".n{text-align:right;white-space:nowrap}\n"
	".n small{display:block;color:var(--soft);font-size:.78em}\n"
	"td.n .why{white-space:normal;min-width:7rem}\n"
	"td{white-space:nowrap}td.w{min-width:13rem;white-space:normal}\n"
	"td.none{color:var(--soft);font-size:.85em;white-space:normal}\n"
	"tr.heading th{padding-top:1.1rem;color:var(--ink);text-align:left}\n"
	"tbody tr:not(.heading):hover{background:var(--tint)}\n"
	".plot .ground{fill:none}\n"
	"@media print{main{max-width:none;padding:0}h2{break-after:avoid}figure{break-inside:avoid}}\n";

/* ---- text ------------------------------------------------------------------------------------ */

static void put(const char *text, FILE *file)
{
	escape_xml(text ? text : "", text ? strlen(text) : 0, file);
}

static void put_code(const char *text, size_t len, FILE *file)
{
	fputs("<code>", file);
	escape_xml(text, len, file);
	fputs("</code>", file);
}

static void put_spans(const char *text, FILE *file)
{
	escape_spans(text ? text : "", escape_xml, put_code, file);
}

/* A figure, with a minus that is as wide as a plus. */
static void put_figure(const char *text, FILE *file)
{
	for (; *text; text++) {
		if (*text == '-')
			fputs("\xe2\x88\x92", file);
		else
			escape_xml(text, 1, file);
	}
}

/* ---- tables ---------------------------------------------------------------------------------- */

static const char *group_of(const struct doc_table *table, size_t column)
{
	const char *group = table->columns[column].group;

	return group ? group : "";
}

static bool has_groups(const struct doc_table *table)
{
	size_t i;

	for (i = 0; i < table->nr_columns; i++) {
		if (table->columns[i].group)
			return true;
	}
	return false;
}

static void put_groups(const struct doc_table *table, FILE *file)
{
	size_t i, span;

	fputs("<tr>", file);
	for (i = 0; i < table->nr_columns; i += span) {
		span = 1;
		while (i + span < table->nr_columns &&
		       !strcmp(group_of(table, i), group_of(table, i + span)))
			span++;
		fprintf(file, "<th%s colspan=\"%zu\">",
			*group_of(table, i) ? " class=\"group\"" : "", span);
		put_spans(group_of(table, i), file);
		fputs("</th>", file);
	}
	fputs("</tr>\n", file);
}

static void put_table_head(const struct doc_table *table, FILE *file)
{
	size_t i;

	fputs("<thead>\n", file);
	if (has_groups(table))
		put_groups(table, file);
	fputs("<tr>", file);
	for (i = 0; i < table->nr_columns; i++) {
		fprintf(file, "<th scope=\"col\"%s>",
			table->columns[i].figures ? " class=\"n\"" : "");
		put_spans(table->columns[i].head, file);
		fputs("</th>", file);
	}
	fputs("</tr>\n</thead>\n", file);
}

static void put_number(const struct doc_cell *cell, FILE *file)
{
	fputs("<td class=\"n\">", file);
	put_figure(cell->text ? cell->text : "", file);
	if (cell->interval) {
		fputs("<small>", file);
		put_figure(cell->interval, file);
		fputs("</small>", file);
	}
	if (cell->why) {
		fputs("<small class=\"why\">", file);
		put_spans(cell->why, file);
		fputs("</small>", file);
	}
	fputs("</td>", file);
}

static void put_cell(const struct doc_cell *cell, const struct doc_column *column, FILE *file)
{
	if (cell->kind == DOC_CELL_NUMBER) {
		put_number(cell, file);
		return;
	}
	if (cell->kind == DOC_CELL_NONE)
		fputs("<td class=\"none\">", file);
	else if (column->figures)
		fputs("<td class=\"n\">", file);
	else
		fputs(cell->text && strlen(cell->text) > LONG ? "<td class=\"w\">" : "<td>", file);
	put_spans(cell->text, file);
	fputs("</td>", file);
}

static void put_row(const struct doc_table *table, const struct doc_row *row, FILE *file)
{
	size_t i;

	if (row->heading) {
		fprintf(file, "<tr class=\"heading\"><th colspan=\"%zu\">", table->nr_columns);
		put_spans(row->heading, file);
		fputs("</th></tr>\n", file);
		return;
	}
	fputs("<tr>", file);
	for (i = 0; i < row->nr; i++)
		put_cell(&row->cells[i], &table->columns[i], file);
	for (; i < table->nr_columns; i++)
		fputs("<td></td>", file);
	fputs("</tr>\n", file);
}

static void put_table(const struct doc_table *table, FILE *file)
{
	size_t i;

	fprintf(file, "<figure id=\"table-%s\"><figcaption>", table->id);
	put_spans(table->caption, file);
	fputs("</figcaption>\n<div class=\"scroll\" tabindex=\"0\"><table>\n", file);
	put_table_head(table, file);
	fputs("<tbody>\n", file);
	for (i = 0; i < table->nr; i++)
		put_row(table, &table->rows[i], file);
	fputs("</tbody>\n</table></div></figure>\n", file);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static void put_plot(const struct plot *plot, FILE *file)
{
	fprintf(file, "<figure id=\"plot-%s\"><figcaption>", plot->id);
	put_spans(plot->title, file);
	fputs("</figcaption>\n<div class=\"scroll\" tabindex=\"0\">", file);
	plot_svg(plot, file, false);
	fputs("</div></figure>\n", file);
}

static void put_listing(const struct doc_block *block, FILE *file)
{
	fputs("<figure>", file);
	if (block->caption) {
		fputs("<figcaption>", file);
		put_spans(block->caption, file);
		fputs("</figcaption>\n", file);
	}
	fputs("<pre>", file);
	put(block->text, file);
	fputs("</pre></figure>\n", file);
}

static void put_block(const struct doc_block *block, FILE *file)
{
	switch (block->kind) {
	case DOC_PARAGRAPH:
	case DOC_NOTE:
		fputs(block->kind == DOC_NOTE ? "<p class=\"note\">" : "<p>", file);
		put_spans(block->text, file);
		fputs("</p>\n", file);
		break;
	case DOC_CODE:
		put_listing(block, file);
		break;
	case DOC_TABLE:
		put_table(block->table, file);
		break;
	case DOC_PLOT:
		put_plot(block->plot, file);
		break;
	}
}

static void put_contents(const struct doc *doc, FILE *file)
{
	size_t i;

	fputs("<nav><ol>\n", file);
	for (i = 0; i < doc->nr; i++) {
		fprintf(file, "<li><a href=\"#%s\">", doc->sections[i].id);
		put_spans(doc->sections[i].title, file);
		fputs("</a></li>\n", file);
	}
	fputs("</ol></nav>\n", file);
}

static void put_section(const struct doc_section *section, FILE *file)
{
	size_t i;

	fprintf(file, "<section id=\"%s\">\n<h2>", section->id);
	put_spans(section->title, file);
	fputs("</h2>\n", file);
	for (i = 0; i < section->nr; i++)
		put_block(&section->blocks[i], file);
	fputs("</section>\n", file);
}

/**
 * doc_html() - write a document as a page
 *
 * Return: 0, the error of the document, or -EIO if @file has one.
 */
int doc_html(const struct doc *doc, FILE *file)
{
	size_t i;

	if (doc_error(doc))
		return doc_error(doc);
	fputs("<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
	      "<meta charset=\"utf-8\"/>\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>",
	      file);
	put(doc->title, file);
	fprintf(file, "</title>\n<style>\n%s%s\n</style>\n</head>\n<body>\n<main>\n<h1>", css,
		plot_css);
	put_spans(doc->title, file);
	fputs("</h1>\n", file);
	put_contents(doc, file);
	for (i = 0; i < doc->nr; i++)
		put_section(&doc->sections[i], file);
	fputs("</main>\n</body>\n</html>\n", file);
	return ferror(file) ? -EIO : 0;
}
