// SPDX-License-Identifier: GPL-2.0-only
/*
 * From the call trees of recordings to one tree.
 *
 * Parents have lower numbers than their children in every tree, so one walk over a recording's
 * nodes finds for each the node where its caller went, and looks up its own functions below that.
 * A function that was inlined is a step of its own, and so a recording with other inlining has
 * other stacks; that is what --inline asks for.
 */
#include "user/markdiff/stacks/stacks.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "user/lib/array.h"
#include "user/markdiff/profile/calltree.h"
#include "user/markdiff/match/match.h"
#include "user/markdiff/stacks/internal.h"
#include "user/markdiff/stacks/objects.h"

struct merger {
	struct stacks *stacks;
	struct stacks_tree tree;
	struct pairs frames;
	struct stacks_objects objects; /* by place */
	bool by_dso;

	/* Of the file at hand. */
	uint32_t file;
	const struct profile *profile;
	const struct calltree *from;
	uint32_t *frame_of; /* its functions or frames -> frames, plus 1 */
};

/* ---- frames ---- */

static int add_frame(struct merger *m, const struct pair *key, const struct stacks_frame *frame,
		     uint32_t *number)
{
	struct stacks *s = m->stacks;
	int err = pairs_add(&m->frames, key->first, key->second, number);

	if (err || *number < s->nr_frames)
		return err;
	err = array_room(s->frames, s->nr_frames, s->cap_frames);
	if (!err)
		s->frames[s->nr_frames++] = *frame;
	return err;
}

static struct stacks_frame frame_of_function(const struct merger *m, uint32_t node,
					     uint32_t function)
{
	const struct resolved *r = &m->from->functions[function].resolved;

	return (struct stacks_frame){
		.dso = m->by_dso ? r->dso : NAME_NONE,
		.symbol = r->symbol,
		.object = STACKS_NONE,
		.mode = m->from->nodes[node].mode,
		.file = m->file,
		.node = node,
	};
}

static int add_function(struct merger *m, uint32_t node, uint32_t function, uint32_t *number)
{
	struct stacks_frame frame = frame_of_function(m, node, function);
	struct pair key = { (uint64_t)frame.dso << 32 | frame.symbol, frame.mode };

	return add_frame(m, &key, &frame, number);
}

/*
 * An address without an object is one of this run alone.  The addresses of folded stacks say
 * nothing, their texts do.
 */
static int add_place(struct merger *m, uint32_t node, uint32_t frame_number, uint32_t *number)
{
	const struct calltree_node *n = &m->from->nodes[node];
	struct stacks_frame frame = frame_of_function(m, node, m->from->frames[frame_number].first);
	struct pair key = { .second = n->addr };

	frame.object = stacks_object_of(&m->objects, m->file, n->object);
	if (m->profile->folded)
		key = (struct pair){ UINT64_MAX, (uint64_t)frame.symbol << 16 | n->mode };
	else if (frame.object == STACKS_NONE)
		key.first = (uint64_t)(STACKS_NONE - 1 - m->file) << 16 | n->mode;
	else
		key.first = (uint64_t)frame.object << 16 | n->mode;
	return add_frame(m, &key, &frame, number);
}

static int find_frame(struct merger *m, uint32_t node, uint32_t i, uint32_t *number)
{
	bool place = m->stacks->by == STACKS_BY_PLACE;
	int err;

	*number = m->frame_of[i] - 1;
	if (m->frame_of[i])
		return 0;
	err = place ? add_place(m, node, i, number) : add_function(m, node, i, number);
	m->frame_of[i] = *number + 1;
	return err;
}

/* ---- nodes ---- */

static int grow_tree(struct stacks_tree *t)
{
	struct stacks_cost *self;

	if (t->nodes.nr <= t->cap)
		return 0;
	self = realloc(t->self, t->nodes.cap * sizeof(*self));
	if (!self)
		return -ENOMEM;
	memset(&self[t->cap], 0, (t->nodes.cap - t->cap) * sizeof(*self));
	t->self = self;
	t->cap = t->nodes.cap;
	return 0;
}

static int step(struct merger *m, uint32_t node, uint32_t i, uint32_t *to)
{
	uint32_t frame;
	int err = find_frame(m, node, i, &frame);

	if (!err)
		err = pairs_add(&m->tree.nodes, *to, frame, to);
	return err ? err : grow_tree(&m->tree);
}

