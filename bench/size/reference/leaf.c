// SPDX-License-Identifier: GPL-2.0-only
/*
 * leaf.c - the leaf function of the rows leaf-* and leafx-*: its registers are all in use
 */
#include "mark.h"

unsigned int leaf(unsigned int a, unsigned int b, unsigned int *p);
unsigned int leafx(unsigned int a, unsigned int b, unsigned int *p);

/* The arguments are at hand. */
unsigned int leaf(unsigned int a, unsigned int b, unsigned int *p)
{
	unsigned int x = a * 5 + b, y = p[a & 63];

	SIZE_MARK(size_leaf, "%d %p", (int)a, (void *)p);
	x ^= y >> 3;
	y += x << 2;
	p[b & 63] = x;
	return (x + y) ^ (a - b);
}

/* The arguments are expressions. */
unsigned int leafx(unsigned int a, unsigned int b, unsigned int *p)
{
	unsigned int x = a * 5 + b, y = p[a & 63];

	SIZE_MARK(size_leafx, "%d %p", (int)(a * 3 + p[b & 31]), (void *)(p + y));
	x ^= y >> 3;
	y += x << 2;
	p[b & 63] = x;
	return (x + y) ^ (a - b);
}
