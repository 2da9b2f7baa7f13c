// SPDX-License-Identifier: GPL-2.0-only
/*
 * The names of events: from the file (EVENT_DESC, EVENT_UPDATE), else made from the numbers as perf
 * makes them; their groups, and what the numbers of their types meant.
 */
#include <errno.h>
#include <stdio.h>

#include "user/perfdata/internal.h"

/* A file may describe many groups of many events; more than this is no recording. */
#define MAX_STEPS (1 << 20)

enum {
	TYPE_HARDWARE,
	TYPE_SOFTWARE,
	TYPE_TRACEPOINT,
	TYPE_CACHE,
	TYPE_RAW,
};

#define NR(array) (sizeof(array) / sizeof((array)[0]))

static const char *const hardware_names[] = {
	"cycles",
	"instructions",
	"cache-references",
	"cache-misses",
	"branches",
	"branch-misses",
	"bus-cycles",
	"stalled-cycles-frontend",
	"stalled-cycles-backend",
	"ref-cycles",
};

static const char *const software_names[] = {
	"cpu-clock",	    "task-clock",   "page-faults",  "context-switches",
	"cpu-migrations",   "minor-faults", "major-faults", "alignment-faults",
	"emulation-faults", "dummy",	    "bpf-output",   "cgroup-switches",
};

static const char *const cache_names[] = {
	"L1-dcache", "L1-icache", "LLC", "dTLB", "iTLB", "branch", "node",
};

static const char *const cache_operations[] = { "load", "store", "prefetch" };

/* The modifiers that a name without its text would have: ":u", ":HG". */
static void modifiers(uint64_t flags, char out[12])
{
	uint32_t precise = flags >> PERFDATA_PRECISE_IP & 3;
	bool user = flags >> PERFDATA_EXCLUDE_USER & 1,
	     kernel = flags >> PERFDATA_EXCLUDE_KERNEL & 1;
	bool hv = flags >> PERFDATA_EXCLUDE_HV & 1, host = flags >> PERFDATA_EXCLUDE_HOST & 1;
	bool guest = flags >> PERFDATA_EXCLUDE_GUEST & 1;
	bool some = user || kernel || hv;
	char *at = out;

	*at++ = ':';
	if (some && !kernel)
		*at++ = 'k';
	if (some && !user)
		*at++ = 'u';
	if (some && !hv)
		*at++ = 'h';
	while (precise--)
		*at++ = 'p';
	if (host || guest == (some || (flags >> PERFDATA_PRECISE_IP & 3))) {
		if (!host)
			*at++ = 'H';
		if (!guest)
			*at++ = 'G';
	}
	*(at == out + 1 ? out : at) = 0;
}

/* "L1-dcache-load-misses": cache, operation and result, a byte of the config each. */
static bool cache_name(uint64_t config, char *out, size_t size)
{
	uint32_t cache = config & 0xff, operation = config >> 8 & 0xff, result = config >> 16;

	if (cache >= NR(cache_names) || operation >= NR(cache_operations) || result > 1)
		return false;
	snprintf(out, size, "%s-%s%s", cache_names[cache], cache_operations[operation],
		 result		? "-misses" :
		 operation == 2 ? "es" :
				  "s");
	return true;
}

static void base_name(const struct perfdata_event *e, char *out, size_t size)
{
	unsigned long long config = e->config;

	if (e->type == TYPE_HARDWARE && e->config < NR(hardware_names))
		snprintf(out, size, "%s", hardware_names[e->config]);
	else if (e->type == TYPE_SOFTWARE && e->config < NR(software_names))
		snprintf(out, size, "%s", software_names[e->config]);
	else if (e->type == TYPE_RAW)
		snprintf(out, size, "raw 0x%llx", config);
	else if (e->type != TYPE_CACHE || !cache_name(e->config, out, size))
		snprintf(out, size, "type %u config %#llx", e->type, config);
}

int event_name(struct perfdata *pd, struct event *event)
{
	char name[64], suffix[12], text[80];

	base_name(&event->pub, name, sizeof(name));
	modifiers(event->pub.flags, suffix);
	snprintf(text, sizeof(text), "%s%s", name, suffix);
	return strings_add(&pd->strings, text, &event->pub.name);
}

/* EVENT_UPDATE: u64 what, u64 id, then what; of interest is a name. */
int event_update(struct perfdata *pd, const struct record *record)
{
	struct cursor c = record->body;
	struct event *event;
	uint64_t what, id;
	const char *name;

	if (!cursor_u64(&c, &what) || !cursor_u64(&c, &id) || what != EVENT_UPDATE_NAME)
		return 0;
	event = event_of_id(pd, id);
	name = cursor_left(&c) && memchr(c.at, 0, cursor_left(&c)) ? (const char *)c.at : NULL;
	return event && name && *name ? strings_add(&pd->strings, name, &event->pub.name) : 0;
}

/* EVENT_DESC: u32 nr, u32 attr size, then attr, u32 nr of ids, name, ids: in the attrs' order. */
int event_descriptions(struct perfdata *pd, struct cursor c)
{
	uint32_t nr, attr_size, nr_ids, i;
	const char *name;
	uint64_t id;
	int err = 0;

	if (!cursor_u32(&c, &nr) || !cursor_u32(&c, &attr_size))
		return 0;
	for (i = 0; i < nr && i < pd->nr_events && !err; i++) {
		if (!cursor_take(&c, attr_size) || !cursor_u32(&c, &nr_ids))
			return 0;
		name = cursor_sized_string(&c);
		if (!name || nr_ids > cursor_left(&c) / 8)
			return 0;
		if (*name)
			err = strings_add(&pd->strings, name, &pd->events[i].pub.name);
		while (nr_ids-- && !err && cursor_u64(&c, &id))
			err = id_add(pd, id, i);
	}
	return err;
}

/* GROUP_DESC: u32 nr, then a name, u32 the leader's number, u32 nr of members. */
int event_groups(struct perfdata *pd, struct cursor c)
{
	uint32_t nr, leader, members, i, budget = MAX_STEPS;
	const char *name;
	int err = 0;

	if (!cursor_u32(&c, &nr))
		return 0;
	while (nr-- && !err) {
		name = cursor_sized_string(&c);
		if (!name || !cursor_u32(&c, &leader) || !cursor_u32(&c, &members))
			break;
		if (leader >= pd->nr_events || members > pd->nr_events - leader || members > budget)
			continue;
		budget -= members;
		for (i = leader; i < leader + members; i++)
			pd->events[i].pub.leader = leader;
		if (*name && strcmp(name, "{anon_group}"))
			err = strings_add(&pd->strings, name, &pd->events[leader].pub.group);
	}
	return err;
}

/* PMU_MAPPINGS: u32 nr, then u32 type and a name. */
int event_pmus(struct perfdata *pd, struct cursor c)
{
	uint32_t nr, type, i, budget = MAX_STEPS;
	const char *name, *kept;
	int err = 0;

	if (!cursor_u32(&c, &nr))
		return 0;
	while (nr-- && !err && cursor_u32(&c, &type) && (name = cursor_sized_string(&c))) {
		if (pd->nr_events > budget)
			break;
		budget -= pd->nr_events;
		err = strings_add(&pd->strings, name, &kept);
		for (i = 0; i < pd->nr_events && !err; i++)
			if (pd->events[i].pub.type == type)
				pd->events[i].pub.pmu = kept;
	}
	return err;
}
