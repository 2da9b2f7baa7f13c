/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One row's costs, compared: the part of verdicts.h that is about a single figure.
 */
#ifndef USER_MARKDIFF_JUDGE_H
#define USER_MARKDIFF_JUDGE_H

#include "user/markdiff/verdict/verdicts.h"
#include "user/stats/sample.h"

/* The runs of one figure, by side, in arrays as user/stats wants them. */
struct gathered {
	double *values[NR_SIDES];
	double *sampling[NR_SIDES];
	struct sample sample[NR_SIDES];
};

int gathered_init(struct gathered *gathered, const struct verdict_table *table);
void gathered_free(struct gathered *gathered);

/**
 * judge_dispersion - how much a figure's runs scatter, for the prior of all of them
 */
struct dispersion judge_dispersion(const struct verdict_table *table, struct gathered *gathered,
				   const struct figures *figures);

/**
 * judge_figures - means, difference, ratio, share, p; what is left is q and the verdict
 * @prior: NULL: none
 */
void judge_figures(const struct verdict_table *table, struct gathered *gathered,
		   const struct prior *prior, struct figures *figures);

/*
 * verdicts.c: what comes before that and after it.
 *
 * figures_begin - all but the comparison; @has_share: of the total
 * figures_take_part - whether its p is corrected together with others
 * figures_decide - the verdict, when q is known
 */
void figures_begin(const struct verdict_table *table, struct figures *figures,
		   const struct cost *costs, bool has_share);
bool figures_take_part(const struct verdict_table *table, const struct figures *figures);
void figures_decide(const struct verdict_table *table, struct figures *figures);

#endif
