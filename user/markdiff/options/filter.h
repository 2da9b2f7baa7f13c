/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The names that an option lets pass; none: all do.
 */
#ifndef USER_MARKDIFF_FILTER_H
#define USER_MARKDIFF_FILTER_H

#include <stdbool.h>
#include <stdint.h>

struct filter {
	char **values;
	uint32_t nr;
};

/**
 * filter_parse - "a,b,c" or "file://PATH" with a name a line; more of them add to it
 */
int filter_parse(struct filter *filter, const char *text);
bool filter_pass(const struct filter *filter, const char *value);
void filter_free(struct filter *filter);

#endif
