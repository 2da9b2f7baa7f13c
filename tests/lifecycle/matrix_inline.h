/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * matrix_inline.h - marked inline functions that three units include (cases A2, T59)
 */
#ifndef MATRIX_INLINE_H
#define MATRIX_INLINE_H

#include "matrix.h"

static inline long inline_plain(long v)
{
	MARK(i_plain, "value %ld", EV(v));
	return v + 1;
}

static inline __attribute__((always_inline)) long inline_always(long v)
{
	MARK_GENERIC(i_generic, "value %ld", EV(v));
	MARK_IMMEDIATE(i_immediate, "value %ld", EV(v));
	if (mark_enabled(i_plain))
		MUST(is_on("i_plain"));
	else
		MUST(!is_on("i_plain"));
	return v * 3;
}

static __attribute__((noinline, unused)) long inline_never(long v)
{
	MARK(i_never, "value %ld", EV(v));
	return v ^ 5;
}

#ifdef __cplusplus
/* A COMDAT function: one of three copies survives, and only its rows. */
inline long inline_comdat(long v)
{
	MARK(i_comdat, "value %ld", EV(v));
	MARK_GENERIC(i_comdat_generic, "value %ld", EV(v));
	return v - 7;
}
#endif

static inline long inline_all(long v)
{
	want("i_plain", "value %ld", v);
	v = inline_plain(v);
	want("i_generic", "value %ld", v);
	want("i_immediate", "value %ld", v);
	v = inline_always(v);
	want("i_never", "value %ld", v);
	v = inline_never(v);
#ifdef __cplusplus
	want("i_comdat", "value %ld", v);
	want("i_comdat_generic", "value %ld", v);
	v = inline_comdat(v);
#endif
	return v;
}

#endif
