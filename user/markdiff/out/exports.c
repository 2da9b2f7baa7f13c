// SPDX-License-Identifier: GPL-2.0-only
/*
 * Stacks are of one event: the first that both sides have, or the one that is named.
 */
#include "user/markdiff/out/exports.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "user/markdiff/match/match.h"
#include "user/markdiff/out/folded.h"
#include "user/markdiff/out/pprof.h"

#define LOST_MAX 0.01 /* of the cost; more is told */

struct exporting {
	struct stacks_source source;
	const struct diff *diff;
	const struct export_options *options;
	FILE *notes;
	char *message;
};

static int fail(struct exporting *e, int err, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static int fail(struct exporting *e, int err, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(e->message, EXPORTS_MESSAGE, format, args);
	va_end(args);
	return err;
}

/* ---- the event ---- */

static const struct perfdata_event *base_event(const struct exporting *e, uint32_t i)
{
	return perfdata_event(e->diff->profiles[0].pd, i);
}

/* Whether both sides have it; a file may lack it. */
static bool is_common(const struct exporting *e, uint32_t event)
{
	bool has[NR_SIDES] = { false };
	uint32_t i;

	if (event_is_dummy(base_event(e, event)))
		return false;
	for (i = 0; i < e->diff->options->nr_files; i++)
		has[stacks_side_of(&e->source, i)] |= diff_pair(e->diff, i, event) != EVENT_NONE;
	return has[SIDE_BASE] && has[SIDE_NEW];
}

/* The names of the events that could be exported, but for one. */
static void list_events(const struct exporting *e, uint32_t but, char *text, size_t size)
{
	uint32_t i, nr = perfdata_nr_events(e->diff->profiles[0].pd);
	size_t at = 0;

	text[0] = 0;
	for (i = 0; i < nr && at < size; i++)
		if (i != but && is_common(e, i))
			at += snprintf(text + at, size - at, "%s%s", at ? ", " : "",
				       base_event(e, i)->name);
}

static int choose_event(struct exporting *e)
{
	uint32_t i, nr = perfdata_nr_events(e->diff->profiles[0].pd);
	const char *name = e->options->event;
	char others[256];

	for (i = 0; i < nr; i++)
		if (is_common(e, i) && (!name || !strcmp(name, base_event(e, i)->name)))
			break;
	list_events(e, i, others, sizeof(others));
	if (i == nr && name)
		return fail(e, -ENOENT,
			    "--export-event: no event '%.100s' on both sides; they have %s", name,
			    *others ? others : "none in common");
	if (i == nr)
		return fail(e, -ENOENT, "no event is on both sides; record both with the same -e");
	e->source.event = i;
	if (e->notes && !name && *others)
		fprintf(e->notes,
			"markdiff: stacks are of the event %s; for another (%s) give "
			"--export-event\n",
			base_event(e, i)->name, others);
	return 0;
}

/* ---- notes ---- */

/* A file whose stacks are one frame though others' are more, or could be. */
static void note_chains(const struct exporting *e, const struct stacks *stacks)
{
	const struct profile *p;
	uint64_t has;
	uint32_t i;

	for (i = 0; i < e->diff->options->nr_files && e->notes; i++) {
		p = &e->diff->profiles[i];
		if (stacks->events[i] == EVENT_NONE)
			continue;
		has = perfdata_event(p->pd, stacks->events[i])->sample_type;
		if (has & PERFDATA_HAS_STACK_USER)
			fprintf(e->notes,
				"markdiff: %s has copies of stacks, which are not unwound here: "
				"each stack is one frame; record with -g instead of --call-graph "
				"dwarf\n",
				p->path);
		else if (stacks->mixed && !(has & PERFDATA_HAS_CALLCHAIN))
			fprintf(e->notes,
				"markdiff: %s has no call chains, so each stack of all files is "
				"one frame; record it with -g\n",
				p->path);
	}
}

static void note_lost(const struct exporting *e, double lost)
{
	if (e->notes && lost > LOST_MAX)
		fprintf(e->notes,
			"markdiff: --pprof: %.0f %% of the cost is in parts of less than 1, and "
			"pprof has whole numbers; give less work, or none\n",
			100 * lost);
}

/* ---- files ---- */

static int print_folded(FILE *out, const struct stacks *stacks)
{
	int err;

	errno = 0;
	err = out_folded(out, stacks);
	if (!err && (fflush(out) || ferror(out)))
		err = errno ? -errno : -EIO;
	return err;
}

static int write_folded(struct exporting *e, const struct stacks *stacks)
{
	const char *path = e->options->folded;
	bool to_stdout = !strcmp(path, "-");
	FILE *out = to_stdout ? stdout : fopen(path, "we");
	int err = out ? print_folded(out, stacks) : -errno;

	if (out && !to_stdout && fclose(out) && !err)
		err = -errno;
	return err ? fail(e, err, "--folded: %s cannot be written: %s",
			  to_stdout ? "standard output" : path, strerror(-err)) :
		     0;
}

static int write_profile(struct exporting *e, const struct stacks *stacks, const char *path,
			 enum pprof_sides sides)
{
	double lost = 0;
	int err = out_pprof(path, stacks, sides, &lost);

	if (err)
		return fail(e, err, "--pprof: %s cannot be written: %s",
			    strcmp(path, "-") ? path : "standard output", strerror(-err));
	note_lost(e, lost);
	return 0;
}

static int write_profiles(struct exporting *e, const struct stacks *stacks)
{
	char *path = strdup(e->options->pprof), *comma;
	int err;

	if (!path)
		return -ENOMEM;
	comma = strchr(path, ',');
	if (comma) {
		*comma = 0;
		err = write_profile(e, stacks, path, PPROF_BASE);
		if (!err)
			err = write_profile(e, stacks, comma + 1, PPROF_NEW);
	} else {
		err = write_profile(e, stacks, path, PPROF_BOTH);
	}
	free(path);
	return err;
}

static int write_by(struct exporting *e, enum stacks_by by)
{
	struct stacks *stacks;
	int err = stacks_new(&e->source, by, &stacks);

	if (err)
		return err;
	if (by == STACKS_BY_FUNCTION || !e->options->folded)
		note_chains(e, stacks);
	err = by == STACKS_BY_FUNCTION ? write_folded(e, stacks) : write_profiles(e, stacks);
	stacks_free(stacks);
	return err;
}

int exports_write(const struct stacks_source *source, FILE *notes, char message[EXPORTS_MESSAGE])
{
	struct exporting e = {
		.source = *source, .diff = source->diff, .notes = notes, .message = message
	};
	int err;

	e.options = &e.diff->options->exports;
	message[0] = 0;
	err = choose_event(&e);
	if (!err && e.options->folded)
		err = write_by(&e, STACKS_BY_FUNCTION);
	if (!err && e.options->pprof)
		err = write_by(&e, STACKS_BY_PLACE);
	if (err && !message[0])
		snprintf(message, EXPORTS_MESSAGE, "%s", strerror(-err));
	return err;
}
