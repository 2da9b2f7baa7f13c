// SPDX-License-Identifier: GPL-2.0-only
/*
 * The first walk over the records: counts, what records say of events and of the machine, and the
 * side records (those that change what an address means) in the order in which they happened.
 *
 * perf sorts all records by time, equal times by their place in the file, and obeys records
 * without a time (written by perf itself: what ran before the recording began) at once.  The same
 * here: no time is time 0.  Samples are most of a file and are only stepped over.
 */
#include <errno.h>
#include <stdlib.h>

#include "user/lib/array.h"
#include "user/perfdata/internal.h"

/* Room for one more; filled in by the caller. */
static int side_add(struct perfdata *pd, const struct record *record, enum side_kind kind,
		    struct side **out)
{
	struct side *side;

	if (array_room(pd->side, pd->nr_side, pd->cap_side))
		return -ENOMEM;
	side = *out = &pd->side[pd->nr_side++];
	memset(side, 0, sizeof(*side));
	side->kind = kind;
	side->machine = machine_of_mode(record->header.misc & PERFDATA_MODE_MASK);
	side->since = (struct stamp){ record_time(pd, record), record->place };
	return 0;
}

static int visit_mmap(struct perfdata *pd, const struct record *record)
{
	uint32_t mode = record->header.misc & PERFDATA_MODE_MASK, index;
	struct perfdata_object object;
	struct mmap_record m;
	struct side *side;
	int err;

	if (!record_mmap(record, &m))
		return 0;
	err = object_classify(pd, &m, mode, &object);
	if (!err)
		err = object_find(pd, &object, &index);
	if (!err)
		err = side_add(pd, record, SIDE_MAP, &side);
	if (err)
		return err;
	side->kernel = is_kernel_mode(mode);
	side->pid = m.pid;
	side->map.object = index;
	side->map.start = m.start;
	side->map.end = m.start + m.len;
	side->map.pgoff = object.kind == PERFDATA_VDSO ? 0 : m.pgoff;
	pd->max_maps++;
	pd->max_spaces++;
	return 0;
}

static int visit_ksymbol(struct perfdata *pd, const struct record *record)
{
	struct perfdata_object object = { .kind = PERFDATA_KSYMBOL };
	uint32_t index = PERFDATA_NO_OBJECT;
	struct ksymbol_record k;
	struct side *side;
	int err = 0;

	if (!record_ksymbol(record, &k))
		return 0;
	object.guest = machine_of_mode(record->header.misc & PERFDATA_MODE_MASK) == MACHINE_GUEST;
	if (!k.unregister)
		err = strings_add(&pd->strings, k.name, &object.name);
	if (!k.unregister && !err)
		err = object_find(pd, &object, &index);
	if (!err)
		err = side_add(pd, record, SIDE_MAP, &side);
	if (err)
		return err;
	side->kernel = true;
	side->map.object = index;
	side->map.start = k.start;
	side->map.end = k.start + k.len;
	pd->max_maps++;
	return 0;
}

static int visit_comm(struct perfdata *pd, const struct record *record)
{
	const char *name, *kept;
	struct task_record t;
	struct side *side;
	int err;

	if (!record_comm(record, &t, &name))
		return 0;
	err = strings_add(&pd->strings, name, &kept);
	if (!err)
		err = side_add(pd, record, SIDE_COMM, &side);
	if (err)
		return err;
	side->exec = record->header.misc & MISC_COMM_EXEC;
	side->pid = t.pid;
	side->tid = t.tid;
	side->comm = kept;
	pd->max_comms++;
	pd->max_spaces += side->exec;
	return 0;
}

static int visit_fork(struct perfdata *pd, const struct record *record)
{
	struct task_record t;
	struct side *side;
	int err;

	if (!record_task(record, &t))
		return 0;
	err = side_add(pd, record, SIDE_FORK, &side);
	if (err)
		return err;
	side->exec = record->header.misc & MISC_FORK_EXEC;
	side->pid = t.pid;
	side->tid = t.tid;
	side->fork.ppid = t.ppid;
	side->fork.ptid = t.ptid;
	pd->max_comms++;
	pd->max_spaces += 2; /* the child's, and the parent's if nothing was said of it */
	return 0;
}

