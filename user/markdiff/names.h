/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Names as numbers: equal names have equal numbers, so that rows are matched without comparing
 * text.  Number 0 is no name.
 */
#ifndef USER_MARKDIFF_NAMES_H
#define USER_MARKDIFF_NAMES_H

#include <stdint.h>

struct names {
	char **text; /* by number */
	uint32_t nr, cap;
	uint32_t *slots;
	uint32_t mask;
};

#define NAME_NONE 0

int names_init(struct names *names);
int names_add(struct names *names, const char *text, uint32_t *number);
const char *names_text(const struct names *names, uint32_t number);
void names_free(struct names *names);

#endif
