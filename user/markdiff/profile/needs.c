// SPDX-License-Identifier: GPL-2.0-only
/*
 * Without call chains every function would be its own caller; where no sample says on which
 * processor it was, perf diff -s cpu prints one row, "-001", of all.  Such tables look like an
 * answer.  So keys and options refuse files that they can say nothing about.
 */
#include "user/markdiff/profile/needs.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "user/markdiff/match/match.h"
#include "user/markdiff/profile/profile.h"

static bool any_event_has(const struct perfdata *pd, uint64_t what)
{
	uint32_t i;

	for (i = 0; i < perfdata_nr_events(pd); i++)
		if (!event_is_dummy(perfdata_event(pd, i)) &&
		    perfdata_event(pd, i)->sample_type & what)
			return true;
	return false;
}

static int missing(struct perfdata_error *error, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static int missing(struct perfdata_error *error, const char *format, ...)
{
	va_list args;

	error->err = -ENODATA;
	error->offset = PERFDATA_NO_OFFSET;
	va_start(args, format);
	vsnprintf(error->text, sizeof(error->text), format, args);
	va_end(args);
	return error->err;
}

static int check_key(const struct perfdata *pd, enum key key, struct perfdata_error *error)
{
	const struct key_info *info = key_info(key);
	const char *what, *record;
	uint64_t needs = tag_needs(info->tag, &what, &record);

	if (needs && !any_event_has(pd, needs))
		return missing(error,
			       "has no %s, which the sort key %s needs; record with %s, or leave "
			       "the key out",
			       what, info->name, record);
	if (key == KEY_SOCKET && perfdata_socket(pd, 0) < 0)
		return missing(error, "does not say which processors are in which socket; leave "
				      "the sort key socket out");
	return 0;
}

static int check_stacks(const struct perfdata *pd, const struct options *o,
			struct perfdata_error *error)
{
	const char *who;

	if ((o->compute == COMPUTE_CYCLES || o->stream) &&
	    !any_event_has(pd, PERFDATA_HAS_BRANCH_STACK))
		return missing(error, "has no branch stacks, which %s needs; record with -b",
			       o->stream ? "--stream" : "-c cycles");
	if (!o->children && !options_have_key(o, KEY_PARENT))
		return 0;
	who = o->children ? "--children" : "the sort key parent";
	if (any_event_has(pd, PERFDATA_HAS_STACK_USER))
		return missing(error,
			       "has copies of stacks, which are not unwound here; for "
			       "%s record with -g instead of --call-graph dwarf",
			       who);
	if (!any_event_has(pd, PERFDATA_HAS_CALLCHAIN))
		return missing(error, "has no call chains, which %s needs; record with -g", who);
	return 0;
}

int needs_check(const struct perfdata *pd, const struct options *o, struct perfdata_error *error)
{
	uint32_t i;
	int err = 0;

	if (perfdata_nr_events(pd) > PROFILE_MAX_EVENTS)
		return missing(error, "has more than %u events; record fewer", PROFILE_MAX_EVENTS);
	if (o->cpus.nr && !any_event_has(pd, PERFDATA_HAS_CPU))
		return missing(error, "has no processors, which --cpu needs; record with "
				      "--sample-cpu or -a, or remove --cpu");
	if ((o->times.nr || o->times.nr_shares) && !any_event_has(pd, PERFDATA_HAS_TIME))
		return missing(error, "has no times, which --time needs; record with --timestamp, "
				      "or remove --time");
	if (o->verdicts.replicates && !any_event_has(pd, PERFDATA_HAS_TIME))
		return missing(error, "has no times, which --bootstrap needs; record with "
				      "--timestamp, or remove --bootstrap");
	for (i = 0; i < o->nr_keys && !err; i++)
		err = check_key(pd, o->keys[i], error);
	return err ? err : check_stacks(pd, o, error);
}
