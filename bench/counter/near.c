// SPDX-License-Identifier: GPL-2.0-only
/*
 * near.c - the names with the fewest letters to change
 *
 * Levenshtein's distance, one row of the table at a time.
 */
#include "near.h"

#include <stdio.h>
#include <string.h>

static unsigned int least(unsigned int a, unsigned int b, unsigned int c)
{
	unsigned int ab = a < b ? a : b;

	return ab < c ? ab : c;
}

/**
 * near_distance() - letters to put in, take out or change, from @a to @b
 *
 * Only the first 63 letters of each are looked at.
 */
unsigned int near_distance(const char *a, const char *b)
{
	unsigned int row[NEAR_NAME], i, j, len = (unsigned int)strnlen(b, NEAR_NAME - 1);

	for (j = 0; j <= len; j++)
		row[j] = j;
	for (i = 0; i < NEAR_NAME - 1 && a[i]; i++) {
		unsigned int diagonal = row[0];

		row[0] = i + 1;
		for (j = 1; j <= len; j++) {
			unsigned int above = row[j];

			row[j] = least(above + 1, row[j - 1] + 1, diagonal + (a[i] != b[j - 1]));
			diagonal = above;
		}
	}
	return row[len];
}

/* From @at on, one place down; the last one falls out. */
static void make_room(struct near *near, unsigned int at)
{
	unsigned int i;

	if (near->nr < NEAR_MAX)
		near->nr++;
	for (i = near->nr - 1; i > at; i--) {
		near->distance[i] = near->distance[i - 1];
		memcpy(near->name[i], near->name[i - 1], NEAR_NAME);
	}
}

static int is_known(const struct near *near, const char *name)
{
	unsigned int i;

	for (i = 0; i < near->nr; i++) {
		if (!strcmp(near->name[i], name))
			return 1;
	}
	return 0;
}

/**
 * near_offer() - is it one of the nearest?
 * @data:	the struct near, with @wanted set
 * @name:	a name that there is; one that is too far, or too long, is not taken
 *
 * Of names as near as each other, the first offered come first.
 */
void near_offer(void *data, const char *name)
{
	struct near *near = data;
	unsigned int distance, at = 0;

	if (strlen(name) >= NEAR_NAME || is_known(near, name))
		return;
	distance = near_distance(near->wanted, name);
	if (distance > 1 + strlen(near->wanted) / 4)
		return;
	while (at < near->nr && near->distance[at] <= distance)
		at++;
	if (at == NEAR_MAX)
		return;
	make_room(near, at);
	near->distance[at] = distance;
	strcpy(near->name[at], name);
}

/** near_tell() - "; near: a, b, c", or nothing */
void near_tell(const struct near *near, char *text, size_t len)
{
	size_t used = 0;
	unsigned int i;

	*text = '\0';
	for (i = 0; i < near->nr && used < len; i++)
		used += (size_t)snprintf(text + used, len - used, "%s%s",
					 i ? ", " : "; near: ", near->name[i]);
}
