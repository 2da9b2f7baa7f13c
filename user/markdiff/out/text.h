/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef USER_MARKDIFF_OUT_TEXT_H
#define USER_MARKDIFF_OUT_TEXT_H

#include <stdio.h>

#include "user/markdiff/rows/hist.h"

/**
 * out_text - print the table of one event, as perf diff has it
 * @first: no blank line before it
 */
int out_text(FILE *out, const struct hist *hist, const struct profile *profiles, bool first);

#endif
