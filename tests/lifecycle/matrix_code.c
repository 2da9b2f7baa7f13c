// SPDX-License-Identifier: GPL-2.0-only
/*
 * matrix_code.c - markers in the places where code generation may go wrong
 */
#include "matrix_inline.h"
#include "matrix_right.h"

#include <alloca.h>
#include <string.h>

/* A leaf with live data below the stack pointer: the red zone of x86-64 (case A1, T51). */
static __attribute__((noinline)) long leaf(long v)
{
	volatile long below[12];
	int i;

	for (i = 0; i < 12; i++)
		below[i] = v + i;
	MARK(c_leaf, "v %ld", EV(v));
	for (i = 0; i < 12; i++)
		v += below[i];
	return v;
}

static __attribute__((noinline)) long leaf_immediate(long v)
{
	volatile long below[12];
	int i;

	for (i = 0; i < 12; i++)
		below[i] = v + i;
	MARK_IMMEDIATE(c_leaf_immediate, "v %ld", EV(v));
	MARK_GENERIC(c_leaf_generic, "v %ld", EV(v));
	for (i = 0; i < 12; i++)
		v += below[i];
	return v;
}

/* As many values live over the site as there are registers, and more. */
static __attribute__((noinline)) long live(long a, long b, long c, long d, long e, long f)
{
	long g = a * b, h = b * c, i = c * d, j = d * e, k = e * f, l = f * a, m = a ^ c, n = b ^ d;
	double p = a / 3.0, q = b / 5.0, r = c / 7.0, s = d / 9.0, t = e / 11.0, u = f / 13.0;
	double v = p * q, w = r * s;

	MARK(c_live, "%ld %f", EV(g), p);
	MARK_IMMEDIATE(c_live_immediate, "%ld %f", EV(h), q);
	MARK_GENERIC(c_live_generic, "%ld %f", EV(i), r);
	return a + 3 * b + 5 * c + 7 * d + 9 * e + 11 * f + 13 * g + 15 * h + 17 * i + 19 * j +
	       21 * k + 23 * l + 25 * m + 27 * n +
	       (long)(1e6 * (p + 2 * q + 3 * r + 4 * s + 5 * t + 6 * u + 7 * v + 8 * w));
}

static long many_live(long v)
{
	long a = v, b = v + 1, c = v + 2, d = v + 3, e = v + 4, f = v + 5;

	want("c_live", "%ld %f", a * b, a / 3.0);
	want("c_live_immediate", "%ld %f", b * c, b / 5.0);
	want("c_live_generic", "%ld %f", c * d, c / 7.0);
	return live(a, b, c, d, e, f);
}

/* A value that x86-64 keeps on the stack of the x87, which a probe finds empty. */
static __attribute__((noinline)) long live_x87(long double x, long v)
{
	long double y = x * x + 1;

	MARK(c_x87, "v %ld", EV(v));
	return (long)(1000 * (y / x));
}

/* A loop that the compiler unrolls: several rows, one marker. */
static __attribute__((noinline)) long loop(const long *values, int n)
{
	long sum = 0;
	int i;

#if !defined(__clang__)
#pragma GCC unroll 4
#endif
	for (i = 0; i < n; i++) {
		sum += values[i] * 3;
		MARK(c_loop, "i %d sum %ld", EV(i), sum);
	}
	for (i = 0; i < 4; i++)
		MARK_GENERIC(c_loop_generic, "i %d", EV(i));
	return sum;
}

static long loops(long v)
{
	long values[10], sum = 0;
	int i;

	for (i = 0; i < 10; i++) {
		values[i] = v * i;
		sum += values[i] * 3;
		want("c_loop", "i %d sum %ld", i, sum);
	}
	for (i = 0; i < 4; i++)
		want("c_loop_generic", "i %d", i);
	return loop(values, 10);
}

static __attribute__((noinline)) double float_loop(double x, int n)
{
	double sum = 0;
	int i;

	for (i = 0; i < n; i++) {
		x = x * 1.25 + 0.5;
		MARK(c_float_loop, "x %.9f", EV(x));
		sum += x;
	}
	return sum;
}

static long float_loops(long v)
{
	double x = v & 15, y = x;
	int i;

	for (i = 0; i < 5; i++) {
		y = y * 1.25 + 0.5;
		want("c_float_loop", "x %.9f", y);
	}
	return (long)(1024 * float_loop(x, 5));
}

static __attribute__((noinline)) long branches(long v)
{
	if (v & 1)
		MARK(c_then, "v %ld", EV(v));
	else
		MARK(c_else, "v %ld", EV(v));
	switch (v & 3) {
	case 0:
		MARK(c_case_0, "v %ld", EV(v));
		/* fall through */
	case 1:
		MARK(c_case_1, "v %ld", EV(v));
		break;
	case 2:
		MARK(c_case_2, "v %ld", EV(v));
		return v + 1;
	default:
		goto out;
	}
	v = v > 2 ? (MARK_NOARGS(c_ternary), v + 2) : v - 2;
	return v;
out:
	MARK_NOARGS(c_goto);
	return v + 3;
}

