// SPDX-License-Identifier: GPL-2.0-only
/*
 * The first walk over the records: counts, and the stamps of the side records (those that change
 * what an address means) in the order in which they happened.
 *
 * perf sorts all records by time, equal times by their place in the file, and obeys records
 * without a time (written by perf itself: what ran before the recording began) at once.  The same
 * here: no time is time 0.  Samples are most of a file and are only stepped over.
 */
#include "user/perfdata/internal.h"

#include <errno.h>
#include <stdlib.h>

static int side_add(struct perfdata *pd, const struct record *record, size_t *cap)
{
	uint64_t time = record_time(pd, record);
	struct stamp *side;

	if (pd->nr_side == *cap) {
		*cap = *cap ? *cap + *cap / 2 : 256;
		side = realloc(pd->side, *cap * sizeof(*side));
		if (!side)
			return -ENOMEM;
		pd->side = side;
	}
	pd->side[pd->nr_side++] = (struct stamp){ time == UINT64_MAX ? 0 : time, record->offset };
	return 0;
}

/* What a side record can make, so that the arrays of space.c and comm.c have their size at once. */
static void count_side(struct perfdata *pd, const struct record *record)
{
	bool exec = record->header.misc & MISC_COMM_EXEC;

	switch (record->header.type) {
	case RECORD_COMM:
		pd->max_comms++;
		pd->max_spaces += exec;
		break;
	case RECORD_FORK:
		pd->max_comms++;
		pd->max_spaces += 2; /* the child's, and the parent's if nothing was said of it */
		break;
	case RECORD_KSYMBOL:
		pd->max_maps++;
		break;
	default:
		pd->max_maps++;
		pd->max_spaces++;
		break;
	}
}

static void count_lost(struct perfdata *pd, const struct record *record)
{
	/* LOST: id, lost.  LOST_SAMPLES: lost. */
	struct cursor c = record->body;
	uint64_t lost;

	if (record->header.type == RECORD_LOST && !cursor_u64(&c, &lost))
		return;
	if (cursor_u64(&c, &lost))
		pd->counts.lost += lost;
}

static int visit(struct perfdata *pd, const struct record *record, size_t *cap)
{
	switch (record->header.type) {
	case RECORD_MMAP:
	case RECORD_MMAP2:
	case RECORD_COMM:
	case RECORD_FORK:
	case RECORD_KSYMBOL:
		count_side(pd, record);
		return side_add(pd, record, cap);
	case RECORD_LOST:
	case RECORD_LOST_SAMPLES:
		count_lost(pd, record);
		return 0;
	case RECORD_COMPRESSED:
	case RECORD_COMPRESSED2:
		pd->damage_offset = record->offset;
		return -EOPNOTSUPP;
	default:
		return 0;
	}
}

/* Reading ends here; the segment is cut so that the second walk needs no checks of its own. */
static void cut(struct perfdata *pd, struct segment *segment, uint64_t at, int why)
{
	segment->size = at;
	if (pd->damage != PERFDATA_WHOLE)
		return;
	pd->damage = why == -EBADMSG ? PERFDATA_CORRUPT : PERFDATA_TRUNCATED;
	pd->damage_offset = segment->origin + at;
}

/*
 * Steps over whole samples, which are most of a file; returns where something else begins.  This
 * loop is bound by memory, and the processor does not guess where the next record is.
 */
static uint64_t skip_samples(struct perfdata *pd, const struct segment *segment, uint64_t at)
{
	struct record_header header;
	uint64_t samples = 0;

	while (segment->size - at >= sizeof(header)) {
		memcpy(&header, segment->data + at, sizeof(header));
		if (header.type != RECORD_SAMPLE || header.size < sizeof(header) ||
		    header.size > segment->size - at)
			break;
		__builtin_prefetch(segment->data + at + PREFETCH);
		at += header.size;
		samples++;
	}
	pd->counts.samples += samples;
	pd->counts.records += samples;
	return at;
}

static int walk(struct perfdata *pd, struct segment *segment, size_t *cap)
{
	struct record record;
	uint64_t at = 0, extra;
	int err;

	while ((at = skip_samples(pd, segment, at)) < segment->size) {
		err = record_next(segment, at, &record);
		if (!err) {
			extra = record_extra(&record);
			if (extra > segment->size - at - record.header.size)
				err = -ENODATA;
		}
		if (err) {
			cut(pd, segment, at, err);
			return 0;
		}
		pd->counts.records++;
		err = visit(pd, &record, cap);
		if (err)
			return err;
		at += record.header.size + extra;
	}
	return 0;
}

static int compare(const void *a, const void *b)
{
	const struct stamp *left = a, *right = b;

	return stamp_before(*left, *right) ? -1 : stamp_before(*right, *left);
}

int order_build(struct perfdata *pd)
{
	struct stamp *exact;
	size_t cap = 0;
	uint32_t i;
	int err = 0;

	for (i = 0; i < pd->nr_segments && !err; i++)
		err = walk(pd, &pd->segments[i], &cap);
	if (err || !pd->nr_side)
		return err;
	exact = realloc(pd->side, pd->nr_side * sizeof(*exact));
	pd->side = exact ? exact : pd->side;
	qsort(pd->side, pd->nr_side, sizeof(*pd->side), compare);
	return 0;
}

/* The record of a stamp again. */
bool side_record(const struct perfdata *pd, const struct stamp *stamp, struct record *record)
{
	const struct segment *segment = pd->segments;

	while (stamp->offset >= segment->origin + segment->size)
		segment++;
	return !record_next(segment, stamp->offset - segment->origin, record);
}
