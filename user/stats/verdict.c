// SPDX-License-Identifier: GPL-2.0-only
/*
 * verdict.c - a change must be real, and large enough to matter
 *
 * With enough runs any difference is significant, however small; and what is not significant may
 * still be large.  So the interval is held against a band that does not matter:
 *
 *	      1 - tolerance   1   1 + tolerance
 *	  |--|      (         |         )		improvement, if q <= fdr
 *		    (	      |		)    |---|	regression, if q <= fdr
 *		    (	    |-+-|	)		equivalent
 *		    (	      |	     |--+---|		inconclusive: real or not, it may not matter
 *	  |---------(---------+---------)------|	inconclusive: anything may be
 *
 * An interval wholly within the band is the confidence-interval form of two one-sided tests (D. J.
 * Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15, 1987), made here at half of the
 * level that he uses.
 */
#include "user/stats/verdict.h"

#include <math.h>
#include <stddef.h>

/* -1 below the band, 1 above, 0 within; 2: it may be either. */
enum place {
	PLACE_BELOW = -1,
	PLACE_WITHIN,
	PLACE_ABOVE,
	PLACE_ACROSS,
};

static enum place place(const struct interval *interval, double low, double high)
{
	if (interval->low > high)
		return PLACE_ABOVE;
	if (interval->high < low)
		return PLACE_BELOW;
	return interval->low >= low && interval->high <= high ? PLACE_WITHIN : PLACE_ACROSS;
}

/* Beyond both bands, on the same side; within either. */
static enum place both(enum place a, enum place b)
{
	if (a == PLACE_WITHIN || b == PLACE_WITHIN)
		return PLACE_WITHIN;
	return a == b ? a : PLACE_ACROSS;
}

static enum place place_of(const struct verdict_rule *rule, const struct verdict_figures *figures)
{
	double least = rule->abs_tolerance;

	if (figures->one_sided) {
		least = fmax(least, rule->tolerance * figures->total);
		return place(&figures->difference, -least, least);
	}
	return both(place(&figures->ratio, 1 - rule->tolerance, 1 + rule->tolerance),
		    place(&figures->difference, -least, least));
}

static enum verdict_reason reason_of(const struct verdict_rule *rule,
				     const struct verdict_figures *figures)
{
	enum place where;

	if (figures->samples < rule->min_samples)
		return REASON_FEW_SAMPLES;
	if (!figures->tested)
		return REASON_NO_TEST;
	where = place_of(rule, figures);
	if (where == PLACE_WITHIN)
		return REASON_WITHIN;
	if (!(figures->q <= rule->fdr))
		return REASON_NOT_SIGNIFICANT;
	if (where == PLACE_ACROSS)
		return REASON_SMALL;
	return where == PLACE_ABOVE ? REASON_ABOVE : REASON_BELOW;
}

enum verdict verdict_of(const struct verdict_rule *rule, const struct verdict_figures *figures,
			enum verdict_reason *reason)
{
	static const enum verdict verdicts[] = {
		[REASON_ABOVE] = VERDICT_REGRESSION,
		[REASON_BELOW] = VERDICT_IMPROVEMENT,
		[REASON_WITHIN] = VERDICT_EQUIVALENT,
		[REASON_NOT_SIGNIFICANT] = VERDICT_INCONCLUSIVE,
		[REASON_SMALL] = VERDICT_INCONCLUSIVE,
		[REASON_FEW_SAMPLES] = VERDICT_UNTESTED,
		[REASON_NO_TEST] = VERDICT_UNTESTED,
	};
	enum verdict_reason why = reason_of(rule, figures);

	if (reason)
		*reason = why;
	return verdicts[why];
}

const char *verdict_name(enum verdict verdict)
{
	static const char *const names[] = {
		[VERDICT_REGRESSION] = "regression",	 [VERDICT_IMPROVEMENT] = "improvement",
		[VERDICT_INCONCLUSIVE] = "inconclusive", [VERDICT_EQUIVALENT] = "equivalent",
		[VERDICT_UNTESTED] = "untested",
	};

	return names[verdict];
}

const char *verdict_reason_text(enum verdict_reason reason)
{
	static const char *const texts[] = {
		[REASON_ABOVE] = "significant, and the whole interval is above the tolerance",
		[REASON_BELOW] = "significant, and the whole interval is below the tolerance",
		[REASON_WITHIN] = "the whole interval is within the tolerance",
		[REASON_NOT_SIGNIFICANT] =
			"not significant, and a change that matters is not excluded",
		[REASON_SMALL] = "significant, but may be too small to matter",
		[REASON_FEW_SAMPLES] = "too few samples",
		[REASON_NO_TEST] = "too few runs to test",
	};

	return texts[reason];
}
