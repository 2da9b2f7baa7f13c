// SPDX-License-Identifier: GPL-2.0-only
/*
 * The function that the builds differ in: by a marker, and by the number of steps.  The marker itself,
 * once in so many of them, is far below what can be measured here.
 */
#include "tests/verdicts/step.h"

#include <marker/marker.h>

__attribute__((noinline, aligned(4096))) unsigned long f3(unsigned long x)
{
	x = churn(x, F3_STEPS);
	MARK(rates_step, "x %lu", x);
	return x;
}
