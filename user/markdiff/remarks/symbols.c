// SPDX-License-Identifier: GPL-2.0-only
/*
 * Remarks about symbols: what has none and why, names that may be of another build, and rows that
 * were not paired by their names.
 */
#include "user/markdiff/remarks/remarks.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

/* Parts of what a recording spent. */
#define MISSED_WRONG   5.0
#define MISSED_CAREFUL 1.0

static uint64_t spent_in_all(const struct profile *p)
{
	uint64_t all = 0;
	uint32_t i;

	for (i = 0; i < perfdata_nr_events(p->pd); i++)
		all += p->totals[i].all;
	return all;
}

struct reason {
	const char *what, *advice;
};

static struct reason why_nothing_found(enum dso_kind kind)
{
	if (kind == DSO_JIT)
		return (struct reason){ "there is no perf map of its process",
					"have the program write /tmp/perf-PID.map, and keep it" };
	if (kind == DSO_KERNEL || kind == DSO_MODULE)
		return (struct reason){ "nobody has its symbols",
					"give that kernel's kallsyms by --kallsyms" };
	return (struct reason){ "it was not found", "give the tree that has it by --symfs" };
}

static struct reason why(enum dso_kind kind, enum dso_state state)
{
	static const struct reason reasons[] = {
		[DSO_RESOLVED] = { "no symbol covers these addresses",
				   "its debug package may have more" },
		[DSO_NO_SYMBOLS] = { "it has no symbols",
				     "install its debug package, or do not strip it" },
		[DSO_OTHER_BUILD] = { "what is there now is another build than what ran",
				      "give the tree that has the old one by --symfs" },
		[DSO_RESTRICTED] = { "kptr_restrict hides the kernel's addresses",
				     "be root, or sysctl kernel.kptr_restrict=0" },
		[DSO_OTHER_KERNEL] = { "another kernel runs now, and nobody kept its symbols",
				       "give that kernel's kallsyms by --kallsyms" },
		[DSO_UNREADABLE] = { "the file that was given for it cannot be used",
				     "give another one" },
	};

	if (state == DSO_NO_FILE)
		return why_nothing_found(kind);
	return reasons[state];
}

static void missed(struct remarks *r, const struct profile *p, uint32_t object, double percent)
{
	enum remark_weight weight = percent >= MISSED_WRONG   ? REMARK_WRONG :
				    percent >= MISSED_CAREFUL ? REMARK_CAREFUL :
								REMARK_DETAIL;
	struct dso *dso = p->dsos[object];
	bool nowhere = object == perfdata_nr_objects(p->pd);
	struct dso_report report;
	struct reason reason;

	if (nowhere) {
		remark(r, weight,
		       "%s: %.2f %% fell where nothing was mapped; start perf record before the "
		       "program",
		       p->path, percent);
		return;
	}
	if (perfdata_object(p->pd, object)->guest) {
		remark(r, weight, "%s: %.2f %% are of a guest, whose symbols are not looked up",
		       p->path, percent);
		return;
	}
	dso_report(dso, &report);
	reason = why(dso_kind(dso), report.state);
	remark(r, weight, "%s: %.2f %% in %s have no symbol: %s; %s", p->path, percent,
	       dso_long_name(dso), reason.what, reason.advice);
}

static int most_first(const void *a, const void *b, void *uses)
{
	uint64_t left = ((struct object_use *)uses)[*(uint32_t *)a].missed;
	uint64_t right = ((struct object_use *)uses)[*(uint32_t *)b].missed;

	return left > right ? -1 : left < right;
}

static void all_missed(struct remarks *r, const struct profile *p)
{
	uint32_t i, some = 0, nr = perfdata_nr_objects(p->pd) + 1;
	uint32_t *order = calloc(nr, sizeof(*order));
	uint64_t all = spent_in_all(p);

	if (!order) {
		r->err = -ENOMEM;
		return;
	}
	for (i = 0; i < nr && all; i++)
		if (p->uses[i].missed)
			order[some++] = i;
	qsort_r(order, some, sizeof(*order), most_first, p->uses);
	for (i = 0; i < some; i++)
		missed(r, p, order[i], 100.0 * p->uses[order[i]].missed / all);
	free(order);
}

/* When a recording ended, as its file says; 0 where it does not. */
static int64_t recorded_at(const struct profile *p)
{
	struct stat st;

	return stat(p->path, &st) ? 0 : st.st_mtime;
}

/* Those that nobody asked for symbols are not read for this. */
static bool is_unverified(const struct profile *p, uint32_t object, struct dso_report *report)
{
	const struct perfdata_object *o = perfdata_object(p->pd, object);

	if (o->guest || o->kind != PERFDATA_FILE || !p->uses[object].found)
		return false;
	dso_report(p->dsos[object], report);
	return !report->verified && report->mtime;
}

const char *symbols_unverified(const struct profile *p)
{
	struct dso_report report;
	uint32_t i;

	for (i = 0; i < perfdata_nr_objects(p->pd); i++)
		if (p->uses[i].named && is_unverified(p, i, &report))
			return perfdata_object(p->pd, i)->name;
	return NULL;
}

static void unverified(struct remarks *r, const struct profile *p, uint32_t object, int64_t when)
{
	const struct perfdata_object *o = perfdata_object(p->pd, object);
	struct dso_report report;

	if (!is_unverified(p, object, &report))
		return;
	if (when && report.mtime > when)
		remark(r, REMARK_WRONG,
		       "%s: %s was built after the recording, which has no build-id of it: its names "
		       "may be wrong; give the tree that has the old one by --symfs",
		       p->path, o->name);
	else
		remark(r, REMARK_DETAIL,
		       "%s: has no build-id of %s: that it is what ran cannot be verified", p->path,
		       o->name);
}

static void pairings(struct remarks *r, const struct diff *diff)
{
	static const struct {
		enum match_kind kind;
		enum remark_weight weight;
		const char *text;
	} kinds[] = {
		{ MATCH_CANONICAL, REMARK_CAREFUL,
		  "by name without suffixes (\"old -> new\"); --match=exact keeps them "
		  "apart" },
		{ MATCH_SOURCE, REMARK_DETAIL,
		  "by name and source file, since others have that name" },
		{ MATCH_SIZE, REMARK_DETAIL, "by name and size, since others have that name" },
		{ MATCH_ORDER, REMARK_CAREFUL,
		  "by place among others of that name, which may have changed" },
	};
	uint32_t nr;

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		nr = match_symbols_count(diff->match, kinds[i].kind);
		if (nr)
			remark(r, kinds[i].weight, "%u symbol%s paired %s", nr,
			       nr == 1 ? " was" : "s were", kinds[i].text);
	}
}

void remarks_of_symbols(struct remarks *r, const struct diff *diff)
{
	uint32_t file, i;

	for (file = 0; file < diff->options->nr_files; file++) {
		const struct profile *p = &diff->profiles[file];
		uint32_t nr = perfdata_nr_objects(p->pd);
		int64_t when = recorded_at(p);

		all_missed(r, p);
		for (i = 0; i < nr; i++)
			unverified(r, p, i, when);
	}
	pairings(r, diff);
}
