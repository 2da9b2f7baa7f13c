/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is written for other programs.
 */
#ifndef USER_MARKDIFF_OPTION_EXPORTS_H
#define USER_MARKDIFF_OPTION_EXPORTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Paths; "-" is standard output, which then has no table.  NULL: not asked for. */
struct export_options {
	const char *folded;
	const char *pprof; /* or two with a comma between them: base and new */
	const char *event; /* by name; NULL: the first one */
};

struct options;

int value_folded(struct options *options, const char *text, char *why);
int value_pprof(struct options *options, const char *text, char *why);
int value_export_event(struct options *options, const char *text, char *why);

static inline bool exports_are_asked(const struct export_options *o)
{
	return o->folded || o->pprof;
}

/**
 * exports_check - whether the options go together
 * @sides: whether all files are known to be of one side or the other
 */
int exports_check(const struct export_options *options, uint32_t nr_files, bool sides,
		  char *message, size_t size);

#endif
