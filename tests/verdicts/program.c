// SPDX-License-Identifier: GPL-2.0-only
/*
 * What rates.sh records: three functions of known work, one after the other, many times.
 *
 * This file is compiled once and linked into both builds, so f1 and f2 are the same code there; f3 is
 * in step.c.  Functions begin on pages of their own: where the linker puts them is not what differs.
 *
 * A call takes half a millisecond or more.  Calls that are all alike and shorter than the time from one
 * sample to the next are hit as the beat of the two has it, and the functions of a run scatter against
 * each other by percents.
 */
#include "tests/verdicts/step.h"

#include <stdlib.h>

static volatile unsigned long result;

__attribute__((noinline, aligned(4096))) static unsigned long f1(unsigned long x)
{
	return churn(x, 500000);
}

__attribute__((noinline, aligned(4096))) static unsigned long f2(unsigned long x)
{
	return churn(x, 2500000);
}

int main(int argc, char **argv)
{
	long rounds = argc > 1 ? atol(argv[1]) : 10;
	unsigned long x = 1;

	for (; rounds > 0; rounds--)
		x = f3(f2(f1(x)));
	result = x;
	return 0;
}
