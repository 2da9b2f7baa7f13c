// SPDX-License-Identifier: GPL-2.0-only
/*
 * number.c - figures as text
 *
 * A figure and both ends of its interval have the same number of digits behind the point: as many
 * as the largest of them needs for four figures, three at the most.
 */
#include "number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define DIGITS_MAX 3

/** number_digits() - behind the point, for a figure and its interval; exact counts have none */
int number_digits(double mid, double low, double high)
{
	double largest = fmax(fabs(mid), fmax(fabs(low), fabs(high)));

	if (low == high && mid == rint(mid) && fabs(mid) < 1e15)
		return 0;
	if (largest >= 1000)
		return 0;
	if (largest >= 100)
		return 1;
	return largest >= 10 ? 2 : DIGITS_MAX;
}

/* A comma between groups of three, from 10,000 on: "1298" is a number that people know. */
static void put_commas(char text[static NUMBER_TEXT])
{
	size_t start = strspn(text, "+-"), len = strspn(text + start, "0123456789"), at;

	if (len < 5)
		return;
	for (at = len - 3; at && at<len; at -= at> 3 ? 3 : at) {
		char *place = text + start + at;
		size_t rest = strlen(place) + 1;

		if (place + rest + 1 > text + NUMBER_TEXT)
			return;
		memmove(place + 1, place, rest);
		*place = ',';
	}
}

/**
 * number_text() - a figure
 * @digits:	behind the point
 * @sign:	print a plus too
 *
 * Nought has no sign, whatever it was rounded from.  Return: @text.
 */
const char *number_text(double value, int digits, bool sign, char text[static NUMBER_TEXT])
{
	if (fabs(value) >= 1e15 || isnan(value)) {
		snprintf(text, NUMBER_TEXT, "%.3g", value);
		return text;
	}
	snprintf(text, NUMBER_TEXT, sign ? "%+.*f" : "%.*f", digits, value);
	if (!strpbrk(text, "123456789"))
		snprintf(text, NUMBER_TEXT, "%.*f", digits, 0.0);
	put_commas(text);
	return text;
}
