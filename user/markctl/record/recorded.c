// SPDX-License-Identifier: GPL-2.0-only
/*
 * recorded.c - adding up traces that are being written
 */
#include "user/markctl/record/recorded.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "user/ctf/find.h"

static bool is_known(const struct recorded *recorded, const char *path)
{
	size_t i;

	for (i = 0; i < recorded->nr; i++)
		if (!strcmp(recorded->traces[i].trace, path))
			return true;
	return false;
}

/* One of others, which cannot be counted, is passed over. */
static int add(struct recorded *recorded, const char *path)
{
	struct ctf_counts counts, *grown;
	int err = ctf_counts_open(&counts, path);

	if (err)
		return err == -EINVAL ? 0 : err;
	grown = realloc(recorded->traces, (recorded->nr + 1) * sizeof(*grown));
	if (!grown) {
		ctf_counts_close(&counts);
		return -ENOMEM;
	}
	recorded->traces = grown;
	recorded->traces[recorded->nr++] = counts;
	return 0;
}

static int find_new(struct recorded *recorded)
{
	struct ctf_traces found = { NULL, 0, 0 };
	int err = ctf_traces_add(&found, recorded->dir);
	size_t i;

	for (i = 0; i < found.nr && !err; i++)
		if (!is_known(recorded, found.items[i].path))
			err = add(recorded, found.items[i].path);
	ctf_traces_free(&found);
	return err;
}

int recorded_update(struct recorded *recorded)
{
	size_t i, nr = 0;
	int err = find_new(recorded);

	if (err)
		return err;
	for (i = 0; i < recorded->nr; i++) {
		int ret = ctf_counts_update(&recorded->traces[i]);

		if (ret == -ENOMEM)
			err = ret;
		if (ret && ret != -ENOMEM)
			ctf_counts_close(&recorded->traces[i]);
		else
			recorded->traces[nr++] = recorded->traces[i];
	}
	recorded->nr = nr;
	return err ? err : nr ? 0 : -ENOENT;
}

static bool is_wanted(const struct ctf_event_size *event, char *const *globs, size_t nr_globs)
{
	size_t i;

	for (i = 0; i < nr_globs && event->known; i++)
		if (!fnmatch(globs[i], event->name, FNM_NOESCAPE))
			return true;
	return false;
}

static size_t count_events(const struct recorded *recorded)
{
	size_t i, nr = 0;

	for (i = 0; i < recorded->nr; i++)
		nr += recorded->traces[i].sizes.nr;
	return nr;
}

static int by_name(const void *a, const void *b)
{
	const struct marker_count_total *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	return order ? order : strcmp(x->format, y->format);
}

/* Of several processes: a line for each marker. */
static size_t merge(struct marker_count_total *totals, size_t nr)
{
	size_t i, last = 0;

	if (!nr)
		return 0;
	qsort(totals, nr, sizeof(*totals), by_name);
	for (i = 1; i < nr; i++) {
		if (by_name(&totals[last], &totals[i]))
			totals[++last] = totals[i];
		else
			totals[last].hits += totals[i].hits;
	}
	return last + 1;
}

int recorded_totals(const struct recorded *recorded, char *const *globs, size_t nr_globs,
		    struct marker_count_total **totals)
{
	size_t i, id, nr = 0;

	*totals = calloc(count_events(recorded) + 1, sizeof(**totals));
	if (!*totals)
		return -ENOMEM;
	for (i = 0; i < recorded->nr; i++) {
		const struct ctf_counts *counts = &recorded->traces[i];

		for (id = 0; id < counts->sizes.nr; id++)
			if (is_wanted(&counts->sizes.events[id], globs, nr_globs))
				(*totals)[nr++] = (struct marker_count_total){
					.name = counts->sizes.events[id].name,
					.format = counts->sizes.events[id].format,
					.hits = counts->events[id],
				};
	}
	return merge(*totals, nr);
}

void recorded_close(struct recorded *recorded)
{
	while (recorded->nr)
		ctf_counts_close(&recorded->traces[--recorded->nr]);
	free(recorded->traces);
	recorded->traces = NULL;
}
