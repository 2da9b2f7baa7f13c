// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * line.c - a line of the protocol: bytes in, words out, and back
 *
 * The two ends share it, and the kernel reads commands by it.  Reading needs no memory but the line's own,
 * as unquoting never grows text.
 */
#include "line.h"

static const char letters[] = "abtnvfr"; /* of 7 to 13 */

static bool is_octal(char c)
{
	return c >= '0' && c <= '7';
}

/* What is behind a backslash; moves @from over it.  -1 for what there is not, and for a NUL. */
static int unescape(const char **from)
{
	const char *at = *from, *letter;

	if (is_octal(at[0]) && is_octal(at[1]) && is_octal(at[2])) {
		int value = (at[0] - '0') * 64 + (at[1] - '0') * 8 + (at[2] - '0');

		*from += 3;
		return value && value < 256 ? value : -1;
	}
	letter = *at ? strchr(letters, *at) : NULL;
	*from += 1;
	if (letter)
		return 7 + (int)(letter - letters);
	return *at == '\\' || *at == '"' ? *at : -1;
}

/* One character of a word to @to; false if there is none there. */
static bool take_char(const char **from, char **to, bool quoted)
{
	int c = (unsigned char)*(*from)++;

	if (c < ' ' || c == 127)
		return false;
	if (quoted && c == '\\')
		c = unescape(from);
	if (c < 0)
		return false;
	*(*to)++ = (char)c;
	return true;
}

/* The word at @from, unquoted in place. */
static int take_word(const char **from, char *to)
{
	bool quoted = false;

	while (**from && (quoted || **from != ' ')) {
		if (**from == '"') {
			quoted = !quoted;
			(*from)++;
		} else if (!take_char(from, &to, quoted)) {
			return -EILSEQ;
		}
	}
	if (**from)
		(*from)++;
	*to = '\0';
	return quoted ? -EILSEQ : 0;
}

int marker_line_parse(char *text, struct marker_line *line)
{
	const char *from = text;
	char *word;
	int ret;

	line->nr = 0;
	for (;;) {
		from += strspn(from, " ");
		if (!*from)
			return 0;
		if (line->nr == MARKER_LINE_WORDS)
			return -E2BIG;
		word = text + (from - text);
		ret = take_word(&from, word);
		if (ret)
			return ret;
		line->words[line->nr++] = word;
	}
}

const char *marker_line_value(const struct marker_line *line, const char *key)
{
	size_t len = strlen(key);
	unsigned int i;

	for (i = 0; i < line->nr; i++)
		if (!strncmp(line->words[i], key, len) && line->words[i][len] == '=')
			return line->words[i] + len + 1;
	return NULL;
}

static int read_number(const char *text, u64 max, u64 *value)
{
	if (!*text)
		return -EINVAL;
	for (*value = 0; *text; text++) {
		unsigned int digit = (unsigned char)*text - '0';

		if (digit > 9 || digit > max || *value > (max - digit) / 10)
			return -EINVAL;
		*value = *value * 10 + digit;
	}
	return 0;
}

int marker_line_number(const struct marker_line *line, const char *key, u64 max, u64 *value)
{
	const char *text = marker_line_value(line, key);

	return text ? read_number(text, max, value) : -ENOENT;
}

static size_t escape(char *to, unsigned char c)
{
	to[0] = '\\';
	if (c == '"' || c == '\\')
		to[1] = (char)c;
	else if (c >= 7 && c <= 13)
		to[1] = letters[c - 7];
	else
		return (size_t)sprintf(to, "\\%03o", c);
	return 2;
}

size_t marker_line_quote(char *to, const char *text)
{
	size_t len = 0;

	to[len++] = '"';
	for (; *text; text++) {
		unsigned char c = *text;

		if (c < ' ' || c == 127 || c == '"' || c == '\\')
			len += escape(to + len, c);
		else
			to[len++] = (char)c;
	}
	to[len++] = '"';
	to[len] = '\0';
	return len;
}
