/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What libtraceevent can be given.
 */
#ifndef USER_MARKDIFF_TRACE_CHECK_H
#define USER_MARKDIFF_TRACE_CHECK_H

#include <stdbool.h>
#include <stddef.h>

struct tep_event;
struct trace_seq;

/*
 * Zeroes behind a record: pretty-printers (%pI6, %pU) read a little more than a field, whatever its
 * size is; and arrays have up to 255 elements of 8 bytes, where a byte of the record counts them.
 */
#define TRACE_SLACK 2048

/* Whether a format's text can be parsed: its nesting is the depth of the parser's recursion. */
bool trace_format_is_sane(const char *text, size_t size);

/* Whether the parsed text can be evaluated for any record that fits. */
bool trace_event_is_sane(const struct tep_event *event);

/* Whether a record has all fields, and the strings and arrays that they point to. */
bool trace_record_fits(const struct tep_event *event, const void *record, size_t size);

/* The fields of a record that fits. */
void trace_print_fields(struct trace_seq *text, const struct tep_event *event, const char *record);

#endif
