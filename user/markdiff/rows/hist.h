/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rows of one event: what each file spent in each symbol (or whatever the keys are).
 */
#ifndef USER_MARKDIFF_HIST_H
#define USER_MARKDIFF_HIST_H

#include "user/lib/slots.h"
#include "user/markdiff/profile/profile.h"

struct cell {
	uint64_t period;   /* spent in it */
	uint64_t children; /* spent in it and in what it called, with --children */
	uint64_t samples;
	bool present;
};

/* How a cell's cost is spread over samples; there where verdicts are asked for. */
struct spread {
	double squares; /* sum of the squares of the periods */
	double children_squares;
	uint64_t children_samples;
	uint64_t excluded; /* what of the period is no part of the total */
};

struct block;
struct block_costs;

struct row {
	uint32_t dso, symbol; /* NAME_NONE where they are no key */
	uint32_t first;	      /* the first file that has it; it says what follows */
	uint32_t mode;
	uint32_t on_path;	     /* of inclusive_add() */
	uint32_t comm;		     /* of the process that is a key */
	uint64_t addr;		     /* the lowest one; shown where there is no symbol */
	uint64_t *keys;		     /* beside the options' keys: row_key_number() */
	const struct block **blocks; /* of each file, with -c cycles; or NULL */
	struct cell cells[];
};

struct hist {
	const struct options *options;
	struct names *names;
	const struct profile *from; /* whose rows are being added */
	uint32_t parent;	    /* of what is being added, with the key of that name */
	uint32_t nr_files;
	uint32_t *events;    /* of each file, or EVENT_NONE */
	uint64_t *totals;    /* of each file, what is 100 % */
	uint64_t base_shown; /* what is 100 % where the baseline is printed */
	struct row **rows;   /* packed, in any order until hist_sort() */
	uint32_t nr, cap;
	struct slots slots;	   /* of rows, until they are sorted */
	uint32_t unknown;	   /* the name of no dso */
	struct block_costs *costs; /* of blocks of time, for a bootstrap; or NULL */
	bool inclusive;		   /* figures are of the inclusive cost */
};

int hist_init(struct hist *hist, const struct options *options, struct names *names);
int hist_add(struct hist *hist, uint32_t file, uint32_t event, struct profile *profile);

/**
 * hist_row - the row that something belongs to, made if there is none; NULL without memory
 */
struct row *hist_row(struct hist *hist, uint32_t file, const struct spent *spent,
		     const struct resolved *resolved);

/**
 * row_spread - beside a row's cells; NULL where verdicts are not asked for
 */
struct spread *row_spread(const struct hist *hist, const struct row *row);
struct row *row_copy(const struct hist *hist, const struct row *row);
void hist_sort(struct hist *hist);
void hist_free(struct hist *hist);

#endif
