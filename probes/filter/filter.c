// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * filter.c - the probe that stands before another one, and decides (filter.h)
 *
 * Locking: points are added under the registry's lock, published with a release store, and stay
 * until the filter is closed.  A hit writes counters and the bucket alone, by atomic operations.
 * What a hit runs uses general registers only (Makefile), or binding has said that it does not.
 */
#include "filter.h"
#include "code.h"

#define SHARDS	 16
#define WHY_SIZE 160

/* Hits that were stopped by the threads of one shard. */
struct shard {
	struct marker_filter_counts counts;
	char pad[64 - sizeof(struct marker_filter_counts)];
};

struct marker_filter {
	struct marker_filter_spec spec; /* its condition is not the caller's: NULL */
	struct marker_filter_code *code;
	const struct marker_named_probe *inner;
	void *inner_private;
	struct point *points;
	char why[WHY_SIZE]; /* why the first marker that did not fit did not */
	unsigned int nr_bound, nr_unbound;
	struct shard shards[SHARDS];
};

/* One marker behind the filter. */
struct point {
	struct point *next;
	struct marker_filter *filter;
	marker_probe_fn *func;
	void *private_data;
	bool general;
	bool unbound; /* the condition does not fit the marker */
	struct marker_filter_program *program;
	const char *format; /* in text */
	char pad[64];
	unsigned long seen; /* by "every" */
	u64 full_at;	    /* "rate" */
	char pad2[64];
	char text[]; /* "name\0format\0" */
};

static struct shard *own_shard(struct marker_filter *filter)
{
	u64 key = os_context() * 0x9e3779b97f4a7c15ull; /* Fibonacci hashing */

	return &filter->shards[key >> 60];
}

static bool condition_holds(const struct point *point, const struct marker_info *marker,
			    va_list *args)
{
	return point->program ? marker_filter_eval(point->program, marker, args) : !point->unbound;
}

static bool is_first_of(struct point *point, u64 every)
{
	return __atomic_fetch_add(&point->seen, 1, __ATOMIC_RELAXED) % every == 0;
}

static bool lets_through(struct point *point, const struct marker_info *marker, va_list *args)
{
	struct marker_filter *filter = point->filter;
	const struct marker_filter_spec *spec = &filter->spec;

	if (spec->tid && marker_filter_tid() != spec->tid)
		os_count(&own_shard(filter)->counts.tid);
	else if (!condition_holds(point, marker, args))
		os_count(&own_shard(filter)->counts.condition);
	else if (spec->every > 1 && !is_first_of(point, spec->every))
		os_count(&own_shard(filter)->counts.every);
	else if (spec->rate &&
		 !marker_filter_rate(&point->full_at, spec->rate, marker_filter_now_ns()))
		os_count(&own_shard(filter)->counts.rate);
	else
		return true;
	return false;
}

/*
 * A condition uses the list up, and the probe gets the copy: copying what was just written waits for the
 * stores to leave the core's store buffer, and that passes while the condition runs.
 */
void marker_filter_probe(void *private_data, const struct marker_info *marker, va_list *args)
{
	struct point *point = private_data;
	va_list pristine;

	if (!point->program) {
		if (lets_through(point, marker, args))
			point->func(point->private_data, marker, args);
		return;
	}
	va_copy(pristine, *args);
	if (lets_through(point, marker, args))
		point->func(point->private_data, marker, &pristine);
	va_end(pristine);
}

/* ---- writers -------------------------------------------------------------------------------- */

static void free_point(struct point *point)
{
	os_free(point->program);
	os_free(point);
}

/* A condition that does not fit is no error: the marker is not let through. */
static int bind_point(struct point *point, const struct marker_info *marker)
{
	struct marker_filter *filter = point->filter;
	char why[WHY_SIZE];
	int err;

	if (!filter->code)
		return 0;
	err = marker_filter_bind(filter->code, marker, &point->program, why, sizeof(why));
	if (err == -ENOMEM)
		return err;
	point->unbound = err;
	if (err && !filter->nr_unbound)
		memcpy(filter->why, why, sizeof(why));
	/* Pairs with marker_filter_unmatched(): the sentence is whole. */
	__atomic_fetch_add(err ? &filter->nr_unbound : &filter->nr_bound, 1, __ATOMIC_RELEASE);
	return 0;
}

