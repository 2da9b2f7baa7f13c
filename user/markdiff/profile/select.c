// SPDX-License-Identifier: GPL-2.0-only
/*
 * Samples that count.
 */
#include "user/markdiff/profile/select.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool select_is_needed(const struct options *o)
{
	return o->times.nr || o->times.nr_shares || o->cpus.nr || o->pids.nr || o->tids.nr ||
	       o->filters[KEY_COMM].nr;
}

int select_init(struct select *s, const struct options *options, uint32_t file, uint64_t first,
		uint64_t last)
{
	memset(s, 0, sizeof(*s));
	s->options = options;
	s->seen_pids = calloc(options->pids.nr + 1, sizeof(*s->seen_pids));
	s->seen_tids = calloc(options->tids.nr + 1, sizeof(*s->seen_tids));
	if (!s->seen_pids || !s->seen_tids)
		return -ENOMEM;
	return times_of_file(&options->times, file, first, last, &s->times);
}

static bool has_cpu(const struct select *s, struct perfdata *pd,
		    const struct perfdata_sample *sample)
{
	const struct numbers *cpus = &s->options->cpus;
	struct perfdata_fields fields;

	if (!cpus->nr)
		return true;
	perfdata_fields(pd, sample, &fields);
	return fields.has & PERFDATA_HAS_CPU && numbers_find(cpus, fields.cpu) < cpus->nr;
}

/* Whether an id is on a list; which ids are there is kept. */
static bool has_id(const struct numbers *ids, bool *seen, uint32_t id)
{
	uint32_t i = numbers_find(ids, id);

	seen[i] = true;
	return !ids->nr || i < ids->nr;
}

/* Names of threads are few, and one thread has many samples after each other. */
static bool hides_comm(struct select *s, struct perfdata *pd, const struct perfdata_sample *sample)
{
	const struct filter *filter = &s->options->filters[KEY_COMM];
	const char *comm;
	char text[16];

	if (!filter->nr)
		return false;
	comm = perfdata_comm(pd, sample);
	if (!comm) {
		snprintf(text, sizeof(text), ":%d", (int)sample->tid);
		return !filter_pass(filter, text);
	}
	if (comm != s->last_comm) {
		s->last_comm = comm;
		s->last_hidden = !filter_pass(filter, comm);
	}
	return s->last_hidden;
}

enum selected select_sample(struct select *s, struct perfdata *pd,
			    const struct perfdata_sample *sample)
{
	bool pid, tid;

	if (!time_ranges_have(&s->times, sample->time) || !has_cpu(s, pd, sample))
		return SELECT_DROP;
	pid = has_id(&s->options->pids, s->seen_pids, sample->pid);
	tid = has_id(&s->options->tids, s->seen_tids, sample->tid);
	return pid && tid && !hides_comm(s, pd, sample) ? SELECT_SHOW : SELECT_HIDE;
}

void select_free(struct select *s)
{
	time_ranges_free(&s->times);
	free(s->seen_pids);
	free(s->seen_tids);
}
