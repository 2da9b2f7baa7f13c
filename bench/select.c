// SPDX-License-Identifier: GPL-2.0-only
/*
 * select.c - which rows a word of the command line means
 */
#include "select.h"

#include <errno.h>
#include <fnmatch.h>
#include <string.h>

/** select_is_meant() - whether a word is a row's name, the first part of it, or a pattern of it */
bool select_is_meant(const struct bench *bench, const char *word)
{
	size_t len = strlen(word);

	return !fnmatch(word, bench->name, 0) ||
	       (!strncmp(bench->name, word, len) && bench->name[len] == '-');
}

static int add_group(struct run *run, const struct bench_group *group, const char *word,
		     unsigned int *found)
{
	size_t i;
	int ret = 0;

	for (i = 0; i < group->nr && !ret; i++) {
		if (strcmp(group->name, word) != 0 && !select_is_meant(&group->rows[i], word))
			continue;
		++*found;
		ret = run_add(run, &group->rows[i]);
	}
	return ret;
}

/**
 * select_rows() - add all rows that a word means to a run
 * @run:	@loops and @rounds are set
 * @word:	a row's name, its first word, a group's name, or a pattern
 *
 * Return: 0, -ENOENT if it means none, else as run_add().
 */
int select_rows(struct run *run, const char *word)
{
	unsigned int found = 0;
	int ret = 0;
	size_t i;

	for (i = 0; i < bench_nr_groups && !ret; i++) {
		if (!strcmp(bench_groups[i]->name, word))
			found++;
		ret = add_group(run, bench_groups[i], word, &found);
	}
	return ret || found ? ret : -ENOENT;
}
