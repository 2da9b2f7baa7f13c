/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a sample has beside its place, as one number.
 *
 * Samples are summed up by their place first (profile.h).  Keys like the processor or the thread
 * are of the sample, not of the place; those that are asked for are put together to a tuple, and
 * equal tuples have equal numbers, the tags.  Where nothing is asked for, all samples have tag 0,
 * and nothing is looked up.
 */
#ifndef USER_MARKDIFF_TAGS_H
#define USER_MARKDIFF_TAGS_H

#include "user/lib/slots.h"
#include "user/markdiff/profile/names.h"
#include "user/perfdata/perfdata.h"

enum tag_field {
	TAG_NONE,
	TAG_COMM, /* number of a name */
	TAG_PID,
	TAG_TID,
	TAG_CPU,
	TAG_SOCKET,
	TAG_CGROUP, /* number of a path */
	TAG_CGROUP_ID,
	TAG_MAP_SIZE,
	TAG_TIME,
	TAG_SINCE,
	TAG_IP,
	TAG_WEIGHT,
	TAG_TRANSACTION,
	TAG_CODE_PAGE_SIZE,
	TAG_INS_LAT,
	TAG_P_STAGE_CYC,
	TAG_TRACE,
	TAG_BLOCK, /* of time; which thread's, TAG_TID says */
	NR_TAG_FIELDS,
};

#define TAG_UNKNOWN UINT64_MAX /* the sample does not tell */

struct trace;

struct tags {
	enum tag_field fields[NR_TAG_FIELDS];
	uint32_t nr_fields;
	bool need_fields;    /* perfdata_fields() has to be called */
	uint64_t first;	     /* time, for TAG_SINCE and TAG_BLOCK */
	uint64_t span;	     /* from there to the last sample */
	uint64_t blocks;     /* of equal length, that the span is divided in */
	struct trace *trace; /* for TAG_TRACE */
	uint64_t *values;    /* nr_fields of each tag */
	uint32_t nr, cap;
	struct slots slots;
};

/**
 * tags_want - a field is asked for; all of them before the first sample
 */
void tags_want(struct tags *tags, enum tag_field field);

/**
 * tags_of - the tag of a sample; only inside of the walk over the samples
 * @names: gets the texts
 */
int tags_of(struct tags *tags, struct perfdata *pd, struct names *names,
	    const struct perfdata_sample *sample, uint32_t *tag);

/* What a tag has in a field that was asked for. */
uint64_t tags_value(const struct tags *tags, uint32_t tag, enum tag_field field);
void tags_free(struct tags *tags);

/**
 * tag_needs - the bits of sample_type without which a field cannot be known; any one will do
 * @what: what is missing then, in words
 * @record: how to record it
 */
uint64_t tag_needs(enum tag_field field, const char **what, const char **record);

/* Whether a field's value is a number of the names. */
bool tag_is_text(enum tag_field field);

#endif
