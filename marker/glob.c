// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * glob.c - names by pattern: '*', '?' and "[a-z]" as a shell's, with "[!...]" for the rest
 */
#include "registry.h"

/** marker_is_glob() - does the text mean other names than itself? */
bool marker_is_glob(const char *pattern)
{
	return strpbrk(pattern, "*?[") != NULL;
}

/* The end of the class that starts at @p, or NULL if it has none: then '[' is itself. */
static const char *class_match(const char *p, char c, bool *hit)
{
	bool negated = p[1] == '!';

	*hit = false;
	p += negated ? 2 : 1;
	do {
		char low = *p++, high = low;

		if (!low)
			return NULL;
		if (p[0] == '-' && p[1] && p[1] != ']') {
			high = p[1];
			p += 2;
		}
		if (low <= c && c <= high)
			*hit = true;
	} while (*p != ']');
	*hit ^= negated;
	return p + 1;
}

/* One character of the name against one element of the pattern; the pattern's rest, or NULL. */
static const char *element_match(const char *p, char c)
{
	const char *end;
	bool hit;

	if (*p == '[') {
		end = class_match(p, c, &hit);
		if (end)
			return hit ? end : NULL;
	}
	return *p == '?' || *p == c ? p + 1 : NULL;
}

/**
 * marker_glob_match() - does a pattern match a whole name?
 * @pattern:	'*', '?', '[a-z]', '[!a-z]'
 * @name:	the name
 *
 * Linear in the name for each '*': a mismatch goes back to the last '*' alone.
 */
bool marker_glob_match(const char *pattern, const char *name)
{
	const char *star = NULL, *back = NULL, *rest;

	while (*name) {
		if (*pattern == '*') {
			star = ++pattern;
			back = name;
			continue;
		}
		rest = *pattern ? element_match(pattern, *name) : NULL;
		if (rest) {
			pattern = rest;
			name++;
			continue;
		}
		if (!star)
			return false;
		pattern = star;
		name = ++back;
	}
	while (*pattern == '*')
		pattern++;
	return !*pattern;
}
