/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * macro_results.h - figures.json of bench/macro/user.sh
 */
#ifndef BENCH_MACRO_RESULTS_H
#define BENCH_MACRO_RESULTS_H

#include "../run/stat.h"

#define MACRO_NAME    32
#define MACRO_FIGURES 512
#define MACRO_WHY     512

/**
 * struct macro_figure - one figure
 * @program:	lua, sqlite, redis
 * @kind:	vanilla, null, dense, sparse, generic; of on against off the probe
 * @figure:	off_percent, on_percent, instructions_per_site, ... (bench/macro/user/table.awk)
 * @values:	how many it is of
 */
struct macro_figure {
	char program[MACRO_NAME];
	char kind[MACRO_NAME];
	char figure[MACRO_NAME];
	unsigned int values;
	struct stat_interval interval;
};

/** struct macro_results - the file, read */
struct macro_results {
	char path[256];
	char mode[MACRO_NAME];
	char compiler[128];
	struct macro_figure *figures;
	size_t nr;
};

int macro_results_read(struct macro_results *results, const char *dir, char why[static MACRO_WHY]);
void macro_results_free(struct macro_results *results);
const struct macro_figure *macro_find(const struct macro_results *results, const char *program,
				      const char *kind, const char *figure);

#endif