/* Below @to, all that a node's address is part of, the outermost first. */
static int descend(struct merger *m, uint32_t node, uint32_t *to)
{
	uint32_t number = m->from->frame_of[node], i;
	const struct calltree_frame *frame = &m->from->frames[number];
	int err = 0;

	if (m->stacks->by == STACKS_BY_PLACE)
		return step(m, node, number, to);
	for (i = frame->nr; i-- && !err;)
		err = step(m, node, frame->first + i, to);
	return err;
}

/* The function where samples fell decides whether they are shown. */
static bool is_hidden(const struct calltree *t, uint32_t node)
{
	return t->functions[t->frames[t->frame_of[node]].first].resolved.hidden;
}

static void spend(struct merger *m, uint32_t node, uint32_t to)
{
	const struct stacks_source *source = m->stacks->source;
	double cost = m->from->nodes[node].period * m->stacks->weights[m->file];
	enum side side = stacks_side_of(source, m->file);

	m->tree.self[to].of[side] += cost;
	m->stacks->total[side] += cost;
}

/* Without chains, a stack is the place of its samples. */
static int add_node(struct merger *m, uint32_t node, uint32_t *at)
{
	const struct calltree_node *n = &m->from->nodes[node];
	const struct calltree_group *group = &m->from->groups[n->object];
	bool has_samples;
	int err = 0;

	if (n->parent == CALLTREE_NONE) {
		at[node] = group->spent.event == m->stacks->events[m->file] ? STACKS_ROOT :
									      STACKS_NONE;
		return 0;
	}
	at[node] = at[n->parent];
	if (at[node] == STACKS_NONE)
		return 0;
	has_samples = n->samples && !is_hidden(m->from, node);
	if (!m->stacks->chains)
		at[node] = STACKS_ROOT;
	if (m->stacks->chains || has_samples)
		err = descend(m, node, &at[node]);
	if (!err && has_samples)
		spend(m, node, at[node]);
	return err;
}

static int add_file(struct merger *m, uint32_t file)
{
	const struct profile *p = &m->stacks->source->diff->profiles[file];
	const struct calltree *t = p->tree;
	uint32_t *at = malloc((t->nr + 1) * sizeof(*at)), i;
	int err = 0;

	m->stacks->at[file] = at;
	m->file = file;
	m->profile = p;
	m->from = t;
	m->frame_of = calloc((size_t)t->nr_functions + t->nr_frames + 1, sizeof(*m->frame_of));
	if (!at || !m->frame_of)
		err = -ENOMEM;
	for (i = 0; i < t->nr && !err; i++)
		err = add_node(m, i, at);
	free(m->frame_of);
	m->frame_of = NULL;
	return err;
}

/* ---- sides ---- */

/* What a period is worth where there is one run; 0: no work was done, and nothing can be said. */
static double per_work(const struct stacks_source *source, uint32_t file)
{
	double work = source->works ? source->works[file] : 1;

	return work > 0 && isfinite(work) ? 1 / work : 0;
}

static void weigh(struct stacks *s)
{
	const struct stacks_source *source = s->source;
	uint32_t i, nr = source->diff->options->nr_files, runs[NR_SIDES] = { 0 };

	for (i = 0; i < nr; i++)
		runs[stacks_side_of(source, i)] += s->events[i] != EVENT_NONE;
	for (i = 0; i < nr; i++)
		if (s->events[i] != EVENT_NONE)
			s->weights[i] = per_work(source, i) / runs[stacks_side_of(source, i)];
}

static bool has_chains(const struct profile *p, uint32_t event)
{
	uint64_t has = perfdata_event(p->pd, event)->sample_type;

	return has & PERFDATA_HAS_CALLCHAIN && !(has & PERFDATA_HAS_STACK_USER);
}

static void look_for_chains(struct stacks *s)
{
	const struct diff *diff = s->source->diff;
	bool some = false, has;
	uint32_t i;

	s->chains = true;
	for (i = 0; i < diff->options->nr_files; i++) {
		if (s->events[i] == EVENT_NONE)
			continue;
		has = has_chains(&diff->profiles[i], s->events[i]);
		s->chains &= has;
		some |= has;
	}
	s->mixed = some && !s->chains;
}

