/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Verdicts as a page for a browser: the JSON of out/json.h, with the stacks that the flame graph
 * draws.
 */
#ifndef USER_MARKDIFF_OUT_PAGE_H
#define USER_MARKDIFF_OUT_PAGE_H

#include <stdio.h>

#include "user/markdiff/verdict/report.h"

int out_page(FILE *out, const struct verdict_report *report);

#endif
