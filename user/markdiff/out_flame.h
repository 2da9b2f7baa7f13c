/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The stacks of two sides as the object "flame" of the JSON that a page reads:
 *
 *	{ "frames": ["main", "work", ...],
 *	  "nodes": [[parent or -1, frame, base, new, low, high], ...],
 *	  "left_out": 0 }
 *
 * Costs are inclusive, parents come before their children.  low and high are null where the
 * difference is not tested; left_out is how many nodes cost too little to be worth drawing.
 */
#ifndef USER_MARKDIFF_OUT_FLAME_H
#define USER_MARKDIFF_OUT_FLAME_H

#include <json-c/json.h>

#include "user/markdiff/stacks.h"

#define FLAME_TEXT  48
#define FLAME_NODES 20000 /* what a browser draws without a pause */

/* What the runs spent at a node: beside the diff's files. */
struct flame_runs {
	const double *totals;  /* inclusive, by unit of work */
	const double *samples; /* how many of them */
	uint32_t nr;
};

/**
 * typedef flame_interval_fn - the interval of a node's difference
 *
 * Returns false where it is not tested: the page has null then.
 */
typedef bool (*flame_interval_fn)(void *ctx, const struct flame_runs *runs, double *low,
				  double *high);

/* Writes a cost as all other outputs have it. */
typedef void (*flame_text_fn)(void *ctx, double cost, char text[FLAME_TEXT]);

struct flame_options {
	double unit; /* how many of the event's counts are one of what costs are shown in; 0: 1 */
	uint32_t max_nodes;	    /* those that cost least are left out; 0: FLAME_NODES */
	flame_text_fn text;	    /* NULL: six digits */
	flame_interval_fn interval; /* of costs in that unit; NULL: no node has one */
	void *ctx;
};

/**
 * out_flame - make the object, to be put with json_object_put()
 * @out: NULL where the recordings have no call chains
 */
int out_flame(const struct stacks_source *source, const struct flame_options *options,
	      json_object **out);

#endif
