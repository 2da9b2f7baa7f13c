// SPDX-License-Identifier: GPL-2.0-only
/*
 * interval.c - trimmed means and their intervals, for scripts
 *
 *	in	NAME<tab>VALUE, a line each, in any order
 *	out	NAME<tab>COUNT<tab>MEAN<tab>LOW<tab>HIGH, a line for each NAME, in the order of the first ones
 *
 * Exit status: 0; 1 if a line is not like that, there are more than 64 names, or memory ran out.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../run/trim.h"

#define GROUPS_MAX 64

struct group {
	char *name;
	double *values;
	size_t nr, room;
};

static struct group groups[GROUPS_MAX];

static int find(const char *name, struct group **found)
{
	struct group *group;

	for (group = groups; group < groups + GROUPS_MAX; group++) {
		if (!group->name)
			group->name = strdup(name);
		if (!group->name)
			return -ENOMEM;
		*found = group;
		if (!strcmp(group->name, name))
			return 0;
	}
	return -E2BIG;
}

static int add(struct group *group, double value)
{
	if (group->nr == group->room) {
		size_t room = 2 * group->room + 64;
		double *more = realloc(group->values, room * sizeof(*more));

		if (!more)
			return -ENOMEM;
		group->values = more;
		group->room = room;
	}
	group->values[group->nr++] = value;
	return 0;
}

/* "NAME<tab>VALUE\n"; infinities and NaN are no values. */
static int take(char *line)
{
	char *tab = strchr(line, '\t'), *end;
	struct group *group;
	double value;
	int ret;

	if (!tab || tab == line)
		return -EINVAL;
	*tab = '\0';
	value = strtod(tab + 1, &end);
	if (end == tab + 1 || *end != '\n' || !(value - value == 0))
		return -EINVAL;
	ret = find(line, &group);
	return ret ? ret : add(group, value);
}

static int print(const struct group *group)
{
	struct stat_interval interval;
	int ret = trim_mean_interval(group->values, group->nr, STAT_SEED, &interval);

	if (ret)
		return ret;
	printf("%s\t%zu\t%.6g\t%.6g\t%.6g\n", group->name, group->nr, interval.mid, interval.low,
	       interval.high);
	return 0;
}

static int complain(unsigned long number, int error)
{
	if (error == -EINVAL)
		fprintf(stderr, "interval: line %lu of standard input is not NAME<tab>VALUE\n",
			number);
	else if (error == -E2BIG)
		fprintf(stderr, "interval: line %lu of standard input has one name more than %d\n",
			number, GROUPS_MAX);
	else
		fprintf(stderr, "interval: %s\n", strerror(-error));
	return 1;
}

int main(void)
{
	const struct group *group;
	unsigned long number = 0;
	char line[256];
	int ret;

	while (fgets(line, sizeof(line), stdin)) {
		number++;
		ret = take(line);
		if (ret)
			return complain(number, ret);
	}
	for (group = groups; group < groups + GROUPS_MAX && group->name; group++) {
		ret = print(group);
		if (ret)
			return complain(number, ret);
	}
	return fflush(stdout) ? 1 : 0;
}
