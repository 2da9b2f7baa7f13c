/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * detect.h - how large a change must be to be found with these data
 *
 * Every result is INFINITY where no change, however large, would be found.  Corrections for many
 * symbols and the tolerance come on top of it.
 */
#ifndef STATS_DETECT_H
#define STATS_DETECT_H

#include "user/stats/count.h"
#include "user/stats/share.h"
#include "user/stats/welch.h"

#define DETECT_POWER .8

/** detect_difference() - smallest difference of means that is found with DETECT_POWER */
double detect_difference(const struct means *means, double confidence);

/**
 * detect_runs - smallest change of a mean, as part of it, if @per_side runs a side scatter as these
 * @runs: all runs of one build; two or more
 * @prior: of their dispersions, NULL: none
 */
double detect_runs(const struct sample *runs, uint32_t per_side, const struct prior *prior,
		   double confidence);

/** detect_count() - smallest change of a rate, as part of the base's rate */
double detect_count(const struct count *base, const struct count *new, double dispersion,
		    double confidence);

/** detect_share() - smallest difference of shares */
double detect_share(const struct share *base, const struct share *new, double dispersion,
		    double confidence);

#endif
