// SPDX-License-Identifier: GPL-2.0-only
/*
 * field.c - what text and JSON of fields share
 */
#include "field.h"

#include <stdlib.h>

bool ctf_field_number(const bt_field *field, int64_t *number)
{
	bt_field_class_type type = bt_field_get_class_type(field);
	uint64_t value;

	if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_SIGNED_INTEGER)) {
		*number = bt_field_integer_signed_get_value(field);
		return true;
	}
	if (!bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_UNSIGNED_INTEGER))
		return false;
	value = bt_field_integer_unsigned_get_value(field);
	if (value > INT64_MAX)
		return false;
	*number = value;
	return true;
}

bool ctf_field_member_number(const bt_field *structure, const char *name, int64_t *number)
{
	const bt_field *member =
		bt_field_structure_borrow_member_field_by_name_const(structure, name);

	return member && ctf_field_number(member, number);
}

void ctf_real_digits(char digits[32], double value)
{
	int precision = 6;

	do {
		snprintf(digits, 32, "%.*g", precision, value);
	} while (strtod(digits, NULL) != value && ++precision <= 17);
}
