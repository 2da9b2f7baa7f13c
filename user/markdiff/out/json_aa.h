/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Splits of runs of one build as JSON; the rest of the document is out/json.h's.
 */
#ifndef USER_MARKDIFF_OUT_JSON_AA_H
#define USER_MARKDIFF_OUT_JSON_AA_H

#include "user/markdiff/verdict/report.h"

struct json_object;

/* "runs" and "splits", where two sides have "base" and "new". */
void out_json_add_aa(struct json_object *to, const struct verdict_report *report);

/* One of "events". */
struct json_object *out_json_aa_event(const struct verdict_report *report,
				      const struct event_report *event);

#endif
