// SPDX-License-Identifier: GPL-2.0-only
/*
 * The kernel's symbols: lines of "ffffffff81000000 T name" and, for a module's, "\t[module]".
 * They have no sizes: each ends where the next one begins, or at the end of a page where the
 * module changes.  Of several at one address, the last line counts, which is what perf shows.
 *
 * Most runs ask for a few dozen of some 120,000 lines.  So a line becomes its address and its
 * place in the text, and a name is made where one is asked for; a file is mapped, not copied.
 */
#include "user/symbols/internal.h"

#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define PAGE	     4096ull
#define DIGITS_LEAST 8 /* as many as a pointer has */
#define DIGITS_MOST  16
#define LINE_LEAST   (DIGITS_LEAST + 5) /* "ffffffff t a\n" */

#define EACH(byte) (0x0101010101010101ull * (byte))

static int digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/*
 * Eight hexadecimal digits at once, in the bytes of a word.  A letter has bit 6 set and is 9 more
 * than its low half; then it must be 10 to 15, a digit less, and both must give back the text.
 */
static bool eight_digits(const char *text, uint64_t *value)
{
	uint64_t word, letter, v;

	memcpy(&word, text, sizeof(word));
	word = le64toh(word);
	letter = word >> 6 & EACH(1);
	v = (word & EACH(0x0f)) + 9 * letter;
	if ((v & EACH(0xf0)) || ((v + EACH(6)) & EACH(0x10)) != letter << 4 ||
	    v + EACH('0') + letter * ('a' - '0' - 10) != word)
		return false;
	v = __builtin_bswap64(v);
	v = (v | v >> 4) & 0x00ff00ff00ff00ffull;
	v = (v | v >> 8) & 0x0000ffff0000ffffull;
	*value = *value << 32 | (uint32_t)(v | v >> 16);
	return true;
}

/* The digits that a line begins with; returns how many, and 0 if it is no address. */
static size_t parse_address(const char *line, size_t length, uint64_t *address)
{
	size_t nr = 0;
	int digit;

	*address = 0;
	if (length > DIGITS_MOST && line[DIGITS_MOST] == ' ' && eight_digits(line, address) &&
	    eight_digits(line + 8, address))
		return DIGITS_MOST;
	*address = 0;
	while (nr < length && nr < DIGITS_MOST && (digit = digit_value(line[nr])) >= 0) {
		*address = *address << 4 | digit;
		nr++;
	}
	return nr < DIGITS_LEAST ? 0 : nr;
}

/* Code and data, global or not: t T w W d D b B. */
static bool is_wanted(char type, char first)
{
	type |= 0x20;
	return (type == 't' || type == 'w' || type == 'd' || type == 'b') && first != '$';
}

/* One line, between at and end.  False: not a symbol of interest. */
static bool parse_line(const struct kallsyms *k, const char *at, const char *end,
		       struct kallsym *symbol)
{
	size_t nr = parse_address(at, end - at, &symbol->start);

	at += nr;
	if (!nr || end - at < 4 || at[0] != ' ' || at[2] != ' ' || !is_wanted(at[1], at[3]))
		return false;
	symbol->name = at + 3 - k->text;
	return true;
}

