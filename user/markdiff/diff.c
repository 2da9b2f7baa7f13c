// SPDX-License-Identifier: GPL-2.0-only
/*
 * Loading is the work of one thread a file (as many as there are processors); everything after it
 * is small, shares names and symbols, and is done by one thread.
 */
#include "user/markdiff/diff.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "user/markdiff/match.h"

#define MAX_THREADS 64

struct loader {
	struct diff *diff;
	atomic_uint next;
};

static void *load(void *arg)
{
	struct loader *l = arg;
	const struct options *o = l->diff->options;
	bool by_comm = options_have_key(o, KEY_COMM) || o->filters[KEY_COMM].nr;
	uint32_t i;

	while ((i = atomic_fetch_add(&l->next, 1)) < o->nr_files)
		profile_load(&l->diff->profiles[i], o->files[i], by_comm);
	return NULL;
}

static uint32_t nr_helpers(uint32_t nr_files)
{
	long nr = sysconf(_SC_NPROCESSORS_ONLN);

	nr = nr < 1 ? 1 : nr > MAX_THREADS ? MAX_THREADS : nr;
	return (nr < (long)nr_files ? (uint32_t)nr : nr_files) - 1;
}

int diff_load(struct diff *diff, const struct options *options)
{
	struct loader loader = { .diff = diff };
	uint32_t i, started = 0, helpers = nr_helpers(options->nr_files);
	pthread_t threads[MAX_THREADS];

	memset(diff, 0, sizeof(*diff));
	diff->options = options;
	diff->profiles = calloc(options->nr_files, sizeof(*diff->profiles));
	if (!diff->profiles)
		return -ENOMEM;
	/* Without helpers it takes longer, that is all. */
	while (started < helpers && !pthread_create(&threads[started], NULL, load, &loader))
		started++;
	load(&loader);
	while (started)
		pthread_join(threads[--started], NULL);
	for (i = 0; i < options->nr_files; i++)
		if (diff->profiles[i].error.err)
			return diff->profiles[i].error.err;
	return 0;
}

int diff_resolve(struct diff *diff, const char *cache_dir)
{
	struct symbols_options options = {
		.kallsyms = diff->options->kallsyms,
		.symfs = diff->options->symfs,
		.cache_dir = cache_dir,
	};
	uint32_t i;
	int err;

	diff->symbols = symbols_new(&options);
	err = diff->symbols ? names_init(&diff->names) : -ENOMEM;
	for (i = 0; i < diff->options->nr_files && !err; i++)
		err = profile_resolve(&diff->profiles[i], diff->symbols, &diff->names,
				      diff->options);
	return err;
}

bool diff_has_pair(const struct diff *diff, uint32_t file)
{
	const struct perfdata *base = diff->profiles[0].pd;
	uint32_t i;

	for (i = 0; i < perfdata_nr_events(base); i++)
		if (!event_is_dummy(perfdata_event(base, i)) &&
		    match_event(base, i, diff->profiles[file].pd) != EVENT_NONE)
			return true;
	return false;
}

int diff_event(struct diff *diff, uint32_t event, struct hist *hist)
{
	const struct perfdata *base = diff->profiles[0].pd;
	uint32_t i, other;
	int err;

	err = hist_init(hist, diff->options, &diff->names);
	if (err)
		return err;
	for (i = 0; i < diff->options->nr_files && !err; i++) {
		other = i ? match_event(base, event, diff->profiles[i].pd) : event;
		if (other != EVENT_NONE)
			err = hist_add(hist, i, other, &diff->profiles[i]);
	}
	if (err)
		hist_free(hist);
	else
		hist_sort(hist);
	return err;
}

void diff_free(struct diff *diff)
{
	uint32_t i;

	for (i = 0; i < diff->options->nr_files && diff->profiles; i++)
		profile_free(&diff->profiles[i]);
	free(diff->profiles);
	symbols_free(diff->symbols);
	names_free(&diff->names);
}
