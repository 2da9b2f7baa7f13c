// SPDX-License-Identifier: GPL-2.0-only
/*
 * macro_results.c - reads DIR/figures.json, which bench/macro/user/report.sh writes
 */
#include "macro_results.h"

#include <errno.h>
#include <json-c/json.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VERSION 1

static int copy_string(struct json_object *json, const char *key, char *text, size_t len)
{
	struct json_object *value;

	if (!json_object_object_get_ex(json, key, &value) ||
	    !json_object_is_type(value, json_type_string))
		return -EBADMSG;
	snprintf(text, len, "%s", json_object_get_string(value));
	return 0;
}

static int copy_number(struct json_object *json, const char *key, double *number)
{
	struct json_object *value;

	if (!json_object_object_get_ex(json, key, &value) ||
	    !(json_object_is_type(value, json_type_double) ||
	      json_object_is_type(value, json_type_int)))
		return -EBADMSG;
	*number = json_object_get_double(value);
	return isfinite(*number) ? 0 : -EBADMSG;
}

static int read_figure(struct json_object *json, struct macro_figure *figure)
{
	double values;

	if (!json_object_is_type(json, json_type_object) ||
	    copy_string(json, "program", figure->program, sizeof(figure->program)) ||
	    copy_string(json, "kind", figure->kind, sizeof(figure->kind)) ||
	    copy_string(json, "figure", figure->figure, sizeof(figure->figure)) ||
	    copy_number(json, "values", &values) ||
	    copy_number(json, "middle", &figure->interval.mid) ||
	    copy_number(json, "low", &figure->interval.low) ||
	    copy_number(json, "high", &figure->interval.high))
		return -EBADMSG;
	if (values < 0 || values > 1e9 || figure->interval.low > figure->interval.high)
		return -EBADMSG;
	figure->values = (unsigned int)values;
	return 0;
}

static int read_figures(struct macro_results *results, struct json_object *json,
			char why[static MACRO_WHY])
{
	struct json_object *figures;
	size_t nr, i;

	if (!json_object_object_get_ex(json, "figures", &figures) ||
	    !json_object_is_type(figures, json_type_array)) {
		snprintf(why, MACRO_WHY, "%s: \"figures\" is no array", results->path);
		return -EBADMSG;
	}
	nr = json_object_array_length(figures);
	if (!nr || nr > MACRO_FIGURES) {
		snprintf(why, MACRO_WHY, "%s: %zu figures, not from 1 to %d", results->path, nr,
			 MACRO_FIGURES);
		return -EBADMSG;
	}
	results->figures = calloc(nr, sizeof(*results->figures));
	for (i = 0; results->figures && i < nr; i++) {
		if (read_figure(json_object_array_get_idx(figures, i), &results->figures[i])) {
			snprintf(why, MACRO_WHY, "%s: figures[%zu] is not a figure", results->path,
				 i);
			return -EBADMSG;
		}
	}
	results->nr = results->figures ? nr : 0;
	return results->figures ? 0 : -ENOMEM;
}

static int read_head(struct macro_results *results, struct json_object *json,
		     char why[static MACRO_WHY])
{
	char tool[MACRO_NAME] = "";
	double version = 0;

	copy_string(json, "tool", tool, sizeof(tool));
	copy_number(json, "version", &version);
	if (strcmp(tool, "macro-user") != 0 || version != VERSION) {
		snprintf(why, MACRO_WHY, "%s: no results of bench/macro/user.sh, version %d",
			 results->path, VERSION);
		return -EBADMSG;
	}
	copy_string(json, "mode", results->mode, sizeof(results->mode));
	copy_string(json, "compiler", results->compiler, sizeof(results->compiler));
	return 0;
}

/**
 * macro_results_read() - read the figures of a directory of results
 * @dir:	what user.sh calls its results
 * @why:	on an error a sentence that begins with the file
 *
 * Return: 0, -EBADMSG if it cannot be read or is something else, -ENOMEM.
 */
int macro_results_read(struct macro_results *results, const char *dir, char why[static MACRO_WHY])
{
	struct json_object *json;
	int ret;

	memset(results, 0, sizeof(*results));
	snprintf(results->path, sizeof(results->path), "%s/figures.json", dir);
	errno = 0;
	json = json_object_from_file(results->path);
	if (!json) {
		snprintf(why, MACRO_WHY, "%s: %s", results->path,
			 errno && errno != EINVAL ? strerror(errno) :
						    "this is no JSON, or cut off");
		return -EBADMSG;
	}
	snprintf(why, MACRO_WHY, "%s: no memory", results->path);
	ret = read_head(results, json, why);
	if (!ret)
		ret = read_figures(results, json, why);
	json_object_put(json);
	if (ret)
		macro_results_free(results);
	return ret;
}

/** macro_results_free() - what macro_results_read() allocated */
void macro_results_free(struct macro_results *results)
{
	free(results->figures);
	results->figures = NULL;
	results->nr = 0;
}

/** macro_find() - a figure, NULL if it is not there */
const struct macro_figure *macro_find(const struct macro_results *results, const char *program,
				      const char *kind, const char *figure)
{
	size_t i;

	for (i = 0; i < results->nr; i++) {
		const struct macro_figure *f = &results->figures[i];

		if (!strcmp(f->program, program) && !strcmp(f->kind, kind) &&
		    !strcmp(f->figure, figure))
			return f;
	}
	return NULL;
}
