/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The stacks of two sides as the object "flame" of the JSON that a page reads:
 *
 *	{ "frames": ["main", "work", ...],
 *	  "verdicts": ["regression", "improvement", ...],
 *	  "nodes": [[parent or -1, frame, base, new, low, high, q, verdict], ...],
 *	  "left_out": 0 }
 *
 * Costs are inclusive, parents come before their children.  low, high and q are null where the
 * difference is not tested, verdict too where nobody judges; left_out is how many nodes cost too
 * little to be worth drawing.
 */
#ifndef USER_MARKDIFF_OUT_FLAME_H
#define USER_MARKDIFF_OUT_FLAME_H

#include <json-c/json.h>

#include "user/markdiff/out/cell_text.h"
#include "user/markdiff/stacks/stacks.h"

#define FLAME_NODES 20000 /* what a browser draws without a pause */

struct flame_options {
	uint32_t max_nodes;		   /* those that cost least are left out; 0: FLAME_NODES */
	const struct verdict_table *table; /* of the event, to judge by; NULL: nobody does */
	const struct cost_unit *unit;	   /* what costs are written in; NULL: six digits */
};

/**
 * out_flame - make the object, to be put with json_object_put()
 * @out: NULL where the recordings have no call chains
 */
int out_flame(const struct stacks_source *source, const struct flame_options *options,
	      json_object **out);

#endif
