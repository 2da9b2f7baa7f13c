// SPDX-License-Identifier: GPL-2.0-only
/*
 * field_json.c - fields as JSON (RFC 8259), written as it goes: a trace does not fit in memory
 */
#include <inttypes.h>
#include <math.h>

#include "field.h"

#define MAX_DEPTH  32
#define MAX_DOUBLE (1ull << 53) /* up to here every integer is a double too */

static void print_field(FILE *out, const bt_field *field, bool exact, unsigned int depth);

/* By the first byte; 0 for what starts no character. */
static unsigned int length_by(unsigned char first)
{
	if (first < 0x80)
		return 1;
	if (first >= 0xc2 && first < 0xe0)
		return 2;
	if (first >= 0xe0 && first < 0xf0)
		return 3;
	return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

/* How many bytes the UTF-8 character at @s has; 0 if it is none (RFC 3629, section 4). */
static unsigned int character_length(const unsigned char *s)
{
	unsigned int i, length = length_by(s[0]);

	for (i = 1; i < length; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
	    (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	return length;
}

void ctf_json_string(FILE *out, const char *text)
{
	const unsigned char *s = (const unsigned char *)text;

	putc_unlocked('"', out);
	while (*s) {
		unsigned int length = character_length(s);

		if (*s < ' ')
			fprintf(out, "\\u%04x", *s);
		else if (*s == '"' || *s == '\\')
			fprintf(out, "\\%c", *s);
		else if (length)
			fwrite_unlocked(s, 1, length, out);
		else
			fputs("\xef\xbf\xbd", out);
		s += length ? length : 1;
	}
	putc_unlocked('"', out);
}

static bool is_hexadecimal(const bt_field *field)
{
	return bt_field_class_integer_get_preferred_display_base(bt_field_borrow_class_const(
		       field)) == BT_FIELD_CLASS_INTEGER_PREFERRED_DISPLAY_BASE_HEXADECIMAL;
}

static void print_signed(FILE *out, int64_t value, bool exact)
{
	bool quoted = !exact && (value > (int64_t)MAX_DOUBLE || value < -(int64_t)MAX_DOUBLE);

	fprintf(out, quoted ? "\"%" PRId64 "\"" : "%" PRId64, value);
}

static void print_integer(FILE *out, const bt_field *field, bool exact)
{
	uint64_t value;

	if (bt_field_class_type_is(bt_field_get_class_type(field),
				   BT_FIELD_CLASS_TYPE_SIGNED_INTEGER)) {
		print_signed(out, bt_field_integer_signed_get_value(field), exact);
		return;
	}
	value = bt_field_integer_unsigned_get_value(field);
	if (!exact && is_hexadecimal(field))
		fprintf(out, "\"0x%" PRIx64 "\"", value);
	else
		fprintf(out, !exact && value > MAX_DOUBLE ? "\"%" PRIu64 "\"" : "%" PRIu64, value);
}

/* JSON has no infinity and no NaN: they are strings. */
static void print_real(FILE *out, double value)
{
	char digits[32];

	ctf_real_digits(digits, value);
	fprintf(out, isfinite(value) ? "%s" : "\"%s\"", digits);
}

static void print_structure(FILE *out, const bt_field *field, bool exact, unsigned int depth)
{
	const bt_field_class *class = bt_field_borrow_class_const(field);
	uint64_t i, nr = bt_field_class_structure_get_member_count(class);

	putc_unlocked('{', out);
	for (i = 0; i < nr; i++) {
		if (i)
			fputs_unlocked(", ", out);
		ctf_json_string(out, bt_field_class_structure_member_get_name(
					     bt_field_class_structure_borrow_member_by_index_const(
						     class, i)));
		fputs_unlocked(": ", out);
		print_field(out, bt_field_structure_borrow_member_field_by_index_const(field, i),
			    exact, depth + 1);
	}
	putc_unlocked('}', out);
}

static void print_array(FILE *out, const bt_field *field, bool exact, unsigned int depth)
{
	uint64_t i, nr = bt_field_array_get_length(field);

	putc_unlocked('[', out);
	for (i = 0; i < nr; i++) {
		if (i)
			fputs_unlocked(", ", out);
		print_field(out, bt_field_array_borrow_element_field_by_index_const(field, i),
			    exact, depth + 1);
	}
	putc_unlocked(']', out);
}

static bool print_scalar(FILE *out, const bt_field *field, bool exact, bt_field_class_type type)
{
	if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_INTEGER))
		print_integer(out, field, exact);
	else if (type == BT_FIELD_CLASS_TYPE_STRING)
		ctf_json_string(out, bt_field_string_get_value(field));
	else if (type == BT_FIELD_CLASS_TYPE_DOUBLE_PRECISION_REAL)
		print_real(out, bt_field_real_double_precision_get_value(field));
	else if (type == BT_FIELD_CLASS_TYPE_SINGLE_PRECISION_REAL)
		print_real(out, bt_field_real_single_precision_get_value(field));
	else if (type == BT_FIELD_CLASS_TYPE_BOOL)
		fputs(bt_field_bool_get_value(field) ? "true" : "false", out);
	else if (type == BT_FIELD_CLASS_TYPE_BIT_ARRAY)
		fprintf(out, "\"0x%" PRIx64 "\"", bt_field_bit_array_get_value_as_integer(field));
	else
		return false;
	return true;
}

static void print_field(FILE *out, const bt_field *field, bool exact, unsigned int depth)
{
	bt_field_class_type type = field ? bt_field_get_class_type(field) : 0;

	if (!field || depth > MAX_DEPTH)
		fputs("null", out);
	else if (print_scalar(out, field, exact, type))
		;
	else if (type == BT_FIELD_CLASS_TYPE_STRUCTURE)
		print_structure(out, field, exact, depth);
	else if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_ARRAY))
		print_array(out, field, exact, depth);
	else if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_OPTION))
		print_field(out, bt_field_option_borrow_field_const(field), exact, depth + 1);
	else if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_VARIANT))
		print_field(out, bt_field_variant_borrow_selected_option_field_const(field), exact,
			    depth + 1);
	else
		fputs("null", out);
}

void ctf_field_json(FILE *out, const bt_field *field, bool exact)
{
	print_field(out, field, exact, 0);
}
