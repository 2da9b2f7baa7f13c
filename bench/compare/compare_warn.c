// SPDX-License-Identifier: GPL-2.0-only
/*
 * compare_warn.c - what differs between two runs beside what is compared
 *
 * A difference of the figures may come from any of it.
 */
#include <json-c/json.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "compare_report.h"

/* Core cycles a tick differ by more than this: the core ran at another speed. */
#define RATIO_APART 0.01

static void warn(struct compare_warnings *warnings, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* What came from a file is printed: no control characters. */
static void warn(struct compare_warnings *warnings, const char *format, ...)
{
	char *text;
	va_list args;

	if (warnings->nr == COMPARE_WARNINGS)
		return;
	text = warnings->text[warnings->nr++];
	va_start(args, format);
	vsnprintf(text, sizeof(warnings->text[0]), format, args);
	va_end(args);
	for (; *text; text++) {
		if ((unsigned char)*text < ' ' || *text == 0x7f)
			*text = '?';
	}
}

static const char *or_nothing(const char *text)
{
	return *text ? text : "not told";
}

static void warn_of_fact(struct compare_warnings *warnings, const struct saved *a,
			 const struct saved *b, const char *group, const char *key,
			 const char *what)
{
	const char *first = saved_fact(a, group, key), *second = saved_fact(b, group, key);

	if (strcmp(first, second) != 0)
		warn(warnings, "%s: %.120s, then %.120s", what, or_nothing(first),
		     or_nothing(second));
}

static void warn_of_ratio(struct compare_warnings *warnings, const struct run *a,
			  const struct run *b)
{
	double change = b->ratio.mid / a->ratio.mid - 1;

	if (fabs(change) > RATIO_APART)
		warn(warnings, "clock: core cycles a tick %.4f, then %.4f (%+.1f %%)", a->ratio.mid,
		     b->ratio.mid, 100 * change);
}

/* Of rows that both have. */
static void warn_of_loops(struct compare_warnings *warnings, const struct run *a,
			  const struct run *b)
{
	unsigned int i;

	for (i = 0; i < a->nr; i++) {
		const struct run_row *row = &a->rows[i];
		const struct run_row *other = run_find(b, row->bench->name);

		if (!other)
			continue;
		if (row->loops != other->loops) {
			warn(warnings, "loops of %s: %lu, then %lu", row->bench->name, row->loops,
			     other->loops);
			return;
		}
		if (row->bench->sites != other->bench->sites)
			warn(warnings, "sites of %s: %u, then %u", row->bench->name,
			     row->bench->sites, other->bench->sites);
	}
}

static void warn_of_events(struct compare_warnings *warnings, const struct run *a,
			   const struct run *b, const char *where)
{
	unsigned int i, j;

	for (i = 0; i < a->nr_events; i++) {
		const char *name = a->events[i].event->name;

		for (j = 0; j < b->nr_events; j++) {
			if (!strcmp(name, b->events[j].event->name))
				break;
		}
		if (j == b->nr_events)
			warn(warnings, "event %s: only in the %s", name, where);
	}
}

/* What a run itself said of its own conditions. */
static void warn_of_run(struct compare_warnings *warnings, const struct saved *saved,
			const char *which)
{
	struct json_object *moved, *steps;
	double disturbed = strtod(saved_fact(saved, "interference", "rounds"), NULL);

	if (json_object_object_get_ex(saved->file, "clock_moved", &moved) &&
	    json_object_is_type(moved, json_type_object) &&
	    json_object_object_get_ex(moved, "steps", &steps) &&
	    json_object_is_type(steps, json_type_array) && json_object_array_length(steps))
		warn(warnings, "the clock moved during the %s run, in %zu step%s", which,
		     json_object_array_length(steps),
		     json_object_array_length(steps) > 1 ? "s" : "");
	if (!strcmp(saved_fact(saved, "clock_moved", "drifts"), "true"))
		warn(warnings, "the clock drifted during the %s run", which);
	if (disturbed * 10 > saved->run.rounds)
		warn(warnings, "the %s run was disturbed in %.0f of %u rounds", which, disturbed,
		     saved->run.rounds);
}

/**
 * compare_warn() - all that differs
 * @warnings:	filled in
 */
void compare_warn(struct compare_warnings *warnings, const struct saved *first,
		  const struct saved *second)
{
	static const struct {
		const char *group, *key, *what;
	} facts[] = {
		{ "host", "cpu", "processor model" },
		{ "host", "arch", "architecture" },
		{ "host", "cores", "cores" },
		{ "host", "virtual", "virtual machine" },
		{ "host", "kernel", "kernel" },
		{ "host", "kernel_version", "kernel build" },
		{ "host", "spectre_v2", "spectre_v2" },
		{ "host", "compiler", "compiler" },
		{ "host", "flags", "compiler flags" },
		{ "host", "commit", "commit" },
		{ "clock", "name", "clock" },
		{ NULL, "kernel", "measured in kernel" },
		{ NULL, "processor", "pinned to processor" },
		{ NULL, "rounds", "rounds" },
	};
	size_t i;

	warnings->nr = 0;
	for (i = 0; i < ARRAY_SIZE(facts); i++)
		warn_of_fact(warnings, first, second, facts[i].group, facts[i].key, facts[i].what);
	warn_of_fact(warnings, first, second, "host", "frequency", "frequency");
	warn_of_ratio(warnings, &first->run, &second->run);
	warn_of_loops(warnings, &first->run, &second->run);
	warn_of_events(warnings, &first->run, &second->run, "first");
	warn_of_events(warnings, &second->run, &first->run, "second");
	warn_of_run(warnings, first, "first");
	warn_of_run(warnings, second, "second");
}
