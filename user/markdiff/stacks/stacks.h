/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The call trees of all runs of two sides as one tree, with what each side spent: what
 * out/folded.h, out/flame.h and out/pprof.h write.
 *
 *	struct stacks_source source = { .diff = &diff, .event = event };
 *	struct stacks *stacks;
 *
 *	err = stacks_new(&source, STACKS_BY_FUNCTION, &stacks);
 *	for (i = 0; i < stacks->nr; i++)	parents before their children
 *		... stacks->nodes[i].total[SIDE_NEW] ...
 *	stacks_free(stacks);
 *
 * Frames are functions as they were paired (the same numbers of names as a table's rows have), or
 * places in a program for those who look up lines.  A recording without call chains has stacks of
 * one frame, and where one file has no chains, so have all: else their stacks would not meet.
 *
 * Costs are means: the sum over a side's runs, divided by their number and by each run's units of
 * work.  Children are in the order of their names, whatever the order of samples and files.  All
 * takes time as the trees are large, but for sorting the names.
 */
#ifndef USER_MARKDIFF_STACKS_H
#define USER_MARKDIFF_STACKS_H

#include "user/markdiff/rows/diff.h"

#define STACKS_NONE UINT32_MAX

enum stacks_by {
	STACKS_BY_FUNCTION,
	STACKS_BY_PLACE, /* one frame an address, whatever was inlined there */
};

/* Recordings after diff_resolve(), whose options ask for stacks. */
struct stacks_source {
	const struct diff *diff;
	uint32_t event;	      /* of the baseline; others pair with it: diff_pair() */
	const uint8_t *sides; /* beside the files: enum side; NULL: as the options have them */
	const double *works;  /* beside the files: units of work that a run did; NULL: 1 */
};

struct stacks_frame {
	uint32_t dso, symbol; /* numbers of the common names; NAME_NONE: no key, not known */
	uint32_t object;      /* STACKS_BY_PLACE: of the objects */
	uint16_t mode;	      /* enum perfdata_mode */
	uint32_t file, node;  /* where it was first seen: a file, and a node of its call tree */
};

struct stacks_node {
	uint32_t parent;	/* lower than its own number; STACKS_NONE: nobody called it */
	uint32_t frame;		/* of the frames */
	double self[NR_SIDES];	/* of the stacks that end here */
	double total[NR_SIDES]; /* and of those that pass */
};

/* A program or library, the same in all runs that had it; what STACKS_BY_PLACE tells apart. */
struct stacks_object {
	const struct perfdata_object *object;
	struct dso *dso;
};

struct stacks {
	const struct stacks_source *source;
	enum stacks_by by;
	bool chains;	  /* all recordings have call chains */
	bool mixed;	  /* some have */
	uint32_t *events; /* beside the files: each one's event, or EVENT_NONE */
	double *weights;  /* beside the files: of a period; 0: it has no such event */
	uint32_t **at;	  /* beside the files: node of a call tree -> node here, or STACKS_NONE */
	double total[NR_SIDES];
	struct stacks_object *objects;
	uint32_t nr_objects;
	struct stacks_frame *frames;
	struct stacks_node *nodes;
	uint32_t nr_frames, cap_frames, nr;
};

static inline enum side stacks_side_of(const struct stacks_source *source, uint32_t file)
{
	if (source->sides)
		return source->sides[file] ? SIDE_NEW : SIDE_BASE;
	return side_of(&source->diff->options->verdicts.sides, file);
}

/**
 * stacks_new - merge the call trees of an event
 * @source: to be kept as long as the stacks
 *
 * Samples count that the filters show: the function where a sample fell decides, its callers stay.
 */
int stacks_new(const struct stacks_source *source, enum stacks_by by, struct stacks **out);
void stacks_free(struct stacks *stacks);

/* What one run spent, beside the nodes, with what they called. */
struct stacks_spent {
	double *totals;	 /* by unit of work */
	double *squares; /* of the samples' periods, by the square of that */
	double *samples; /* how many */
};

/**
 * stacks_of_file - what one run spent, for intervals
 * @spent: its arrays are filled; squares are known where verdicts are asked for
 */
void stacks_of_file(const struct stacks *stacks, uint32_t file, const struct stacks_spent *spent);

/**
 * stacks_frame_name - the name of a frame
 *
 * The symbol; without one the dso in brackets, "[libc.so.6]"; without a dso "[unknown]".
 *
 * The buffer is used where the name is not one of the common names.
 */
#define STACKS_NAME 256
const char *stacks_frame_name(const struct stacks *stacks, uint32_t frame,
			      char buffer[STACKS_NAME]);

#endif
