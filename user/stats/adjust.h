/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * adjust.h - many symbols are tested at once: bound the share of false ones among those reported
 */
#ifndef STATS_ADJUST_H
#define STATS_ADJUST_H

#include <stdint.h>

enum adjust {
	ADJUST_BH, /* Benjamini, Hochberg 1995: independent or positively dependent tests */
	ADJUST_BY, /* Benjamini, Yekutieli 2001: whatever they depend on */
};

/**
 * adjust_p - adjusted p values (q values): the rate at which each would just be reported
 * @p: of the tested ones, 0 to 1
 * @q: one for each; may be @p itself
 *
 * Returns 0 or -ENOMEM (it sorts a copy).
 */
int adjust_p(enum adjust method, const double *p, double *q, uint32_t nr);

#endif
