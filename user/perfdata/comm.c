// SPDX-License-Identifier: GPL-2.0-only
/*
 * Thread names over time.  COMM names a thread, FORK gives a thread its parent's name; what a
 * thread still does after EXIT is its own.  All changes of all threads are one array, sorted by
 * thread and then by time.
 */
#include "user/perfdata/internal.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

struct builder {
	struct perfdata *pd;
	struct idmap current; /* tid -> its newest entry of comms */
};

static const char *current_name(const struct builder *b, uint32_t tid)
{
	uint32_t index = idmap_get(&b->current, tid);

	return index == IDMAP_NONE ? NULL : b->pd->comms[index].name;
}

static int name_thread(struct builder *b, uint32_t tid, const char *name, struct stamp since)
{
	struct perfdata *pd = b->pd;

	assert(pd->nr_comms < pd->max_comms);
	pd->comms[pd->nr_comms] = (struct comm){ .since = since, .tid = tid, .name = name };
	return idmap_put(&b->current, tid, pd->nr_comms++);
}

static int take(struct builder *b, const struct stamp *stamp)
{
	struct record record;
	struct task_record t;
	const char *name;

	if (!side_record(b->pd, stamp, &record))
		return 0;
	switch (record.header.type) {
	case RECORD_COMM:
		if (record_comm(&record, &t, &name))
			return name_thread(b, t.tid, name, *stamp);
		return 0;
	case RECORD_FORK:
		if (record_task(&record, &t))
			return name_thread(b, t.tid, current_name(b, t.ptid), *stamp);
		return 0;
	default:
		return 0;
	}
}

static int compare(const void *a, const void *b)
{
	const struct comm *left = a, *right = b;

	if (left->tid != right->tid)
		return left->tid < right->tid ? -1 : 1;
	return stamp_before(left->since, right->since) ? -1 :
							 stamp_before(right->since, left->since);
}

int comms_build(struct perfdata *pd)
{
	struct builder b = { .pd = pd };
	size_t i;
	int err;

	pd->comms = malloc((pd->max_comms + 1) * sizeof(*pd->comms));
	if (!pd->comms || pd->max_comms >= IDMAP_NONE)
		return -ENOMEM;
	err = idmap_reserve(&b.current, pd->max_comms);
	for (i = 0; i < pd->nr_side && !err; i++)
		err = take(&b, &pd->side[i]);
	idmap_free(&b.current);
	if (pd->nr_comms)
		qsort(pd->comms, pd->nr_comms, sizeof(*pd->comms), compare);
	return err;
}

const char *perfdata_comm(struct perfdata *pd, const struct perfdata_sample *s)
{
	struct stamp moment = { s->time, s->offset };
	size_t lo = 0, hi = pd->nr_comms, mid;
	const struct comm *c;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		c = &pd->comms[mid];
		if (c->tid < s->tid || (c->tid == s->tid && !stamp_before(moment, c->since)))
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo && pd->comms[lo - 1].tid == s->tid)
		return pd->comms[lo - 1].name;
	/* Nothing names the idle thread of each CPU. */
	return s->tid ? NULL : "swapper";
}
