// SPDX-License-Identifier: GPL-2.0-only
/*
 * A frame is a location: an address in a program, with the functions that are there by the names
 * under which they were paired.  So the same function of two builds is two locations and one name,
 * and pprof, which sums up by names, compares what markdiff compares.
 *
 * Addresses are offsets in files, as if each file were mapped from address 0 on; the kernel's and
 * those of a JIT are where they were.  A mapping is as much as there are addresses of, so that a
 * reader finds the segment of the file that was executed.
 */
#include "user/markdiff/out/pprof.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "user/lib/array.h"
#include "user/markdiff/profile/calltree.h"
#include "user/markdiff/profile/inline.h"
#include "user/markdiff/match/match.h"
#include "user/markdiff/profile/pairs.h"
#include "user/markdiff/version.h"
#include "user/pprof/pprof.h"

#define PAGE 4096ull

static_assert(INLINE_MAX <= PPROF_LINES, "a location has room for all functions at an address");

struct exporter {
	const struct stacks *stacks;
	const struct diff *diff;
	enum side first; /* of the sides */
	uint32_t nr_sides;
	struct pprof *out;
	bool *used;		/* frames */
	uint64_t *mappings;	/* by object */
	uint64_t *locations;	/* by frame */
	struct pairs functions; /* name and file: number, less 1 */
	struct names files;	/* of source */
	uint64_t *path;
	uint32_t cap_path;
	double total, lost;
};

/* ---- head ---- */

static const struct perfdata_event *event_of(const struct exporter *x, uint32_t file)
{
	return perfdata_event(x->diff->profiles[file].pd, x->stacks->events[file]);
}

/* The first file of a side that has the event; STACKS_NONE where none has. */
static uint32_t first_file(const struct exporter *x, enum side side)
{
	uint32_t i;

	for (i = 0; i < x->diff->options->nr_files; i++)
		if (x->stacks->events[i] != EVENT_NONE &&
		    stacks_side_of(x->stacks->source, i) == side)
			return i;
	return STACKS_NONE;
}

static struct pprof_type type_of(const struct perfdata_event *event)
{
	if (event_is_clock(event))
		return (struct pprof_type){ "cpu", "nanoseconds" };
	return (struct pprof_type){ event->name, "count" };
}

/* A frequency says how many nanoseconds are between samples, but of no other event how many. */
static int64_t period_of(const struct perfdata_event *event)
{
	if (!(event->flags >> PERFDATA_FREQ & 1))
		return event->period;
	return event_is_clock(event) && event->period ? 1000000000 / event->period : 0;
}

/* The mean of the runs that say when they began and ended. */
static int64_t duration_of(const struct exporter *x, enum side side)
{
	const struct perfdata_info *info;
	uint64_t sum = 0;
	uint32_t i, nr = 0;

	for (i = 0; i < x->diff->options->nr_files; i++) {
		info = perfdata_info(x->diff->profiles[i].pd);
		if (stacks_side_of(x->stacks->source, i) != side ||
		    info->last_sample <= info->first_sample)
			continue;
		sum += info->last_sample - info->first_sample;
		nr++;
	}
	return nr ? sum / nr : 0;
}

/* A recording that does not say when it was made was written when it ended. */
static int64_t time_of(const struct exporter *x, uint32_t file)
{
	const struct profile *p = &x->diff->profiles[file];
	const struct perfdata_info *info = perfdata_info(p->pd);
	struct stat st;

	if (info->clock_wall_ns && info->first_sample)
		return info->clock_wall_ns + (info->first_sample - info->clock_ns);
	if (stat(p->path, &st) || !S_ISREG(st.st_mode))
		return 0;
	return st.st_mtim.tv_sec * 1000000000ll + st.st_mtim.tv_nsec -
	       (info->last_sample - info->first_sample);
}

static int write_comment(const struct exporter *x, uint32_t file, char **text)
{
	const struct profile *p = &x->diff->profiles[file];
	const struct perfdata_info *info = perfdata_info(p->pd);
	bool is_new = stacks_side_of(x->stacks->source, file) == SIDE_NEW;

	if (asprintf(text, "%s: %s: %s%s%s%s%s", is_new ? "new" : "base", p->path,
		     event_of(x, file)->name, info->cmdline ? ", recorded by " : "",
		     info->cmdline ? info->cmdline : "", info->os_release ? ", kernel " : "",
		     info->os_release ? info->os_release : "") < 0) {
		*text = NULL;
		return -ENOMEM;
	}
	return 0;
}

