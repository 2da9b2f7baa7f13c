// SPDX-License-Identifier: GPL-2.0-only
/*
 * totals.c - adding up the events of a trace
 */
#include "totals.h"

#include "counts.h"

int ctf_totals_read(const char *trace, struct ctf_totals *totals)
{
	struct ctf_counts counts;
	size_t i;
	int err = ctf_counts_open(&counts, trace);

	*totals = (struct ctf_totals){ .events = 0 };
	if (!err)
		err = ctf_counts_update(&counts);
	totals->counted = !err && counts.known;
	totals->bytes = counts.bytes;
	totals->discarded = counts.discarded;
	for (i = 0; i < counts.sizes.nr; i++)
		totals->events += counts.events[i];
	ctf_counts_close(&counts);
	return err;
}
