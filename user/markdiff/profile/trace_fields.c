// SPDX-License-Identifier: GPL-2.0-only
/*
 * The fields of a tracepoint one by one, " name=value" each: what a format is not needed for.  As
 * perf's libtraceevent writes them; that of Debian 12 (1.7.1) looks into the print format for it.
 */
#include "user/markdiff/profile/trace_check.h"

#include <ctype.h>

#include <traceevent/event-parse.h>

static void find_array(const struct tep_format_field *field, const char *record, size_t *at,
		       size_t *length)
{
	*at = field->offset;
	*length = field->size;
	if (!(field->flags & TEP_FIELD_IS_DYNAMIC))
		return;
	*at = tep_read_number(field->event->tep, record + field->offset, field->size);
	*length = *at >> 16;
	*at &= 0xffff;
	if (field->flags & TEP_FIELD_IS_RELATIVE)
		*at += field->offset + field->size;
}

static bool is_printable(const char *text, size_t length)
{
	size_t i;

	for (i = 0; i < length && text[i]; i++)
		if (!isprint((unsigned char)text[i]) && !isspace((unsigned char)text[i]))
			return false;
	return i < length;
}

static void print_array(struct trace_seq *s, const struct tep_format_field *field,
			const char *record)
{
	size_t at, length, i;

	find_array(field, record, &at, &length);
	if (field->flags & TEP_FIELD_IS_STRING && is_printable(record + at, length)) {
		trace_seq_puts(s, record + at);
		return;
	}
	trace_seq_puts(s, "ARRAY[");
	for (i = 0; i < length; i++)
		trace_seq_printf(s, "%s%02x", i ? ", " : "", (unsigned char)record[at + i]);
	trace_seq_putc(s, ']');
}

static void print_number(struct trace_seq *s, const struct tep_format_field *field,
			 const char *record)
{
	unsigned long long value =
		tep_read_number(field->event->tep, record + field->offset, field->size);
	unsigned long long sign = 0;

	/* A size is 1, 2, 4 or 8, or the number is 0. */
	if (field->flags & TEP_FIELD_IS_SIGNED && field->size > 0 && field->size <= 8)
		sign = 1ull << (8 * field->size - 1);

	if (field->flags & TEP_FIELD_IS_POINTER)
		trace_seq_printf(s, "0x%llx", value);
	else if (field->flags & TEP_FIELD_IS_LONG && !(field->flags & TEP_FIELD_IS_SIGNED))
		trace_seq_printf(s, "0x%llx", value);
	else if (sign)
		trace_seq_printf(s, "%lld", (long long)((value ^ sign) - sign));
	else
		trace_seq_printf(s, "%llu", value);
}

void trace_print_fields(struct trace_seq *s, const struct tep_event *event, const char *record)
{
	const struct tep_format_field *field;

	for (field = event->format.fields; field; field = field->next) {
		trace_seq_printf(s, " %s=", field->name);
		if (field->flags & TEP_FIELD_IS_ARRAY)
			print_array(s, field, record);
		else
			print_number(s, field, record);
	}
}
