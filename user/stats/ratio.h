/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ratio.h - new / base, with an interval
 */
#ifndef STATS_RATIO_H
#define STATS_RATIO_H

#include "user/stats/interval.h"
#include "user/stats/welch.h"

/**
 * enum ratio_set - which ratios the data do not speak against
 *
 *	set		    ratios			    when
 *	RATIO_BOUNDED	    low to high			    the base is not near 0
 *	RATIO_DISJOINT	    up to low, and from high on	    the base may be 0, the new side is not
 *	RATIO_UNBOUNDED	    all				    both may be 0
 */
enum ratio_set {
	RATIO_BOUNDED,
	RATIO_DISJOINT,
	RATIO_UNBOUNDED,
};

/**
 * struct ratio - new / base
 * @value: INFINITY where only the base is 0, 1 where both are (nothing changed)
 * @interval: meaning by @set; -INFINITY to INFINITY for RATIO_UNBOUNDED
 */
struct ratio {
	double value;
	enum ratio_set set;
	struct interval interval;
};

/**
 * ratio_fieller - the set of ratios by Fieller's theorem
 *
 * Exact for normal means, whatever they are.  Not tested means: unbounded.
 */
struct ratio ratio_fieller(const struct means *means, double confidence);

/**
 * ratio_log - interval by the delta method on the logarithm
 *
 * Narrower near 0 and never negative.  Where a mean is not positive or the means were not tested:
 * unbounded.
 */
struct ratio ratio_log(const struct means *means, double confidence);

/**
 * ratio_of - ratio_log(), or ratio_fieller() where a mean may be near 0
 *
 * "May be near 0": within two intervals' half-widths of it.
 */
struct ratio ratio_of(const struct means *means, double confidence);

/** ratio_costs() - the smallest interval within 0 to INFINITY that has all of the set */
struct interval ratio_costs(const struct ratio *ratio);

#endif
