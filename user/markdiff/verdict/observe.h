/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What each run spent in each row, per unit of work: the data of verdicts.
 *
 * A cost is the period through the run's work.  That a run's samples fell where they fell is chance:
 * the variance that this alone gives a cost is the sum of the squared periods through the squared
 * work, and P^2/Q is how many equal samples would vary as much (as many as there are, where all
 * periods are the same).
 */
#ifndef USER_MARKDIFF_OBSERVE_H
#define USER_MARKDIFF_OBSERVE_H

#include "user/markdiff/rows/diff.h"

enum cost_kind {
	COST_SELF,
	COST_INCLUSIVE, /* with --children */
	NR_COST_KINDS,
};

/* Of one run in one row. */
struct cost {
	double value;	 /* period / work */
	double sampling; /* variance of it by sampling alone */
	double samples;	 /* effective ones */
	double grain;	 /* what one sample adds to it, on average */
	uint64_t count;	 /* samples */
};

/**
 * cost_complete - what follows from a cost's value and its sampling
 * @grain: what one sample would have added where there is none
 */
static inline void cost_complete(struct cost *c, double grain)
{
	bool some = c->value > 0 && c->sampling > 0;

	c->samples = some ? c->value * c->value / c->sampling : 0;
	c->grain = some ? c->sampling / c->value : grain;
}

struct observed_row {
	const struct row *row;
	bool excluded;			   /* from the total: has no share */
	struct cost *costs[NR_COST_KINDS]; /* beside the files */
};

struct observation {
	struct diff *diff;
	struct hist hist;
	double *work; /* beside the files */
	struct observed_row total;
	struct observed_row *rows;
	struct cost *costs; /* of all rows */
	uint32_t nr, nr_files;
	uint32_t nr_kinds;
};

/* The kind of cost by which rows are sorted. */
static inline enum cost_kind observation_first_kind(const struct observation *observation)
{
	return observation->nr_kinds > COST_INCLUSIVE ? COST_INCLUSIVE : COST_SELF;
}

#define OBSERVE_WHY 512

/**
 * observe - the rows of an event
 * @event: of the first file; all files have it
 * @why: gets what is wrong with the input, where -ENODATA is returned
 *
 * Returns 0 or a negative errno.  observation_free() frees it in either case.
 */
int observe(struct observation *observation, struct diff *diff, uint32_t event,
	    char why[OBSERVE_WHY]);
/**
 * observe_work - how many units of work each file's run did, to be freed, also after an error
 */
int observe_work(const struct diff *diff, double **work, char why[OBSERVE_WHY]);
void observation_free(struct observation *observation);

#endif
