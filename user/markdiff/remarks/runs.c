// SPDX-License-Identifier: GPL-2.0-only
/*
 * Remarks about runs: what differs between them beside the program, and so may be taken for it.
 *
 * A difference between the sides can be what is found; one between runs of the same side makes them
 * vary, and hides what could be found.  Each is told once, however many runs there are.
 */
#include "user/markdiff/remarks/remarks.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "user/markdiff/remarks/command.h"
#include "user/markdiff/match/match.h"
#include "user/markdiff/verdict/report.h"

#define TEXT_SIZE 512

/* Runs of one build have no sides. */
static const char *side_name(const struct diff *diff, enum side side)
{
	static const char *const names[] = { "the baseline", "the new side" };

	return diff->options->verdicts.aa ? "--aa" : names[side];
}

/* What a recording says of something; empty where it does not. */
typedef void (*attribute_fn)(const struct diff *diff, uint32_t file, uint32_t event,
			     char text[TEXT_SIZE]);

struct attribute {
	const char *what;
	attribute_fn get;
	enum remark_weight weight;
	const char *advice;
};

static const struct perfdata_info *info_of(const struct diff *diff, uint32_t file)
{
	return perfdata_info(diff->profiles[file].pd);
}

static void take(char text[TEXT_SIZE], const char *from)
{
	snprintf(text, TEXT_SIZE, "%s", from ? from : "");
}

static void get_arch(const struct diff *diff, uint32_t file, uint32_t event, char text[TEXT_SIZE])
{
	take(text, info_of(diff, file)->arch);
}

static void get_kernel(const struct diff *diff, uint32_t file, uint32_t event, char text[TEXT_SIZE])
{
	take(text, info_of(diff, file)->os_release);
}

static void get_cpu(const struct diff *diff, uint32_t file, uint32_t event, char text[TEXT_SIZE])
{
	const struct perfdata_info *i = info_of(diff, file);

	take(text, i->cpu_desc ? i->cpu_desc : i->cpu_id);
}

static void get_cpus(const struct diff *diff, uint32_t file, uint32_t event, char text[TEXT_SIZE])
{
	uint32_t nr = info_of(diff, file)->nr_cpus_online;

	text[0] = 0;
	if (nr)
		snprintf(text, TEXT_SIZE, "%u", nr);
}

static void get_command(const struct diff *diff, uint32_t file, uint32_t event,
			char text[TEXT_SIZE])
{
	char *command = command_text(info_of(diff, file));

	take(text, command);
	free(command);
}

static const struct perfdata_event *event_of(const struct diff *diff, uint32_t file, uint32_t event)
{
	uint32_t pair = diff_pair(diff, file, event);

	return pair == EVENT_NONE ? NULL : perfdata_event(diff->profiles[file].pd, pair);
}

static void get_rate(const struct diff *diff, uint32_t file, uint32_t event, char text[TEXT_SIZE])
{
	const struct perfdata_event *e = event_of(diff, file, event);

	text[0] = 0;
	if (e)
		snprintf(text, TEXT_SIZE, "%s %" PRIu64,
			 e->flags >> PERFDATA_FREQ & 1 ? "frequency" : "period", e->period);
}

static void get_modifiers(const struct diff *diff, uint32_t file, uint32_t event,
			  char text[TEXT_SIZE])
{
	const struct perfdata_event *first = event_of(diff, 0, event);
	const struct perfdata_event *e = event_of(diff, file, event);

	text[0] = 0;
	if (e && first)
		take(text, event_modifiers_differ(first, e) ? "others" : "those of the first run");
}

static const struct attribute of_recordings[] = {
	{ "machine types", get_arch, REMARK_WRONG, "record all on the same machine" },
	{ "processors", get_cpu, REMARK_CAREFUL, "record all on the same machine" },
	{ "kernels", get_kernel, REMARK_CAREFUL, "to compare programs, boot the same one" },
	{ "numbers of CPUs", get_cpus, REMARK_CAREFUL, "record all on the same machine" },
	{ "command lines", get_command, REMARK_CAREFUL, "give all runs the same work" },
};

