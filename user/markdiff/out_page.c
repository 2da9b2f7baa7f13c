// SPDX-License-Identifier: GPL-2.0-only
/*
 * The page shows what the JSON says, digit by digit; here it gets what only a picture needs.
 */
#include "user/markdiff/out_page.h"

#include <assert.h>
#include <errno.h>
#include <json-c/json.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "user/markdiff/out_flame.h"
#include "user/markdiff/out_json.h"
#include "user/page/page.h"

static_assert(FLAME_TEXT >= CELL_SIZE, "a cost fits");

struct flame_event {
	const struct event_report *report;
	struct cost *costs; /* of a node, beside the files */
};

static void flame_text(void *ctx, double cost, char text[FLAME_TEXT])
{
	const struct flame_event *f = ctx;

	if (!cell_cost(&f->report->unit, cost, text))
		strcpy(text, "null");
}

/* What a node's samples vary by is not kept: they are taken for equal. */
static struct cost node_cost(const struct flame_event *f, const struct flame_runs *runs,
			     uint32_t file)
{
	const struct cost *total = &f->report->observation.total.costs[COST_SELF][file];
	struct cost c = { .value = runs->totals[file],
			  .samples = runs->samples[file],
			  .count = runs->samples[file],
			  .grain = total->grain };

	if (c.samples > 0) {
		c.grain = c.value / c.samples;
		c.sampling = c.value * c.grain;
	}
	return c;
}

/* The same test as that of a row's cost; the page has so many nodes that they are not corrected for. */
static bool flame_interval(void *ctx, const struct flame_runs *runs, double *low, double *high)
{
	const struct flame_event *f = ctx;
	struct figures figures = { .costs = f->costs }, *list = &figures;
	uint32_t i;

	for (i = 0; i < runs->nr; i++)
		f->costs[i] = node_cost(f, runs, i);
	if (verdicts_judge_figures(&f->report->table, &list, 1, NULL) || !figures.tested)
		return false;
	*low = figures.difference_interval.low;
	*high = figures.difference_interval.high;
	return isfinite(*low) && isfinite(*high);
}

/* Recordings without call chains have no flame graph. */
static int add_flame(json_object *to, const struct verdict_report *r, const struct event_report *e)
{
	struct flame_event event = { .report = e };
	const struct stacks_source source = {
		.diff = r->diff,
		.event = e->observation.hist.events[0],
		.sides = r->sides,
		.works = e->observation.work,
	};
	const struct flame_options options = { .text = flame_text,
					       .interval = flame_interval,
					       .ctx = &event };
	json_object *flame = NULL;
	int err = -ENOMEM;

	event.costs = calloc(r->diff->options->nr_files, sizeof(*event.costs));
	if (event.costs)
		err = out_flame(&source, &options, &flame);
	free(event.costs);
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
