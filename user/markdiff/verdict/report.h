/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * All that is to be said about two sides, computed once; the outputs print it.
 */
#ifndef USER_MARKDIFF_VERDICT_REPORT_H
#define USER_MARKDIFF_VERDICT_REPORT_H

#include "user/markdiff/verdict/aa.h"
#include "user/markdiff/verdict/aa_event.h"
#include "user/markdiff/out/cell_text.h"
#include "user/markdiff/verdict/gate.h"
#include "user/markdiff/verdict/markers.h"
#include "user/markdiff/remarks/remarks.h"
#include "user/markdiff/verdict/verdicts.h"

struct event_report {
	const struct perfdata_event *event; /* of the first file */
	struct observation observation;
	struct verdict_table table;
	struct cost_unit unit;
	struct marker_costs markers; /* where they were asked for */
	struct aa_event aa;	     /* of splits, instead of the table */
};

struct verdict_report {
	struct diff *diff;
	const char *version, *command;
	uint8_t *sides; /* beside the files */
	struct event_report *events;
	uint32_t nr_events;
	struct marker_code marker_code; /* likewise */
	struct aa aa;			/* with --aa */
	struct remarks remarks;
	struct gate gate; /* where it was asked for */
};

/**
 * verdict_report_make - after diff_resolve()
 * @why: gets what is wrong with the input, where -ENODATA is returned
 *
 * The report's version and command are the caller's.  verdict_report_free() frees the rest, in
 * either case.
 */
int verdict_report_make(struct verdict_report *report, struct diff *diff, char why[OBSERVE_WHY]);
void verdict_report_free(struct verdict_report *report);

/* What costs are per: "run", "unit", "second", or an event's name. */
const char *verdict_report_per(const struct verdict_report *report);

#endif
