/* SPDX-License-Identifier: GPL-2.0-only */
/* What the program that rates.sh records is made of. */
#ifndef TESTS_VERDICTS_STEP_H
#define TESTS_VERDICTS_STEP_H

/* How much f3 does; the build with a marker has 6 % more. */
#ifndef F3_STEPS
#define F3_STEPS 8000000
#endif

/* Multiplications one after the other: as many cycles each, wherever the code lies. */
static inline unsigned long churn(unsigned long x, unsigned long steps)
{
	for (; steps; steps--)
		x = x * 6364136223846793005ul + 1442695040888963407ul;
	return x;
}

unsigned long f3(unsigned long x);

#endif
