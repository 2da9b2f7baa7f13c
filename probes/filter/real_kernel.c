// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * real_kernel.c - the kernel has no doubles: a condition that needs one is refused
 *
 * A constant is refused by the parser, a field when the condition is bound to its marker.  So what a hit
 * would call is never called with a value that matters; an argument is passed over as the word that it
 * would be, and nothing that is asked of one is true.
 */
#include "code.h"

bool marker_filter_has_real(void)
{
	return false;
}

int marker_filter_real_parse(const char *text, const char **end, u64 *bits)
{
	return -EOPNOTSUPP;
}

void marker_filter_real_load(struct marker_filter_value *value, bool long_double, va_list *args)
{
	value->bits = va_arg(*args, unsigned long);
	value->negative = 0;
}

void marker_filter_real_negate(struct marker_filter_value *value)
{
}

bool marker_filter_real(const struct marker_filter_node *node, const struct marker_filter_value *a,
			const struct marker_filter_value *b, struct marker_filter_value *result)
{
	return false;
}
