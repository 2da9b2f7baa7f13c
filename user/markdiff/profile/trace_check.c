// SPDX-License-Identifier: GPL-2.0-only
/*
 * What libtraceevent can be given.  It is well kept and reads what kernels write; of what nobody
 * wrote so it believes more than it should (seen in 1.7.1, event-parse.c):
 *
 *	nesting			its parser calls itself for each bracket and each operator
 *	x / y, x % y		evaluated whatever y is
 *	field[x]		read wherever x points
 *	__print_hex(p, x)	x bytes are read; __print_array() likewise
 *	%*d, %999999999d	the text is as long as that
 *	offsets, sizes		those of fields, and those that a record has of its strings
 *
 * So a format that does such a thing with what may be large is not evaluated: its fields are listed
 * one by one, which needs no expression.  Of the 2323 formats of a Linux 6.18 that is so for 4.
 */
#include "user/markdiff/profile/trace_check.h"

#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <traceevent/event-parse.h>

/* Of the formats of Linux 6.18, the largest has 6 kB, a depth of 14, and 47 operators in a part. */
#define MAX_FORMAT_SIZE (64 << 10)
#define MAX_DEPTH	40
#define MAX_OPERATORS	500
#define MAX_ARGS	1000
#define MAX_WIDTH	3 /* digits */

bool trace_format_is_sane(const char *text, size_t size)
{
	int depth = 0, operators = 0;

	if (size > MAX_FORMAT_SIZE)
		return false;
	for (size_t i = 0; i < size; i++) {
		if (strchr("([{", text[i]) && text[i])
			depth++;
		else if (strchr(")]}", text[i]) && text[i])
			depth -= depth > 0;
		else if (text[i] == ',' || text[i] == ';')
			operators = 0;
		else
			operators += ispunct((unsigned char)text[i]) && text[i] != '_';
		if (!text[i] || depth > MAX_DEPTH || operators > MAX_OPERATORS)
			return false;
	}
	return true;
}

static bool constant(const struct tep_print_arg *arg, unsigned long long *value)
{
	char *end;

	if (!arg || arg->type != TEP_PRINT_ATOM || !arg->atom.atom)
		return false;
	errno = 0;
	*value = strtoull(arg->atom.atom, &end, 0);
	return !errno && end != arg->atom.atom;
}

static const struct tep_format_field *field_of(const struct tep_event *event,
					       const struct tep_print_arg *arg)
{
	while (arg && arg->type == TEP_PRINT_TYPE)
		arg = arg->typecast.item;
	if (!arg || arg->type != TEP_PRINT_FIELD)
		return NULL;
	return tep_find_any_field((struct tep_event *)event, arg->field.name);
}

/* So many elements are in the field. */
static bool field_holds(const struct tep_format_field *field, unsigned long long nr,
			unsigned long long size)
{
	return field && !(field->flags & TEP_FIELD_IS_DYNAMIC) && field->size > 0 &&
	       nr <= (unsigned int)field->size && size <= (unsigned int)field->size &&
	       nr * size <= (unsigned int)field->size;
}

static bool is_sane(const struct tep_event *event, const struct tep_print_arg *arg, int depth);

static bool index_is_sane(const struct tep_event *event, const struct tep_print_arg *arg)
{
	const struct tep_format_field *field = field_of(event, arg->op.left);
	unsigned long long index;

	return field && constant(arg->op.right, &index) && index < SIZE_MAX &&
	       field_holds(field, index + 1, field->elementsize ? field->elementsize : 1);
}

static bool operation_is_sane(const struct tep_event *event, const struct tep_print_arg *arg,
			      int depth)
{
	unsigned long long divisor;

	if (!arg->op.op || !arg->op.left || !arg->op.right)
		return false;
	if (arg->op.op[0] == '[')
		return index_is_sane(event, arg);
	if (arg->op.op[0] == '/' || arg->op.op[0] == '%')
		return constant(arg->op.right, &divisor) && divisor &&
		       is_sane(event, arg->op.left, depth);
	return is_sane(event, arg->op.left, depth) && is_sane(event, arg->op.right, depth);
}

/* A field of which a record says where it is, which is then looked at: trace_record_fits(). */
static bool is_dynamic(const struct tep_format_field *field, unsigned long flags)
{
	flags |= TEP_FIELD_IS_DYNAMIC;
	return field && (field->flags & flags) == flags;
}

static bool names_dynamic(const struct tep_event *event, const char *name, unsigned long flags)
{
	return name && is_dynamic(tep_find_any_field((struct tep_event *)event, name), flags);
}

/* The length that a record says of this very array: a record that fits has so much. */
static bool is_length_of(const struct tep_print_arg *nr, const struct tep_print_arg *array,
			 unsigned long long bytes)
{
	unsigned long long divisor = 1;

	if (nr->type == TEP_PRINT_OP && nr->op.op && !strcmp(nr->op.op, "/") &&
	    constant(nr->op.right, &divisor))
		nr = nr->op.left;
	return nr && nr->type == TEP_PRINT_DYNAMIC_ARRAY_LEN &&
	       array->type == TEP_PRINT_DYNAMIC_ARRAY && divisor && divisor == bytes &&
	       nr->dynarray.field && nr->dynarray.field == array->dynarray.field;
}

