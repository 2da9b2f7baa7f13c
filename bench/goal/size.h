/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * size.h - the bytes that a marker adds, read from markbench's own file
 */
#ifndef BENCH_SIZE_H
#define BENCH_SIZE_H

#include <stddef.h>

/**
 * struct size - what one marker with two arguments adds
 * @unlikely:	bytes of its cold block, from the branch target to the end of its code
 * @table:	bytes of read-only table a site, the row of the object itself left out
 * @data:	bytes of .data, of all sites together
 * @relocations:	of all sites together: dynamic relocations in their table
 * @sites:	rows in the table
 */
struct size {
	size_t unlikely;
	double table;
	size_t data;
	size_t relocations;
	size_t sites;
};

int size_read(struct size *size, char *why, size_t len);

/* size_open.c: the marked function of 2006, and the name of its marker. */
#define SIZE_MARKER "bench_size_open"
int bench_size_open(void *inode, void *file);

#endif
