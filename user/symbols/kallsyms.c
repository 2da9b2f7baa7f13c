// SPDX-License-Identifier: GPL-2.0-only
/*
 * The kernel's symbols: lines of "ffffffff81000000 T name" and, for a module's, "\t[module]".
 * They have no sizes: each ends where the next one begins, or at the end of a page where the
 * module changes.  Of several at one address, the last line counts, which is what perf shows.
 */
#include "user/symbols/internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define PAGE	   4096ull
#define LINE_LEAST 20 /* bytes; the shortest names have more */

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Code and data, global or not: t T w W d D b B. */
static bool is_wanted(char type, char first)
{
	type |= 0x20;
	return (type == 't' || type == 'w' || type == 'd' || type == 'b') && first != '$';
}

/* One line, which ends in a zero now.  False: not a symbol of interest. */
static bool parse_line(char *line, struct kallsym *symbol)
{
	uint64_t address = 0;
	char *tab;
	int digit, nr = 0;

	while ((digit = hex_digit(*line)) >= 0 && nr++ < 16) {
		address = address << 4 | digit;
		line++;
	}
	if (!nr || line[0] != ' ' || !line[1] || line[2] != ' ' || !is_wanted(line[1], line[3]))
		return false;
	symbol->start = address;
	symbol->name = line + 3;
	symbol->module = NULL;
	tab = strchr(line + 3, '\t');
	if (tab) {
		*tab = 0;
		symbol->module = tab + 1;
	}
	return true;
}

static int parse(struct kallsyms *k, char *text, size_t size)
{
	size_t cap = size / LINE_LEAST + 1;
	char *at = text, *end = text + size, *newline;

	k->symbols = calloc(cap, sizeof(*k->symbols));
	if (!k->symbols)
		return -ENOMEM;
	while (at < end && k->nr < cap) {
		newline = memchr(at, '\n', end - at);
		if (!newline)
			newline = end;
		*newline = 0;
		k->nr += parse_line(at, &k->symbols[k->nr]);
		at = newline + 1;
	}
	return 0;
}

static int compare(const void *a, const void *b)
{
	const struct kallsym *left = a, *right = b;

	if (left->start != right->start)
		return left->start < right->start ? -1 : 1;
	/* Names are in the order of the lines. */
	return left->name < right->name ? -1 : 1;
}

static void sort(struct kallsyms *k)
{
	uint32_t i;

	for (i = 1; i < k->nr; i++)
		if (k->symbols[i].start < k->symbols[i - 1].start)
			break;
	if (i < k->nr)
		qsort(k->symbols, k->nr, sizeof(*k->symbols), compare);
}

static bool same_module(const struct kallsym *a, const struct kallsym *b)
{
	if (!a->module || !b->module)
		return a->module == b->module;
	return !strcmp(a->module, b->module);
}

static uint64_t page_end(uint64_t address)
{
	return (address + 2 * PAGE - 1) & ~(PAGE - 1);
}

/* One symbol an address, the last; then the ends. */
static void arrange(struct kallsyms *k)
{
	struct kallsym *s = k->symbols;
	uint32_t i, kept = 0;

	for (i = 1; i < k->nr; i++) {
		if (s[i].start != s[kept].start)
			kept++;
		s[kept] = s[i];
	}
	k->nr = kept + 1;
	for (i = 0; i + 1 < k->nr; i++)
		s[i].end = same_module(&s[i], &s[i + 1]) ? s[i + 1].start : page_end(s[i].start);
	s[i].end = page_end(s[i].start);
}

/* -ENODATA: there is nothing in it; kptr_restrict makes all addresses 0. */
int kallsyms_read(struct kallsyms *k, const char *path)
{
	int err;

	memset(k, 0, sizeof(*k));
	err = file_read(path, &k->text, &k->size);
	if (!err)
		err = parse(k, k->text, k->size);
	if (!err) {
		sort(k);
		if (!k->nr || !k->symbols[k->nr - 1].start)
			err = -ENODATA;
		else
			arrange(k);
	}
	if (err)
		kallsyms_free(k);
	return err;
}

void kallsyms_free(struct kallsyms *k)
{
	free(k->text);
	free(k->symbols);
	memset(k, 0, sizeof(*k));
}

const struct kallsym *kallsyms_find(const struct kallsyms *k, uint64_t address)
{
	uint32_t lo = 0, hi = k->nr, mid;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		if (k->symbols[mid].start <= address)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo && address < k->symbols[lo - 1].end ? &k->symbols[lo - 1] : NULL;
}

/*
 * Where a named symbol of the kernel proper is; 0 where it is not.  The lines are asked again:
 * arrange() may have dropped this name for another one of its address.
 */
uint64_t kallsyms_address(const struct kallsyms *k, const char *name)
{
	const char *at = k->text, *end = k->text + k->size;
	size_t length;

	/* ADDRESS TYPE NAME, each line ends in a zero since parse(). */
	for (; at < end; at += length + 1) {
		length = strlen(at);
		if (length > 19 && !strcmp(at + 19, name))
			return strtoull(at, NULL, 16);
	}
	return 0;
}
