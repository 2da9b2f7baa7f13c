// SPDX-License-Identifier: GPL-2.0-only
/*
 * Pairing of events.
 *
 * perf takes the first event of the other file with the same type and config.  That pairs
 * cpu-clock:k with cpu-clock:u, and the second of two equal events with the first one.  Tracepoints
 * and the events of most PMUs have numbers that differ between boots and machines, so there it
 * pairs what has nothing in common.
 *
 * Here what is left out by modifiers (user, kernel, hypervisor code, host, guest) must be equal,
 * and each event is taken once, so the nth of several equal ones pairs with the nth.  In turn:
 *
 *	1. the same name and the same numbers
 *	2. the same name: tracepoints, PMUs with other numbers, other processors
 *	3. the same numbers: a file that does not tell the names
 *	4. the same name or numbers, but another precision, or guests left out in one file only (what
 *	   perf record asks for by itself, and differently from version to version)
 *
 * A name is compared without its modifiers, which are in the flags.  A tracepoint's number means
 * nothing elsewhere, and another PMU's number means something else.
 */
#include "user/markdiff/match/match.h"

#include <stdlib.h>
#include <string.h>

#include "user/markdiff/profile/folded.h"

enum {
	TYPE_SOFTWARE = 1,
	TYPE_TRACEPOINT = 2,
	TYPE_FIRST_DYNAMIC = 6,
	SOFTWARE_CPU_CLOCK = 0,
	SOFTWARE_TASK_CLOCK = 1,
	SOFTWARE_DUMMY = 9,
};

bool event_is_tracepoint(const struct perfdata_event *e)
{
	return e->type == TYPE_TRACEPOINT;
}

/* These decide what is measured; the others, how. */
#define STRICT                                                             \
	(1ull << PERFDATA_EXCLUDE_USER | 1ull << PERFDATA_EXCLUDE_KERNEL | \
	 1ull << PERFDATA_EXCLUDE_HV | 1ull << PERFDATA_EXCLUDE_HOST)
#define MODIFIERS (STRICT | 3ull << PERFDATA_PRECISE_IP | 1ull << PERFDATA_EXCLUDE_GUEST)

/* Where the modifiers of a name begin, "cycles:upp" or "cpu/cycles/upp"; else its end. */
static size_t base_length(const struct perfdata_event *e)
{
	size_t length = strlen(e->name), at = length;
	const char *colon;

	while (at && strchr("ukhHGpPSDIWeb", e->name[at - 1]))
		at--;
	if (at == length || !at)
		return length;
	if (e->name[at - 1] == '/')
		return at;
	/* The first colon of a tracepoint is part of it. */
	colon = strchr(e->name, ':');
	if (e->name[at - 1] != ':' || (event_is_tracepoint(e) && colon == e->name + at - 1))
		return length;
	return at - 1;
}

static bool same_name(const struct perfdata_event *a, const struct perfdata_event *b)
{
	size_t length = base_length(a);

	return event_is_tracepoint(a) == event_is_tracepoint(b) && base_length(b) == length &&
	       !memcmp(a->name, b->name, length);
}

static bool same_type(const struct perfdata_event *a, const struct perfdata_event *b)
{
	if (a->type < TYPE_FIRST_DYNAMIC || b->type < TYPE_FIRST_DYNAMIC)
		return a->type == b->type && !event_is_tracepoint(a);
	if (a->pmu && b->pmu)
		return !strcmp(a->pmu, b->pmu);
	return a->type == b->type;
}

static bool same_numbers(const struct perfdata_event *a, const struct perfdata_event *b)
{
	return same_type(a, b) && a->config == b->config && a->config1 == b->config1 &&
	       a->config2 == b->config2 && a->config3 == b->config3 && a->config4 == b->config4;
}

static bool same_flags(const struct perfdata_event *a, const struct perfdata_event *b,
		       uint64_t which)
{
	return !((a->flags ^ b->flags) & which);
}

