// SPDX-License-Identifier: GPL-2.0-only
/*
 * matrix_rows.c - every row alone
 *
 * How many rows a line has is the compiler's business (unrolling, inlining, dead copies); what holds
 * in every build is that the hits of a marker, row by row, add up to its hits with all rows on.  Rows
 * that share an address (the copies of a generic line, functions that a linker folded) are one.
 * Looks into the registry, so it is for programs that are linked with libmarker.a.
 */
#define MARKER_LIBRARY
#include "../../marker/registry.h"
#undef MARKER_LIBRARY
#define MATRIX_ROWS
#include "matrix.h"

static void switch_site(struct marker_site *site, bool on)
{
	struct marker_batch batch;

	site->marker->want_on = on;
	marker_batch_init(&batch);
	marker_batch_add(&batch, site);
	marker_batch_commit(&batch, NULL);
	must(batch.ok == 1 && !batch.failed, "one row is switched", __LINE__);
}

static void switch_marker(struct marker *marker, bool on)
{
	struct marker_site *site;

	for (site = marker->sites; site; site = site->next)
		switch_site(site, on);
}

static void switch_all(bool on)
{
	struct marker *marker;

	for (marker = marker_first(); marker; marker = marker_next(marker))
		if (!marker->query)
			switch_marker(marker, on);
}

static bool seen_before(const struct marker *marker, const struct marker_site *site)
{
	const struct marker_site *other;

	for (other = marker->sites; other != site; other = other->next)
		if (marker_row_site(other->row) == marker_row_site(site->row))
			return true;
	return false;
}

static unsigned long hits_row_by_row(struct marker *marker)
{
	struct marker_site *site;
	unsigned long sum = 0;

	for (site = marker->sites; site; site = site->next) {
		if (seen_before(marker, site))
			continue;
		switch_site(site, true);
		sum += run_and_count();
		switch_site(site, false);
	}
	return sum;
}

void check_rows(void)
{
	struct marker *marker;
	unsigned long all;

	os_lock();
	switch_all(false);
	must(run_and_count() == 0, "no row is on, no hit", __LINE__);
	for (marker = marker_first(); marker; marker = marker_next(marker)) {
		if (marker->query)
			continue;
		switch_marker(marker, true);
		all = run_and_count();
		switch_marker(marker, false);
		must(hits_row_by_row(marker) == all, marker->info.name, __LINE__);
	}
	switch_all(true);
	os_unlock();
}
