// SPDX-License-Identifier: GPL-2.0-only
/*
 * The cgroup namespace of threads over time.  NAMESPACES: u32 pid, tid, u64 nr, { u64 dev, ino; }[nr],
 * in this order: net uts ipc pid user mnt cgroup.  The kernel writes one for each new thread, so
 * nothing is inherited here.
 */
#include <stdlib.h>

#include "user/lib/array.h"
#include "user/perfdata/internal.h"

#define CGROUP_NAMESPACE 6

int namespace_record(struct perfdata *pd, const struct record *record)
{
	struct namespace n = { .since = { record_time(pd, record), record->place } };
	struct cursor c = record->body;
	uint32_t pid;
	uint64_t nr;
	int err;

	if (!cursor_u32(&c, &pid) || !cursor_u32(&c, &n.tid) || !cursor_u64(&c, &nr) ||
	    nr <= CGROUP_NAMESPACE || !cursor_take(&c, 16 * CGROUP_NAMESPACE) ||
	    !cursor_u64(&c, &n.device) || !cursor_u64(&c, &n.inode))
		return 0;
	err = array_room(pd->namespaces, pd->nr_namespaces, pd->cap_namespaces);
	if (!err)
		pd->namespaces[pd->nr_namespaces++] = n;
	return err;
}

static int compare(const void *a, const void *b)
{
	const struct namespace *left = a, *right = b;

	if (left->tid != right->tid)
		return left->tid < right->tid ? -1 : 1;
	return stamp_before(left->since, right->since) ? -1 :
							 stamp_before(right->since, left->since);
}

void namespaces_sort(struct perfdata *pd)
{
	if (pd->nr_namespaces)
		qsort(pd->namespaces, pd->nr_namespaces, sizeof(*pd->namespaces), compare);
}

bool perfdata_cgroup_namespace(const struct perfdata *pd, const struct perfdata_sample *s,
			       uint64_t *device, uint64_t *inode)
{
	struct stamp moment = { s->time, s->place };
	uint32_t lo = 0, hi = pd->nr_namespaces, mid;
	const struct namespace *n;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		n = &pd->namespaces[mid];
		if (n->tid < s->tid || (n->tid == s->tid && !stamp_before(moment, n->since)))
			lo = mid + 1;
		else
			hi = mid;
	}
	if (!lo || pd->namespaces[lo - 1].tid != s->tid)
		return false;
	*device = pd->namespaces[lo - 1].device;
	*inode = pd->namespaces[lo - 1].inode;
	return true;
}