static const struct attribute of_events[] = {
	{ "rates of samples", get_rate, REMARK_CAREFUL, "give all the same -F or -c" },
	{ "modifiers (precision, guests)", get_modifiers, REMARK_CAREFUL,
	  "record all with the same -e" },
};

/* The first file that says something else than an earlier one of @from, or nr_files. */
static uint32_t find_other(const struct diff *diff, const struct attribute *a, uint32_t event,
			   uint32_t from, uint32_t to, char first[TEXT_SIZE], char other[TEXT_SIZE])
{
	uint32_t i;

	for (i = from; i < to; i++) {
		a->get(diff, i, event, other);
		if (!first[0])
			memcpy(first, other, TEXT_SIZE);
		else if (other[0] && strcmp(first, other) != 0)
			return i;
	}
	return diff->options->nr_files;
}

static void attribute(struct remarks *r, const struct diff *diff, const struct attribute *a,
		      uint32_t event, const char *name)
{
	const struct sides *s = &diff->options->verdicts.sides;
	uint32_t nr = diff->options->nr_files, i, to;
	char first[TEXT_SIZE], other[TEXT_SIZE];

	for (enum side side = 0; side < NR_SIDES; side++) {
		first[0] = 0;
		to = side_first(s, side) + s->nr[side];
		i = find_other(diff, a, event, side_first(s, side), to, first, other);
		if (i < nr) {
			remark(r, a->weight, "%s%s of runs of %s differ: %s, and %s in %s; %s",
			       name, a->what, side_name(diff, side), first, other,
			       diff->profiles[i].path, a->advice);
			return;
		}
	}
	first[0] = 0;
	i = find_other(diff, a, event, 0, nr, first, other);
	if (i < nr)
		remark(r, a->weight, "%s%s of the sides differ: %s, then %s; %s", name, a->what,
		       first, other, a->advice);
}

/* ---- durations, lost samples ---- */

struct range {
	double low, high;
	uint32_t lowest, highest;
};

static struct range range_of(const struct diff *diff, double (*get)(const struct profile *profile))
{
	struct range range = { INFINITY, -INFINITY, 0, 0 };
	uint32_t i;
	double value;

	for (i = 0; i < diff->options->nr_files; i++) {
		value = get(&diff->profiles[i]);
		if (value < range.low) {
			range.low = value;
			range.lowest = i;
		}
		if (value > range.high) {
			range.high = value;
			range.highest = i;
		}
	}
	return range;
}

static double seconds_of(const struct profile *p)
{
	return p->span_ns / 1e9;
}

static double lost_of(const struct profile *p)
{
	const struct perfdata_counts *c = perfdata_counts(p->pd);

	return c->lost ? 100.0 * c->lost / ((double)c->lost + c->samples) : 0;
}

static void durations(struct remarks *r, const struct diff *diff)
{
	struct range range = range_of(diff, seconds_of);

	if (diff->options->verdicts.work.kind != WORK_RUN || !(range.low > 0) ||
	    range.high < 2 * range.low)
		return;
	remark(r, REMARK_CAREFUL,
	       "runs took from %.3f s (%s) to %.3f s (%s): costs are per run; give all the same "
	       "work, or say how much each did by --work",
	       range.low, diff->profiles[range.lowest].path, range.high,
	       diff->profiles[range.highest].path);
}

static void losses(struct remarks *r, const struct diff *diff)
{
	struct range range = range_of(diff, lost_of);

	if (range.high - range.low < 1)
		return;
	remark(r, REMARK_WRONG,
	       "runs lost different parts of their samples: %.1f %% (%s) to %.1f %% (%s), which "
	       "looks like a difference in cost; record with larger buffers (-m)",
	       range.low, diff->profiles[range.lowest].path, range.high,
	       diff->profiles[range.highest].path);
}

