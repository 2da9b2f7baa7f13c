// SPDX-License-Identifier: GPL-2.0-only
/*
 * when.c - moments in text
 */
#include "user/markctl/read/when.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <time.h>

#define SECOND_NS 1000000000ll

/* Digits, at most @max of them; NULL if there is none. */
static const char *read_number(const char *text, unsigned int max, int64_t *number)
{
	unsigned int nr;

	*number = 0;
	for (nr = 0; nr < max && isdigit((unsigned char)text[nr]); nr++)
		*number = 10 * *number + text[nr] - '0';
	return nr ? text + nr : NULL;
}

/* "[.FRACTION]" and the end, in ns; digits after the ninth are cut. */
static int read_fraction(const char *text, int64_t *ns)
{
	int64_t unit = SECOND_NS / 10;

	*ns = 0;
	if (!*text)
		return 0;
	if (*text++ != '.' || !*text)
		return -EINVAL;
	for (; isdigit((unsigned char)*text); text++, unit /= 10)
		*ns += unit * (*text - '0');
	return *text ? -EINVAL : 0;
}

/* "HH:MM[:SS[.FRACTION]]" */
static int read_time_of_day(const char *text, int64_t *ns)
{
	int64_t hours, minutes, seconds = 0, fraction = 0;

	text = read_number(text, 2, &hours);
	if (!text || *text++ != ':')
		return -EINVAL;
	text = read_number(text, 2, &minutes);
	if (!text || (*text && *text != ':'))
		return -EINVAL;
	if (*text == ':') {
		text = read_number(text + 1, 2, &seconds);
		if (!text || read_fraction(text, &fraction))
			return -EINVAL;
	}
	if (hours > 23 || minutes > 59 || seconds > 60)
		return -EINVAL;
	*ns = (hours * 3600 + minutes * 60 + seconds) * SECOND_NS + fraction;
	return 0;
}

/*
 * Seconds of the clock, not seconds after midnight: on a day whose clock is set they differ.
 */
static int64_t on_day(struct tm *day, enum when_style style, int64_t of_day_ns)
{
	int64_t seconds = of_day_ns / SECOND_NS;

	day->tm_hour = seconds / 3600;
	day->tm_min = seconds / 60 % 60;
	day->tm_sec = seconds % 60;
	day->tm_isdst = -1;
	return (style == WHEN_LOCAL ? mktime(day) : timegm(day)) * SECOND_NS +
	       of_day_ns % SECOND_NS;
}

static int parse_dated(const char *text, enum when_style style, struct when *when)
{
	int64_t year, month, day, of_day;
	struct tm tm = { 0 };

	text = read_number(text, 4, &year);
	if (!text || *text++ != '-' || !(text = read_number(text, 2, &month)) || *text++ != '-' ||
	    !(text = read_number(text, 2, &day)) || (*text != ' ' && *text != 'T') ||
	    read_time_of_day(text + 1, &of_day))
		return -EINVAL;
	if (month < 1 || month > 12 || day < 1 || day > 31)
		return -EINVAL;
	tm.tm_year = year - 1900;
	tm.tm_mon = month - 1;
	tm.tm_mday = day;
	*when = (struct when){ .given = true, .ns = on_day(&tm, style, of_day) };
	return 0;
}

static int parse_seconds(const char *text, struct when *when)
{
	int64_t seconds, fraction;

	text = read_number(text, 10, &seconds);
	if (!text || seconds > INT64_MAX / SECOND_NS - 1 || read_fraction(text, &fraction))
		return -EINVAL;
	*when = (struct when){ .given = true, .ns = seconds * SECOND_NS + fraction };
	return 0;
}

int when_parse(const char *text, enum when_style style, struct when *when)
{
	int err;

	if (strchr(text, '-'))
		return parse_dated(text, style, when);
	if (!strchr(text, ':'))
		return parse_seconds(text, when);
	err = read_time_of_day(text, &when->ns);
	when->given = when->of_day = !err;
	return err;
}

/* Rounded down: a moment before 1970 has a fraction that counts up too. */
static int64_t split(int64_t ns, int64_t *fraction)
{
	int64_t seconds = ns / SECOND_NS;

	*fraction = ns % SECOND_NS;
	if (*fraction < 0) {
		*fraction += SECOND_NS;
		seconds--;
	}
	return seconds;
}

static void break_down(int64_t seconds, enum when_style style, struct tm *tm)
{
	time_t time = seconds;

	if (style == WHEN_LOCAL)
		localtime_r(&time, tm);
	else
		gmtime_r(&time, tm);
}

int64_t when_resolve(const struct when *when, enum when_style style, int64_t day_ns)
{
	int64_t fraction;
	struct tm day;

	if (!when->of_day)
		return when->ns;
	break_down(split(day_ns, &fraction), style, &day);
	return on_day(&day, style, when->ns);
}

void when_print(FILE *out, enum when_style style, int64_t ns)
{
	/* Most events are in the second of the one before. */
	static int64_t last = INT64_MIN;
	static char text[32];
	int64_t fraction, seconds = split(ns, &fraction);
	char digits[10];
	struct tm tm;
	int i;

	if (seconds != last) {
		break_down(seconds, style, &tm);
		if (style == WHEN_SECONDS)
			snprintf(text, sizeof(text), "%" PRId64, seconds);
		else
			strftime(text, sizeof(text), "%H:%M:%S", &tm);
		last = seconds;
	}
	for (i = 9; i > 0; i--, fraction /= 10)
		digits[i] = '0' + fraction % 10;
	digits[0] = '.';
	fputs_unlocked(text, out);
	fwrite_unlocked(digits, 1, sizeof(digits), out);
}
