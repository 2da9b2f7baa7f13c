// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * number.c - exact integers of 64 bits and a sign
 *
 * Sign and magnitude, so that signed and unsigned numbers of 64 bits are values of one kind and
 * compare as numbers do.  A result that does not fit is none.  General registers only (Makefile).
 */
#include "code.h"

static bool set(struct marker_filter_value *value, u64 magnitude, bool negative)
{
	value->bits = magnitude;
	value->negative = negative && magnitude;
	return true;
}

void marker_filter_number_set(struct marker_filter_value *value, long long number)
{
	set(value, number < 0 ? 0 - (u64)number : (u64)number, number < 0);
}

static bool add(const struct marker_filter_value *a, u64 b, bool b_negative,
		struct marker_filter_value *result)
{
	u64 sum;

	if (a->negative == b_negative)
		return !__builtin_add_overflow(a->bits, b, &sum) && set(result, sum, b_negative);
	if (a->bits >= b)
		return set(result, a->bits - b, a->negative);
	return set(result, b - a->bits, b_negative);
}

static bool multiply(const struct marker_filter_value *a, const struct marker_filter_value *b,
		     struct marker_filter_value *result)
{
	u64 product;

	return !__builtin_mul_overflow(a->bits, b->bits, &product) &&
	       set(result, product, a->negative != b->negative);
}

/* As C: towards 0, and the remainder has the sign of the dividend. */
static bool divide(unsigned int op, const struct marker_filter_value *a,
		   const struct marker_filter_value *b, struct marker_filter_value *result)
{
	if (!b->bits)
		return false;
	if (op == FILTER_DIV)
		return set(result, a->bits / b->bits, a->negative != b->negative);
	return set(result, a->bits % b->bits, a->negative);
}

/* To the right it rounds down, as a shift of two's complement does. */
static bool shift(unsigned int op, const struct marker_filter_value *a,
		  const struct marker_filter_value *b, struct marker_filter_value *result)
{
	unsigned int by = b->bits;

	if (b->negative || b->bits > 63)
		return false;
	if (op == FILTER_SHL)
		return a->bits << by >> by == a->bits && set(result, a->bits << by, a->negative);
	if (a->negative)
		return set(result, ((a->bits - 1) >> by) + 1, true);
	return set(result, a->bits >> by, false);
}

static u64 complement(const struct marker_filter_value *value)
{
	return value->negative ? 0 - value->bits : value->bits;
}

/* As two's complement with as many sign bits before it as you like. */
static bool combine(unsigned int op, const struct marker_filter_value *a,
		    const struct marker_filter_value *b, struct marker_filter_value *result)
{
	u64 x = complement(a), y = complement(b);
	bool negative;

	if (op == FILTER_AND) {
		negative = a->negative && b->negative;
		x &= y;
	} else if (op == FILTER_OR) {
		negative = a->negative || b->negative;
		x |= y;
	} else {
		negative = a->negative != b->negative;
		x ^= y;
	}
	if (negative && !x) /* -2^64 */
		return false;
	return set(result, negative ? 0 - x : x, negative);
}

static int compare(const struct marker_filter_value *a, const struct marker_filter_value *b)
{
	int order;

	if (a->negative != b->negative)
		return a->negative ? -1 : 1;
	order = (a->bits > b->bits) - (a->bits < b->bits);
	return a->negative ? -order : order;
}

static bool compares(unsigned int op, int order)
{
	if (op == FILTER_EQ)
		return !order;
	if (op == FILTER_NE)
		return order;
	if (op == FILTER_LT)
		return order < 0;
	if (op == FILTER_LE)
		return order <= 0;
	return op == FILTER_GT ? order > 0 : order >= 0;
}

bool marker_filter_number(unsigned int op, const struct marker_filter_value *a,
			  const struct marker_filter_value *b, struct marker_filter_value *result)
{
	if (op >= FILTER_EQ)
		return set(result, compares(op, compare(a, b)), false);
	if (op == FILTER_ADD)
		return add(a, b->bits, b->negative, result);
	if (op == FILTER_SUB)
		return add(a, b->bits, !b->negative, result);
	if (op == FILTER_MUL)
		return multiply(a, b, result);
	if (op == FILTER_DIV || op == FILTER_MOD)
		return divide(op, a, b, result);
	if (op == FILTER_SHL || op == FILTER_SHR)
		return shift(op, a, b, result);
	return combine(op, a, b, result);
}