/* LOST: u64 id, u64 lost.  LOST_SAMPLES: u64 lost, and the id in the tail. */
static void visit_lost(struct perfdata *pd, const struct record *record)
{
	struct cursor c = record->body;
	const struct event *tail;
	struct event *event = NULL;
	uint64_t lost, id;

	if (record->header.type == RECORD_LOST) {
		if (!cursor_u64(&c, &id))
			return;
		event = event_of_id(pd, id);
	} else {
		tail = record_event(pd, record);
		event = tail ? &pd->events[tail - pd->events] : NULL;
	}
	if (!cursor_u64(&c, &lost))
		return;
	pd->counts.lost += lost;
	if (!event && pd->nr_events == 1)
		event = pd->events;
	if (event)
		event->pub.lost += lost;
}

/* CGROUP: u64 id, path. */
static int visit_cgroup(struct perfdata *pd, const struct record *record)
{
	struct cursor c = record->body;
	struct cgroup cgroup;
	const char *path;
	int err;

	if (!cursor_u64(&c, &cgroup.id) || !(path = cursor_string(&c)))
		return 0;
	err = strings_add(&pd->strings, path, &cgroup.path);
	if (!err)
		err = array_room(pd->cgroups, pd->nr_cgroups, pd->cap_cgroups);
	if (!err)
		pd->cgroups[pd->nr_cgroups++] = cgroup;
	return err;
}

static bool is_known(uint32_t type)
{
	return (type && type <= RECORD_KERNEL_LAST) ||
	       (type >= RECORD_HEADER_ATTR && type <= RECORD_USER_LAST);
}

static int visit(struct perfdata *pd, const struct record *record)
{
	pd->counts.records++;
	switch (record->header.type) {
	case RECORD_SAMPLE:
		pd->counts.samples++;
		return 0;
	case RECORD_MMAP:
	case RECORD_MMAP2:
		return visit_mmap(pd, record);
	case RECORD_COMM:
		return visit_comm(pd, record);
	case RECORD_FORK:
		return visit_fork(pd, record);
	case RECORD_KSYMBOL:
		return visit_ksymbol(pd, record);
	case RECORD_NAMESPACES:
		return namespace_record(pd, record);
	case RECORD_CGROUP:
		return visit_cgroup(pd, record);
	case RECORD_LOST:
	case RECORD_LOST_SAMPLES:
		visit_lost(pd, record);
		return 0;
	case RECORD_EVENT_UPDATE:
		return event_update(pd, record);
	case RECORD_HEADER_ATTR:
		return pd->pipe ? attr_record(pd, record) : 0;
	case RECORD_HEADER_FEATURE:
		return pd->pipe ? feature_record(pd, record) : 0;
	case RECORD_HEADER_TRACING_DATA:
		tracing_record(pd, record);
		return 0;
	case RECORD_HEADER_BUILD_ID:
		return build_id_record(pd, record);
	default:
		pd->counts.unknown += !is_known(record->header.type);
		return 0;
	}
}

/* Steps over whole samples, which are most of a file; stops where something else begins. */
static inline __attribute__((always_inline)) void skip_samples(struct walk *w, bool swap)
{
	const uint8_t *at = w->from->at, *limit = w->from->limit;
	struct record_header header;
	uint64_t samples = 0;

	while ((size_t)(limit - at) >= sizeof(header)) {
		header = header_load(at, swap);
		if (header.type != RECORD_SAMPLE || header.size < sizeof(header) ||
		    header.size > limit - at)
			break;
		at += header.size;
		samples++;
	}
	w->from->at += at - w->from->at;
	w->pd->counts.samples += samples;
	w->pd->counts.records += samples;
}

static int compare(const void *a, const void *b)
{
	const struct side *left = a, *right = b;

	return stamp_before(left->since, right->since) ? -1 :
							 stamp_before(right->since, left->since);
}

int side_read(struct perfdata *pd)
{
	struct record record;
	struct walk w;
	int err = walk_begin(&w, pd);

	while (!err && (err = walk_next(&w, &record)) > 0) {
		err = visit(pd, &record);
		if (pd->swap)
			skip_samples(&w, true);
		else
			skip_samples(&w, false);
	}
	pd->counts.compressed = w.nr_compressed;
	walk_end(&w);
	if (!err && pd->nr_side)
		qsort(pd->side, pd->nr_side, sizeof(*pd->side), compare);
	namespaces_sort(pd);
	return err;
}

const char *perfdata_cgroup(const struct perfdata *pd, uint64_t id)
{
	uint32_t i;

	for (i = pd->nr_cgroups; i--;)
		if (pd->cgroups[i].id == id)
			return pd->cgroups[i].path;
	return NULL;
}
