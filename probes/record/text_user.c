// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * text_user.c - text without the C library's memory: in what is mapped, by what is called anywhere
 */
#include "sys_user.h"
#include "record_user.h"

/** record_text_add() - put text behind the others; 0 or -ENOMEM */
int record_text_add(struct record_text *text, const char *from, size_t len)
{
	size_t room = text->room ? text->room : 64 << 10;
	void *map;

	while (room - text->len < len)
		room *= 2;
	if (room != text->room) {
		map = text->text ? mremap(text->text, text->room, room, MREMAP_MAYMOVE) :
				   sys_map_memory(room);
		if (map == MAP_FAILED)
			return -ENOMEM;
		text->text = map;
		text->room = room;
	}
	memcpy(text->text + text->len, from, len);
	text->len += len;
	return 0;
}

void record_text_free(struct record_text *text)
{
	if (text->text)
		munmap(text->text, text->room);
	*text = (struct record_text){ 0 };
}

/** record_put_text() - a string, ended, as much of it as there is room for; returns where it ends */
char *record_put_text(char *to, const char *end, const char *text)
{
	while (*text && to + 1 < end)
		*to++ = *text++;
	*to = '\0';
	return to;
}

/** record_put_number() - the same of a decimal number */
char *record_put_number(char *to, const char *end, u64 number)
{
	char digits[21], *at = digits + sizeof(digits) - 1;

	*at = '\0';
	do
		*--at = '0' + number % 10;
	while (number /= 10);
	return record_put_text(to, end, at);
}
