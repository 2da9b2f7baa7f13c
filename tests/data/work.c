// SPDX-License-Identifier: GPL-2.0-only
/*
 * A program to record: three hot functions whose costs are known, in variants that a comparison of
 * two recordings must tell apart.  The first argument is the number of rounds.
 *
 *	-DSWAPPED	f1, f2, f3 lie in another order: the same work at other addresses
 *	-DMARKED	f1 and f2 call mark(): a new symbol, f3 does not change
 *	-DGROWN		f2 does a third more
 *
 * The names are those that perf diff -S takes for addresses.
 */
#include <stdlib.h>

#define ALONE __attribute__((noinline, noclone))

#ifdef GROWN
#define F2_TURNS 40000
#else
#define F2_TURNS 30000
#endif

#ifdef MARKED
#define MARK(value) mark(value)
#else
#define MARK(value) ((void)(value))
#endif

static volatile unsigned int out;

#ifdef MARKED
static ALONE void mark(unsigned int value)
{
	for (int i = 0; i < 1500; i++)
		out = value ^ i;
}
#endif

static ALONE unsigned int f1(unsigned int x);
static ALONE unsigned int f2(unsigned int x);
static ALONE unsigned int f3(unsigned int x);

#ifdef SWAPPED
static ALONE unsigned int f3(unsigned int x)
{
	for (int i = 0; i < 10000; i++)
		x = x * 69069 + 1;
	return x;
}
#endif

static ALONE unsigned int f2(unsigned int x)
{
	MARK(x);
	for (int i = 0; i < F2_TURNS; i++)
		x = (x << 7 | x >> 25) + i;
	return x;
}

static ALONE unsigned int f1(unsigned int x)
{
	MARK(x);
	for (int i = 0; i < 20000; i++)
		x ^= x >> 13 ^ i;
	return x;
}

#ifndef SWAPPED
static ALONE unsigned int f3(unsigned int x)
{
	for (int i = 0; i < 10000; i++)
		x = x * 69069 + 1;
	return x;
}
#endif

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 1000;
	unsigned int x = 1;

	while (rounds-- > 0)
		x = f3(f2(f1(x)));
	out = x;
	return 0;
}