static int prepare(struct stacks *s)
{
	const struct diff *diff = s->source->diff;
	uint32_t i, nr = diff->options->nr_files;

	s->events = calloc(nr, sizeof(*s->events));
	s->weights = calloc(nr, sizeof(*s->weights));
	s->at = calloc(nr, sizeof(*s->at));
	if (!s->events || !s->weights || !s->at)
		return -ENOMEM;
	for (i = 0; i < nr; i++)
		s->events[i] = diff_pair(diff, i, s->source->event);
	weigh(s);
	look_for_chains(s);
	return 0;
}

static int merge(struct merger *m)
{
	const struct diff *diff = m->stacks->source->diff;
	uint32_t i, root;
	int err = pairs_add(&m->tree.nodes, STACKS_NONE, STACKS_NONE, &root);

	if (!err)
		err = grow_tree(&m->tree);
	if (!err && m->stacks->by == STACKS_BY_PLACE)
		err = stacks_objects_find(&m->objects, m->stacks);
	for (i = 0; i < diff->options->nr_files && !err; i++)
		if (m->stacks->events[i] != EVENT_NONE)
			err = add_file(m, i);
	return err ? err : stacks_order(m->stacks, &m->tree);
}

int stacks_new(const struct stacks_source *source, enum stacks_by by, struct stacks **out)
{
	struct stacks *s = calloc(1, sizeof(*s));
	struct merger m = { .stacks = s };
	int err = -ENOMEM;

	*out = NULL;
	if (s) {
		s->source = source;
		s->by = by;
		err = prepare(s);
	}
	if (!err) {
		m.by_dso = options_have_key(source->diff->options, KEY_DSO);
		err = merge(&m);
	}
	pairs_free(&m.tree.nodes);
	pairs_free(&m.frames);
	stacks_objects_free(&m.objects);
	free(m.tree.self);
	if (err)
		stacks_free(s);
	else
		*out = s;
	return err;
}

/* ---- what came out ---- */

/* A line of folded stacks is as many samples, of a period of 1, as it counts. */
static void add_spent(const struct stacks *s, uint32_t file, uint32_t node,
		      const struct stacks_spent *spent)
{
	const struct profile *p = &s->source->diff->profiles[file];
	const struct calltree_node *n = &p->tree->nodes[node];
	uint32_t at = s->at[file][node];
	double per = per_work(s->source, file);
	double squares = p->folded ? n->period : p->tree->squares ? p->tree->squares[node] : 0;

	if (at == STACKS_NONE || !n->samples || is_hidden(p->tree, node))
		return;
	spent->totals[at] += n->period * per;
	spent->squares[at] += squares * per * per;
	spent->samples[at] += p->folded ? n->period : n->samples;
}

static void add_to_caller(const struct stacks_spent *spent, uint32_t caller, uint32_t node)
{
	if (caller == STACKS_NONE)
		return;
	spent->totals[caller] += spent->totals[node];
	spent->squares[caller] += spent->squares[node];
	spent->samples[caller] += spent->samples[node];
}

void stacks_of_file(const struct stacks *s, uint32_t file, const struct stacks_spent *spent)
{
	const struct calltree *tree = s->source->diff->profiles[file].tree;
	uint32_t i;

	for (i = 0; i < s->nr; i++)
		spent->totals[i] = spent->squares[i] = spent->samples[i] = 0;
	for (i = 0; s->at[file] && i < tree->nr; i++)
		add_spent(s, file, i, spent);
	for (i = s->nr; i--;)
		add_to_caller(spent, s->nodes[i].parent, i);
}

const char *stacks_frame_name(const struct stacks *s, uint32_t frame, char buffer[STACKS_NAME])
{
	const struct stacks_frame *f = &s->frames[frame];
	const struct names *names = &s->source->diff->names;
	const char *dso = names_text(names, f->dso);

	if (*names_text(names, f->symbol))
		return names_text(names, f->symbol);
	if (!*dso || *dso == '[')
		return *dso ? dso : "[unknown]";
	snprintf(buffer, STACKS_NAME, "[%s]", dso);
	return buffer;
}

void stacks_free(struct stacks *s)
{
	uint32_t i;

	if (!s)
		return;
	for (i = 0; s->at && i < s->source->diff->options->nr_files; i++)
		free(s->at[i]);
	free(s->at);
	free(s->events);
	free(s->weights);
	free(s->objects);
	free(s->frames);
	free(s->nodes);
	free(s);
}
