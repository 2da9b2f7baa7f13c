// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * layout.c - from a marker's fields to what is copied, and the copying
 *
 * ctf.h has the picture.  Strings and doubles are the world's.
 */
#include "ctf.h"

static const u8 kind_of[] = {
	[MARKER_INT] = MARKER_CTF_4,	     [MARKER_UINT] = MARKER_CTF_4,
	[MARKER_LONG] = MARKER_CTF_8,	     [MARKER_ULONG] = MARKER_CTF_8,
	[MARKER_POINTER] = MARKER_CTF_8,     [MARKER_STRING] = MARKER_CTF_TEXT,
	[MARKER_DOUBLE] = MARKER_CTF_DOUBLE, [MARKER_LONG_DOUBLE] = MARKER_CTF_LONG_DOUBLE,
};

/* Is the precision of a conversion a star?  marker_format_parse() has found it well-formed. */
static bool has_star_precision(const char *percent)
{
	while (*percent && *percent != 's' && *percent != '.')
		percent++;
	return percent[0] == '.' && percent[1] == '*';
}

static void add_string(struct marker_ctf_layout *layout, const struct marker_info *marker,
		       unsigned int i)
{
	const struct marker_field *field = &marker->fields[i];
	unsigned int limit = MARKER_CTF_STRING;

	if (field->precision >= 0 && field->precision < MARKER_CTF_STRING)
		limit = field->precision;
	if (i && has_star_precision(marker->format + field->conversion))
		layout->kinds[i] = MARKER_CTF_TEXT_STAR;
	layout->limits[i] = limit;
	layout->max += limit + 1;
	layout->words = false;
}

static void add_field(struct marker_ctf_layout *layout, const struct marker_info *marker,
		      unsigned int i)
{
	layout->kinds[i] = kind_of[marker->fields[i].type];
	switch (layout->kinds[i]) {
	case MARKER_CTF_TEXT:
		add_string(layout, marker, i);
		return;
	case MARKER_CTF_4:
		layout->fixed += 4;
		return;
	case MARKER_CTF_DOUBLE:
	case MARKER_CTF_LONG_DOUBLE:
		layout->words = false;
		break;
	}
	layout->fixed += 8;
}

int marker_ctf_layout_init(struct marker_ctf_layout *layout, const struct marker_info *marker)
{
	unsigned int i;

	*layout = (struct marker_ctf_layout){ .words = true };
	if (marker->nfields > MARKER_CTF_FIELDS)
		return -EINVAL;
	if (!marker->fields)
		return 0;
	for (i = 0; i < marker->nfields; i++)
		add_field(layout, marker, i);
	layout->nr = marker->nfields;
	layout->max += layout->fixed;
	return 0;
}

/* A precision that is negative is taken as if there were none (ISO C17 7.21.6.1). */
static size_t write_text(const struct marker_ctf_layout *layout, unsigned int i, u8 *to, int star,
			 va_list *args)
{
	size_t limit = layout->limits[i];

	if (layout->kinds[i] == MARKER_CTF_TEXT_STAR && star >= 0 && (size_t)star < limit)
		limit = star;
	return marker_ctf_string(to, va_arg(*args, const char *), limit);
}

static size_t write_field(const struct marker_ctf_layout *layout, unsigned int i, u8 *to, int *last,
			  va_list *args)
{
	u64 word;

	switch (layout->kinds[i]) {
	case MARKER_CTF_4:
		*last = va_arg(*args, int);
		memcpy(to, last, 4);
		return 4;
	case MARKER_CTF_DOUBLE:
		marker_ctf_double(to, args);
		return 8;
	case MARKER_CTF_LONG_DOUBLE:
		marker_ctf_long_double(to, args);
		return 8;
	case MARKER_CTF_TEXT:
	case MARKER_CTF_TEXT_STAR:
		return write_text(layout, i, to, *last, args);
	}
	word = va_arg(*args, unsigned long);
	memcpy(to, &word, 8);
	return 8;
}

/* A string may need less than its longest: only what it has is asked of the room. */
static size_t longest(const struct marker_ctf_layout *layout, unsigned int i)
{
	switch (layout->kinds[i]) {
	case MARKER_CTF_4:
		return 4;
	case MARKER_CTF_TEXT:
	case MARKER_CTF_TEXT_STAR:
		return layout->limits[i] + 1u;
	}
	return 8;
}

/* The last bytes of the room: a field that may be longer goes through memory of its own. */
static size_t write_at_end(const struct marker_ctf_layout *layout, unsigned int i, u8 *to,
			   size_t room, int *last, va_list *args)
{
	u8 field[MARKER_CTF_STRING + 1];
	size_t len = write_field(layout, i, field, last, args);

	if (len <= room)
		memcpy(to, field, len);
	return len;
}

size_t marker_ctf_write(const struct marker_ctf_layout *layout, u8 *to, size_t room, va_list *args)
{
	size_t used = 0;
	int last = -1;
	unsigned int i;

	for (i = 0; i < layout->nr && used <= room; i++) {
		if (likely(longest(layout, i) <= room - used))
			used += write_field(layout, i, to + used, &last, args);
		else
			used += write_at_end(layout, i, to + used, room - used, &last, args);
	}
	return used;
}
