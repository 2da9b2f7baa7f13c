/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Verdicts as JSON: schema 1, which markdiff(1) describes.
 */
#ifndef USER_MARKDIFF_OUT_JSON_H
#define USER_MARKDIFF_OUT_JSON_H

#include <stdio.h>

#include "user/markdiff/verdict/report.h"

#define JSON_SCHEMA 1

struct json_object;

/**
 * out_json_make - the report as a tree, for whoever prints it
 *
 * Returns NULL without memory; json_object_put() frees it.
 */
struct json_object *out_json_make(const struct verdict_report *report);
struct json_object *out_json_run(const struct verdict_report *report, uint32_t file);
struct json_object *out_json_keys(const struct hist *hist, const struct row *row);
struct json_object *out_json_drift(const struct drift *drift);
const char *out_json_mode(uint32_t mode);
int out_json(FILE *out, const struct verdict_report *report);

#endif
