/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * field.h - the fields of an event, as numbers, as text and as JSON
 */
#ifndef CTF_FIELD_H
#define CTF_FIELD_H

#include <babeltrace2/babeltrace.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/** ctf_field_number() - the value of an integer that fits; else nothing changes and it is false */
bool ctf_field_number(const bt_field *field, int64_t *number);

/** ctf_field_member_number() - the same of a structure's member */
bool ctf_field_member_number(const bt_field *structure, const char *name, int64_t *number);

/** ctf_field_text() - as babeltrace2 prints it: { a = 1, b = "x" } */
void ctf_field_text(FILE *out, const bt_field *field);

/**
 * ctf_field_json() - as a JSON value
 * @exact:	false: a number that a double cannot hold, and one that is meant for people in
 *		hexadecimal, is a string
 */
void ctf_field_json(FILE *out, const bt_field *field, bool exact);

/** ctf_json_string() - a JSON string; U+FFFD for what is no UTF-8 */
void ctf_json_string(FILE *out, const char *text);

/** ctf_real_digits() - the fewest digits that say which double it is; terminated */
void ctf_real_digits(char digits[32], double value);

#endif
