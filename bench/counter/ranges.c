// SPDX-License-Identifier: GPL-2.0-only
/*
 * ranges.c - numbers and ranges, one after the other
 */
#include "ranges.h"

#include <errno.h>
#include <stdlib.h>

static int parse_number(const char **at, unsigned long limit, unsigned long *number)
{
	char *end;

	if (**at < '0' || **at > '9')
		return -EINVAL;
	*number = strtoul(*at, &end, 10);
	*at = end;
	return *number < limit ? 0 : -ERANGE;
}

static int parse_range(const char **at, unsigned long limit, ranges_take *take, void *to)
{
	unsigned long first, last;
	int ret = parse_number(at, limit, &first);

	if (ret)
		return ret;
	last = first;
	if (**at == '-') {
		++*at;
		ret = parse_number(at, limit, &last);
	}
	if (ret)
		return ret;
	if (last < first)
		return -EINVAL;
	for (; first <= last; first++)
		take(to, first);
	return 0;
}

/**
 * ranges_parse() - "0-3,8", without anything behind it
 * @limit:	all numbers are below it
 * @take:	called with each number, in the order of the text, until something is wrong
 *
 * Return: 0, -EINVAL if it is no such list, -ERANGE for a number that is too large.
 */
int ranges_parse(const char *text, unsigned long limit, ranges_take *take, void *to)
{
	int ret;

	for (;;) {
		ret = parse_range(&text, limit, take, to);
		if (ret || !*text)
			return ret;
		if (*text++ != ',')
			return -EINVAL;
	}
}
