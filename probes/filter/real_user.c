// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * real_user.c - doubles of a condition; the kernel has none
 *
 * A double is kept as its representation.  Sums are made in long double, which on x86-64 and arm64
 * holds every integer of 64 bits, so that comparing one with a double is exact.
 */
#include "code.h"

#include <locale.h>

static double real_of(const struct marker_filter_value *value)
{
	double real;

	memcpy(&real, &value->bits, sizeof(real));
	return real;
}

static long double operand(const struct marker_filter_value *value, bool integer)
{
	if (!integer)
		return real_of(value);
	return value->negative ? -(long double)value->bits : (long double)value->bits;
}

static void set(struct marker_filter_value *value, double real)
{
	memcpy(&value->bits, &real, sizeof(real));
	value->negative = false;
}

bool marker_filter_has_real(void)
{
	return true;
}

/* A program's locale may have a comma there. */
int marker_filter_real_parse(const char *text, const char **end, u64 *bits)
{
	locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	struct marker_filter_value value;
	char *stopped;

	if (c == (locale_t)0)
		return -ENOMEM;
	set(&value, strtod_l(text, &stopped, c));
	freelocale(c);
	if (stopped == text)
		return -EINVAL;
	*bits = value.bits;
	*end = stopped;
	return 0;
}

void marker_filter_real_load(struct marker_filter_value *value, bool long_double, va_list *args)
{
	if (long_double)
		set(value, va_arg(*args, long double));
	else
		set(value, va_arg(*args, double));
}

void marker_filter_real_negate(struct marker_filter_value *value)
{
	set(value, -real_of(value));
}

static bool compares(unsigned int op, long double a, long double b)
{
	switch (op) {
	case FILTER_EQ:
		return a == b;
	case FILTER_NE:
		return a != b;
	case FILTER_LT:
		return a < b;
	case FILTER_LE:
		return a <= b;
	case FILTER_GT:
		return a > b;
	default:
		return a >= b;
	}
}

/* No value: a division by zero. */
bool marker_filter_real(const struct marker_filter_node *node, const struct marker_filter_value *a,
			const struct marker_filter_value *b, struct marker_filter_value *result)
{
	long double x = operand(a, node->to & 1), y = operand(b, node->to & 2);

	if (node->op >= FILTER_EQ) {
		result->bits = compares(node->op, x, y);
		result->negative = false;
		return true;
	}
	if (node->op == FILTER_DIV && y == 0)
		return false;
	if (node->op == FILTER_MUL)
		set(result, x * y);
	else if (node->op == FILTER_DIV)
		set(result, x / y);
	else if (node->op == FILTER_ADD)
		set(result, x + y);
	else
		set(result, x - y);
	return true;
}
