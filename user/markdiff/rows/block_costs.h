/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What rows cost in blocks of time, for a bootstrap: each thread of a run has a block of its own for
 * each part of the run's time.
 */
#ifndef USER_MARKDIFF_BLOCK_COSTS_H
#define USER_MARKDIFF_BLOCK_COSTS_H

#include "user/markdiff/profile/profile.h"
#include "user/stats/bootstrap.h"

struct row;

struct block_cost {
	const struct row *row; /* NULL: the total */
	bool inclusive;
	uint32_t file, block; /* a tag, until block_costs_end() */
	double cost;
};

struct block_costs {
	struct block_cost *list;
	uint32_t nr, cap;
	uint32_t *nr_blocks; /* beside the files */
	uint32_t *at;	     /* beside the list, as user/stats wants it */
	double *costs;
};

int block_costs_new(struct block_costs **costs);
void block_costs_free(struct block_costs *costs);
int block_costs_add(struct block_costs *costs, const struct row *row, bool inclusive, uint32_t file,
		    uint32_t tag, uint64_t cost);

/* When all are added. */
int block_costs_end(struct block_costs *costs, const struct profile *profiles, uint32_t nr_files);

/* The run of a row in one file. */
struct block_run block_costs_run(const struct block_costs *costs, const struct row *row,
				 bool inclusive, uint32_t file, double work);

#endif
