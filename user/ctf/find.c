// SPDX-License-Identifier: GPL-2.0-only
/*
 * find.c - traces below a directory
 *
 * Hidden names are left out: a recorder and a snapshot build under them what is not ready.
 */
#include "find.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "stage.h"
#include "user/lib/array.h"

#define MAX_DEPTH 16

static bool has_metadata(const char *dir)
{
	char path[4096];

	return snprintf(path, sizeof(path), "%s/metadata", dir) < (int)sizeof(path) &&
	       !access(path, F_OK);
}

static bool is_there(const struct ctf_traces *traces, const char *dir)
{
	struct stat mine, other;
	size_t i;

	if (stat(dir, &mine))
		return false;
	for (i = 0; i < traces->nr; i++)
		if (!stat(traces->items[i].path, &other) && mine.st_ino == other.st_ino &&
		    mine.st_dev == other.st_dev)
			return true;
	return false;
}

static int add(struct ctf_traces *traces, const char *dir)
{
	char *path;

	if (is_there(traces, dir))
		return 0;
	if (array_room(traces->items, traces->nr, traces->room))
		return -ENOMEM;
	path = strdup(dir);
	if (!path)
		return -ENOMEM;
	traces->items[traces->nr].path = path;
	traces->items[traces->nr++].stage = NULL;
	return 0;
}

static int is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.' &&
	       (entry->d_type == DT_DIR || entry->d_type == DT_UNKNOWN || entry->d_type == DT_LNK);
}

/* How many traces are at @dir and below, or a negative errno. */
static int walk(struct ctf_traces *traces, const char *dir, unsigned int depth)
{
	struct dirent **entries;
	int i, nr, err, found = 0;
	char path[4096];

	if (has_metadata(dir)) {
		err = add(traces, dir);
		return err ? err : 1;
	}
	nr = depth < MAX_DEPTH ? scandir(dir, &entries, is_visible, alphasort) : 0;
	if (nr < 0)
		return depth && (errno == ENOTDIR || errno == ENOENT) ? 0 : -errno;
	for (i = 0; i < nr; i++) {
		if (found >= 0 && snprintf(path, sizeof(path), "%s/%s", dir, entries[i]->d_name) <
					  (int)sizeof(path)) {
			err = walk(traces, path, depth + 1);
			found = err < 0 ? err : found + err;
		}
		free(entries[i]);
	}
	if (depth < MAX_DEPTH)
		free(entries);
	return found;
}

int ctf_traces_add(struct ctf_traces *traces, const char *dir)
{
	int found = walk(traces, dir, 0);

	return found < 0 ? found : found ? 0 : -ENOENT;
}

static void free_trace(struct ctf_trace *trace)
{
	ctf_stage_remove(trace->stage);
	free(trace->stage);
	free(trace->path);
}

void ctf_traces_remove(struct ctf_traces *traces, size_t index)
{
	free_trace(&traces->items[index]);
	memmove(&traces->items[index], &traces->items[index + 1],
		(--traces->nr - index) * sizeof(traces->items[0]));
}

void ctf_traces_free(struct ctf_traces *traces)
{
	size_t i;

	for (i = 0; i < traces->nr; i++)
		free_trace(&traces->items[i]);
	free(traces->items);
	*traces = (struct ctf_traces){ NULL, 0, 0 };
}
