// SPDX-License-Identifier: GPL-2.0-only
/*
 * The page shows what the JSON says, digit by digit; here it gets what only a picture needs.
 */
#include "user/markdiff/out/page.h"

#include <errno.h>
#include <json-c/json.h>

#include "user/markdiff/out/flame.h"
#include "user/markdiff/out/json.h"
#include "user/page/page.h"

/* Recordings without call chains have no flame graph. */
static int add_flame(json_object *to, const struct verdict_report *r, const struct event_report *e)
{
	const struct stacks_source source = {
		.diff = r->diff,
		.event = e->observation.hist.events[0],
		.sides = r->sides,
		.works = e->observation.work,
	};
	const struct flame_options options = { .table = &e->table, .unit = &e->unit };
	json_object *flame;
	int err = out_flame(&source, &options, &flame);

	if (!err && flame && json_object_object_add(to, "flame", flame))
		err = -ENOMEM;
	return err;
}

static int print_page(FILE *out, json_object *tree)
{
	size_t len;
	const char *text =
		json_object_to_json_string_length(tree, JSON_C_TO_STRING_NOSLASHESCAPE, &len);

	return text ? page_write(out, text, len) : -ENOMEM;
}

int out_page(FILE *out, const struct verdict_report *r)
{
	json_object *tree = out_json_make(r), *events = NULL;
	uint32_t i;
	int err = 0;

	if (!tree || !json_object_object_get_ex(tree, "events", &events))
		err = -ENOMEM;
	for (i = 0; i < r->nr_events && !err; i++)
		err = add_flame(json_object_array_get_idx(events, i), r, &r->events[i]);
	if (!err)
		err = print_page(out, tree);
	json_object_put(tree);
	return err;
}
