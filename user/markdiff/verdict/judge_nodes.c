// SPDX-License-Identifier: GPL-2.0-only
/*
 * As the rows of a table: first how much the runs of all scatter, then each with what they have in
 * common.  What memory is needed is allocated before, not node by node.
 */
#include "user/markdiff/verdict/judge_nodes.h"

#include <errno.h>
#include <stdlib.h>

#include "user/markdiff/verdict/judge.h"
#include "user/stats/adjust.h"

struct nodes {
	const struct verdict_table *table;
	struct figures *figures;
	uint32_t nr;
	struct gathered gathered;
	struct prior prior;
};

static void begin(struct nodes *n, struct cost *costs)
{
	const struct cost *total = n->table->observation->total.costs[COST_SELF];
	uint32_t nr_files = n->table->observation->nr_files, i, file;

	for (i = 0; i < n->nr; i++, costs += nr_files) {
		for (file = 0; file < nr_files; file++)
			cost_complete(&costs[file], total[file].grain);
		figures_begin(n->table, &n->figures[i], costs, false);
	}
}

static int fit_prior(struct nodes *n)
{
	struct dispersion *dispersions = calloc((size_t)n->nr + 1, sizeof(*dispersions));
	uint32_t i;

	if (!dispersions)
		return -ENOMEM;
	for (i = 0; i < n->nr; i++)
		dispersions[i] = judge_dispersion(n->table, &n->gathered, &n->figures[i]);
	prior_fit(dispersions, n->nr, &n->prior);
	free(dispersions);
	return 0;
}

static int correct(struct nodes *n, double *p)
{
	uint32_t i, nr = 0;
	int err;

	for (i = 0; i < n->nr; i++)
		if (figures_take_part(n->table, &n->figures[i]))
			p[nr++] = n->figures[i].p;
	err = adjust_p(ADJUST_BY, p, p, nr);
	for (i = 0, nr = 0; i < n->nr && !err; i++)
		if (figures_take_part(n->table, &n->figures[i]))
			n->figures[i].q = p[nr++];
	return err;
}

static int judge(struct nodes *n)
{
	double *p = calloc((size_t)n->nr + 1, sizeof(*p));
	uint32_t i;
	int err = p ? 0 : -ENOMEM;

	if (!err && n->table->method != METHOD_SINGLE)
		err = fit_prior(n);
	for (i = 0; i < n->nr && !err; i++)
		judge_figures(n->table, &n->gathered, &n->prior, &n->figures[i]);
	if (!err)
		err = correct(n, p);
	for (i = 0; i < n->nr && !err; i++)
		figures_decide(n->table, &n->figures[i]);
	free(p);
	return err;
}

int judge_nodes(const struct verdict_table *table, struct cost *costs, uint32_t nr,
		struct figures *figures)
{
	struct nodes n = { .table = table, .figures = figures, .nr = nr };
	int err = gathered_init(&n.gathered, table);

	if (!err) {
		begin(&n, costs);
		err = judge(&n);
	}
	gathered_free(&n.gathered);
	return err;
}