enum {
	PASS_SAME,
	PASS_NAME,
	PASS_NUMBERS,
	PASS_MODIFIERS,
	NR_PASSES
};

static bool is_pair(const struct perfdata_event *a, const struct perfdata_event *b, int pass)
{
	if (!same_flags(a, b, pass == PASS_MODIFIERS ? STRICT : MODIFIERS))
		return false;
	switch (pass) {
	case PASS_SAME:
		return same_numbers(a, b) && same_name(a, b);
	case PASS_NAME:
		return same_name(a, b);
	case PASS_NUMBERS:
		return same_numbers(a, b);
	default:
		return same_name(a, b) || same_numbers(a, b);
	}
}

static uint32_t *new_pairs(const struct perfdata *base)
{
	uint32_t nr = perfdata_nr_events(base);
	uint32_t *pairs = malloc((nr + 1) * sizeof(*pairs));

	if (pairs)
		memset(pairs, 0xff, (nr + 1) * sizeof(*pairs));
	return pairs;
}

static uint32_t first_event(const struct perfdata *pd)
{
	uint32_t i;

	for (i = 0; i < perfdata_nr_events(pd); i++)
		if (!event_is_dummy(perfdata_event(pd, i)))
			return i;
	return EVENT_NONE;
}

/* Folded stacks do not say what was measured: they pair with the first event that there is. */
static bool is_folded(const struct perfdata *pd)
{
	return perfdata_nr_events(pd) && event_is_folded(perfdata_event(pd, 0));
}

static void match_pass(const struct perfdata *base, const struct perfdata *other, int pass,
		       uint32_t *pairs, bool *taken)
{
	uint32_t i, j;

	for (i = 0; i < perfdata_nr_events(base); i++)
		for (j = 0; j < perfdata_nr_events(other) && pairs[i] == EVENT_NONE; j++)
			if (!taken[j] &&
			    is_pair(perfdata_event(base, i), perfdata_event(other, j), pass)) {
				pairs[i] = j;
				taken[j] = true;
			}
}

uint32_t *match_events(const struct perfdata *base, const struct perfdata *other)
{
	bool *taken = calloc(perfdata_nr_events(other) + 1, sizeof(*taken));
	uint32_t *pairs = new_pairs(base);
	int pass;

	if (pairs && (is_folded(base) || is_folded(other))) {
		free(taken);
		if (first_event(base) != EVENT_NONE)
			pairs[first_event(base)] = first_event(other);
		return pairs;
	}
	for (pass = 0; pass < NR_PASSES && pairs && taken; pass++)
		match_pass(base, other, pass, pairs, taken);
	if (!taken) {
		free(pairs);
		pairs = NULL;
	}
	free(taken);
	return pairs;
}

uint32_t *match_events_as_perf(const struct perfdata *base, const struct perfdata *other)
{
	uint32_t *pairs = new_pairs(base), i, j;

	for (i = 0; pairs && i < perfdata_nr_events(base); i++)
		for (j = 0; j < perfdata_nr_events(other) && pairs[i] == EVENT_NONE; j++)
			if (perfdata_event(base, i)->type == perfdata_event(other, j)->type &&
			    perfdata_event(base, i)->config == perfdata_event(other, j)->config)
				pairs[i] = j;
	return pairs;
}

bool event_modifiers_differ(const struct perfdata_event *a, const struct perfdata_event *b)
{
	return !same_flags(a, b, MODIFIERS);
}

bool event_is_dummy(const struct perfdata_event *event)
{
	return event->type == TYPE_SOFTWARE && event->config == SOFTWARE_DUMMY;
}

bool event_is_clock(const struct perfdata_event *event)
{
	return event->type == TYPE_SOFTWARE &&
	       (event->config == SOFTWARE_CPU_CLOCK || event->config == SOFTWARE_TASK_CLOCK);
}
