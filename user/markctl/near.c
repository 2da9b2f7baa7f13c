// SPDX-License-Identifier: GPL-2.0-only
/*
 * near.c - the distance of names: letters put in, left out, changed (Levenshtein, 1965)
 */
#include "user/markctl/near.h"

#include <stdbool.h>
#include <string.h>

#define NAME_MAX_LEN 64

static unsigned int min3(unsigned int a, unsigned int b, unsigned int c)
{
	unsigned int min = a < b ? a : b;

	return min < c ? min : c;
}

static unsigned int distance(const char *a, const char *b)
{
	unsigned int row[NAME_MAX_LEN + 1], corner, above;
	size_t i, j, len = strlen(b);

	for (j = 0; j <= len; j++)
		row[j] = j;
	for (i = 0; a[i]; i++) {
		corner = row[0];
		row[0] = i + 1;
		for (j = 1; j <= len; j++) {
			above = row[j];
			row[j] = min3(above + 1, row[j - 1] + 1, corner + (a[i] != b[j - 1]));
			corner = above;
		}
	}
	return row[len];
}

/* Of a pattern, without what stands for others; false if that is too long or nothing. */
static bool letters_of(const char *pattern, char *letters)
{
	size_t len = 0;

	for (; *pattern; pattern++) {
		if (strchr("*?[]!", *pattern))
			continue;
		if (len == NAME_MAX_LEN)
			return false;
		letters[len++] = *pattern;
	}
	letters[len] = '\0';
	return len > 0;
}

static void insert(struct near *near, const char *name, unsigned int score)
{
	unsigned int at = near->nr < NEAR_MAX ? near->nr++ : NEAR_MAX - 1;

	if (near->names[at] && near->distances[at] <= score)
		return;
	while (at && near->distances[at - 1] > score) {
		near->names[at] = near->names[at - 1];
		near->distances[at] = near->distances[at - 1];
		at--;
	}
	near->names[at] = name;
	near->distances[at] = score;
}

void near_add(struct near *near, const char *wanted, const char *name)
{
	char letters[NAME_MAX_LEN + 1];
	unsigned int score;

	if (strlen(name) > NAME_MAX_LEN || !letters_of(wanted, letters))
		return;
	score = distance(letters, name);
	if (score > 1 && strstr(name, letters))
		score = 1;
	if (score <= 1 + strlen(letters) / 3)
		insert(near, name, score);
}
