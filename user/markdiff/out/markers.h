/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The cost of the markers, below the table of verdicts.
 */
#ifndef USER_MARKDIFF_OUT_MARKERS_H
#define USER_MARKDIFF_OUT_MARKERS_H

#include <stdio.h>

#include "user/markdiff/verdict/report.h"

void out_markers(FILE *out, const struct verdict_report *report, const struct event_report *event);

#endif