/* ---- builds ---- */

/* Of a file in which samples fell, and whose build is known. */
static bool is_known_build(const struct profile *p, uint32_t object)
{
	const struct perfdata_object *o = perfdata_object(p->pd, object);

	return o->kind == PERFDATA_FILE && o->build_id_size && p->uses[object].samples;
}

static bool is_other_build(const struct perfdata_object *o, const struct profile *p)
{
	const struct perfdata_object *other;
	bool found = false;
	uint32_t i;

	for (i = 0; i < perfdata_nr_objects(p->pd); i++) {
		other = perfdata_object(p->pd, i);
		if (!is_known_build(p, i) || strcmp(other->name, o->name) != 0)
			continue;
		if (!memcmp(o->build_id, other->build_id, sizeof(o->build_id)))
			return false;
		found = true;
	}
	return found;
}

/* Returns whether one was found: one is enough. */
static bool other_build(struct remarks *r, const struct profile *first, const struct profile *p,
			const char *side)
{
	uint32_t i;

	for (i = 0; i < perfdata_nr_objects(first->pd); i++) {
		const struct perfdata_object *o = perfdata_object(first->pd, i);

		if (!is_known_build(first, i) || !is_other_build(o, p))
			continue;
		remark(r, REMARK_WRONG,
		       "runs of %s are of different builds of %s (%s, %s); record all runs of a "
		       "side with one build",
		       side, o->name, first->path, p->path);
		return true;
	}
	return false;
}

static void builds(struct remarks *r, const struct diff *diff)
{
	const struct sides *s = &diff->options->verdicts.sides;
	uint32_t i, first;

	for (enum side side = 0; side < NR_SIDES; side++) {
		first = side_first(s, side);
		for (i = 1; i < s->nr[side]; i++)
			if (other_build(r, &diff->profiles[first], &diff->profiles[first + i],
					side_name(diff, side)))
				break;
	}
}

void remarks_of_runs(struct remarks *r, const struct diff *diff)
{
	const struct perfdata *base = diff->profiles[0].pd;
	char name[TEXT_SIZE];
	uint32_t event;
	size_t i;

	for (i = 0; i < sizeof(of_recordings) / sizeof(of_recordings[0]); i++)
		attribute(r, diff, &of_recordings[i], 0, "");
	for (event = 0; event < perfdata_nr_events(base); event++) {
		if (event_is_dummy(perfdata_event(base, event)))
			continue;
		snprintf(name, sizeof(name), "%s: ", perfdata_event(base, event)->name);
		for (i = 0; i < sizeof(of_events) / sizeof(of_events[0]); i++)
			attribute(r, diff, &of_events[i], event, name);
	}
	durations(r, diff);
	losses(r, diff);
	builds(r, diff);
}

/* ---- what the costs tell ---- */

static void drifts(struct remarks *r, const struct diff *diff, const struct event_report *e)
{
	for (enum side side = 0; side < NR_SIDES; side++) {
		const struct drift *d = &e->table.drift[side];

		if (!d->tested || d->p > 0.05)
			continue;
		remark(r, REMARK_CAREFUL,
		       "%s: the runs of %s cost %.1f %% %s from the first to the last (p %.2g), in "
		       "the order in which they are named; make runs of both sides in turn, and "
		       "give them by --pairs",
		       e->event->name, side_name(diff, side), 100 * fabs(d->relative),
		       d->relative > 0 ? "more" : "less", d->p);
	}
}

static void events(struct remarks *r, const struct verdict_report *report)
{
	uint32_t i;

	for (i = 0; i < report->nr_events; i++) {
		drifts(r, report->diff, &report->events[i]);
		if (report->events[i].table.same_files)
			remark(r, REMARK_CAREFUL,
			       "%s: both sides are the same recordings: nothing differs, and "
			       "nothing follows for other runs",
			       report->events[i].event->name);
	}
}

