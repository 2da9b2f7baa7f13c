/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * recorded.h - events in the traces below a directory, counted while they are written
 */
#ifndef MARKCTL_RECORDED_H
#define MARKCTL_RECORDED_H

#include "probes/count.h"
#include "user/ctf/counts.h"

struct recorded {
	const char *dir;
	struct ctf_counts *traces;
	size_t nr;
};

/**
 * recorded_update() - count what has come since the last time, in traces that have come too
 *
 * A trace that has gone is not counted any more.  Return: 0, or a negative errno: -ENOENT if no trace of ours is
 * there.
 */
int recorded_update(struct recorded *recorded);

/**
 * recorded_totals() - sums over all traces, in the order of names
 * @globs:	markers that are wanted
 * @totals:	to be freed; its strings are those of @recorded until the next update
 *
 * Return: how many, or -ENOMEM.
 */
int recorded_totals(const struct recorded *recorded, char *const *globs, size_t nr_globs,
		    struct marker_count_total **totals);

void recorded_close(struct recorded *recorded);

#endif
