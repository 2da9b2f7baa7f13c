// SPDX-License-Identifier: GPL-2.0-only
/*
 * leaf.c - leaf functions, to be looked at: how many bytes a marker adds to them, and whether they stay leaves
 *
 * With -DMARKER_DISABLE they are what they would be without.
 */
#include <marker/marker.h>

unsigned int leaf(unsigned int a, unsigned int b, unsigned int *p);
unsigned int leaf_expression(unsigned int a, unsigned int b, unsigned int *p);
unsigned int leaf_long(unsigned int a, unsigned int b, unsigned int *p, long double d);
double leaf_double(double a, double b, int n);

#define LEAF(mark)                                         \
	do {                                               \
		unsigned int x = a * 5 + b, y = p[a & 63]; \
                                                           \
		mark;                                      \
		x ^= y >> 3;                               \
		y += x << 2;                               \
		p[b & 63] = x;                             \
		return (x + y) ^ (a - b);                  \
	} while (0)

unsigned int leaf(unsigned int a, unsigned int b, unsigned int *p)
{
	LEAF(MARK(leaf, "%u %p", a, (void *)p));
}

unsigned int leaf_expression(unsigned int a, unsigned int b, unsigned int *p)
{
	LEAF(MARK(leaf_expression, "%u %p", a * 3 + b, (void *)(p + b)));
}

/* A long double is no word: its marker is a call. */
unsigned int leaf_long(unsigned int a, unsigned int b, unsigned int *p, long double d)
{
	LEAF(MARK(leaf_long, "%u %Lf", a, d));
}

/* The loop keeps its doubles in registers. */
double leaf_double(double a, double b, int n)
{
	double sum = 0;

	for (; n > 0; n--) {
		sum += a * sum + b;
		MARK(leaf_double, "%f %f", sum, a);
	}
	return sum;
}
