// SPDX-License-Identifier: GPL-2.0-only
/*
 * A flame graph of a large program has millions of nodes, nearly all of them thinner than a pixel.
 * Those that cost most on either side are kept; a caller costs at least as much as what it calls,
 * so what is kept hangs together.
 */
#include "user/markdiff/out/flame.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "user/lib/text.h"
#include "user/markdiff/verdict/judge_nodes.h"

struct flame {
	const struct stacks *stacks;
	const struct flame_options *options;
	uint32_t *kept; /* by node: its number, or STACKS_NONE */
	uint32_t nr_kept;
	uint32_t *frames; /* by frame: its number, or STACKS_NONE */
	uint32_t nr_files;
	struct cost *costs;	 /* by kept node and file */
	struct figures *figures; /* by kept node */
	json_object *frame_array, *node_array;
};

/* ---- which nodes ---- */

/*
 * The first bits of a positive number, exponent and some of the fraction, sort as the number does.
 */
#define COST_BITS 20

static uint32_t bucket_of(const struct stacks_node *n)
{
	double cost = n->total[SIDE_BASE];
	uint64_t bits;

	if (n->total[SIDE_NEW] > cost)
		cost = n->total[SIDE_NEW];
	memcpy(&bits, &cost, sizeof(bits));
	return bits >> (64 - COST_BITS);
}

/* Which bucket is the last one that is kept, and how many nodes of it. */
static int find_limit(const struct stacks *s, uint32_t max, uint32_t *bucket, uint32_t *room)
{
	uint32_t *counts = calloc(1 << COST_BITS, sizeof(*counts)), i;

	if (!counts)
		return -ENOMEM;
	for (i = 0; i < s->nr; i++)
		counts[bucket_of(&s->nodes[i])]++;
	*room = max;
	for (i = 1 << COST_BITS; --i && counts[i] <= *room;)
		*room -= counts[i];
	*bucket = i;
	free(counts);
	return 0;
}

/* Of the last bucket, a caller is before what it calls. */
static int choose_nodes(struct flame *f)
{
	const struct stacks *s = f->stacks;
	uint32_t max = f->options->max_nodes ? f->options->max_nodes : FLAME_NODES;
	uint32_t i, bucket, limit, room;
	int err = find_limit(s, max, &limit, &room);

	if (err)
		return err;
	for (i = 0; i < s->nr; i++) {
		bucket = bucket_of(&s->nodes[i]);
		f->kept[i] = STACKS_NONE;
		if (bucket > limit || (bucket == limit && room))
			f->kept[i] = f->nr_kept++;
		if (bucket == limit && room)
			room--;
	}
	return 0;
}

/* ---- what each run spent ---- */

static void take_file(struct flame *f, uint32_t file, const struct stacks_spent *spent)
{
	struct cost *cost;
	uint32_t i;

	for (i = 0; i < f->stacks->nr; i++) {
		if (f->kept[i] == STACKS_NONE)
			continue;
		cost = &f->costs[(size_t)f->kept[i] * f->nr_files + file];
		cost->value = spent->totals[i];
		cost->sampling = spent->squares[i];
		cost->count = spent->samples[i];
	}
}

static int take_files(struct flame *f)
{
	size_t nr = f->stacks->nr;
	double *all = calloc(3 * nr + 1, sizeof(*all));
	struct stacks_spent spent;
	uint32_t file;

	if (!all)
		return -ENOMEM;
	spent = (struct stacks_spent){ all, all + nr, all + 2 * nr };
	for (file = 0; file < f->nr_files; file++) {
		stacks_of_file(f->stacks, file, &spent);
		take_file(f, file, &spent);
	}
	free(all);
	return 0;
}

static int judge(struct flame *f)
{
	int err;

	f->costs = calloc((size_t)f->nr_kept * f->nr_files + 1, sizeof(*f->costs));
	f->figures = calloc((size_t)f->nr_kept + 1, sizeof(*f->figures));
	if (!f->costs || !f->figures)
		return -ENOMEM;
	err = take_files(f);
	return err ? err : judge_nodes(f->options->table, f->costs, f->nr_kept, f->figures);
}

/* ---- JSON ---- */

static int append(json_object *array, json_object *value)
{
	if (value && !json_object_array_add(array, value))
		return 0;
	json_object_put(value);
	return -ENOMEM;
}

static int append_null(json_object *array)
{
	return json_object_array_add(array, NULL) ? -ENOMEM : 0;
}

static int append_cost(const struct flame *f, json_object *array, double cost)
{
	char text[CELL_SIZE];

	if (!f->options->unit)
		snprintf(text, sizeof(text), "%.6g", cost);
	else if (!cell_cost(f->options->unit, cost, text))
		return append_null(array);
	return append(array, json_object_new_double_s(cost, text));
}

