// SPDX-License-Identifier: GPL-2.0-only
/*
 * Several symbols at one address: which name to show.  The order of preference is perf's:
 *
 *	1. one that has a length		4. a global one
 *	2. one that has a type			5. fewer leading underscores
 *	3. one that is not weak			6. the longer name, then the first in the file
 */
#include "user/symbols/internal.h"

#include <stdlib.h>
#include <string.h>

static size_t underscores(const char *name)
{
	return strspn(name, "_");
}

/* -1: a, 1: b, 0: no difference. */
static int prefer(bool a, bool b)
{
	return a == b ? 0 : a ? -1 : 1;
}

static int by_kind(const struct symbol *a, const struct symbol *b)
{
	int choice = prefer(a->end > a->start, b->end > b->start);

	if (!choice && a->type != b->type)
		choice = prefer(a->type != STT_NOTYPE, b->type != STT_NOTYPE);
	if (!choice)
		choice = prefer(a->binding != STB_WEAK, b->binding != STB_WEAK);
	if (!choice)
		choice = prefer(a->binding == STB_GLOBAL, b->binding == STB_GLOBAL);
	return choice;
}

static int by_name(const char *a, const char *b)
{
	size_t left = underscores(a), right = underscores(b);

	if (left != right)
		return left < right ? -1 : 1;
	left = strlen(a);
	right = strlen(b);
	return left == right ? 0 : left > right ? -1 : 1;
}

/* Names count as they are shown; only where it comes to names is it worth demangling them. */
static int by_shown_name(const struct symbol *a, const struct symbol *b)
{
	char *left = demangle(a->name, false), *right = demangle(b->name, false);
	int choice = by_name(left ? left : a->name, right ? right : b->name);

	free(left);
	free(right);
	return choice;
}

bool symbol_better(const struct symbol *a, const struct symbol *b)
{
	int choice = by_kind(a, b);

	if (!choice)
		choice = by_shown_name(a, b);
	return choice <= 0;
}
