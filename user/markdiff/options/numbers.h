/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The numbers that an option lets pass: "0,2-4"; none: all do.
 */
#ifndef USER_MARKDIFF_NUMBERS_H
#define USER_MARKDIFF_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

struct number_range {
	uint32_t first, last;
};

struct numbers {
	struct number_range *ranges;
	uint32_t nr;
};

int numbers_parse(struct numbers *numbers, const char *text);

/* The range that has it, or numbers->nr. */
uint32_t numbers_find(const struct numbers *numbers, uint32_t number);
void numbers_free(struct numbers *numbers);

#endif
