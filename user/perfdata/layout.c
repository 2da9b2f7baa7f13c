// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where the fields of an event's samples are, and those of the tail of other records.  Computed
 * once an event, so that a sample costs a few loads.
 */
#include "user/perfdata/internal.h"

static const uint64_t sample_order[] = {
	SAMPLE_IDENTIFIER, SAMPLE_IP,	     SAMPLE_TID, SAMPLE_TIME,	SAMPLE_ADDR,
	SAMPLE_ID,	   SAMPLE_STREAM_ID, SAMPLE_CPU, SAMPLE_PERIOD,
};

static const uint64_t trailer_order[] = {
	SAMPLE_TID, SAMPLE_TIME, SAMPLE_ID, SAMPLE_STREAM_ID, SAMPLE_CPU, SAMPLE_IDENTIFIER,
};

#define USUAL (SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_PERIOD)

#define NR(array) (sizeof(array) / sizeof((array)[0]))

/* The offset of a field among those that a type has, eight bytes each; -1 where it has not. */
static int offset_of(const uint64_t *order, size_t nr, uint64_t type, uint64_t field)
{
	int at = 0;

	if (!(type & field))
		return -1;
	for (size_t i = 0; i < nr && order[i] != field; i++)
		at += type & order[i] ? 8 : 0;
	return at;
}

static int size_of(const uint64_t *order, size_t nr, uint64_t type)
{
	int size = 0;

	for (size_t i = 0; i < nr; i++)
		size += type & order[i] ? 8 : 0;
	return size;
}

static int in_sample(uint64_t type, uint64_t field)
{
	return offset_of(sample_order, NR(sample_order), type, field);
}

/* Counted from the end of the record. */
static int in_trailer(uint64_t type, uint64_t field)
{
	int at = offset_of(trailer_order, NR(trailer_order), type, field);

	return at < 0 ? 0 : size_of(trailer_order, NR(trailer_order), type) - at;
}

void layout_make(struct layout *l, uint64_t type, uint64_t flags)
{
	uint64_t id = type & SAMPLE_IDENTIFIER ? SAMPLE_IDENTIFIER : SAMPLE_ID;

	*l = (struct layout){
		.ip = in_sample(type, SAMPLE_IP),
		.tid = in_sample(type, SAMPLE_TID),
		.time = in_sample(type, SAMPLE_TIME),
		.id = in_sample(type, id),
		.cpu = in_sample(type, SAMPLE_CPU),
		.period = in_sample(type, SAMPLE_PERIOD),
		.min_size = size_of(sample_order, NR(sample_order), type),
		.read = -1,
	};
	if (type & SAMPLE_READ)
		l->read = l->min_size;
	l->usual = (type & USUAL) == USUAL && !(type & SAMPLE_READ);
	if (flags >> PERFDATA_SAMPLE_ID_ALL & 1) {
		l->trailer_time = in_trailer(type, SAMPLE_TIME);
		l->trailer_id = in_trailer(type, id);
	}
}