static bool is_byte(const struct tep_event *event, const struct tep_print_arg *arg)
{
	const struct tep_format_field *field = field_of(event, arg);

	return field && arg->type == TEP_PRINT_FIELD && field->size == 1;
}

static bool array_is_sane(const struct tep_event *event, const struct tep_print_arg *arg)
{
	const struct tep_print_arg *array = arg->hex.field, *nr = arg->hex.size, *size = NULL;
	unsigned long long count, bytes = 1;

	if (arg->type == TEP_PRINT_INT_ARRAY) {
		array = arg->int_array.field;
		nr = arg->int_array.count;
		size = arg->int_array.el_size;
	}
	if (!array || !nr || (size && !constant(size, &bytes)) || bytes > sizeof(uint64_t))
		return false;
	if (array->type == TEP_PRINT_DYNAMIC_ARRAY ? !is_dynamic(array->dynarray.field, 0) :
						     array->type != TEP_PRINT_FIELD)
		return false;
	if (is_byte(event, nr))
		return array->type == TEP_PRINT_DYNAMIC_ARRAY || field_of(event, array);
	return is_length_of(nr, array, bytes) ||
	       (constant(nr, &count) && field_holds(field_of(event, array), count, bytes));
}

static bool is_sane(const struct tep_event *event, const struct tep_print_arg *arg, int depth)
{
	if (!arg || depth > MAX_OPERATORS)
		return false;
	switch (arg->type) {
	case TEP_PRINT_NULL:
	case TEP_PRINT_ATOM:
	case TEP_PRINT_FIELD:
		return true;
	case TEP_PRINT_STRING:
	case TEP_PRINT_BSTRING:
		return names_dynamic(event, arg->string.string, TEP_FIELD_IS_STRING);
	case TEP_PRINT_BITMASK:
	case TEP_PRINT_CPUMASK:
		return names_dynamic(event, arg->bitmask.bitmask, 0);
	case TEP_PRINT_DYNAMIC_ARRAY:
	case TEP_PRINT_DYNAMIC_ARRAY_LEN:
		return is_dynamic(arg->dynarray.field, 0);
	case TEP_PRINT_FLAGS:
		return is_sane(event, arg->flags.field, depth + 1);
	case TEP_PRINT_SYMBOL:
		return is_sane(event, arg->symbol.field, depth + 1);
	case TEP_PRINT_TYPE:
		return is_sane(event, arg->typecast.item, depth + 1);
	case TEP_PRINT_OP:
		return operation_is_sane(event, arg, depth + 1);
	case TEP_PRINT_HEX:
	case TEP_PRINT_HEX_STR:
	case TEP_PRINT_INT_ARRAY:
		return array_is_sane(event, arg);
	default:
		return false; /* functions of plugins, which are not loaded, and what is new */
	}
}

/* "%.*s" takes a length from the record too, but only shortens. */
static bool widths_are_sane(const char *format)
{
	const char *at;
	int digits = 0;

	for (at = format; *at; at++) {
		digits = isdigit((unsigned char)*at) ? digits + 1 : 0;
		if (digits > MAX_WIDTH)
			return false;
		if (*at == '*' && (at < format + 2 || strncmp(at - 2, "%.*s", 4)))
			return false;
	}
	return true;
}

bool trace_event_is_sane(const struct tep_event *event)
{
	const int special = TEP_EVENT_FL_FAILED | TEP_EVENT_FL_ISFTRACE | TEP_EVENT_FL_ISPRINT |
			    TEP_EVENT_FL_ISBPRINT;
	const struct tep_print_arg *arg;
	int nr = 0;

	if (event->flags & special || !event->print_fmt.format ||
	    !widths_are_sane(event->print_fmt.format))
		return false;
	for (arg = event->print_fmt.args; arg; arg = arg->next)
		if (nr++ == MAX_ARGS || !is_sane(event, arg, 0))
			return false;
	return true;
}

/* __data_loc: where it is in the record, and how long, in the halves of a word. */
static bool dynamic_fits(const struct tep_format_field *field, const char *record, size_t size)
{
	uint64_t at, length;

	if (field->size != sizeof(uint32_t))
		return false;
	at = tep_read_number(field->event->tep, record + field->offset, sizeof(uint32_t));
	length = at >> 16;
	at &= 0xffff;
	if (field->flags & TEP_FIELD_IS_RELATIVE)
		at += field->offset + field->size;
	if (at > size || length > size - at)
		return false;
	return !(field->flags & TEP_FIELD_IS_STRING) || (length && !record[at + length - 1]);
}

static bool fits(const struct tep_format_field *field, const char *record, size_t size)
{
	if (field->offset < 0 || field->size < 0 || (size_t)field->offset > size ||
	    (size_t)field->size > size - field->offset)
		return false;
	return !(field->flags & TEP_FIELD_IS_DYNAMIC) || dynamic_fits(field, record, size);
}

bool trace_record_fits(const struct tep_event *event, const void *record, size_t size)
{
	const struct tep_format_field *field;

	for (field = event->format.common_fields; field; field = field->next)
		if (!fits(field, record, size))
			return false;
	for (field = event->format.fields; field; field = field->next)
		if (!fits(field, record, size))
			return false;
	return true;
}