static bool has_side(const struct exporter *x, uint32_t file)
{
	uint32_t side = stacks_side_of(x->stacks->source, file);

	return side >= x->first && side < x->first + x->nr_sides;
}

static int write_comments(const struct exporter *x, char **comments, uint32_t *nr)
{
	uint32_t i;
	int err;

	err = asprintf(&comments[0], "made by markdiff %s; costs are those of one run%s",
		       MARKDIFF_VERSION, x->stacks->source->works ? ", by unit of work" : "");
	if (err < 0) {
		comments[0] = NULL;
		return -ENOMEM;
	}
	for (i = 0, *nr = 1, err = 0; i < x->diff->options->nr_files && !err; i++)
		if (x->stacks->events[i] != EVENT_NONE && has_side(x, i))
			err = write_comment(x, i, &comments[(*nr)++]);
	return err;
}

static int put_head(struct exporter *x)
{
	static const char *const side_names[] = { "base", "new" };
	enum side last = x->first + x->nr_sides - 1;
	uint32_t i, file = first_file(x, last);
	char **comments = calloc(x->diff->options->nr_files + 1, sizeof(*comments));
	struct pprof_head head = { .nr_types = x->nr_sides, .default_type = x->nr_sides - 1 };
	int err = comments ? write_comments(x, comments, &head.nr_comments) : -ENOMEM;

	if (!err) {
		file = file == STACKS_NONE ? first_file(x, SIDE_BASE) : file;
		head.period_type = type_of(event_of(x, file));
		head.period = period_of(event_of(x, file));
		head.time_ns = time_of(x, file);
		head.duration_ns = duration_of(x, last);
		head.comments = (const char *const *)comments;
		for (i = 0; i < x->nr_sides; i++)
			head.types[i] = (struct pprof_type){ side_names[i], head.period_type.unit };
		if (x->nr_sides == 1)
			head.types[0] = head.period_type;
		pprof_head(x->out, &head);
	}
	for (i = 0; comments && i <= x->diff->options->nr_files; i++)
		free(comments[i]);
	free(comments);
	return err;
}

/* ---- mappings ---- */

struct range {
	uint64_t first, last;
	bool used;
};

static uint64_t addr_of(const struct exporter *x, const struct stacks_frame *f)
{
	return x->diff->profiles[f->file].tree->nodes[f->node].addr;
}

static struct range *find_ranges(const struct exporter *x)
{
	const struct stacks *s = x->stacks;
	struct range *ranges = calloc(s->nr_objects + 1, sizeof(*ranges)), *range;
	uint32_t i;
	uint64_t addr;

	for (i = 0; ranges && i < s->nr_frames; i++) {
		if (!x->used[i] || s->frames[i].object == STACKS_NONE)
			continue;
		range = &ranges[s->frames[i].object];
		addr = addr_of(x, &s->frames[i]);
		if (!range->used || addr < range->first)
			range->first = addr;
		if (!range->used || addr > range->last)
			range->last = addr;
		range->used = true;
	}
	return ranges;
}

static bool is_in_file(const struct perfdata_object *o)
{
	return o->kind == PERFDATA_FILE || o->kind == PERFDATA_VDSO || o->kind == PERFDATA_MODULE;
}

static void put_mapping(struct exporter *x, uint32_t object, const struct range *range)
{
	const struct stacks_object *o = &x->stacks->objects[object];
	char id[2 * PERFDATA_BUILD_ID_MAX + 1] = "";
	int i;
	struct pprof_mapping mapping = {
		.start = range->first & -PAGE,
		.limit = (range->last | (PAGE - 1)) + 1,
		.file = o->object->name,
		.build_id = id,
		.symbolized = dso_is_resolved(o->dso),
		.inlined = x->diff->options->inline_frames,
	};

	for (i = 0; i < o->object->build_id_size; i++)
		sprintf(id + 2 * (size_t)i, "%02x", o->object->build_id[i]);
	if (is_in_file(o->object))
		mapping.offset = mapping.start;
	if (mapping.limit < mapping.start)
		mapping.limit = UINT64_MAX;
	x->mappings[object] = pprof_mapping(x->out, &mapping);
}

