/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Verdicts as text.
 */
#ifndef USER_MARKDIFF_OUT_VERDICTS_H
#define USER_MARKDIFF_OUT_VERDICTS_H

#include <stdio.h>

#include "user/markdiff/verdict/report.h"

int out_verdicts(FILE *out, const struct verdict_report *report);

/* What the gate decided, and why; where one was asked for. */
void out_gate(FILE *out, const struct verdict_report *report, const char *begin);

/* The sequence that a terminal takes for a verdict's colour, where colours are asked for, or "". */
const char *verdict_color(const struct options *options, enum verdict verdict);

/* "# NAME: 3 runs: a b c"; of many, not all unless -v is given. */
void out_side(FILE *out, const struct options *options, const char *name, uint32_t first,
	      uint32_t nr);

/* "welch", ...: as JSON has it. */
const char *method_name(enum verdict_method method);

#endif
