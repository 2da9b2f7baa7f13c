// SPDX-License-Identifier: GPL-2.0-only
/*
 * What was mapped at an address when a sample was taken.  space.c says how spaces are laid out.
 *
 * Samples come in millions and fall into few maps: recent answers are remembered, together with the
 * time span in which no other map overlaps theirs.
 */
#include "user/perfdata/internal.h"

/* Over a range of addresses: the newest map up to a moment, and the first one after it. */
struct query {
	uint64_t start, end;
	struct stamp moment;
	const struct map *newest, *next;
};

static void query_map(struct query *q, const struct map *map)
{
	if (map->start >= q->end || map->end <= q->start)
		return;
	if (stamp_before(q->moment, map->since)) {
		if (!q->next || stamp_before(map->since, q->next->since))
			q->next = map;
	} else if (!q->newest || stamp_before(q->newest->since, map->since)) {
		q->newest = map;
	}
}

static void query_tree(struct query *q, const struct map *maps, uint32_t lo, uint32_t hi)
{
	uint32_t mid;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		if (maps[mid].max_end <= q->start)
			return;
		query_tree(q, maps, lo, mid);
		if (maps[mid].start >= q->end)
			return;
		query_map(q, &maps[mid]);
		lo = mid + 1;
	}
}

static void query_space(const struct perfdata *pd, struct query *q, uint32_t space)
{
	const struct space *s = &pd->spaces[space];

	q->newest = q->next = NULL;
	if (s->nr_maps)
		query_tree(q, pd->maps + s->first_map, 0, s->nr_maps);
}

/* The map over an address at a moment, asking the ancestors if need be. */
static const struct map *find_map(const struct perfdata *pd, uint32_t space, uint64_t ip,
				  struct stamp moment)
{
	struct query q = { .start = ip, .end = ip + 1, .moment = moment };

	while (space != SPACE_NONE) {
		query_space(pd, &q, space);
		if (q.newest)
			return q.newest;
		q.moment = pd->spaces[space].since;
		space = pd->spaces[space].parent;
	}
	return NULL;
}

/*
 * The times around a moment at which the whole of a map is seen from a space and nothing hides a
 * part of it.  False where something does.
 */
static bool find_span(const struct perfdata *pd, uint32_t space, const struct map *map,
		      struct stamp moment, struct recent *r)
{
	struct query q = { .start = map->start, .end = map->end, .moment = moment };

	query_space(pd, &q, space);
	r->before = q.next ? q.next->since.time : UINT64_MAX;
	r->after = space == map->space ? map->since.time : pd->spaces[space].since.time;
	while (space != map->space) {
		if (q.newest)
			return false;
		q.moment = pd->spaces[space].since;
		space = pd->spaces[space].parent;
		query_space(pd, &q, space);
	}
	return q.newest == map;
}

static uint64_t map_delta(const struct perfdata *pd, const struct map *map)
{
	if (map->object == PERFDATA_NO_OBJECT)
		return 0;
	switch (pd->objects[map->object].kind) {
	case PERFDATA_KERNEL:
	case PERFDATA_ANON:
		return 0;
	default:
		return map->pgoff - map->start;
	}
}

/* How many spaces of tasks up to this one had begun at a moment: an index into by_task. */
static uint32_t find_space(const struct perfdata *pd, task_key task, struct stamp moment)
{
	uint32_t lo = 0, hi = pd->nr_spaces, mid;
	const struct space *s;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		s = &pd->spaces[pd->by_task[mid]];
		if (s->task < task || (s->task == task && !stamp_before(moment, s->since)))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* The space of by_task that is of this task, or NULL. */
static const struct space *task_space(const struct perfdata *pd, uint32_t at, task_key task)
{
	const struct space *s = at < pd->nr_spaces ? &pd->spaces[pd->by_task[at]] : NULL;

	return s && s->task == task ? s : NULL;
}

static uint32_t space_of_task(struct perfdata *pd, const struct perfdata_sample *s)
{
	task_key task = task_of(machine_of_mode(s->mode), s->pid);
	uint32_t at = find_space(pd, task, (struct stamp){ s->time, s->place });
	const struct space *now = task_space(pd, at - 1, task), *next = task_space(pd, at, task);

	if (!now)
		return SPACE_NONE;
	pd->recent_pids[s->pid % RECENT_PIDS] =
		(struct recent_pid){ .task = task,
				     .space = now - pd->spaces,
				     .after = now->since.time,
				     .before = next ? next->since.time : UINT64_MAX };
	return now - pd->spaces;
}

static uint32_t space_of(struct perfdata *pd, const struct perfdata_sample *s)
{
	switch (s->mode) {
	case PERFDATA_MODE_KERNEL:
	case PERFDATA_MODE_GUEST_KERNEL:
		return pd->kernels[machine_of_mode(s->mode)];
	case PERFDATA_MODE_USER:
	case PERFDATA_MODE_GUEST_USER:
		return space_of_task(pd, s);
	default:
		return SPACE_NONE;
	}
}

static inline struct recent *recent_of(const struct perfdata *pd, uint32_t space, uint64_t ip)
{
	return &pd->recent[(ip >> 16 ^ space * 0x9e37u) % RECENT_MAPS];
}

static NOINLINE void locate_slowly(struct perfdata *pd, const struct perfdata_sample *s,
				   struct perfdata_place *place)
{
	struct stamp moment = { s->time, s->place };
	uint32_t space = space_of(pd, s);
	const struct map *map = find_map(pd, space, s->ip, moment);
	struct recent found;

	place->object = PERFDATA_NO_OBJECT;
	place->addr = s->ip;
	if (!map || map->object == PERFDATA_NO_OBJECT)
		return;
	found = (struct recent){ .start = map->start,
				 .end = map->end,
				 .space = space,
				 .object = map->object,
				 .delta = map_delta(pd, map) };
	place->object = found.object;
	place->addr += found.delta;
	if (find_span(pd, space, map, moment, &found))
		*recent_of(pd, space, s->ip) = found;
}

uint64_t perfdata_map_size(struct perfdata *pd, const struct perfdata_sample *s)
{
	const struct map *map =
		find_map(pd, space_of(pd, s), s->ip, (struct stamp){ s->time, s->place });

	return map && map->object != PERFDATA_NO_OBJECT ? map->end - map->start : 0;
}

/* The space, if that is known without a search: the host's kernel's, or a recent one. */
static inline uint32_t space_recently(const struct perfdata *pd, const struct perfdata_sample *s)
{
	const struct recent_pid *r = &pd->recent_pids[s->pid % RECENT_PIDS];

	if (s->mode == PERFDATA_MODE_KERNEL)
		return pd->kernels[MACHINE_HOST];
	if (s->mode == PERFDATA_MODE_USER && r->task == task_of(MACHINE_HOST, s->pid) &&
	    s->time > r->after && s->time < r->before)
		return r->space;
	return SPACE_NONE;
}

void perfdata_locate(struct perfdata *pd, const struct perfdata_sample *s,
		     struct perfdata_place *place)
{
	uint32_t space = space_recently(pd, s);
	const struct recent *r = recent_of(pd, space, s->ip);

	/* No space is in no answer. */
	if (r->space != space || s->ip < r->start || s->ip >= r->end || s->time <= r->after ||
	    s->time >= r->before) {
		locate_slowly(pd, s, place);
		return;
	}
	place->object = r->object;
	place->addr = s->ip + r->delta;
}
