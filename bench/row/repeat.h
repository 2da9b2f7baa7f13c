/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * repeat.h - a macro, many times over, with a hexadecimal number that makes names
 *
 *	REPEAT_256(STEP, arg, _7)	STEP(arg, _700) STEP(arg, _701) ... STEP(arg, _7ff)
 *
 * A macro does not expand inside itself, hence REPEAT_16_OUTER, for a macro that repeats in turn.
 */
#ifndef BENCH_REPEAT_H
#define BENCH_REPEAT_H

/* clang-format off */
#define REPEAT_8(step, arg, n)						\
	step(arg, n##0) step(arg, n##1) step(arg, n##2) step(arg, n##3)	\
	step(arg, n##4) step(arg, n##5) step(arg, n##6) step(arg, n##7)

#define REPEAT_16(step, arg, n)						\
	REPEAT_8(step, arg, n)						\
	step(arg, n##8) step(arg, n##9) step(arg, n##a) step(arg, n##b)	\
	step(arg, n##c) step(arg, n##d) step(arg, n##e) step(arg, n##f)

#define REPEAT_16_OUTER(step, arg, n)					\
	step(arg, n##0) step(arg, n##1) step(arg, n##2) step(arg, n##3)	\
	step(arg, n##4) step(arg, n##5) step(arg, n##6) step(arg, n##7)	\
	step(arg, n##8) step(arg, n##9) step(arg, n##a) step(arg, n##b)	\
	step(arg, n##c) step(arg, n##d) step(arg, n##e) step(arg, n##f)

#define REPEAT_256(step, arg, n)					\
	REPEAT_16(step, arg, n##0) REPEAT_16(step, arg, n##1)		\
	REPEAT_16(step, arg, n##2) REPEAT_16(step, arg, n##3)		\
	REPEAT_16(step, arg, n##4) REPEAT_16(step, arg, n##5)		\
	REPEAT_16(step, arg, n##6) REPEAT_16(step, arg, n##7)		\
	REPEAT_16(step, arg, n##8) REPEAT_16(step, arg, n##9)		\
	REPEAT_16(step, arg, n##a) REPEAT_16(step, arg, n##b)		\
	REPEAT_16(step, arg, n##c) REPEAT_16(step, arg, n##d)		\
	REPEAT_16(step, arg, n##e) REPEAT_16(step, arg, n##f)
/* clang-format on */

#endif