/* The first one that is written is the program's, where readers ask which that is. */
static uint32_t find_program(const struct exporter *x, const struct range *ranges)
{
	const struct stacks *s = x->stacks;
	uint32_t i;

	for (i = 0; i < s->nr_objects; i++)
		if (ranges[i].used && s->objects[i].object->kind == PERFDATA_FILE)
			return i;
	return STACKS_NONE;
}

static int put_mappings(struct exporter *x)
{
	struct range *ranges = find_ranges(x);
	uint32_t i, program;

	if (!ranges)
		return -ENOMEM;
	program = find_program(x, ranges);
	if (program != STACKS_NONE)
		put_mapping(x, program, &ranges[program]);
	for (i = 0; i < x->stacks->nr_objects; i++)
		if (ranges[i].used && i != program)
			put_mapping(x, i, &ranges[i]);
	free(ranges);
	return 0;
}

/* ---- locations ---- */

/*
 * That a function was inlined is said by its line's place.  "f -> f (inlined)" is one that only one
 * of the builds inlined.  Returns the name, to be freed.
 */
static char *plain_name(const char *name)
{
	static const char tail[] = " (inlined)", arrow[] = " -> ";
	size_t length = strlen(name), half;

	if (length < sizeof(tail) || strcmp(name + length - sizeof(tail) + 1, tail) != 0)
		return strdup(name);
	length -= sizeof(tail) - 1;
	half = length > sizeof(arrow) ? (length - sizeof(arrow) + 1) / 2 : 0;
	if (half && !memcmp(name + half, arrow, sizeof(arrow) - 1) &&
	    !memcmp(name, name + half + sizeof(arrow) - 1, half))
		length = half;
	return strndup(name, length);
}

static int put_function(struct exporter *x, const struct stacks_frame *frame,
			const struct resolved *r, const char *file)
{
	char *name = plain_name(names_text(&x->diff->names, r->symbol));
	const char *raw = match_symbols_raw(x->diff->match, frame->dso, r->symbol, frame->file);
	struct pprof_function function = { name, *raw ? raw : name, file };

	if (!name)
		return -ENOMEM;
	pprof_function(x->out, &function);
	free(name);
	return 0;
}

static int find_function(struct exporter *x, const struct stacks_frame *frame,
			 const struct resolved *r, const char *file, uint64_t *id)
{
	uint32_t source, number, before = x->functions.nr;
	int err = names_add(&x->files, file ? file : "", &source);

	if (!err)
		err = pairs_add(&x->functions, r->symbol, source, &number);
	if (err)
		return err;
	*id = (uint64_t)number + 1;
	return x->functions.nr == before ? 0 : put_function(x, frame, r, file);
}

/* What the debug information says; without --inline, only of the function itself. */
static uint32_t find_lines(const struct exporter *x, const struct stacks_frame *frame,
			   struct dso_frame lines[INLINE_MAX])
{
	const struct profile *p = &x->diff->profiles[frame->file];
	uint32_t object = p->tree->nodes[frame->node].object, nr;

	if (p->folded || object == PERFDATA_NO_OBJECT)
		return 0;
	nr = dso_inlined(p->dsos[object], addr_of(x, frame), lines, INLINE_MAX);
	if (nr && !x->diff->options->inline_frames) {
		lines[0] = lines[nr - 1];
		nr = nr < INLINE_MAX;
	}
	return nr;
}

