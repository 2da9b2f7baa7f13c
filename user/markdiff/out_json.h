/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Verdicts as JSON: schema 1, which markdiff(1) describes.
 */
#ifndef USER_MARKDIFF_OUT_JSON_H
#define USER_MARKDIFF_OUT_JSON_H

#include <stdio.h>

#include "user/markdiff/verdict_report.h"

#define JSON_SCHEMA 1

struct json_object;

/**
 * out_json_make - the report as a tree, for whoever prints it
 *
 * Returns NULL without memory; json_object_put() frees it.
 */
struct json_object *out_json_make(const struct verdict_report *report);
int out_json(FILE *out, const struct verdict_report *report);

#endif
