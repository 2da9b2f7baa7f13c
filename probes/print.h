/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * print.h - the probe "print": one line of text a hit
 */
#ifndef MARKER_PRINT_H
#define MARKER_PRINT_H

#include "../marker/named_probe.h"
#include "../marker/os.h"

#define MARKER_PRINT_MAX 512 /* bytes of a line, with its newline */

/**
 * marker_print_line() - format a hit as "NAME: TEXT\n"
 * @line:	filled in, not terminated
 * @args:	consumed
 *
 * A line that is too long ends in "...".  Newlines in the text become spaces, one at its end goes.
 *
 * Return: the line's length in bytes.
 */
size_t marker_print_line(char line[MARKER_PRINT_MAX], const struct marker_info *marker,
			 va_list *args);

extern const struct marker_named_probe marker_print_named;

#endif
