// SPDX-License-Identifier: GPL-2.0-only
/*
 * matrix_kinds.c - each kind of marker, each type that printf takes, each number of arguments
 */
#include "matrix_inline.h"
#include "matrix_left.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

static long kinds(long v)
{
	want("k_best", "v %ld", v);
	MARK(k_best, "v %ld", EV(v));
	want("k_jump", "v %ld", v);
	MARK_JUMP(k_jump, "v %ld", EV(v));
	want("k_immediate", "v %ld", v);
	MARK_IMMEDIATE(k_immediate, "v %ld", EV(v));
	want("k_generic", "v %ld", v);
	MARK_GENERIC(k_generic, "v %ld", EV(v));
	want_noargs("k_noargs");
	MARK_NOARGS(k_noargs);
	want("k_trace", "v %ld", v);
	trace_mark(k_trace, "v %ld", EV(v));
	want("k_generic_trace", "v %ld", v);
	_trace_mark(k_generic_trace, "v %ld", EV(v));
	want("k_immediate_2006", "v %ld", v);
	MARK_OPTIMIZED(k_immediate_2006, "v %ld", EV(v));
	return v;
}

/* What one macro expands to has one line number, however it is laid out here (T58). */
#define QUERY_AND_MARK(v)         \
	if (mark_enabled(q_same)) \
		MARK(q_same, "v %ld", EV(v))
#define TWO_NAMES(v)                               \
	MARK_GENERIC(l_generic_a, "v %ld", EV(v)); \
	MARK_GENERIC(l_generic_b, "w %ld", EV(v))
#define TWO_KINDS(v)                    \
	MARK(l_jump_c, "v %ld", EV(v)); \
	MARK_IMMEDIATE(l_immediate, "v %ld", EV(v))
#define ONE_NAME(v)                                \
	MARK_GENERIC(l_generic_c, "v %ld", EV(v)); \
	MARK_GENERIC(l_generic_c, "v %ld", EV(v + 1))
#define ONE_NAME_JUMP(v)                   \
	MARK_JUMP(l_jump, "v %ld", EV(v)); \
	MARK_JUMP(l_jump, "v %ld", EV(v + 1))

static long queries(long v)
{
	int seen = 0;

	want("q_same", "v %ld", v);
	QUERY_AND_MARK(v);
	if (mark_enabled(q_other))
		seen = 1;
	MUST(seen == is_on("q_other"));
	want("q_other", "v %ld", v);
	MARK(q_other, "v %ld", EV(v));
	MUST((mark_enabled(q_other) ? 3 : 4) == (is_on("q_other") ? 3 : 4));
	return v;
}

static long one_line(long v)
{
	want("l_generic_a", "v %ld", v);
	want("l_generic_b", "w %ld", v);
	TWO_NAMES(v);
	want("l_generic_c", "v %ld", v);
	want("l_generic_c", "v %ld", v + 1);
	want("l_jump", "v %ld", v);
	want("l_jump", "v %ld", v + 1);
	/* gcc -mcmodel=large: one marker of a name a line (marker/arch/generic.h). */
#if defined(__code_model_large__) && !defined(__clang__)
	MARK_GENERIC(l_generic_c, "v %ld", EV(v));
	MARK_GENERIC(l_generic_c, "v %ld", EV(v + 1));
	MARK_JUMP(l_jump, "v %ld", EV(v));
	MARK_JUMP(l_jump, "v %ld", EV(v + 1));
#else
	ONE_NAME(v);
	ONE_NAME_JUMP(v);
#endif
	want("l_jump_c", "v %ld", v);
	want("l_immediate", "v %ld", v);
	TWO_KINDS(v);
	return v;
}

enum colour {
	RED = 3,
	GREEN = -4
};
struct bits {
	unsigned int three : 3;
	int five : 5;
	unsigned long long forty : 40;
};

