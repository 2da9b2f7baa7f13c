// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ranges of time.  Percents become times as perf computes them: rounded, and ending a nanosecond
 * before the next slice begins, but for the last one.
 */
#include "user/markdiff/profile/times.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NS_DIGITS 9

static int add_range(struct time_ranges *list, struct time_range range)
{
	struct time_range *ranges;

	ranges = realloc(list->ranges, (list->nr + 1) * sizeof(*ranges));
	if (!ranges)
		return -ENOMEM;
	list->ranges = ranges;
	ranges[list->nr++] = range;
	return 0;
}

/* ---- seconds ---- */

/* "SECONDS[.DIGITS]"; nothing is 0. */
static bool read_time(const char **text, uint64_t *time)
{
	const char *at = *text;
	uint64_t ns = 0;
	int digits = 0;

	for (; isdigit((unsigned char)*at); at++) {
		if (ns > UINT64_MAX / 10 / 1000000000 - 1)
			return false;
		ns = 10 * ns + (*at - '0');
	}
	if (*at == '.' && at != *text)
		for (at++; isdigit((unsigned char)*at) && digits < NS_DIGITS; digits++)
			ns = 10 * ns + (*at++ - '0');
	while (digits++ < NS_DIGITS)
		ns *= 10;
	*text = at;
	*time = ns;
	return !isdigit((unsigned char)*at);
}

/* "START,STOP START,STOP": later ones begin after earlier ones. */
static int parse_ranges(struct time_ranges *list, const char *text)
{
	struct time_range range;
	int err = 0;

	do {
		while (*text == ' ')
			text++;
		if (!read_time(&text, &range.start) || *text++ != ',' ||
		    !read_time(&text, &range.stop) || (*text && *text != ' '))
			return -EINVAL;
		if (range.stop && range.stop < range.start)
			return -EINVAL;
		if (list->nr && (!list->ranges[list->nr - 1].stop ||
				 range.start <= list->ranges[list->nr - 1].stop))
			return -EINVAL;
		err = add_range(list, range);
	} while (!err && *text);
	return err;
}

static int parse_files(struct times *times, char *text)
{
	struct time_ranges *files;
	char *part;
	int err = 0;

	while (!err && (part = strsep(&text, ":"))) {
		files = realloc(times->files, (times->nr + 1) * sizeof(*files));
		if (!files)
			return -ENOMEM;
		times->files = files;
		files[times->nr] = (struct time_ranges){ .nr = 0 };
		err = parse_ranges(&files[times->nr++], part);
	}
	return err;
}

/* ---- percents ---- */

static bool read_percent(const char **text, double *part)
{
	char *end;
	double value;

	if (!isdigit((unsigned char)**text))
		return false;
	value = strtod(*text, &end);
	if (*end != '%')
		return false;
	*text = end + 1;
	*part = value / 100;
	return value <= 100;
}

static bool read_share(const char **text, struct time_share *share)
{
	unsigned long slice = 1;
	double part;
	char *end;

	if (!read_percent(text, &part))
		return false;
	if (**text == '-') {
		++*text;
		share->start = part;
		return read_percent(text, &share->stop) && share->stop >= part;
	}
	if (**text == '/') {
		slice = isdigit((unsigned char)(*text)[1]) ? strtoul(*text + 1, &end, 10) : 0;
		if (!slice)
			return false;
		*text = end;
	}
	share->start = part * (slice - 1);
	share->stop = part * slice;
	return part > 0 && share->stop <= 1;
}

static int parse_shares(struct times *times, const char *text)
{
	struct time_share *shares, share;

	do {
		if (!read_share(&text, &share))
			return -EINVAL;
		shares = realloc(times->shares, (times->nr_shares + 1) * sizeof(*shares));
		if (!shares)
			return -ENOMEM;
		times->shares = shares;
		shares[times->nr_shares++] = share;
	} while (*text++ == ',');
	return text[-1] ? -EINVAL : 0;
}

int times_parse(struct times *times, const char *text)
{
	char *copy;
	int err;

	times_free(times);
	if (strchr(text, '%'))
		return parse_shares(times, text);
	copy = strdup(text);
	err = copy ? parse_files(times, copy) : -ENOMEM;
	free(copy);
	return err;
}

void times_free(struct times *times)
{
	while (times->nr)
		time_ranges_free(&times->files[--times->nr]);
	free(times->files);
	free(times->shares);
	*times = (struct times){ .nr = 0 };
}

/* ---- of a file ---- */

static int add_share(struct time_ranges *list, const struct time_share *share, uint64_t first,
		     uint64_t last)
{
	double length = last - first;
	struct time_range range = { .start = first + (uint64_t)round(share->start * length),
				    .stop = first + (uint64_t)round(share->stop * length) };

	if (range.stop > range.start && range.stop != last)
		range.stop--;
	return add_range(list, range);
}

int times_of_file(const struct times *times, uint32_t file, uint64_t first, uint64_t last,
		  struct time_ranges *ranges)
{
	const struct time_ranges *own;
	uint32_t i;
	int err = 0;

	*ranges = (struct time_ranges){ .nr = 0 };
	for (i = 0; i < times->nr_shares && !err; i++)
		err = add_share(ranges, &times->shares[i], first, last);
	if (!times->nr)
		return err;
	own = &times->files[times->nr == 1 ? 0 : file];
	for (i = 0; i < own->nr && !err; i++)
		err = add_range(ranges, own->ranges[i]);
	return err;
}

bool time_ranges_have(const struct time_ranges *list, uint64_t time)
{
	uint32_t i;

	for (i = 0; i < list->nr; i++)
		if (time >= list->ranges[i].start &&
		    (time <= list->ranges[i].stop || !list->ranges[i].stop))
			return true;
	return !list->nr || !time;
}

void time_ranges_free(struct time_ranges *list)
{
	free(list->ranges);
	*list = (struct time_ranges){ .nr = 0 };
}
