// SPDX-License-Identifier: GPL-2.0-only
/*
 * field_text.c - fields as babeltrace2's text sink prints them
 *
 * Written by hand for integers: printf() is most of the time of a long trace otherwise.
 */
#include <inttypes.h>

#include "field.h"

#define MAX_DEPTH 32 /* of structures in structures */

static void print_field(FILE *out, const bt_field *field, unsigned int depth);

static void print_decimal(FILE *out, uint64_t value)
{
	char digits[20];
	int at = sizeof(digits);

	do {
		digits[--at] = '0' + value % 10;
		value /= 10;
	} while (value);
	fwrite_unlocked(digits + at, 1, sizeof(digits) - at, out);
}

static void print_unsigned(FILE *out, uint64_t value, const bt_field_class *class)
{
	switch (bt_field_class_integer_get_preferred_display_base(class)) {
	case BT_FIELD_CLASS_INTEGER_PREFERRED_DISPLAY_BASE_HEXADECIMAL:
		fprintf(out, "0x%" PRIX64, value);
		break;
	case BT_FIELD_CLASS_INTEGER_PREFERRED_DISPLAY_BASE_OCTAL:
		fprintf(out, "0%" PRIo64, value);
		break;
	default:
		print_decimal(out, value);
	}
}

/* In another base than ten, the bits that the type has. */
static void print_signed(FILE *out, int64_t value, const bt_field_class *class)
{
	uint64_t bits = bt_field_class_integer_get_field_value_range(class);

	if (bt_field_class_integer_get_preferred_display_base(class) !=
	    BT_FIELD_CLASS_INTEGER_PREFERRED_DISPLAY_BASE_DECIMAL) {
		print_unsigned(out, bits < 64 ? value & ((1ull << bits) - 1) : (uint64_t)value,
			       class);
		return;
	}
	if (value < 0)
		putc_unlocked('-', out);
	print_decimal(out, value < 0 ? -(uint64_t)value : (uint64_t)value);
}

static void print_integer(FILE *out, const bt_field *field)
{
	const bt_field_class *class = bt_field_borrow_class_const(field);

	if (bt_field_class_type_is(bt_field_get_class_type(field),
				   BT_FIELD_CLASS_TYPE_SIGNED_INTEGER))
		print_signed(out, bt_field_integer_signed_get_value(field), class);
	else
		print_unsigned(out, bt_field_integer_unsigned_get_value(field), class);
}

static void print_string(FILE *out, const char *text)
{
	static const char letters[] = "abtnvfr"; /* of 7 to 13 */
	const unsigned char *c;

	putc_unlocked('"', out);
	for (c = (const unsigned char *)text; *c; c++) {
		if (*c == '"' || *c == '\\')
			fprintf(out, "\\%c", *c);
		else if (*c >= 7 && *c <= 13)
			fprintf(out, "\\%c", letters[*c - 7]);
		else if (*c < ' ' || *c == 0x7f)
			fprintf(out, "\\x%02x", *c);
		else
			putc_unlocked(*c, out);
	}
	putc_unlocked('"', out);
}

static void print_enumeration(FILE *out, const bt_field *field)
{
	bt_field_class_enumeration_mapping_label_array labels;
	uint64_t i, nr = 0;
	int status;

	if (bt_field_class_type_is(bt_field_get_class_type(field),
				   BT_FIELD_CLASS_TYPE_SIGNED_INTEGER))
		status = bt_field_enumeration_signed_get_mapping_labels(field, &labels, &nr);
	else
		status = bt_field_enumeration_unsigned_get_mapping_labels(field, &labels, &nr);
	fputs("( ", out);
	if (status || !nr)
		fputs("<unknown>", out);
	for (i = 0; !status && i < nr; i++) {
		if (i)
			fputs(", ", out);
		print_string(out, labels[i]);
	}
	fputs(" : container = ", out);
	print_integer(out, field);
	fputs(" )", out);
}

static void print_structure(FILE *out, const bt_field *field, unsigned int depth)
{
	const bt_field_class *class = bt_field_borrow_class_const(field);
	uint64_t i, nr = bt_field_class_structure_get_member_count(class);

	putc_unlocked('{', out);
	for (i = 0; i < nr; i++) {
		fputs_unlocked(i ? ", " : " ", out);
		fputs_unlocked(
			bt_field_class_structure_member_get_name(
				bt_field_class_structure_borrow_member_by_index_const(class, i)),
			out);
		fputs_unlocked(" = ", out);
		print_field(out, bt_field_structure_borrow_member_field_by_index_const(field, i),
			    depth + 1);
	}
	fputs_unlocked(" }", out);
}

static void print_array(FILE *out, const bt_field *field, unsigned int depth)
{
	uint64_t i, nr = bt_field_array_get_length(field);

	putc_unlocked('[', out);
	for (i = 0; i < nr; i++) {
		fprintf(out, "%s[%" PRIu64 "] = ", i ? ", " : " ", i);
		print_field(out, bt_field_array_borrow_element_field_by_index_const(field, i),
			    depth + 1);
	}
	fputs_unlocked(" ]", out);
}

static void print_real(FILE *out, double value)
{
	char digits[32];

	ctf_real_digits(digits, value);
	fputs(digits, out);
}

static bool print_scalar(FILE *out, const bt_field *field, bt_field_class_type type)
{
	if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_ENUMERATION))
		print_enumeration(out, field);
	else if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_INTEGER))
		print_integer(out, field);
	else if (type == BT_FIELD_CLASS_TYPE_STRING)
		print_string(out, bt_field_string_get_value(field));
	else if (type == BT_FIELD_CLASS_TYPE_DOUBLE_PRECISION_REAL)
		print_real(out, bt_field_real_double_precision_get_value(field));
	else if (type == BT_FIELD_CLASS_TYPE_SINGLE_PRECISION_REAL)
		print_real(out, bt_field_real_single_precision_get_value(field));
	else if (type == BT_FIELD_CLASS_TYPE_BOOL)
		fputs(bt_field_bool_get_value(field) ? "true" : "false", out);
	else if (type == BT_FIELD_CLASS_TYPE_BIT_ARRAY)
		fprintf(out, "0x%" PRIX64, bt_field_bit_array_get_value_as_integer(field));
	else
		return false;
	return true;
}

static void print_field(FILE *out, const bt_field *field, unsigned int depth)
{
	bt_field_class_type type = field ? bt_field_get_class_type(field) : 0;

	if (!field || depth > MAX_DEPTH)
		fputs("...", out);
	else if (print_scalar(out, field, type))
		;
	else if (type == BT_FIELD_CLASS_TYPE_STRUCTURE)
		print_structure(out, field, depth);
	else if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_ARRAY))
		print_array(out, field, depth);
	else if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_OPTION))
		print_field(out, bt_field_option_borrow_field_const(field), depth + 1);
	else if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_VARIANT))
		print_field(out, bt_field_variant_borrow_selected_option_field_const(field),
			    depth + 1);
}

void ctf_field_text(FILE *out, const bt_field *field)
{
	print_field(out, field, 0);
}
