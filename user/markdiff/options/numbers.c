// SPDX-License-Identifier: GPL-2.0-only
/*
 * Lists of numbers.
 */
#include "user/markdiff/options/numbers.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

static bool read_number(const char **text, uint32_t *number)
{
	unsigned long value;
	char *end;

	if (!isdigit((unsigned char)**text))
		return false;
	errno = 0;
	value = strtoul(*text, &end, 10);
	*text = end;
	*number = value;
	return !errno && value <= INT32_MAX;
}

static int add(struct numbers *numbers, struct number_range range)
{
	struct number_range *ranges;

	ranges = realloc(numbers->ranges, (numbers->nr + 1) * sizeof(*ranges));
	if (!ranges)
		return -ENOMEM;
	numbers->ranges = ranges;
	ranges[numbers->nr++] = range;
	return 0;
}

int numbers_parse(struct numbers *numbers, const char *text)
{
	struct number_range range;
	int err;

	do {
		if (!read_number(&text, &range.first))
			return -EINVAL;
		range.last = range.first;
		if (*text == '-' && text++ && !read_number(&text, &range.last))
			return -EINVAL;
		if (range.last < range.first)
			return -EINVAL;
		err = add(numbers, range);
	} while (!err && *text++ == ',');
	if (err)
		return err;
	return text[-1] ? -EINVAL : 0;
}

uint32_t numbers_find(const struct numbers *numbers, uint32_t number)
{
	uint32_t i;

	for (i = 0; i < numbers->nr; i++)
		if (number >= numbers->ranges[i].first && number <= numbers->ranges[i].last)
			break;
	return i;
}

void numbers_free(struct numbers *numbers)
{
	free(numbers->ranges);
	*numbers = (struct numbers){ .nr = 0 };
}
