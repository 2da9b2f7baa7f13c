// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * format.c - a printf format as a list of typed fields
 *
 * Parsed once, when a marker is bound, never when it is hit.  ISO C17 7.21.6.1 has the grammar; the
 * kernel's %p extensions (%pS and the like) are a pointer whose letters are text.  Two formats are
 * equal if they are the same string: a layout that only looks alike is told as a mismatch.
 */
#include "registry.h"

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/*
 * The word before the conversion names the field: "len %d", "len=%d", "len: %d".  @from is where the
 * conversion before it ended: its letter is no name.
 */
static void name_field(const char *from, const char *percent, struct marker_field *field)
{
	const char *end = percent, *start;

	while (end > from && strchr(" =:", end[-1]))
		end--;
	for (start = end; start > from && is_word(start[-1]); start--)
		;
	field->name = start < end ? start : NULL;
	field->name_len = end - start;
}

static bool add_field(struct marker_field *fields, unsigned int max, int *nr,
		      const struct marker_field *field)
{
	if ((unsigned int)*nr >= max)
		return false;
	fields[(*nr)++] = *field;
	return true;
}

/* A '*' in the place of a width or a precision takes an int of its own. */
static bool add_star(struct marker_field *fields, unsigned int max, int *nr, unsigned int at)
{
	struct marker_field star = { .conversion = at, .type = MARKER_INT, .precision = -1 };

	return add_field(fields, max, nr, &star);
}

static const char *parse_length(const char *p, unsigned int *longs)
{
	*longs = 0;
	switch (*p) {
	case 'h':
		return p[1] == 'h' ? p + 2 : p + 1;
	case 'l':
		*longs = 1;
		return p[1] == 'l' ? p + 2 : p + 1;
	case 'j':
	case 'z':
	case 't':
	case 'q':
		*longs = 1;
		return p + 1;
	case 'L':
		*longs = 2;
		return p + 1;
	}
	return p;
}

static int conversion_type(char c, unsigned int longs)
{
	switch (c) {
	case 'd':
	case 'i':
		return longs ? MARKER_LONG : MARKER_INT;
	case 'u':
	case 'o':
	case 'x':
	case 'X':
		return longs ? MARKER_ULONG : MARKER_UINT;
	case 'c':
		return longs ? -EINVAL : MARKER_INT;
	case 's':
		return longs ? -EINVAL : MARKER_STRING;
	case 'p':
		return MARKER_POINTER;
	case 'a':
	case 'A':
	case 'e':
	case 'E':
	case 'f':
	case 'F':
	case 'g':
	case 'G':
		return longs == 2 ? MARKER_LONG_DOUBLE : MARKER_DOUBLE;
	}
	return -EINVAL;
}

/* A literal number or a star; @value is -1 for the latter. */
static const char *parse_number(const char *p, int *value, bool *star)
{
	*star = *p == '*';
	*value = *star ? -1 : 0;
	if (*star)
		return p + 1;
	for (; is_digit(*p); p++)
		*value = *value < 100000 ? *value * 10 + (*p - '0') : *value;
	return p;
}

/* One conversion, from its '%'.  Returns what follows it, or NULL. */
static const char *parse_conversion(const char *format, const char *from, const char *percent,
				    struct marker_field *fields, unsigned int max, int *nr)
{
	struct marker_field field = { .conversion = percent - format, .precision = -1 };
	const char *p = percent + 1;
	unsigned int longs;
	int width, type;
	bool star;

	if (field.conversion != percent - format) /* too far behind for 16 bits */
		return NULL;
	while (*p && strchr("-+ #0'I", *p))
		p++;
	p = parse_number(p, &width, &star);
	if (star && !add_star(fields, max, nr, field.conversion))
		return NULL;
	if (*p == '.') {
		p = parse_number(p + 1, &field.precision, &star);
		if (star && !add_star(fields, max, nr, field.conversion))
			return NULL;
	}
	p = parse_length(p, &longs);
	type = conversion_type(*p, longs);
	if (type < 0)
		return NULL;
	field.type = type;
	name_field(from, percent, &field);
	return add_field(fields, max, nr, &field) ? p + 1 : NULL;
}

/**
 * marker_format_parse() - read a format into fields
 * @format:	the format
 * @fields:	filled in; the names point into @format
 * @max:	room in @fields
 *
 * Return: how many fields, or -EINVAL for what printf does not know, what cannot be recorded (wide
 * characters, %n, positions "1$"), and more than @max.
 */
int marker_format_parse(const char *format, struct marker_field *fields, unsigned int max)
{
	const char *from = format, *p = format;
	int nr = 0;

	while ((p = strchr(p, '%'))) {
		if (p[1] == '%') {
			p += 2;
			continue;
		}
		p = parse_conversion(format, from, p, fields, max, &nr);
		if (!p)
			return -EINVAL;
		from = p;
	}
	return nr;
}

/**
 * marker_format_direct() - can the arguments travel in registers?
 * @info:	the marker
 * @doubles:	bit i is set if argument i is a double
 *
 * Return: how many arguments, -EINVAL if not all of them can (os.h says how many).
 */
int marker_format_direct(const struct marker_info *info, unsigned int *doubles)
{
	unsigned int i, nr_double = 0;

	*doubles = 0;
	if (!info->fields)
		return -EINVAL;
	for (i = 0; i < info->nfields; i++) {
		if (info->fields[i].type == MARKER_LONG_DOUBLE)
			return -EINVAL;
		if (info->fields[i].type == MARKER_DOUBLE) {
			*doubles |= 1u << i;
			nr_double++;
		}
	}
	if ((int)(info->nfields - nr_double) > OS_DIRECT_WORDS || nr_double > OS_DIRECT_DOUBLES)
		return -EINVAL;
	return info->nfields;
}
