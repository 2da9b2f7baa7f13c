/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * line.h - a line of the protocol between a process and markctl: words, some of them key=value
 *
 * Words are parted by blanks.  Where a word has a quotation mark, what follows up to the next one is
 * the inside of a C string: \\ \" \a \b \t \n \v \f \r, and \NNN in octal, three digits.  Every other
 * byte but a control character is itself.  marker-protocol(7) is for people.
 */
#ifndef MARKER_AGENT_LINE_H
#define MARKER_AGENT_LINE_H

#include "../os.h"

#define MARKER_LINE_WORDS 32

struct marker_line {
	unsigned int nr;
	char *words[MARKER_LINE_WORDS];
};

/**
 * marker_line_parse() - the words of a line
 * @text:	terminated, without the newline; what @line points into, and is changed
 *
 * Return: 0, -E2BIG for too many words, -EILSEQ for a control character, a quotation that does not end or
 * an escape that there is not.
 */
int marker_line_parse(char *text, struct marker_line *line);

/** marker_line_value() - what a word "key=value" has behind the sign; NULL if there is no such word */
const char *marker_line_value(const struct marker_line *line, const char *key);

/** marker_line_number() - the same as a number of at most @max: 0, -ENOENT, or -EINVAL */
int marker_line_number(const struct marker_line *line, const char *key, u64 max, u64 *value);

/* What text takes at most when it is quoted. */
#define MARKER_QUOTED_MAX(len) (4 * (len) + 3)

/** marker_line_quote() - text with quotation marks; @to has MARKER_QUOTED_MAX(); the length */
size_t marker_line_quote(char *to, const char *text);

#endif
