// SPDX-License-Identifier: GPL-2.0-only
/*
 * text.c - strings of files, printed
 */
#include "text.h"

#include "user/lib/output.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

int json_write(FILE *out, struct json_object *object)
{
	const int flags =
		JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED | JSON_C_TO_STRING_NOSLASHESCAPE;
	const char *text = json_object_to_json_string_ext(object, flags);

	if (text)
		fprintf(out, "%s\n", text);
	json_object_put(object);
	return output_flush(out, text ? 0 : -ENOMEM);
}

static void escape_char(char piece[5], unsigned char c)
{
	static const char letters[] = "abtnvfr"; /* of 7 to 13 */

	if (c == '"' || c == '\\')
		sprintf(piece, "\\%c", c);
	else if (c >= 7 && c <= 13)
		sprintf(piece, "\\%c", letters[c - 7]);
	else if (isprint(c) || c >= 0x80)
		sprintf(piece, "%c", c);
	else
		sprintf(piece, "\\%03o", c);
}

void text_escape(char *out, size_t size, const char *text)
{
	char piece[5];
	size_t used = 0;

	for (; *text; text++) {
		escape_char(piece, *text);
		if (used + strlen(piece) + 1 > size)
			break;
		strcpy(out + used, piece);
		used += strlen(piece);
	}
	out[used] = '\0';
}

/* By the first byte; 0 for what starts no character. */
static size_t utf8_len_of(unsigned char first)
{
	if (first < 0x80)
		return 1;
	if (first >= 0xc2 && first < 0xe0)
		return 2;
	if (first >= 0xe0 && first < 0xf0)
		return 3;
	return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

/* Longer than need be, a surrogate, beyond Unicode (RFC 3629, section 4). */
static bool utf8_is_barred(const unsigned char *s)
{
	return (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
	       (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f);
}

/* How many bytes the UTF-8 character at @s has, 0 if it is none. */
static size_t utf8_len(const unsigned char *s)
{
	size_t i, len = utf8_len_of(s[0]);

	for (i = 1; i < len; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	return utf8_is_barred(s) ? 0 : len;
}

json_object *json_text(const char *text)
{
	const unsigned char *s = (const unsigned char *)text;
	json_object *object;
	char *clean, *out;

	if (!text)
		return NULL;
	clean = out = malloc(3 * strlen(text) + 1);
	if (!clean)
		return NULL;
	while (*s) {
		size_t len = utf8_len(s);

		memcpy(out, len ? (const char *)s : "\xef\xbf\xbd", len ? len : 3);
		out += len ? len : 3;
		s += len ? len : 1;
	}
	*out = '\0';
	object = json_object_new_string(clean);
	free(clean);
	return object;
}
