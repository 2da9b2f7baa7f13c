// SPDX-License-Identifier: GPL-2.0-only
/*
 * Thread names over time.  COMM names a thread, FORK gives a thread its parent's name; what a
 * thread still does after EXIT is its own.  All changes of all threads are one array, sorted by
 * thread and then by time.
 */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "user/perfdata/internal.h"

#define RECENT_COMMS 256

struct builder {
	struct perfdata *pd;
	struct idmap current; /* task -> its newest entry of comms */
};

static const char *current_name(const struct builder *b, task_key task)
{
	uint32_t index = idmap_get(&b->current, task);

	return index == IDMAP_NONE ? NULL : b->pd->comms[index].name;
}

static int take(struct builder *b, const struct side *side)
{
	struct comm comm = { .since = side->since, .task = task_of(side->machine, side->tid) };
	struct perfdata *pd = b->pd;

	if (side->kind == SIDE_COMM)
		comm.name = side->comm;
	else if (side->kind == SIDE_FORK)
		comm.name = current_name(b, task_of(side->machine, side->fork.ptid));
	else
		return 0;
	assert(pd->nr_comms < pd->max_comms);
	pd->comms[pd->nr_comms] = comm;
	return idmap_put(&b->current, comm.task, pd->nr_comms++);
}

static int compare(const void *a, const void *b)
{
	const struct comm *left = a, *right = b;

	if (left->task != right->task)
		return left->task < right->task ? -1 : 1;
	return stamp_before(left->since, right->since) ? -1 :
							 stamp_before(right->since, left->since);
}

int comms_build(struct perfdata *pd)
{
	struct builder b = { .pd = pd };
	size_t i;
	int err;

	pd->comms = malloc((pd->max_comms + 1) * sizeof(*pd->comms));
	pd->recent_comms = calloc(RECENT_COMMS, sizeof(*pd->recent_comms));
	if (!pd->comms || !pd->recent_comms || pd->max_comms >= IDMAP_NONE)
		return -ENOMEM;
	err = idmap_reserve(&b.current, pd->max_comms);
	for (i = 0; i < pd->nr_side && !err; i++)
		err = take(&b, &pd->side[i]);
	idmap_free(&b.current);
	if (pd->nr_comms)
		qsort(pd->comms, pd->nr_comms, sizeof(*pd->comms), compare);
	return err;
}

/* How many names had been given to threads up to this one, up to this moment. */
static size_t find(const struct perfdata *pd, task_key task, struct stamp moment)
{
	size_t lo = 0, hi = pd->nr_comms, mid;
	const struct comm *c;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		c = &pd->comms[mid];
		if (c->task < task || (c->task == task && !stamp_before(moment, c->since)))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* The name of a thread, and the times between which it has it. */
static void look_up(const struct perfdata *pd, task_key task, struct stamp moment,
		    struct recent_comm *r)
{
	size_t at = find(pd, task, moment);

	*r = (struct recent_comm){ .task = task, .before = UINT64_MAX };
	if (at < pd->nr_comms && pd->comms[at].task == task)
		r->before = pd->comms[at].since.time;
	if (at && pd->comms[at - 1].task == task) {
		r->after = pd->comms[at - 1].since.time;
		r->name = pd->comms[at - 1].name;
	}
}

static const char *name_of(struct perfdata *pd, task_key task, const struct perfdata_sample *s)
{
	struct recent_comm *r = &pd->recent_comms[task % RECENT_COMMS];

	if (r->task != task || s->time <= r->after || s->time >= r->before)
		look_up(pd, task, (struct stamp){ s->time, s->place }, r);
	return r->name;
}

const char *perfdata_comm(struct perfdata *pd, const struct perfdata_sample *s)
{
	const char *name = NULL;

	if (s->mode == PERFDATA_MODE_GUEST_KERNEL || s->mode == PERFDATA_MODE_GUEST_USER)
		name = name_of(pd, task_of(MACHINE_GUEST, s->tid), s);
	/* What the host says of a guest is the host's thread that runs it. */
	if (!name)
		name = name_of(pd, task_of(MACHINE_HOST, s->tid), s);
	/* Nothing names the idle thread of each CPU. */
	return name || s->tid ? name : "swapper";
}
