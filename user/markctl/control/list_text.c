// SPDX-License-Identifier: GPL-2.0-only
/*
 * list_text.c - markctl list: the table for people
 */
#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "user/markctl/control/listing.h"
#include "marker/marker.h"

enum {
	COL_NAME,
	COL_KIND,
	COL_SITES,
	COL_LINE,
	COL_FORMAT,
	NR_COLS
};

static const char *site_kind(const struct elf_site *site)
{
	return site->query ? "query" : marker_kind_name(site->kind);
}

static void format_line(const struct listing *list, const struct elf_site *site, char *out,
			size_t size)
{
	struct source_line line = lines_find(list->lines, site);
	const char *cwd = list->options->cwd;

	if (!line.line) {
		snprintf(out, size, "-");
		return;
	}
	if (line.file && cwd[0] && strncmp(line.file, cwd, strlen(cwd)) == 0)
		line.file += strlen(cwd);
	snprintf(out, size, "%s:%d", line.file ? line.file : "?", line.line);
}

/* An address, or what an object file has in its place. */
static void format_place(const struct listing *list, const struct elf_place *place, char *out,
			 size_t size)
{
	if (list->image.type != ET_REL)
		snprintf(out, size, "0x%llx", (unsigned long long)place->value);
	else if (place->section)
		snprintf(out, size, "%s+0x%llx", elf_section_name(&list->image, place->section),
			 (unsigned long long)place->value);
	else
		snprintf(out, size, "%s", place->symbol);
}

struct row {
	char *cells[NR_COLS];
	struct list_group group;
};

static const char *const headings[NR_COLS] = { "NAME", "KIND", "SITES", "LOCATION", "FORMAT" };

static bool fill_row(const struct listing *list, struct row *row)
{
	const struct elf_site *site = &list->sites.sites[row->group.first];
	char text[4608], escaped[4096];
	unsigned int col;
	bool ok = true;

	text_escape(escaped, sizeof(escaped), site->name);
	row->cells[COL_NAME] = strdup(escaped);
	list_group_kinds(list, &row->group, text, sizeof(text));
	row->cells[COL_KIND] = strdup(text);
	snprintf(text, sizeof(text), "%zu", row->group.count);
	row->cells[COL_SITES] = strdup(text);
	format_line(list, site, text, sizeof(text));
	row->cells[COL_LINE] = strdup(text);
	text_escape(escaped, sizeof(escaped), site->format);
	snprintf(text, sizeof(text), site->query ? "-" : "\"%s\"", escaped);
	row->cells[COL_FORMAT] = strdup(text);
	for (col = 0; col < NR_COLS; col++)
		ok &= row->cells[col] != NULL;
	return ok;
}

static void print_cells(const char *const *cells, const int *widths)
{
	printf("%-*s  %-*s  %*s  %-*s  %s\n", widths[COL_NAME], cells[COL_NAME], widths[COL_KIND],
	       cells[COL_KIND], widths[COL_SITES], cells[COL_SITES], widths[COL_LINE],
	       cells[COL_LINE], cells[COL_FORMAT]);
}

static void print_sites(const struct listing *list, const struct list_group *group)
{
	char place[256], line[4608];
	size_t i;

	for (i = 0; i < group->count; i++) {
		const struct elf_site *site = &list->sites.sites[group->first + i];

		format_place(list, &site->place, place, sizeof(place));
		format_line(list, site, line, sizeof(line));
		printf("    %-18s  %-13s  %s\n", place, site_kind(site), line);
	}
}

static void print_rows(const struct listing *list, struct row *rows, size_t nrows)
{
	int widths[NR_COLS];
	unsigned int col;
	size_t i;

	for (col = 0; col < NR_COLS; col++) {
		widths[col] = strlen(headings[col]);
		for (i = 0; i < nrows; i++)
			if ((int)strlen(rows[i].cells[col]) > widths[col])
				widths[col] = strlen(rows[i].cells[col]);
	}
	if (list->options->many)
		printf("%s:\n", list->path);
	print_cells(headings, widths);
	for (i = 0; i < nrows; i++) {
		print_cells((const char *const *)rows[i].cells, widths);
		if (list->options->verbose)
			print_sites(list, &rows[i].group);
	}
	if (list->options->many)
		printf("\n");
}

int list_text(const struct listing *list)
{
	struct list_group group = { 0, 0 };
	struct row *rows;
	size_t i, nrows = 0;
	int err = 0;

	rows = calloc(list->sites.nsites + 1, sizeof(*rows));
	if (!rows)
		return -ENOMEM;
	while (list_group_next(list, &group) && !err) {
		rows[nrows].group = group;
		err = fill_row(list, &rows[nrows++]) ? 0 : -ENOMEM;
	}
	if (!err && nrows)
		print_rows(list, rows, nrows);
	else if (!err)
		fprintf(stderr, "markctl: %s: no markers\n", list->path);
	for (i = 0; i < nrows * NR_COLS; i++)
		free(rows[i / NR_COLS].cells[i % NR_COLS]);
	free(rows);
	return err;
}
