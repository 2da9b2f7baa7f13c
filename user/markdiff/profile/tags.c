// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tags: how each field is got from a sample, and the hash of tuples.
 */
#include "user/markdiff/profile/tags.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "user/lib/array.h"
#include "user/markdiff/profile/trace.h"

/* perf looks at the time in steps of this length. */
#define TIME_STEP_NS 100000000

struct source {
	struct perfdata *pd;
	struct names *names;
	const struct perfdata_sample *sample;
	struct perfdata_fields fields;
	const struct tags *tags;
	uint64_t first;
	struct trace *trace;
};

typedef int (*get_fn)(struct source *s, uint64_t *value);

static int get_text(struct source *s, const char *text, uint64_t *value)
{
	uint32_t number;
	int err = names_add(s->names, text, &number);

	*value = number;
	return err;
}

/* A thread without a name is ":TID", as perf has it. */
static int get_comm(struct source *s, uint64_t *value)
{
	const char *name = perfdata_comm(s->pd, s->sample);
	char text[16];

	if (!name) {
		snprintf(text, sizeof(text), ":%d", (int)s->sample->tid);
		name = text;
	}
	return get_text(s, name, value);
}

/* A thread that has ended already is -1. */
static int get_pid(struct source *s, uint64_t *value)
{
	*value = (int64_t)(int32_t)s->sample->pid;
	return 0;
}

static int get_tid(struct source *s, uint64_t *value)
{
	*value = (int64_t)(int32_t)s->sample->tid;
	return 0;
}

static int get_cpu(struct source *s, uint64_t *value)
{
	if (s->fields.has & PERFDATA_HAS_CPU)
		*value = s->fields.cpu;
	return 0;
}

static int get_socket(struct source *s, uint64_t *value)
{
	if (s->fields.has & PERFDATA_HAS_CPU)
		*value = (int64_t)perfdata_socket(s->pd, s->fields.cpu);
	return 0;
}

static int get_cgroup(struct source *s, uint64_t *value)
{
	const char *path;

	if (!(s->fields.has & PERFDATA_HAS_CGROUP) || !s->fields.cgroup)
		return get_text(s, "N/A", value);
	path = perfdata_cgroup(s->pd, s->fields.cgroup);
	return get_text(s, path ? path : "unknown", value);
}

static int get_cgroup_id(struct source *s, uint64_t *value)
{
	uint64_t device = 0, inode = 0;
	char text[48];

	perfdata_cgroup_namespace(s->pd, s->sample, &device, &inode);
	snprintf(text, sizeof(text), "%llu/0x%llx", (unsigned long long)device,
		 (unsigned long long)inode);
	return get_text(s, text, value);
}

static int get_map_size(struct source *s, uint64_t *value)
{
	*value = perfdata_map_size(s->pd, s->sample);
	return 0;
}

static int get_time(struct source *s, uint64_t *value)
{
	*value = s->sample->time / TIME_STEP_NS;
	return 0;
}

static int get_since(struct source *s, uint64_t *value)
{
	*value = (s->sample->time - s->first) / TIME_STEP_NS;
	return 0;
}

/* The last sample is of the last block; so is one without a time of the first. */
static int get_block(struct source *s, uint64_t *value)
{
	const struct tags *t = s->tags;
	uint64_t since = s->sample->time > t->first ? s->sample->time - t->first : 0;

	*value = t->span ? (uint64_t)((double)since / t->span * t->blocks) : 0;
	if (*value >= t->blocks)
		*value = t->blocks - 1;
	return 0;
}

static int get_ip(struct source *s, uint64_t *value)
{
	*value = s->sample->ip;
	return 0;
}

static int get_weight(struct source *s, uint64_t *value)
{
	*value = s->fields.weight;
	return 0;
}

static int get_transaction(struct source *s, uint64_t *value)
{
	*value = s->fields.transaction;
	return 0;
}

static int get_code_page_size(struct source *s, uint64_t *value)
{
	*value = s->fields.code_page_size;
	return 0;
}

static int get_ins_lat(struct source *s, uint64_t *value)
{
	*value = s->fields.ins_lat;
	return 0;
}

static int get_p_stage_cyc(struct source *s, uint64_t *value)
{
	*value = s->fields.p_stage_cyc;
	return 0;
}

static int get_trace(struct source *s, uint64_t *value)
{
	const char *text = trace_text(s->trace, s->sample, &s->fields);

	return text ? get_text(s, text, value) : -ENOMEM;
}

#define WEIGHTS (PERFDATA_HAS_WEIGHT | PERFDATA_HAS_WEIGHT_STRUCT)

