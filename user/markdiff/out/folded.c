// SPDX-License-Identifier: GPL-2.0-only
/*
 * Nodes come in the order of a walk, so the text of a caller is still there when what it called is
 * written: each node cuts the text where its caller's ends, and adds its own frame.
 */
#include "user/markdiff/out/folded.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "user/markdiff/profile/calltree.h"

#define DIGITS 6 /* of a fraction; only means have one */

struct folder {
	const struct stacks *stacks;
	FILE *out;
	char *text; /* the stack at hand */
	size_t cap;
	size_t *ends; /* by node: of its text */
};

static int append(struct folder *f, size_t *end, const char *text, size_t length)
{
	size_t cap = f->cap ? f->cap : 4096;
	char *grown;

	while (cap < *end + length)
		cap *= 2;
	if (cap > f->cap) {
		grown = realloc(f->text, cap);
		if (!grown)
			return -ENOMEM;
		f->text = grown;
		f->cap = cap;
	}
	memcpy(f->text + *end, text, length);
	*end += length;
	return 0;
}

/* What would end a frame or a line, or begin a comment, becomes something else. */
static void clean(char *text, const char *end, bool first)
{
	if (first && *text == '#')
		*text = '?';
	for (; text < end; text++)
		if (*text == ';')
			*text = ':';
		else if ((unsigned char)*text < ' ')
			*text = ' ';
}

static bool takes_tail(const char *name, size_t *length, const char *tail)
{
	size_t size = strlen(tail);

	if (*length <= size || strcmp(name + *length - size, tail) != 0)
		return false;
	*length -= size;
	return true;
}

static bool is_from_jit(const struct stacks *s, const struct stacks_frame *frame)
{
	const struct profile *p = &s->source->diff->profiles[frame->file];
	uint32_t object = p->tree->nodes[frame->node].object;

	return !p->folded && object != PERFDATA_NO_OBJECT && dso_kind(p->dsos[object]) == DSO_JIT;
}

/* The mark of a frame; its name becomes shorter where it says the same in words. */
static const char *find_mark(const struct stacks *s, const struct stacks_frame *frame,
			     const char *name, size_t *length)
{
	if (takes_tail(name, length, " (inlined)"))
		return "_[i]";
	if (takes_tail(name, length, " (waker)"))
		return "_[w]";
	if (frame->mode == PERFDATA_MODE_KERNEL || frame->mode == PERFDATA_MODE_GUEST_KERNEL)
		return "_[k]";
	return is_from_jit(s, frame) ? "_[j]" : "";
}

static int append_frame(struct folder *f, uint32_t node, size_t *end)
{
	const struct stacks_node *n = &f->stacks->nodes[node];
	char buffer[STACKS_NAME];
	const char *name = stacks_frame_name(f->stacks, n->frame, buffer), *mark;
	size_t length = strlen(name), begin;
	int err = 0;

	mark = find_mark(f->stacks, &f->stacks->frames[n->frame], name, &length);
	*end = 0;
	if (n->parent != STACKS_NONE) {
		*end = f->ends[n->parent];
		err = append(f, end, ";", 1);
	}
	begin = *end;
	if (!err)
		err = append(f, end, name, length);
	if (err)
		return err;
	clean(f->text + begin, f->text + *end, n->parent == STACKS_NONE);
	return append(f, end, mark, strlen(mark));
}

/* Whole numbers are written as such, whatever their size. */
static void print_cost(FILE *out, double cost)
{
	char text[512];
	char *end = text + snprintf(text, sizeof(text), "%.*f", DIGITS, cost);

	while (end[-1] == '0')
		end--;
	if (end[-1] == '.')
		end--;
	fprintf(out, " %.*s", (int)(end - text), text);
}

static int write_node(struct folder *f, uint32_t node)
{
	const struct stacks_node *n = &f->stacks->nodes[node];
	size_t end;
	int err = append_frame(f, node, &end);

	f->ends[node] = end;
	if (err || (n->self[SIDE_BASE] <= 0 && n->self[SIDE_NEW] <= 0))
		return err;
	fwrite(f->text, 1, end, f->out);
	print_cost(f->out, n->self[SIDE_BASE]);
	print_cost(f->out, n->self[SIDE_NEW]);
	putc('\n', f->out);
	return 0;
}

int out_folded(FILE *out, const struct stacks *stacks)
{
	struct folder f = { .stacks = stacks, .out = out };
	uint32_t i;
	int err;

	f.ends = calloc(stacks->nr + 1, sizeof(*f.ends));
	err = f.ends ? 0 : -ENOMEM;
	for (i = 0; i < stacks->nr && !err; i++)
		err = write_node(&f, i);
	free(f.ends);
	free(f.text);
	return err;
}
