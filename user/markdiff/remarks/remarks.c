// SPDX-License-Identifier: GPL-2.0-only
/*
 * Remarks about the recordings: what they lack, and where they are not of the same machine.
 */
#include "user/markdiff/remarks/remarks.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "user/lib/array.h"
#include "user/markdiff/profile/folded.h"
#include "user/markdiff/match/match.h"

#define MAX_SHOWN  8 /* without -v */
#define MAX_TOTALS 4 /* events */

void remark(struct remarks *r, enum remark_weight weight, const char *format, ...)
{
	va_list args;
	char *text;

	if (array_room(r->list, r->nr, r->cap)) {
		r->err = -ENOMEM;
		return;
	}
	va_start(args, format);
	if (vasprintf(&text, format, args) < 0) {
		r->err = -ENOMEM;
	} else {
		r->list[r->nr] = (struct remark){ weight, r->nr, text };
		r->nr++;
	}
	va_end(args);
}

void remarks_free(struct remarks *r)
{
	while (r->nr)
		free(r->list[--r->nr].text);
	free(r->list);
	*r = (struct remarks){ .nr = 0 };
}

/* ---- one recording ---- */

static void damage(struct remarks *r, const struct profile *p)
{
	static const char *const what[] = {
		[PERFDATA_UNFINISHED] = "the recording was killed, and has neither build-ids nor "
					"names of events; end perf record with Ctrl-C",
		[PERFDATA_TRUNCATED] = "the file is cut off, and has neither build-ids nor names "
				       "of events; copy it again",
		[PERFDATA_CORRUPT] = "a record makes no sense, and what comes after it is left "
				     "out; copy the file again or record again",
	};
	const char *file;
	uint64_t offset;
	enum perfdata_damage d = perfdata_damage(p->pd, &offset, &file);

	if (d != PERFDATA_WHOLE)
		remark(r, REMARK_WRONG, "%s: %s", p->path, what[d]);
}

static void lost(struct remarks *r, const struct profile *p)
{
	const struct perfdata_counts *c = perfdata_counts(p->pd);
	double percent = 100.0 * c->lost / ((double)c->lost + c->samples);

	if (c->lost)
		remark(r, percent >= 1 ? REMARK_WRONG : REMARK_CAREFUL,
		       "%s: %" PRIu64 " samples were lost while recording (%.1f %%); record with "
		       "larger buffers (-m) or at a lower frequency (-F)",
		       p->path, c->lost, percent);
}

static void left_out(struct remarks *r, const struct profile *p)
{
	const struct perfdata_counts *c = perfdata_counts(p->pd);

	if (c->unknown_id)
		remark(r, REMARK_WRONG,
		       "%s: %" PRIu64 " samples are of an event that the file does not describe, "
		       "and are left out; record again",
		       p->path, c->unknown_id);
	if (c->malformed)
		remark(r, REMARK_WRONG,
		       "%s: %" PRIu64 " samples end before their fields do, and are left out; "
		       "record again",
		       p->path, c->malformed);
	if (c->unknown)
		remark(r, REMARK_DETAIL,
		       "%s: %" PRIu64 " records are of types that this markdiff does not know",
		       p->path, c->unknown);
	if (c->unknown_features)
		remark(r, REMARK_DETAIL, "%s: has %u features that this markdiff does not know",
		       p->path, c->unknown_features);
}

/* ---- two recordings ---- */

static bool differ(const char *a, const char *b)
{
	return a && b && strcmp(a, b) != 0;
}

static void machines(struct remarks *r, const struct profile *base, const struct profile *p)
{
	const struct perfdata_info *a = perfdata_info(base->pd), *b = perfdata_info(p->pd);

	if (differ(a->arch, b->arch))
		remark(r, REMARK_WRONG, "%s is of a machine of type %s, %s of %s", base->path,
		       a->arch, p->path, b->arch);
	if (differ(a->os_release, b->os_release))
		remark(r, REMARK_CAREFUL,
		       "the kernels differ: %s %s, %s %s; to compare programs, boot the same one",
		       base->path, a->os_release, p->path, b->os_release);
	if (differ(a->cpu_desc, b->cpu_desc) || differ(a->cpu_id, b->cpu_id))
		remark(r, REMARK_CAREFUL,
		       "the processors differ: %s %s, %s %s; record both on the same machine",
		       base->path, a->cpu_desc ? a->cpu_desc : a->cpu_id, p->path,
		       b->cpu_desc ? b->cpu_desc : b->cpu_id);
	else if (differ(a->hostname, b->hostname))
		remark(r, REMARK_DETAIL, "the machines differ: %s %s, %s %s", base->path,
		       a->hostname, p->path, b->hostname);
	if (a->nr_cpus_online && b->nr_cpus_online && a->nr_cpus_online != b->nr_cpus_online)
		remark(r, REMARK_CAREFUL,
		       "the machines had different numbers of CPUs: %s %u, %s %u", base->path,
		       a->nr_cpus_online, p->path, b->nr_cpus_online);
	if (a->clock_wall_ns && b->clock_wall_ns && a->clock_id != b->clock_id)
		remark(r, REMARK_DETAIL, "the clocks differ: %s %u, %s %u", base->path, a->clock_id,
		       p->path, b->clock_id);
}

