/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * when.h - moments: printed as people read them, read as people write them
 */
#ifndef MARKCTL_WHEN_H
#define MARKCTL_WHEN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum when_style {
	WHEN_LOCAL,
	WHEN_UTC,
	WHEN_SECONDS, /* since the Unix epoch */
};

/** struct when - a moment, or a time of an unknown day */
struct when {
	bool given;
	bool of_day; /* @ns is since midnight */
	int64_t ns;
};

/**
 * when_parse() - read "SECONDS[.FRACTION]" since the Unix epoch, "HH:MM[:SS[.FRACTION]]", or the
 * latter after "YYYY-MM-DD" and a blank or a T
 *
 * Return: 0 or -EINVAL.
 */
int when_parse(const char *text, enum when_style style, struct when *when);

/** when_resolve() - the moment, of the day of @day_ns where none was given */
int64_t when_resolve(const struct when *when, enum when_style style, int64_t day_ns);

/** when_print() - a moment with all nine digits of its second; the day is not printed */
void when_print(FILE *out, enum when_style style, int64_t ns);

#endif