static long integers(long v)
{
	signed char sc = -3;
	unsigned char uc = 250;
	short sh = -30000;
	unsigned short us = 65000;
	unsigned int ui = 4000000000u;
	unsigned long ul = ~0ul - 1;
	long long ll = -(1ll << 62);
	unsigned long long ull = ~0ull;
	enum colour colour = v ? GREEN : RED;
	bool flag = v != 0;

	want("s_char", "%c|", 'x');
	MARK(s_char, "%c|", EV('x'));
	want("s_schar", "sc %hhd", sc);
	MARK(s_schar, "sc %hhd", EV(sc));
	want("s_uchar", "%hhu", uc);
	MARK(s_uchar, "%hhu", EV(uc));
	want("s_short", "%hd", sh);
	MARK(s_short, "%hd", EV(sh));
	want("s_ushort", "%hu", us);
	MARK(s_ushort, "%hu", EV(us));
	want("s_int", "%d %i", -5, 6);
	MARK(s_int, "%d %i", EV(-5), 6);
	want("s_uint", "%u %x %#o %X", ui, ui, ui, ui);
	MARK(s_uint, "%u %x %#o %X", EV(ui), ui, ui, ui);
	want("s_long", "%ld %li", v, -v);
	MARK(s_long, "%ld %li", EV(v), -v);
	want("s_ulong", "%lu %lx", ul, ul);
	MARK(s_ulong, "%lu %lx", EV(ul), ul);
	want("s_llong", "%lld", ll);
	MARK(s_llong, "%lld", EV(ll));
	want("s_ullong", "%llu %#llx", ull, ull);
	MARK(s_ullong, "%llu %#llx", EV(ull), ull);
	want("s_enum", "colour %d", colour);
	MARK(s_enum, "colour %d", EV(colour));
	want("s_bool", "%d", flag);
	MARK(s_bool, "%d", EV(flag));
	return v;
}

static long sizes(long v)
{
	size_t size = sizeof(struct bits) + v;
	ssize_t ssize = -2;
	ptrdiff_t diff = -77;
	intmax_t im = INT64_MIN;
	uintmax_t um = UINT64_MAX;
	struct bits bits = { 5, -9, 0xffffffffffull };

	want("s_size", "%zu %zx", size, size);
	MARK(s_size, "%zu %zx", EV(size), size);
	want("s_ssize", "%zd", ssize);
	MARK(s_ssize, "%zd", EV(ssize));
	want("s_ptrdiff", "%td", diff);
	MARK(s_ptrdiff, "%td", EV(diff));
	want("s_max", "%jd %ju", im, um);
	MARK(s_max, "%jd %ju", EV(im), um);
	want("s_bits", "%u %d", bits.three, bits.five);
	MARK(s_bits, "%u %d", EV(bits.three), bits.five);
	want("s_wide_bits", "%llx", (unsigned long long)bits.forty);
	MARK(s_wide_bits, "%llx", EV((unsigned long long)bits.forty));
	return v;
}

static long floats(long v)
{
	float f = 1.5f;
	double d = v / 3.0;
	long double ld = 2.0L / 3;

	want("s_float", "f %f %g", f, f);
	MARK(s_float, "f %f %g", EV(f), f);
	want("s_double", "%e %a %.3f", d, d, d);
	MARK(s_double, "%e %a %.3f", EV(d), d, d);
	want("s_long_double", "%Lf %Lg", ld, -ld);
	MARK(s_long_double, "%Lf %Lg", EV(ld), -ld);
	want("s_mixed_double", "%d %Lf %f %s %Lg", 1, ld, d, "s", ld);
	MARK(s_mixed_double, "%d %Lf %f %s %Lg", EV(1), ld, d, "s", ld);
	return v;
}

static long pointers(long v)
{
	char array[16] = "an array";
	const char *nothing = (const char *)opaque(0);
	struct incomplete *incomplete = (struct incomplete *)array;
	volatile int vi = 9;
	const int *pointer_to_volatile = (const int *)&vi;

	want("s_pointer", "%p %p", (void *)&v, (void *)0);
	MARK(s_pointer, "%p %p", EV((void *)&v), (void *)0);
	want("s_incomplete", "%p", (void *)incomplete);
	MARK(s_incomplete, "%p", EV((void *)incomplete));
	want("s_string", "%s %s", "literal, \"quoted\" \\", array);
	MARK(s_string, "%s %s", EV("literal, \"quoted\" \\"), array);
	want("s_array", "%s", array);
	MARK(s_array, "%s", EV(array));
	want("s_precision", "%.3s|%10s|%-10s|", array, array, array);
	MARK(s_precision, "%.3s|%10s|%-10s|", EV(array), array, array);
	want("s_star", "%*d|%.*s|%-*.*f|", 7, 42, 2, array, 9, 2, 2.5);
	MARK(s_star, "%*d|%.*s|%-*.*f|", EV(7), 42, 2, array, 9, 2, 2.5);
	want("s_null_string", "%s", nothing ? nothing : "(null)");
	MARK(s_null_string, "%s", EV(nothing));
	want("s_volatile", "%d %d", vi, *pointer_to_volatile);
	MARK(s_volatile, "%d %d", EV(vi), *pointer_to_volatile);
	want("s_percent", "100%% \t of %d%%", 7);
	MARK(s_percent, "100%% \t of %d%%", EV(7));
	return v;
}