static double seconds(const struct profile *p)
{
	const struct perfdata_info *i = perfdata_info(p->pd);

	return i->last_sample > i->first_sample ? (i->last_sample - i->first_sample) / 1e9 : 0;
}

static void durations(struct remarks *r, const struct profile *base, const struct profile *p)
{
	double a = seconds(base), b = seconds(p);

	if (a > 0 && b > 0 && (a >= 2 * b || b >= 2 * a))
		remark(r, REMARK_CAREFUL,
		       "the recordings took %.3f s (%s) and %.3f s (%s); give both the same work",
		       a, base->path, b, p->path);
}

static int weightiest_first(const void *a, const void *b)
{
	const struct remark *left = a, *right = b;

	if (left->weight != right->weight)
		return left->weight > right->weight ? -1 : 1;
	return left->number < right->number ? -1 : 1;
}

static void of_pairs(struct remarks *r, const struct diff *diff)
{
	const struct profile *base = &diff->profiles[0];
	uint32_t i;

	for (i = 1; i < diff->options->nr_files; i++) {
		machines(r, base, &diff->profiles[i]);
		durations(r, base, &diff->profiles[i]);
	}
}

void remarks_sort(struct remarks *r)
{
	if (r->nr)
		qsort(r->list, r->nr, sizeof(*r->list), weightiest_first);
}

int remarks_collect(struct remarks *r, const struct diff *diff)
{
	uint32_t i;

	*r = (struct remarks){ .nr = 0 };
	for (i = 0; i < diff->options->nr_files; i++) {
		damage(r, &diff->profiles[i]);
		lost(r, &diff->profiles[i]);
		left_out(r, &diff->profiles[i]);
	}
	remarks_of_symbols(r, diff);
	if (diff->options->verdicts.asked)
		remarks_of_runs(r, diff);
	else
		of_pairs(r, diff);
	remarks_of_events(r, diff);
	remarks_sort(r);
	return r->err;
}

/* ---- printing ---- */

static void print_total(FILE *out, const struct diff *diff, uint32_t file, uint32_t event)
{
	const struct perfdata_event *e = perfdata_event(diff->profiles[0].pd, event);
	const struct event_total *base = &diff->profiles[0].totals[event], *total;
	uint32_t pair = diff_pair(diff, file, event);

	if (pair == EVENT_NONE) {
		fprintf(out, "no %s", e->name);
		return;
	}
	total = &diff->profiles[file].totals[pair];
	fprintf(out, "%" PRIu64 " samples", total->samples);
	if (event_is_clock(e))
		fprintf(out, ", %.3f s of %s", total->all / 1e9, e->name);
	else if (!event_is_folded(e))
		fprintf(out, ", %" PRIu64 " of %s", total->all, e->name);
	if (file && base->all)
		fprintf(out, " (x%.3f)", (double)total->all / base->all);
}

static void print_totals(FILE *out, const struct diff *diff, uint32_t file)
{
	const struct perfdata *base = diff->profiles[0].pd;
	uint32_t i, nr = 0;

	fprintf(out, "# Total of %s: ", diff->profiles[file].path);
	for (i = 0; i < perfdata_nr_events(base) && nr <= MAX_TOTALS; i++) {
		if (event_is_dummy(perfdata_event(base, i)))
			continue;
		fputs(nr ? "; " : "", out);
		if (nr++ < MAX_TOTALS)
			print_total(out, diff, file, i);
		else
			fputs("...", out);
	}
	putc('\n', out);
}

void remarks_print(FILE *out, const struct remarks *r, const struct diff *diff)
{
	uint32_t i;

	for (i = 0; i < diff->options->nr_files; i++)
		print_totals(out, diff, i);
	fputs("#\n", out);
	remarks_list(out, r, diff);
}

void remarks_list(FILE *out, const struct remarks *r, const struct diff *diff)
{
	bool all = diff->options->verbose;
	uint32_t i, shown = 0;

	for (i = 0; i < r->nr; i++) {
		if (!all && (i == MAX_SHOWN || r->list[i].weight == REMARK_DETAIL))
			break;
		fprintf(out, "# %s\n", r->list[i].text);
		shown++;
	}
	if (shown < r->nr)
		fprintf(out, "# (-v shows %u more)\n", r->nr - shown);
	if (r->nr)
		fputs("#\n", out);
}