static struct point *make_point(struct marker_filter *filter, const struct marker_info *marker,
				const struct marker_attached *inner)
{
	const size_t name_size = strlen(marker->name) + 1, format_size = strlen(marker->format) + 1;
	struct point *point = os_alloc(sizeof(*point) + name_size + format_size);

	if (!point)
		return NULL;
	point->filter = filter;
	point->func = inner->func;
	point->private_data = inner->private_data;
	point->format = point->text + name_size;
	memcpy(point->text, marker->name, name_size);
	memcpy(point->text + name_size, marker->format, format_size);
	if (bind_point(point, marker)) {
		free_point(point);
		return NULL;
	}
	point->general = inner->general && !filter->spec.rate && !filter->spec.tid &&
			 (!point->program || point->program->general);
	point->next = filter->points;
	filter->points = point;
	return point;
}

/* One that is told of again goes on counting, unless the probe behind has something else called. */
static struct point *find_point(const struct marker_filter *filter,
				const struct marker_info *marker,
				const struct marker_attached *inner)
{
	struct point *point;

	for (point = filter->points; point; point = point->next)
		if (!strcmp(point->text, marker->name) && !strcmp(point->format, marker->format) &&
		    point->func == inner->func && point->private_data == inner->private_data)
			break;
	return point;
}

/**
 * marker_filter_attach() - struct marker_probe's attach of a filter
 * @data:	the filter
 * @marker:	which it is to stand before
 * @attached:	filled in
 *
 * Asks the probe behind it what it wants called for this marker.
 */
int marker_filter_attach(void *data, const struct marker_info *marker,
			 struct marker_attached *attached)
{
	struct marker_filter *filter = data;
	struct marker_attached inner = {
		.func = filter->inner->func,
		.private_data = filter->inner_private,
		.general = filter->inner->general,
	};
	struct point *point;
	int err = 0;

	if (filter->inner->attach)
		err = filter->inner->attach(filter->inner_private, marker, &inner);
	if (err)
		return err;
	point = find_point(filter, marker, &inner);
	if (!point)
		point = make_point(filter, marker, &inner);
	if (!point)
		return -ENOMEM;
	attached->func = marker_filter_probe;
	attached->private_data = point;
	attached->general = point->general;
	return 0;
}

int marker_filter_open(const struct marker_filter_spec *spec,
		       const struct marker_named_probe *inner, void *inner_private,
		       struct marker_filter **filter, char *why, size_t why_size)
{
	struct marker_filter *new;
	int err = 0;

	*filter = NULL;
	if (spec->rate > MARKER_FILTER_RATE_MAX) {
		snprintf(why, why_size, "at most %d events a second can be told from all",
			 MARKER_FILTER_RATE_MAX);
		return -ERANGE;
	}
	snprintf(why, why_size, "out of memory");
	new = os_alloc(sizeof(*new));
	if (!new)
		return -ENOMEM;
	marker_filter_prepare();
	new->spec = *spec;
	new->spec.condition = NULL;
	new->inner = inner;
	new->inner_private = inner_private;
	if (spec->condition)
		err = marker_filter_parse(spec->condition, &new->code, why, why_size);
	if (err)
		os_free(new);
	else
		*filter = new;
	return err;
}

void marker_filter_close(struct marker_filter *filter)
{
	struct point *point;

	if (!filter)
		return;
	while ((point = filter->points)) {
		filter->points = point->next;
		free_point(point);
	}
	marker_filter_code_free(filter->code);
	os_free(filter);
}

bool marker_filter_unmatched(const struct marker_filter *filter, char *why, size_t why_size)
{
	/* Pairs with bind_point(). */
	if (__atomic_load_n(&filter->nr_bound, __ATOMIC_ACQUIRE) ||
	    !__atomic_load_n(&filter->nr_unbound, __ATOMIC_ACQUIRE))
		return false;
	snprintf(why, why_size, "%s", filter->why);
	return true;
}

void marker_filter_count(const struct marker_filter *filter, struct marker_filter_counts *counts)
{
	unsigned int i;

	memset(counts, 0, sizeof(*counts));
	for (i = 0; i < SHARDS; i++) {
		const struct marker_filter_counts *shard = &filter->shards[i].counts;

		counts->tid += READ_ONCE(shard->tid);
		counts->condition += READ_ONCE(shard->condition);
		counts->every += READ_ONCE(shard->every);
		counts->rate += READ_ONCE(shard->rate);
	}
}
