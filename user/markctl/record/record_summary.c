// SPDX-License-Identifier: GPL-2.0-only
/*
 * record_summary.c - what was recorded, in a line
 *
 *	markctl: recorded 1000 events, 16.1 kB, 0 dropped: kv-1234 900, kv-1240 100; markctl view DIR
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "user/markctl/record/record.h"
#include "user/ctf/find.h"
#include "user/ctf/totals.h"

#define TRACES_SHOWN 4

static void print_bytes(uint64_t bytes)
{
	static const char *const units[] = { "kB", "MB", "GB", "TB" };
	double value = bytes / 1e3;
	size_t unit = 0;

	if (bytes < 1000) {
		fprintf(stderr, "%" PRIu64 " bytes", bytes);
		return;
	}
	/* What would be rounded to 1000.0 is one of the next. */
	for (; value >= 999.95 && unit < 3; unit++)
		value /= 1e3;
	fprintf(stderr, "%.1f %s", value, units[unit]);
}

static void print_events(const struct ctf_totals *totals)
{
	if (totals->counted)
		fprintf(stderr, "%" PRIu64, totals->events);
	else
		fputs("?", stderr);
}

static void print_trace(const char *path)
{
	const char *name = strrchr(path, '/');
	struct ctf_totals totals;

	fprintf(stderr, "%s ", name ? name + 1 : path);
	if (ctf_totals_read(path, &totals))
		fputs("?", stderr);
	else
		print_events(&totals);
}

static void add_up(const struct ctf_traces *traces, struct ctf_totals *sum)
{
	struct ctf_totals totals;
	size_t i;

	*sum = (struct ctf_totals){ .counted = true };
	for (i = 0; i < traces->nr; i++) {
		if (ctf_totals_read(traces->items[i].path, &totals))
			totals = (struct ctf_totals){ .counted = false };
		sum->events += totals.events;
		sum->bytes += totals.bytes;
		sum->discarded += totals.discarded;
		sum->counted &= totals.counted;
	}
}

static void print(const struct ctf_traces *traces, const char *shown)
{
	struct ctf_totals sum;
	size_t i;

	add_up(traces, &sum);
	fputs("markctl: recorded ", stderr);
	print_events(&sum);
	fputs(" events, ", stderr);
	print_bytes(sum.bytes);
	fprintf(stderr, ", %" PRIu64 " dropped:", sum.discarded);
	for (i = 0; i < traces->nr && i < TRACES_SHOWN; i++) {
		fputs(i ? ", " : " ", stderr);
		print_trace(traces->items[i].path);
	}
	if (traces->nr > TRACES_SHOWN)
		fprintf(stderr, ", and %zu more", traces->nr - TRACES_SHOWN);
	fprintf(stderr, "; markctl view %s\n", shown);
}

void record_summary(const struct record_dir *dir)
{
	struct ctf_traces traces = { NULL, 0, 0 };

	if (!ctf_traces_add(&traces, dir->path)) {
		print(&traces, dir->shown);
	} else {
		fprintf(stderr, "markctl: record: nothing was recorded: no program with markers of "
				"these names was run (see markctl list)\n");
		record_dir_drop(dir);
	}
	ctf_traces_free(&traces);
}