/* A row alone is found if the least p, times the number of rows, is no more than the rate. */
static void replicates(struct remarks *r, const struct verdict_report *report,
		       const struct event_report *e)
{
	const struct verdict_options *v = &report->diff->options->verdicts;
	uint32_t counts[NR_VERDICTS], tested;
	double least = 2. / (v->replicates + 1.);

	verdicts_count(&e->table, verdicts_first_kind(&e->table), counts);
	tested = e->table.nr - counts[VERDICT_UNTESTED];
	if (v->replicates && least * tested > v->fdr)
		remark(r, REMARK_CAREFUL,
		       "%s: with %u replicates no p is below %.2g, so that of %u rows none is found "
		       "alone; give --bootstrap=%.0f or more",
		       e->event->name, v->replicates, least, tested, ceil(2 * tested / v->fdr));
}

int remarks_of_verdicts(struct remarks *r, const struct verdict_report *report)
{
	const struct verdict_options *v = &report->diff->options->verdicts;

	events(r, report);
	for (uint32_t i = 0; i < report->nr_events; i++)
		replicates(r, report, &report->events[i]);
	if (v->sides.nr[SIDE_BASE] == 1 && v->sides.nr[SIDE_NEW] == 1)
		remark(r, REMARK_CAREFUL,
		       "one run a side: intervals are of sampling alone, with a dispersion of %.15g "
		       "for all else; record several runs",
		       v->dispersion);
	remarks_sort(r);
	return r->err;
}

/* ---- runs of one build ---- */

static void drift_of_build(struct remarks *r, const struct event_report *e)
{
	const struct drift *d = &e->aa.drift;

	if (d->tested && d->p <= 0.05)
		remark(r, REMARK_CAREFUL,
		       "%s: the runs cost %.1f %% %s from the first to the last (p %.2g), in the "
		       "order in which they are named; what changed meanwhile is noise to "
		       "--runs, and not to --pairs of runs that were made in turn",
		       e->event->name, 100 * fabs(d->relative), d->relative > 0 ? "more" : "less",
		       d->p);
}

static void false_findings(struct remarks *r, const struct verdict_report *report,
			   const struct event_report *e)
{
	static const char *const kinds[] = { "", " with what they call" };
	double fdr = report->diff->options->verdicts.fdr;
	uint32_t kind, nr = report->aa.splits.nr;

	for (kind = 0; kind < NR_COST_KINDS && kind < e->observation.nr_kinds; kind++) {
		uint32_t splits = e->aa.rates[kind][AA_COSTS].splits;

		if (splits > fdr * nr)
			remark(r, REMARK_CAREFUL,
			       "%s: costs%s are called changed in %u of %u splits, of which chance "
			       "explains %.15g %%: some of these runs differ from the others; look "
			       "at what the remarks say of them, and at what else ran",
			       e->event->name, kinds[kind], splits, nr, 100 * fdr);
	}
}

/* With fewer, the rate is 0 or too high. */
static void few_splits(struct remarks *r, const struct verdict_report *report)
{
	double fdr = report->diff->options->verdicts.fdr;

	if (report->aa.splits.nr * fdr < 1)
		remark(r, REMARK_CAREFUL,
		       "%u splits: one of them is %.0f %%, more than the %.15g %% that are "
		       "allowed to be false; %s",
		       report->aa.splits.nr, 100. / report->aa.splits.nr, 100 * fdr,
		       report->aa.possible > report->aa.splits.nr ? "give more --splits" :
								    "record more runs");
}

int remarks_of_aa(struct remarks *r, const struct verdict_report *report)
{
	uint32_t i;

	few_splits(r, report);
	for (i = 0; i < report->nr_events; i++) {
		false_findings(r, report, &report->events[i]);
		drift_of_build(r, &report->events[i]);
	}
	remarks_sort(r);
	return r->err;
}