static long all_branches(long v)
{
	long sum = 0;

	for (v = 0; v < 8; v++) {
		want(v & 1 ? "c_then" : "c_else", "v %ld", v);
		if ((v & 3) == 0)
			want("c_case_0", "v %ld", v);
		if ((v & 3) < 2)
			want("c_case_1", "v %ld", v);
		if ((v & 3) < 2 && v > 2)
			want_noargs("c_ternary");
		if ((v & 3) == 2)
			want("c_case_2", "v %ld", v);
		if ((v & 3) == 3)
			want_noargs("c_goto");
		sum += branches(opaque(v));
	}
	return sum;
}

/* An argument that hits a marker itself: first the inner, then the outer. */
static __attribute__((noinline)) long inner(long v)
{
	MARK(c_inner, "v %ld", EV(v));
	return v + 1;
}

static long nested(long v)
{
	if (is_on("c_outer"))
		want("c_inner", "v %ld", v);
	want("c_outer", "v %ld", v + 1);
	MARK(c_outer, "v %ld", EV(inner(v)));
	want("c_inner", "v %ld", v);
	return inner(v);
}

static long recursion(long v, int depth)
{
	char text[24];

	memset(text, 'a' + depth, sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	want("c_recursion", "depth %d %s", depth, text);
	MARK(c_recursion, "depth %d %s", EV(depth), text);
	if (depth)
		v += recursion(v, depth - 1);
	return v + text[3];
}

static __attribute__((noinline)) long variable_array(int n)
{
	char array[n];

	memset(array, 'v', n);
	array[n - 1] = '\0';
	want("c_vla", "%s", array);
	MARK(c_vla, "%s", EV((const char *)array));
	return array[0];
}

static __attribute__((noinline)) long stack_array(int n)
{
	char *array = (char *)alloca(n);

	memset(array, 's', n);
	array[n - 1] = '\0';
	want("c_alloca", "%s", array);
	MARK(c_alloca, "%s", EV((const char *)array));
	return array[0];
}

static __attribute__((noinline, cold)) long in_cold_code(long v)
{
	MARK(c_cold, "v %ld", EV(v));
	return v;
}

static __attribute__((noinline, section(".text.of_its_own"))) long in_a_section(long v)
{
	MARK(c_section, "v %ld", EV(v));
	MARK_GENERIC(c_section_generic, "v %ld", EV(v));
	return v;
}

static __thread long in_thread = 5;

static long threads_own(long v)
{
	in_thread += v & 1;
	want("c_tls", "v %ld", in_thread);
	MARK(c_tls, "v %ld", EV(in_thread));
	in_thread = 5;
	return v;
}

/* The first and the last thing in a function, and nothing else in it. */
static __attribute__((noinline)) void nothing_else(void)
{
	MARK_NOARGS(c_alone);
}

static __attribute__((noinline)) void back_to_back(int v)
{
	MARK(c_first, "%d", EV(v));
	MARK(c_second, "%d", EV(v));
	MARK_IMMEDIATE(c_third_immediate, "%d", EV(v));
	MARK_GENERIC(c_fourth_generic, "%d", EV(v));
}

static long small(long v)
{
	want("c_leaf", "v %ld", v);
	v = leaf(v);
	want("c_leaf_immediate", "v %ld", v);
	want("c_leaf_generic", "v %ld", v);
	v = leaf_immediate(v);
	want("c_cold", "v %ld", v);
	v = in_cold_code(v);
	want("c_section", "v %ld", v);
	want("c_section_generic", "v %ld", v);
	v = in_a_section(v);
	want("c_x87", "v %ld", v);
	v += live_x87(v + 2.5L, v);
	want_noargs("c_alone");
	nothing_else();
	want("c_first", "%d", 8);
	want("c_second", "%d", 8);
	want("c_third_immediate", "%d", 8);
	want("c_fourth_generic", "%d", 8);
	back_to_back((int)opaque(8));
	return v;
}

static long right_side(long v)
{
	want("same_line", "side %ld", v);
	want("right_line", "right %ld", v);
	want("same_generic", "side %ld", v);
	return right(v);
}

long cases_code(long seed)
{
	long v = opaque(seed);

	v += small(v) + many_live(v) + loops(v) + float_loops(v) + all_branches(v);
	v += nested(v) + recursion(v, 3) + variable_array(9) + stack_array(11) + threads_own(v);
	return v + right_side(v) + inline_all(v);
}