static long counts(int a, long b, double c, const char *d)
{
	want("a_1", "%d", a);
	MARK(a_1, "%d", EV(a));
	want("a_2", "%d %ld", a, b);
	MARK(a_2, "%d %ld", EV(a), b);
	want("a_3", "%d %ld %f", a, b, c);
	MARK(a_3, "%d %ld %f", EV(a), b, c);
	want("a_4", "%d %ld %f %s", a, b, c, d);
	MARK(a_4, "%d %ld %f %s", EV(a), b, c, d);
	want("a_5", "%d %ld %f %s %d", a, b, c, d, a + 1);
	MARK(a_5, "%d %ld %f %s %d", EV(a), b, c, d, a + 1);
	want("a_6", "%d %ld %f %s %d %ld", a, b, c, d, a + 1, b + 1);
	MARK(a_6, "%d %ld %f %s %d %ld", EV(a), b, c, d, a + 1, b + 1);
	want("a_7", "%d %ld %f %s %d %ld %f", a, b, c, d, a + 1, b + 1, c + 1);
	MARK(a_7, "%d %ld %f %s %d %ld %f", EV(a), b, c, d, a + 1, b + 1, c + 1);
	want("a_8", "%d %ld %f %s %d %ld %f %s", a, b, c, d, a + 1, b + 1, c + 1, d + 1);
	MARK(a_8, "%d %ld %f %s %d %ld %f %s", EV(a), b, c, d, a + 1, b + 1, c + 1, d + 1);
	want("a_9", "%d %ld %f %s %d %ld %f %s %d", a, b, c, d, a + 1, b + 1, c + 1, d + 1, a + 2);
	MARK(a_9, "%d %ld %f %s %d %ld %f %s %d", EV(a), b, c, d, a + 1, b + 1, c + 1, d + 1,
	     a + 2);
	want("a_10", "%d %ld %f %s %d %ld %f %s %d %ld", a, b, c, d, a + 1, b + 1, c + 1, d + 1,
	     a + 2, b + 2);
	MARK(a_10, "%d %ld %f %s %d %ld %f %s %d %ld", EV(a), b, c, d, a + 1, b + 1, c + 1, d + 1,
	     a + 2, b + 2);
	want("a_11", "%d %ld %f %s %d %ld %f %s %d %ld %f", a, b, c, d, a + 1, b + 1, c + 1, d + 1,
	     a + 2, b + 2, c + 2);
	MARK(a_11, "%d %ld %f %s %d %ld %f %s %d %ld %f", EV(a), b, c, d, a + 1, b + 1, c + 1,
	     d + 1, a + 2, b + 2, c + 2);
	return b;
}

static long twelve(long b, double c)
{
	want("a_12", "%ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld", b, b + 1, b + 2, b + 3,
	     b + 4, b + 5, b + 6, b + 7, b + 8, b + 9, b + 10, b + 11);
	MARK(a_12, "%ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld", EV(b), b + 1, b + 2, b + 3,
	     b + 4, b + 5, b + 6, b + 7, b + 8, b + 9, b + 10, b + 11);
	want("a_12_double", "%f %f %f %f %f %f %f %f %f %f %f %f", c, c + 1, c + 2, c + 3, c + 4,
	     c + 5, c + 6, c + 7, c + 8, c + 9, c + 10, c + 11);
	MARK(a_12_double, "%f %f %f %f %f %f %f %f %f %f %f %f", EV(c), c + 1, c + 2, c + 3, c + 4,
	     c + 5, c + 6, c + 7, c + 8, c + 9, c + 10, c + 11);
	want("a_12_generic", "%ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %f", b, b + 1, b + 2,
	     b + 3, b + 4, b + 5, b + 6, b + 7, b + 8, b + 9, b + 10, c);
	MARK_GENERIC(a_12_generic, "%ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %f", EV(b), b + 1,
		     b + 2, b + 3, b + 4, b + 5, b + 6, b + 7, b + 8, b + 9, b + 10, c);
	want("a_12_immediate", "%f %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld", c, b + 1, b + 2,
	     b + 3, b + 4, b + 5, b + 6, b + 7, b + 8, b + 9, b + 10, b);
	MARK_IMMEDIATE(a_12_immediate, "%f %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld", EV(c),
		       b + 1, b + 2, b + 3, b + 4, b + 5, b + 6, b + 7, b + 8, b + 9, b + 10, b);
	return b;
}

static long sides(long v)
{
	want("same_line", "side %ld", v);
	want("left_line", "left %ld", v);
	want("same_generic", "side %ld", v);
	return left(v);
}

long cases_kinds(long seed)
{
	long v = opaque(seed);

	v += kinds(v) + queries(v) + one_line(v);
	v += integers(v) + sizes(v) + floats(v) + pointers(v);
	v += counts(v, v * 1000, v / 8.0, "a string") + twelve(v, v / 16.0);
	return v + sides(v) + inline_all(v);
}