static int parse(struct kallsyms *k)
{
	const char *at = k->text, *end = k->text + k->size, *newline;
	size_t cap = k->size / LINE_LEAST + 1;
	uint64_t last = 0;

	k->symbols = malloc(cap * sizeof(*k->symbols));
	if (!k->symbols)
		return -ENOMEM;
	k->sorted = true;
	while (at < end && k->nr < cap) {
		newline = memchr(at, '\n', end - at);
		if (!newline)
			newline = end;
		if (parse_line(k, at, newline, &k->symbols[k->nr])) {
			k->sorted &= k->symbols[k->nr].start >= last;
			last = k->symbols[k->nr++].start;
		}
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

/* One symbol an address, the last. */
static void arrange(struct kallsyms *k)
{
	struct kallsym *s = k->symbols;
	uint32_t i, kept = 0;

	if (!k->sorted)
		qsort(s, k->nr, sizeof(*s), compare);
	for (i = 1; i < k->nr; i++) {
		if (s[i].start != s[kept].start)
			kept++;
		s[kept] = s[i];
	}
	k->nr = kept + 1;
}

static bool all_zero(const struct kallsyms *k)
{
	uint32_t i;

	for (i = 0; i < k->nr; i++)
		if (k->symbols[i].start)
			return false;
	return true;
}

/* -ENODATA: there is nothing in it.  -EACCES: kptr_restrict makes all addresses 0. */
int kallsyms_read(struct kallsyms *k, const char *path)
{
	int err;

	memset(k, 0, sizeof(*k));
	err = file_map(path, &k->text, &k->size, &k->mapped);
	if (!err)
		err = parse(k);
	if (!err && !k->nr)
		err = -ENODATA;
	if (!err && all_zero(k))
		err = -EACCES;
	if (!err) {
		arrange(k);
		k->names = calloc(k->nr, sizeof(*k->names));
		err = k->names ? 0 : -ENOMEM;
	}
	if (err)
		kallsyms_free(k);
	return err;
}

void kallsyms_free(struct kallsyms *k)
{
	uint32_t i;

	/* Few of many were asked for, so most of the pages were never there: they are not read. */
	for (i = 0; i < k->nr_asked; i++)
		free(k->names[k->asked[i]]);
	free(k->asked);
	free(k->names);
	free(k->symbols);
	file_unmap(k->text, k->size, k->mapped);
	memset(k, 0, sizeof(*k));
}

/* The length of the name that a place in the text begins. */
static size_t name_length(const struct kallsyms *k, uint32_t at, const char **module)
{
	const char *name = k->text + at, *end = memchr(name, '\n', k->size - at);
	const char *tab;

	if (!end)
		end = k->text + k->size;
	tab = memchr(name, '\t', end - name);
	*module = tab && end - tab > 1 ? tab + 1 : NULL;
	return (tab ? tab : end) - name;
}

static size_t module_length(const struct kallsyms *k, const char *module)
{
	const char *end = module ? memchr(module, '\n', k->text + k->size - module) : NULL;

	return !module ? 0 : (end ? end : k->text + k->size) - module;
}

/* Module names have no end but the line's. */
static bool same_module(const struct kallsyms *k, const char *a, const char *b)
{
	size_t length = module_length(k, a);

	return length == module_length(k, b) && (!length || !memcmp(a, b, length));
}

static uint64_t page_end(uint64_t address)
{
	return (address + 2 * PAGE - 1) & ~(PAGE - 1);
}

/* Where a symbol ends, and whose it is. */
static uint64_t symbol_end(const struct kallsyms *k, uint32_t i, const char **module)
{
	const char *next;

	name_length(k, k->symbols[i].name, module);
	if (i + 1 == k->nr)
		return page_end(k->symbols[i].start);
	name_length(k, k->symbols[i + 1].name, &next);
	return same_module(k, *module, next) ? k->symbols[i + 1].start :
					       page_end(k->symbols[i].start);
}

static int remember(struct kallsyms *k, uint32_t index)
{
	uint32_t cap = k->nr_asked ? 2 * k->nr_asked : 64, *asked;

	/* Full at the powers of two. */
	if (!k->nr_asked || (k->nr_asked >= 64 && !(k->nr_asked & (k->nr_asked - 1)))) {
		asked = realloc(k->asked, cap * sizeof(*asked));
		if (!asked)
			return -ENOMEM;
		k->asked = asked;
	}
	k->asked[k->nr_asked++] = index;
	return 0;
}

/* The name of a symbol, made when it is first asked for. */
static const char *symbol_name(struct kallsyms *k, uint32_t index)
{
	const char *module;
	uint32_t at = k->symbols[index].name;

	if (!k->names[index]) {
		k->names[index] = strndup(k->text + at, name_length(k, at, &module));
		if (k->names[index] && remember(k, index)) {
			free(k->names[index]);
			k->names[index] = NULL;
		}
	}
	return k->names[index];
}

/* What is at an address and belongs to @module ("[name]"; NULL: the kernel itself). */
bool kallsyms_find(struct kallsyms *k, uint64_t address, const char *module,
		   struct kernel_symbol *out)
{
	uint32_t lo = 0, hi = k->nr, mid;
	const char *owner;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		if (k->symbols[mid].start <= address)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (!lo--)
		return false;
	out->end = symbol_end(k, lo, &owner);
	if (address >= out->end || module_length(k, owner) != (module ? strlen(module) : 0) ||
	    (module && memcmp(owner, module, strlen(module)) != 0))
		return false;
	out->start = k->symbols[lo].start;
	out->name = symbol_name(k, lo);
	out->local = k->text[k->symbols[lo].name - 2] & 0x20;
	return out->name;
}

/* Every name of the kernel (or of a module), as a piece of the text. */
int kallsyms_each(const struct kallsyms *k, const char *module, kallsyms_fn take, void *ctx)
{
	size_t wanted = module ? strlen(module) : 0, length;
	const char *owner;
	uint32_t i;
	int err = 0;

	for (i = 0; i < k->nr && !err; i++) {
		length = name_length(k, k->symbols[i].name, &owner);
		if (module_length(k, owner) == wanted &&
		    (!wanted || !memcmp(owner, module, wanted)))
			err = take(ctx, k->text + k->symbols[i].name, length, k->symbols[i].start);
	}
	return err;
}

/*
 * Where a named symbol of the kernel proper is; 0 where it is not.  The text is asked again:
 * arrange() may have dropped this name for another one of its address.
 */
uint64_t kallsyms_address(const struct kallsyms *k, const char *name)
{
	const char *at = k->text, *end = k->text + k->size, *line;
	size_t length = strlen(name);
	struct kallsym symbol;

	for (; length && (at = memmem(at, end - at, name, length)); at += length) {
		line = memrchr(k->text, '\n', at - k->text);
		line = line ? line + 1 : k->text;
		if ((at + length == end || at[length] == '\n') &&
		    parse_line(k, line, at + length, &symbol) && k->text + symbol.name == at)
			return symbol.start;
	}
	return 0;
}
