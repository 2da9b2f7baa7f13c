/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Whether a build may pass.
 *
 *	exit	result		when
 *	0	pass		the total and every row may cost no more than the gate lets pass
 *	1	regression	the total, or a row, does cost more
 *	4	inconclusive	one may, but that it does is not certain
 *	4	not comparable	nothing follows from these recordings, whatever the figures are
 *
 * A row is measured by two things.  It is a regression if it costs certainly more than PERCENT more
 * than before; it may hide one if it could cost more than before by PERCENT of the total: of small
 * rows nothing is ever certain, and nothing follows from them.
 */
#ifndef USER_MARKDIFF_GATE_H
#define USER_MARKDIFF_GATE_H

#include <stdint.h>

enum gate_result {
	GATE_PASS,
	GATE_REGRESSION,
	GATE_INCONCLUSIVE,
	GATE_NOT_COMPARABLE,
};

struct gate {
	enum gate_result result;
	int status; /* to exit with */
	char **reasons;
	uint32_t nr, cap;
	int err;
};

struct verdict_report;

int gate_decide(struct gate *gate, const struct verdict_report *report);

/**
 * gate_decide_splits - whether runs of one build pass: --aa
 *
 * Nothing differs between the sides of a split, so the gate has to let it pass.  By chance it does
 * not, in so many splits as --fdr allows; in more, the gate is of no use with runs like these.
 */
int gate_decide_splits(struct gate *gate, const struct verdict_report *report);
void gate_free(struct gate *gate);
const char *gate_result_name(enum gate_result result);

#endif
