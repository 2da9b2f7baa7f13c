// SPDX-License-Identifier: GPL-2.0-only
/*
 * Loading is the work of one thread a file (as many as there are processors); everything after it
 * is small, shares names and symbols, and is done by one thread.
 */
#include "user/markdiff/rows/diff.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "user/markdiff/rows/cycles.h"
#include "user/markdiff/profile/folded.h"
#include "user/markdiff/match/match.h"
#include "user/markdiff/match/programs.h"

#define MAX_THREADS 64

struct loader {
	struct diff *diff;
	atomic_uint next;
};

static void *load(void *arg)
{
	struct loader *l = arg;
	const struct options *o = l->diff->options;
	uint32_t i;

	while ((i = atomic_fetch_add(&l->next, 1)) < o->nr_files)
		profile_load(&l->diff->profiles[i], o, i, l->diff->both && i);
	return NULL;
}

static uint32_t nr_helpers(uint32_t nr_files)
{
	long nr = sysconf(_SC_NPROCESSORS_ONLN);

	nr = nr < 1 ? 1 : nr > MAX_THREADS ? MAX_THREADS : nr;
	return (nr < (long)nr_files ? (uint32_t)nr : nr_files) - 1;
}

static int pair_events(struct diff *diff)
{
	const struct perfdata *base = diff->profiles[0].pd, *other;
	uint32_t i, nr = diff->options->nr_files;

	diff->pairs = calloc(nr, sizeof(*diff->pairs));
	for (i = 0; i < nr && diff->pairs; i++) {
		other = diff->profiles[i].pd;
		diff->pairs[i] = diff->options->perf_compat && i ?
					 match_events_as_perf(base, other) :
					 match_events(base, other);
		if (!diff->pairs[i])
			return -ENOMEM;
	}
	return diff->pairs ? 0 : -ENOMEM;
}

/* A file with two counts a line, alone on the command line, is both sides. */
static void look_for_both(struct diff *diff)
{
	const struct options *o = diff->options;
	struct source *source = &diff->profiles[1].source;

	if (!o->one_file)
		return;
	if (source_read(source, o->files[1])) {
		/* Its profile tries again, and says why not. */
		*source = (struct source){ .path = NULL };
		return;
	}
	diff->both = source->folded && folded_columns(source) == 2;
	if (!diff->both)
		return;
	diff->profiles[0].source = *source;
	diff->profiles[0].source.lent = true;
	o->files[0] = o->files[1];
}

int diff_load(struct diff *diff, const struct options *options)
{
	return diff_load_watched(diff, options, NULL);
}

int diff_load_watched(struct diff *diff, const struct options *options,
		      struct perfdata_progress *progress)
{
	struct loader loader = { .diff = diff };
	uint32_t i, started = 0, helpers = nr_helpers(options->nr_files);
	pthread_t threads[MAX_THREADS];

	memset(diff, 0, sizeof(*diff));
	diff->options = options;
	diff->profiles = calloc(options->nr_files, sizeof(*diff->profiles));
	if (!diff->profiles)
		return -ENOMEM;
	look_for_both(diff);
	for (i = 0; i < options->nr_files && progress; i++)
		diff->profiles[i].progress = &progress[i];
	/* Without helpers it takes longer, that is all. */
	while (started < helpers && !pthread_create(&threads[started], NULL, load, &loader))
		started++;
	load(&loader);
	while (started)
		pthread_join(threads[--started], NULL);
	for (i = 0; i < options->nr_files; i++)
		if (diff->profiles[i].error.err)
			return diff->profiles[i].error.err;
	return pair_events(diff);
}

int diff_resolve(struct diff *diff, const struct symbols_options *where)
{
	struct symbols_options options = where ? *where : (struct symbols_options){ 0 };
	bool as_perf = diff->options->perf_compat;
	uint32_t i;
	int err;

	diff->symbols = symbols_new(&options);
	err = diff->symbols ? names_init(&diff->names) : -ENOMEM;
	if (!err)
		err = match_symbols_new(
			&diff->names, as_perf ? MATCH_BY_NAME : diff->options->match, &diff->match);
	if (!err && (as_perf || diff_has_folded(diff)))
		match_symbols_by_shown(diff->match);
	if (!err && !as_perf)
		err = programs_pair(diff->profiles, diff->options->nr_files, &diff->names);
	for (i = 0; i < diff->options->nr_files && !err; i++)
		err = profile_resolve(&diff->profiles[i], i, diff->symbols, &diff->names,
				      diff->match, diff->options);
	if (!err)
		err = match_symbols_run(diff->match);
	for (i = 0; i < diff->options->nr_files && !err; i++)
		profile_match(&diff->profiles[i], diff->match);
	return err;
}

uint32_t diff_pair(const struct diff *diff, uint32_t file, uint32_t event)
{
	return diff->pairs[file][event];
}

bool diff_has_folded(const struct diff *diff)
{
	uint32_t i;

	for (i = 0; i < diff->options->nr_files; i++)
		if (diff->profiles[i].folded)
			return true;
	return false;
}

bool diff_has_pair(const struct diff *diff, uint32_t file)
{
	const struct perfdata *base = diff->profiles[0].pd;
	uint32_t i;

	for (i = 0; i < perfdata_nr_events(base); i++)
		if (!event_is_dummy(perfdata_event(base, i)) &&
		    diff_pair(diff, file, i) != EVENT_NONE)
			return true;
	return false;
}

/*
 * perf keeps what it linked to another event's table already, and two events of the baseline may
 * have the same one: the second table has no new rows.
 */
static void drop_linked(const struct diff *diff, struct hist *hist, uint32_t event, uint32_t file)
{
	bool linked = false;
	uint32_t i;

	for (i = 0; i < event; i++)
		linked |= diff_pair(diff, file, i) == diff_pair(diff, file, event);
	for (i = 0; i < hist->nr && linked; i++)
		if (!hist->rows[i]->cells[0].present)
			hist->rows[i]->cells[file] = (struct cell){ 0 };
}

int diff_event(struct diff *diff, uint32_t event, struct hist *hist)
{
	uint32_t i, other;
	int err;

	err = hist_init(hist, diff->options, &diff->names);
	if (err)
		return err;
	for (i = 0; i < diff->options->nr_files && !err; i++) {
		other = diff_pair(diff, i, event);
		if (other != EVENT_NONE)
			err = hist_add(hist, i, other, &diff->profiles[i]);
		if (!err && i && diff->options->perf_compat)
			drop_linked(diff, hist, event, i);
	}
	if (!err)
		hist_sort(hist);
	if (!err && diff->options->compute == COMPUTE_CYCLES)
		err = cycles_rows(hist, diff->profiles);
	if (err)
		hist_free(hist);
	return err;
}

void diff_free(struct diff *diff)
{
	uint32_t i;

	for (i = 0; i < diff->options->nr_files && diff->profiles; i++)
		profile_free(&diff->profiles[i]);
	for (i = 0; i < diff->options->nr_files && diff->pairs; i++)
		free(diff->pairs[i]);
	free(diff->pairs);
	free(diff->profiles);
	match_symbols_free(diff->match);
	symbols_free(diff->symbols);
	names_free(&diff->names);
}
