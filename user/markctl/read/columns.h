/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * columns.h - a table for people: columns as wide as their widest cell
 */
#ifndef MARKCTL_COLUMNS_H
#define MARKCTL_COLUMNS_H

#include <stddef.h>
#include <stdio.h>

#define COLUMNS_MAX 8

struct columns {
	unsigned int nr;
	const char *right; /* "-r-": which are set right */
	char **cells;
	size_t nr_cells, room;
	int failed; /* -ENOMEM */
};

/** columns_add() - the next cell, row by row; copied; what has control characters is escaped */
void columns_add(struct columns *columns, const char *text);

/** columns_print() - all rows, and free them; 0 or -ENOMEM */
int columns_print(struct columns *columns, FILE *out);

#endif
