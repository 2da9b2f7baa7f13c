/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * figures.h - what a run says of its rows, computed once
 *
 * An interval of thousands of rounds takes some 20 milliseconds to compute, and a report prints each in
 * a table, a plot and a conclusion.  Figures are cycles a site, as they are printed.
 */
#ifndef BENCH_FIGURES_H
#define BENCH_FIGURES_H

#include <stdbool.h>

#include "../run/run.h"

#define FIGURES_WHY 160

/**
 * struct figure - a row
 * @cycles:	a site; only if @measured
 * @over:	its base's; only if @has_base
 * @floor:	how far two copies of the base lie apart, a site
 * @told:	@over is a difference: its interval does not hold 0, and it is above the floor
 */
struct figure {
	const struct bench *bench;
	struct stat_interval cycles;
	struct stat_interval over;
	double floor;
	bool measured;
	bool has_base;
	bool told;
};

/**
 * struct figures - of all rows of a run
 * @run:	NULL if nothing was measured
 * @ghz:	core cycles a nanosecond; 0 where the clock's rate is not known
 * @exact:	all rounds of each row took the same: under QEMU's -icount, counts
 */
struct figures {
	const struct run *run;
	double ghz;
	bool exact;
	struct figure *rows;
	unsigned int nr;
};

int figures_init(struct figures *figures, const struct run *run, double ghz);
void figures_exit(struct figures *figures);
const struct figure *figures_find(const struct figures *figures, const char *name);
const char *figures_why(const struct figures *figures, const char *name,
			char why[static FIGURES_WHY]);

#endif