static const struct field {
	get_fn get;
	uint64_t needs; /* of sample_type */
	const char *what, *record;
	bool far; /* not in struct perfdata_sample */
	bool text;
} fields[NR_TAG_FIELDS] = {
	[TAG_COMM] = { .get = get_comm, .text = true },
	[TAG_PID] = { .get = get_pid },
	[TAG_TID] = { .get = get_tid },
	[TAG_CPU] = { get_cpu, PERFDATA_HAS_CPU, "processors", "--sample-cpu or -a", true, false },
	[TAG_SOCKET] = { get_socket, PERFDATA_HAS_CPU, "processors", "--sample-cpu or -a", true,
			 false },
	[TAG_CGROUP] = { get_cgroup, PERFDATA_HAS_CGROUP, "cgroups", "--all-cgroups", true, true },
	[TAG_CGROUP_ID] = { .get = get_cgroup_id, .text = true },
	[TAG_MAP_SIZE] = { .get = get_map_size },
	[TAG_TIME] = { get_time, PERFDATA_HAS_TIME, "times", "--timestamp", false, false },
	[TAG_SINCE] = { get_since, PERFDATA_HAS_TIME, "times", "--timestamp", false, false },
	[TAG_IP] = { .get = get_ip },
	[TAG_WEIGHT] = { get_weight, WEIGHTS, "weights", "--weight", true, false },
	[TAG_TRANSACTION] = { get_transaction, PERFDATA_HAS_TRANSACTION, "transactions",
			      "--transaction", true, false },
	[TAG_CODE_PAGE_SIZE] = { get_code_page_size, PERFDATA_HAS_CODE_PAGE_SIZE,
				 "sizes of code pages", "--code-page-size", true, false },
	[TAG_INS_LAT] = { get_ins_lat, PERFDATA_HAS_WEIGHT_STRUCT, "latencies", "--weight", true,
			  false },
	[TAG_P_STAGE_CYC] = { get_p_stage_cyc, PERFDATA_HAS_WEIGHT_STRUCT, "cycles of stages",
			      "--weight", true, false },
	[TAG_TRACE] = { get_trace, PERFDATA_HAS_RAW, "fields of tracepoints", "-e SYSTEM:EVENT",
			true, true },
	[TAG_BLOCK] = { get_block, PERFDATA_HAS_TIME, "times", "--timestamp", false, false },
};

uint64_t tag_needs(enum tag_field field, const char **what, const char **record)
{
	*what = fields[field].what;
	*record = fields[field].record;
	return fields[field].needs;
}

bool tag_is_text(enum tag_field field)
{
	return fields[field].text;
}

void tags_want(struct tags *tags, enum tag_field field)
{
	uint32_t i;

	if (field == TAG_NONE)
		return;
	for (i = 0; i < tags->nr_fields; i++)
		if (tags->fields[i] == field)
			return;
	tags->fields[tags->nr_fields++] = field;
	tags->need_fields |= fields[field].far;
}

/* ---- the hash ---- */

static uint64_t hash_values(const struct tags *tags, const uint64_t *values)
{
	uint64_t hash = 0;
	uint32_t i;

	for (i = 0; i < tags->nr_fields; i++)
		hash = slots_mix(hash, values[i]);
	return hash;
}

static const uint64_t *values_of(const struct tags *tags, uint32_t tag)
{
	return tags->values + (size_t)tag * tags->nr_fields;
}

static uint64_t hash_of(const void *tags, uint32_t tag)
{
	return hash_values(tags, values_of(tags, tag));
}

static bool is_tag(const void *of, uint32_t tag, const void *values)
{
	const struct tags *tags = of;

	return !memcmp(values_of(tags, tag), values, tags->nr_fields * sizeof(*tags->values));
}

static int grow(struct tags *tags)
{
	size_t room = tags->cap;
	uint64_t *values = array_grow(tags->values, &room, tags->nr_fields * sizeof(*values));

	if (!values)
		return -ENOMEM;
	tags->values = values;
	tags->cap = room;
	return 0;
}

static int intern(struct tags *tags, const uint64_t *values, uint32_t *tag)
{
	uint64_t hash = hash_values(tags, values);

	*tag = slots_find(&tags->slots, hash, is_tag, tags, values);
	if (*tag != SLOTS_NONE)
		return 0;
	if ((tags->nr == tags->cap && grow(tags)) ||
	    slots_add(&tags->slots, hash, tags->nr, hash_of, tags))
		return -ENOMEM;
	*tag = tags->nr++;
	memcpy(tags->values + (size_t)*tag * tags->nr_fields, values,
	       tags->nr_fields * sizeof(*values));
	return 0;
}

int tags_of(struct tags *tags, struct perfdata *pd, struct names *names,
	    const struct perfdata_sample *sample, uint32_t *tag)
{
	struct source s = { .pd = pd,
			    .names = names,
			    .sample = sample,
			    .tags = tags,
			    .first = tags->first,
			    .trace = tags->trace };
	uint64_t values[NR_TAG_FIELDS];
	uint32_t i;
	int err = 0;

	*tag = 0;
	if (!tags->nr_fields)
		return 0;
	if (tags->need_fields)
		perfdata_fields(pd, sample, &s.fields);
	for (i = 0; i < tags->nr_fields && !err; i++) {
		values[i] = TAG_UNKNOWN;
		err = fields[tags->fields[i]].get(&s, &values[i]);
	}
	return err ? err : intern(tags, values, tag);
}

uint64_t tags_value(const struct tags *tags, uint32_t tag, enum tag_field field)
{
	uint32_t i = 0;

	while (tags->fields[i] != field)
		i++;
	return values_of(tags, tag)[i];
}

void tags_free(struct tags *tags)
{
	free(tags->values);
	slots_free(&tags->slots);
	trace_free(tags->trace);
	memset(tags, 0, sizeof(*tags));
}
