/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * text.h - strings that come from files, as text and as JSON: what a name holds is not trusted
 */
#ifndef LIB_TEXT_H
#define LIB_TEXT_H

#include <json-c/json.h>
#include <stddef.h>
#include <stdio.h>

/** json_write() - print an object and release it; 0, or a negative errno */
int json_write(FILE *out, struct json_object *object);

/** json_text() - a string, with U+FFFD for what is no UTF-8; JSON's null for NULL */
struct json_object *json_text(const char *text);

/** text_escape() - the inside of a C string: no control characters, no quotes; terminated */
void text_escape(char *out, size_t size, const char *text);

#endif