static int put_location(struct exporter *x, uint32_t number)
{
	const struct stacks_frame *frame = &x->stacks->frames[number];
	const struct profile *p = &x->diff->profiles[frame->file];
	const struct calltree *t = p->tree;
	const struct calltree_frame *at = &t->frames[t->frame_of[frame->node]];
	struct pprof_location location = {
		.mapping = frame->object == STACKS_NONE ? 0 : x->mappings[frame->object],
		.address = p->folded ? 0 : addr_of(x, frame),
	};
	struct dso_frame lines[INLINE_MAX];
	uint32_t nr = find_lines(x, frame, lines), i;
	const struct resolved *r;
	int err = 0;

	for (i = 0; i < at->nr && !err; i++) {
		r = &t->functions[at->first + i].resolved;
		if (!r->symbol)
			continue;
		err = find_function(x, frame, r, i < nr ? lines[i].file : NULL,
				    &location.lines[location.nr_lines].function);
		location.lines[location.nr_lines++].line = i < nr ? lines[i].line : 0;
	}
	if (!err)
		x->locations[number] = pprof_location(x->out, &location);
	return err;
}

static int put_locations(struct exporter *x)
{
	uint32_t i;
	int err = 0;

	for (i = 0; i < x->stacks->nr_frames && !err; i++)
		if (x->used[i])
			err = put_location(x, i);
	return err;
}

/* ---- samples ---- */

static bool costs(const struct exporter *x, const double cost[NR_SIDES])
{
	uint32_t i;

	for (i = 0; i < x->nr_sides; i++)
		if (cost[x->first + i] > 0)
			return true;
	return false;
}

static int write_path(struct exporter *x, uint32_t node, uint32_t *nr)
{
	const struct stacks_node *nodes = x->stacks->nodes;

	for (*nr = 0; node != STACKS_NONE; node = nodes[node].parent) {
		if (array_room(x->path, *nr, x->cap_path))
			return -ENOMEM;
		x->path[(*nr)++] = x->locations[nodes[node].frame];
	}
	return 0;
}

static int put_sample(struct exporter *x, uint32_t node)
{
	const struct stacks_node *n = &x->stacks->nodes[node];
	int64_t values[NR_SIDES];
	uint32_t i, nr;
	bool any = false;
	int err;

	for (i = 0; i < x->nr_sides; i++) {
		values[i] = llround(n->self[x->first + i]);
		any |= values[i] != 0;
		x->total += n->self[x->first + i];
		x->lost += fabs(n->self[x->first + i] - values[i]);
	}
	if (!any)
		return 0;
	err = write_path(x, node, &nr);
	if (!err)
		pprof_sample(x->out, x->path, nr, values, x->nr_sides);
	return err;
}

static int put_samples(struct exporter *x)
{
	uint32_t i;
	int err = 0;

	for (i = 0; i < x->stacks->nr && !err; i++)
		if (costs(x, x->stacks->nodes[i].self))
			err = put_sample(x, i);
	return err;
}

/* ---- all ---- */

static int prepare(struct exporter *x)
{
	const struct stacks *s = x->stacks;
	uint32_t i;

	x->used = calloc(s->nr_frames + 1, sizeof(*x->used));
	x->locations = calloc(s->nr_frames + 1, sizeof(*x->locations));
	x->mappings = calloc(s->nr_objects + 1, sizeof(*x->mappings));
	if (!x->used || !x->locations || !x->mappings)
		return -ENOMEM;
	for (i = 0; i < s->nr; i++)
		if (costs(x, s->nodes[i].total))
			x->used[s->nodes[i].frame] = true;
	return names_init(&x->files);
}

static int write_all(struct exporter *x)
{
	int err = prepare(x);

	if (!err)
		err = put_head(x);
	if (!err)
		err = put_mappings(x);
	if (!err)
		err = put_locations(x);
	return err ? err : put_samples(x);
}

int out_pprof(const char *path, const struct stacks *stacks, enum pprof_sides sides, double *lost)
{
	struct exporter x = {
		.stacks = stacks,
		.diff = stacks->source->diff,
		.first = sides == PPROF_NEW ? SIDE_NEW : SIDE_BASE,
		.nr_sides = sides == PPROF_BOTH ? NR_SIDES : 1,
	};
	int err = pprof_create(path, &x.out), close_err;

	if (err)
		return err;
	err = write_all(&x);
	close_err = pprof_close(x.out);
	*lost = x.total > 0 ? x.lost / x.total : 0;
	free(x.used);
	free(x.locations);
	free(x.mappings);
	free(x.path);
	pairs_free(&x.functions);
	names_free(&x.files);
	return err ? err : close_err;
}
