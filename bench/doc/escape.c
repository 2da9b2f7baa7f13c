// SPDX-License-Identifier: GPL-2.0-only
/*
 * escape.c - see escape.h
 */
#include "escape.h"

#include <string.h>

/* How many bytes the character of UTF-8 at @text has; 0 if it is none, or of the control characters. */
static size_t character(const char *text, size_t len)
{
	unsigned char first = (unsigned char)*text;
	size_t need, i;

	if (first < 0x80)
		return (first >= ' ' && first != 0x7f) || first == '\t' || first == '\n';
	if (first < 0xc2 || first > 0xf4)
		return 0;
	need = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
	for (i = 1; i < need && i < len; i++) {
		if (((unsigned char)text[i] & 0xc0) != 0x80)
			return 0;
	}
	/* Surrogates, what is too long for what it says, and what is beyond Unicode. */
	if (need > len || (first == 0xe0 && (unsigned char)text[1] < 0xa0) ||
	    (first == 0xed && (unsigned char)text[1] > 0x9f) ||
	    (first == 0xf0 && (unsigned char)text[1] < 0x90) ||
	    (first == 0xf4 && (unsigned char)text[1] > 0x8f))
		return 0;
	return need;
}

/* Writes each character, those of @special by a function. */
static void escape(const char *text, size_t len, const char *special,
		   void (*special_out)(char c, FILE *file), FILE *file)
{
	while (len) {
		size_t size = character(text, len);

		if (!size)
			fputc('?', file);
		else if (size == 1 && strchr(special, *text))
			special_out(*text, file);
		else
			fwrite(text, 1, size, file);
		size += !size;
		text += size;
		len -= size;
	}
}

static void out_xml(char c, FILE *file)
{
	switch (c) {
	case '&':
		fputs("&amp;", file);
		break;
	case '<':
		fputs("&lt;", file);
		break;
	case '>':
		fputs("&gt;", file);
		break;
	case '"':
		fputs("&quot;", file);
		break;
	case '\'':
		fputs("&#39;", file);
		break;
	}
}

/** escape_xml() - for elements and attributes of HTML and SVG */
void escape_xml(const char *text, size_t len, FILE *file)
{
	escape(text, len, "&<>\"'", out_xml, file);
}

static void out_markdown(char c, FILE *file)
{
	if (c == '\n')
		fputc(' ', file);
	else
		fprintf(file, "\\%c", c);
}

/** escape_markdown() - for a paragraph or a cell of a table: one line */
void escape_markdown(const char *text, size_t len, FILE *file)
{
	escape(text, len, "\\`*_[]<>|\n", out_markdown, file);
}

static void out_clean(char c, FILE *file)
{
	fputs(c == '|' ? "\\|" : " ", file);
}

/** escape_clean() - for `code` of Markdown, which has no escapes but that of a table's bar */
void escape_clean(const char *text, size_t len, FILE *file)
{
	escape(text, len, "|\n", out_clean, file);
}

/**
 * escape_spans() - text with `code` in it
 * @plain:	writes the text
 * @code:	writes what stands between backticks, and what has to be round it
 *
 * A backtick without a second one is text.
 */
void escape_spans(const char *text, escape_fn *plain, escape_fn *code, FILE *file)
{
	const char *begin, *end;

	while ((begin = strchr(text, '`')) && (end = strchr(begin + 1, '`'))) {
		plain(text, (size_t)(begin - text), file);
		code(begin + 1, (size_t)(end - begin - 1), file);
		text = end + 1;
	}
	plain(text, strlen(text), file);
}

/** escape_width() - how many characters a text has, to align columns */
size_t escape_width(const char *text)
{
	size_t width = 0;

	for (; *text; text++)
		width += ((unsigned char)*text & 0xc0) != 0x80;
	return width;
}
