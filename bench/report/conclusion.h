/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * conclusion.h - whether what the text of 2006 concluded still holds: rules on intervals
 *
 * Pure functions.  Each is a claim of one shape; none looks at the middle of an interval alone.
 */
#ifndef BENCH_CONCLUSION_H
#define BENCH_CONCLUSION_H

#include <stddef.h>

#include "../run/stat.h"

/**
 * enum conclusion - what the figures of today say of a claim
 * @CONCLUSION_HOLDS:	the whole interval is as it says
 * @CONCLUSION_GONE:	the whole interval is as it denies
 * @CONCLUSION_REFINED:	neither: the figure says more than the claim did
 * @CONCLUSION_OPEN:	there is no figure
 */
enum conclusion {
	CONCLUSION_HOLDS,
	CONCLUSION_GONE,
	CONCLUSION_REFINED,
	CONCLUSION_OPEN,
};

const char *conclusion_text(enum conclusion conclusion);
enum conclusion conclude_dearer(const struct stat_interval *difference, double floor);
enum conclusion conclude_alike(const struct stat_interval *ratio, double factor);
enum conclusion conclude_small(const struct stat_interval *difference, double limit);
enum conclusion conclude_free(const struct stat_interval *difference, double floor, double limit);
enum conclusion conclude_at_least(const struct stat_interval *figure, double limit);
enum conclusion conclude_none_differs(const struct stat_interval *differences, size_t nr);

#endif
