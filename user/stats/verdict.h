/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * verdict.h - from figures to a word: significant, and large enough to matter
 */
#ifndef STATS_VERDICT_H
#define STATS_VERDICT_H

#include <stdbool.h>

#include "user/stats/interval.h"

enum verdict {
	VERDICT_REGRESSION,
	VERDICT_IMPROVEMENT,
	VERDICT_INCONCLUSIVE,
	VERDICT_EQUIVALENT,
	VERDICT_UNTESTED,
};

/** enum verdict_reason - why; verdict_reason_text() says it in a sentence */
enum verdict_reason {
	REASON_ABOVE,		/* regression */
	REASON_BELOW,		/* improvement */
	REASON_WITHIN,		/* equivalent: the interval is within the tolerance */
	REASON_NOT_SIGNIFICANT, /* inconclusive: q above the false discovery rate */
	REASON_SMALL,		/* inconclusive: significant, but may be within the tolerance */
	REASON_FEW_SAMPLES,	/* untested: less than min_samples */
	REASON_NO_TEST,		/* untested: no degree of freedom */
};

/**
 * struct verdict_rule - what counts
 * @fdr: q up to this is significant
 * @tolerance: relative change that does not matter: .01 for 1 %
 * @abs_tolerance: cost that does not matter; 0: any does
 * @min_samples: effective samples of both sides, below which nothing is tested
 */
struct verdict_rule {
	double fdr;
	double tolerance;
	double abs_tolerance;
	double min_samples;
};

/**
 * struct verdict_figures - what is judged
 * @tested: the test could be made
 * @one_sided: new or gone: one side is 0, so that there is no ratio
 * @samples: effective samples of both sides
 * @q: adjusted p
 * @difference: interval of the difference
 * @ratio: interval of the ratio, see ratio_costs(); not looked at if @one_sided
 * @total: cost of everything in the base, that a symbol that is new or gone is measured by
 */
struct verdict_figures {
	bool tested;
	bool one_sided;
	double samples;
	double q;
	struct interval difference;
	struct interval ratio;
	double total;
};

/**
 * verdict_of - judge one row
 * @reason: out; may be NULL
 *
 * A change counts if its whole interval is beyond the tolerance and beyond the absolute one; it is
 * equivalent if the whole interval is within either.
 */
enum verdict verdict_of(const struct verdict_rule *rule, const struct verdict_figures *figures,
			enum verdict_reason *reason);

/** verdict_name() - as text, JSON and page say it */
const char *verdict_name(enum verdict verdict);

/** verdict_reason_text() - one sentence, without full stop */
const char *verdict_reason_text(enum verdict_reason reason);

#endif
