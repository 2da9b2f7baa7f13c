/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Names as numbers: equal names have equal numbers, so that rows are matched without comparing
 * text.  Number 0 is no name.
 */
#ifndef USER_MARKDIFF_NAMES_H
#define USER_MARKDIFF_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "user/lib/slots.h"

struct names {
	char **text; /* by number */
	uint32_t nr, cap;
	struct slots slots;
};

#define NAME_NONE 0

int names_init(struct names *names);
int names_add(struct names *names, const char *text, uint32_t *number);
int names_add_piece(struct names *names, const char *text, size_t length, uint32_t *number);

/* The number of a text that need not end in a zero, or NAME_NONE. */
uint32_t names_find(const struct names *names, const char *text, size_t length);
const char *names_text(const struct names *names, uint32_t number);
void names_free(struct names *names);

#endif