static int append_cell(const struct flame *f, json_object *array, const struct figures *figures,
		       enum figure_cell cell)
{
	static const struct cost_unit plain = { .scale = 1, .decimals = 2 };
	const struct cost_unit *unit = f->options->unit ? f->options->unit : &plain;
	char text[CELL_SIZE];

	if (!figures || !cell_text(unit, figures, cell, text))
		return append_null(array);
	return append(array, json_object_new_double_s(strtod(text, NULL), text));
}

static int append_verdict(const struct flame *f, json_object *array, uint32_t kept)
{
	const struct figures *figures = f->figures ? &f->figures[kept] : NULL;
	int err = append_cell(f, array, figures, CELL_DIFFERENCE_LOW);

	if (!err)
		err = append_cell(f, array, figures, CELL_DIFFERENCE_HIGH);
	if (!err)
		err = append_cell(f, array, figures, CELL_Q);
	if (err)
		return err;
	return figures ? append(array, json_object_new_int(figures->verdict)) : append_null(array);
}

static int number_frame(struct flame *f, uint32_t frame, uint32_t *number)
{
	char buffer[STACKS_NAME];

	*number = f->frames[frame];
	if (*number != STACKS_NONE)
		return 0;
	*number = f->frames[frame] = json_object_array_length(f->frame_array);
	return append(f->frame_array, json_text(stacks_frame_name(f->stacks, frame, buffer)));
}

static int fill_node(struct flame *f, uint32_t node, json_object *array)
{
	const struct stacks_node *n = &f->stacks->nodes[node];
	int64_t parent = n->parent == STACKS_NONE ? -1 : (int64_t)f->kept[n->parent];
	uint32_t frame;
	int err = number_frame(f, n->frame, &frame);

	if (!err)
		err = append(array, json_object_new_int64(parent));
	if (!err)
		err = append(array, json_object_new_int64(frame));
	if (!err)
		err = append_cost(f, array, n->total[SIDE_BASE]);
	if (!err)
		err = append_cost(f, array, n->total[SIDE_NEW]);
	return err ? err : append_verdict(f, array, f->kept[node]);
}

static int add_nodes(struct flame *f)
{
	json_object *array;
	uint32_t i;
	int err = 0;

	for (i = 0; i < f->stacks->nr && !err; i++) {
		if (f->kept[i] == STACKS_NONE)
			continue;
		array = json_object_new_array();
		err = append(f->node_array, array);
		if (!err)
			err = fill_node(f, i, array);
	}
	return err;
}

static int add_member(json_object *object, const char *name, json_object *value)
{
	if (value && !json_object_object_add(object, name, value))
		return 0;
	json_object_put(value);
	return -ENOMEM;
}

static int add_verdicts(json_object *object)
{
	json_object *names = json_object_new_array();
	int verdict, err = add_member(object, "verdicts", names);

	for (verdict = 0; verdict < NR_VERDICTS && !err; verdict++)
		err = append(names, json_object_new_string(verdict_name(verdict)));
	return err;
}

static int write_object(struct flame *f, json_object *object)
{
	int err;

	f->frame_array = json_object_new_array();
	err = add_member(object, "frames", f->frame_array);
	if (!err && f->figures)
		err = add_verdicts(object);
	if (err)
		return err;
	f->node_array = json_object_new_array();
	err = add_member(object, "nodes", f->node_array);
	if (!err)
		err = add_nodes(f);
	return err ? err :
		     add_member(object, "left_out",
				json_object_new_int64(f->stacks->nr - f->nr_kept));
}

static int write_flame(struct flame *f, json_object *object)
{
	const struct stacks *s = f->stacks;
	int err;

	f->kept = calloc(s->nr + 1, sizeof(*f->kept));
	f->frames = malloc((s->nr_frames + 1) * sizeof(*f->frames));
	if (!f->kept || !f->frames || !object)
		return -ENOMEM;
	memset(f->frames, 0xff, (s->nr_frames + 1) * sizeof(*f->frames));
	err = choose_nodes(f);
	if (!err && f->options->table)
		err = judge(f);
	return err ? err : write_object(f, object);
}

int out_flame(const struct stacks_source *source, const struct flame_options *options,
	      json_object **out)
{
	struct flame f = { .options = options };
	json_object *object = NULL;
	struct stacks *stacks;
	int err = stacks_new(source, STACKS_BY_FUNCTION, &stacks);

	*out = NULL;
	if (err)
		return err;
	f.stacks = stacks;
	f.nr_files = source->diff->options->nr_files;
	if (stacks->chains) {
		object = json_object_new_object();
		err = write_flame(&f, object);
	}
	if (err)
		json_object_put(object);
	else
		*out = object;
	free(f.kept);
	free(f.frames);
	free(f.costs);
	free(f.figures);
	stacks_free(stacks);
	return err;
}
