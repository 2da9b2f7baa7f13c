/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the splits of runs of one build say of an event: false findings, and noise (aa.h).
 */
#ifndef USER_MARKDIFF_AA_EVENT_H
#define USER_MARKDIFF_AA_EVENT_H

#include "user/markdiff/verdict/verdicts.h"

/* By what a row is called changed. */
enum aa_way {
	AA_COSTS,    /* q of its cost */
	AA_SHARES,   /* q of its share */
	AA_VERDICTS, /* q, and beyond the tolerance: a regression, or an improvement */
	NR_AA_WAYS,
};

/* How often what did not change is called changed. */
struct aa_rate {
	uint32_t splits;       /* with such a row */
	uint64_t rows, tested; /* of all splits */
};

/* Of one row; parts are of the mean. */
struct aa_figures {
	double cost, share; /* mean of all runs; percent of the total */
	double scatter;	    /* standard deviation of runs */
	double sampling;    /* of which sampling alone gives */
	double within;	    /* by which the halves of most splits differ, at most: --confidence */
	double detectable;  /* with as many runs a side as a split has */
	uint32_t tested;    /* splits */
	uint32_t found[NR_AA_WAYS]; /* splits */
};

struct aa_row {
	const struct observed_row *observed;
	struct aa_figures figures[NR_COST_KINDS];
};

/* Rows of a size: from so much percent of the total on. */
struct aa_size {
	double from;
	uint32_t rows;
	uint64_t found;	   /* rows of all splits, by their costs */
	double half;	   /* by which the halves of half of the splits differ, at most */
	double within;	   /* of most splits */
	double detectable; /* of the row in the middle */
};

#define NR_AA_SIZES 4

/* With how many runs a side a change of the total would be found. */
struct aa_need {
	uint32_t per_side;
	double detectable;
};

#define NR_AA_NEEDS 4

struct aa_event {
	const struct observation *observation;
	struct prior prior[NR_COST_KINDS]; /* of all runs */
	struct aa_row total;
	struct aa_row *rows; /* what is called changed most often first */
	uint32_t nr;
	struct aa_rate rates[NR_COST_KINDS][NR_AA_WAYS];
	struct aa_rate total_rates[NR_AA_WAYS];
	struct aa_size sizes[NR_COST_KINDS][NR_AA_SIZES];
	struct aa_need needs[NR_AA_NEEDS];
	struct drift drift; /* of the total, in the order of the files */
	float *differences; /* of the halves: of each kind, row (the total first) and split */
	uint32_t nr_splits;
};

/* aa_event_begin() - before the first split; aa_event_free() frees it in any case */
int aa_event_begin(struct aa_event *event, const struct observation *observation,
		   uint32_t nr_splits);

/* aa_event_take() - the verdicts of a split, which are not kept */
void aa_event_take(struct aa_event *event, const struct verdict_table *table, uint32_t split);

/**
 * aa_event_end - after the last split
 * @per_side: runs that a split has on each side
 */
int aa_event_end(struct aa_event *event, uint32_t per_side);
void aa_event_free(struct aa_event *event);

#endif
