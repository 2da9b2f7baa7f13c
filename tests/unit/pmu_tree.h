/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pmu_tree.h - folders that look like /sys/bus/event_source/devices, for tests of bench/counter/
 *
 *	static const struct pmu_file files[] = { { "cpu/type", "4" }, ... };
 *
 *	tree_make(&tree, files, ARRAY_SIZE(files));
 *	assert_int_equal(tree_event(&tree, "cycles:u", cpus), 0);
 *	tree_remove(&tree);
 */
#ifndef TESTS_UNIT_PMU_TREE_H
#define TESTS_UNIT_PMU_TREE_H

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bench/counter/cpus.h"
#include "bench/counter/event.h"

struct pmu_file {
	const char *path;
	const char *text;
};

struct pmu_tree {
	char root[64];
	struct pmus pmus;
	struct events events;
	char why[EVENT_WHY];
};

static inline void tree_write(const char *root, const struct pmu_file *what)
{
	char path[256], *slash = path + strlen(root) + 1;
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", root, what->path);
	while ((slash = strchr(slash, '/')) != NULL) {
		*slash = '\0';
		assert_true(!mkdir(path, 0700) || errno == EEXIST);
		*slash++ = '/';
	}
	file = fopen(path, "we");
	assert_non_null(file);
	fprintf(file, "%s\n", what->text);
	fclose(file);
}

static inline void tree_make(struct pmu_tree *tree, const struct pmu_file *files, size_t nr)
{
	size_t i;

	memset(tree, 0, sizeof(*tree));
	strcpy(tree->root, "/tmp/pmu_tree.XXXXXX");
	assert_non_null(mkdtemp(tree->root));
	for (i = 0; i < nr; i++)
		tree_write(tree->root, &files[i]);
	assert_int_equal(pmus_open(&tree->pmus, tree->root), 0);
}

static inline int tree_remove_one(const char *path, const struct stat *status, int type,
				  struct FTW *ftw)
{
	return remove(path);
}

static inline void tree_remove(struct pmu_tree *tree)
{
	pmus_close(&tree->pmus);
	nftw(tree->root, tree_remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* events_add() of a list, by a thread that may run on these processors; the list before is gone. */
static inline int tree_event(struct pmu_tree *tree, const char *text, const char *cpus)
{
	cpu_set_t allowed;
	const struct event_place place = { &tree->pmus, &allowed };

	assert_int_equal(cpus_parse(cpus, &allowed), 0);
	tree->events.nr = 0;
	tree->why[0] = '\0';
	return events_add(&tree->events, &place, text, tree->why);
}

#endif
