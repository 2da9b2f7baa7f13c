// SPDX-License-Identifier: GPL-2.0-only
/*
 * conclusion.c - see conclusion.h
 */
#include "conclusion.h"

#include <math.h>

/** conclusion_text() - a word or two */
const char *conclusion_text(enum conclusion conclusion)
{
	static const char *const texts[] = {
		[CONCLUSION_HOLDS] = "holds",
		[CONCLUSION_GONE] = "no longer holds",
		[CONCLUSION_REFINED] = "refined",
		[CONCLUSION_OPEN] = "open",
	};

	return texts[conclusion];
}

/**
 * conclude_dearer() - "this one costs more than that one"
 * @difference:	of the two
 * @floor:	what two copies of one thing differ by
 *
 * Refined: they are not told apart.
 */
enum conclusion conclude_dearer(const struct stat_interval *difference, double floor)
{
	if (difference->low > 0 && difference->mid > floor)
		return CONCLUSION_HOLDS;
	if (difference->high < 0 && difference->mid < -floor)
		return CONCLUSION_GONE;
	return CONCLUSION_REFINED;
}

/** conclude_alike() - "the two cost about the same": within a factor of each other */
enum conclusion conclude_alike(const struct stat_interval *ratio, double factor)
{
	if (ratio->low >= 1 / factor && ratio->high <= factor)
		return CONCLUSION_HOLDS;
	if (ratio->high < 1 / factor || ratio->low > factor)
		return CONCLUSION_GONE;
	return CONCLUSION_REFINED;
}

/** conclude_small() - "the two cost almost the same": the difference is within a limit */
enum conclusion conclude_small(const struct stat_interval *difference, double limit)
{
	if (difference->low >= -limit && difference->high <= limit)
		return CONCLUSION_HOLDS;
	if (difference->low > limit || difference->high < -limit)
		return CONCLUSION_GONE;
	return CONCLUSION_REFINED;
}

/**
 * conclude_free() - "this costs nothing"
 * @floor:	what two copies of one thing differ by
 * @limit:	what one would still call nothing
 *
 * It holds if nothing is told and nothing beyond the limit is possible.  Refined: it costs something, or
 * it may, and that is less than the limit or not sure to be more.
 */
enum conclusion conclude_free(const struct stat_interval *difference, double floor, double limit)
{
	int told = (difference->low > 0 || difference->high < 0) && fabs(difference->mid) > floor;

	if (difference->low > limit && told)
		return CONCLUSION_GONE;
	if (difference->high <= limit && (!told || difference->high < 0))
		return CONCLUSION_HOLDS;
	return CONCLUSION_REFINED;
}

/** conclude_at_least() - "it is at least so much" */
enum conclusion conclude_at_least(const struct stat_interval *figure, double limit)
{
	if (figure->low >= limit)
		return CONCLUSION_HOLDS;
	return figure->high < limit ? CONCLUSION_GONE : CONCLUSION_REFINED;
}

/** conclude_none_differs() - "none of these shows a difference": refined if some do */
enum conclusion conclude_none_differs(const struct stat_interval *differences, size_t nr)
{
	size_t i, holding = 0;

	for (i = 0; i < nr; i++)
		holding += differences[i].low <= 0 && differences[i].high >= 0;
	if (!nr)
		return CONCLUSION_OPEN;
	if (holding == nr)
		return CONCLUSION_HOLDS;
	return holding ? CONCLUSION_REFINED : CONCLUSION_GONE;
}
