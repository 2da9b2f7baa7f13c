// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows are drawn together, as many as their replicates have room for; each batch begins with the same
 * seed, so what a row gets does not hang on which batch it is in.
 */
#include "user/markdiff/verdict/resample.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "user/markdiff/rows/block_costs.h"

#define MAX_VALUES 4000000 /* of the replicates of a batch */

struct resample {
	struct verdict_table *table;
	enum cost_kind kind;
	struct block_pair *pairs;
	struct block_run *runs; /* nr_files of each pair */
	struct figures **figures;
	uint32_t nr, cap;
};

static int begin(struct resample *s, struct verdict_table *t, enum cost_kind kind, uint32_t rows)
{
	uint32_t fit = MAX_VALUES / t->options->replicates;

	*s = (struct resample){ .table = t, .kind = kind, .cap = fit < rows ? fit + !fit : rows };
	s->pairs = calloc((size_t)s->cap + 1, sizeof(*s->pairs));
	s->figures = calloc((size_t)s->cap + 1, sizeof(*s->figures));
	s->runs = calloc(((size_t)s->cap + 1) * t->observation->nr_files, sizeof(*s->runs));
	return s->pairs && s->figures && s->runs ? 0 : -ENOMEM;
}

static void end(struct resample *s)
{
	free(s->pairs);
	free(s->figures);
	free(s->runs);
}

static void take(const struct verdict_options *v, const struct block_pair *pair, struct figures *f)
{
	if (!pair->result.tested)
		return;
	f->tested = true;
	f->from = v->percentile ? INTERVAL_OF_PERCENTILE : INTERVAL_OF_BCA;
	f->p = pair->result.p;
	f->difference_interval = pair->result.difference;
	f->ratio_interval = pair->result.ratio;
}

static int flush(struct resample *s)
{
	const struct verdict_options *v = s->table->options;
	const struct bootstrap_rule rule = {
		.method = v->percentile ? BOOTSTRAP_PERCENTILE : BOOTSTRAP_BCA,
		.replicates = v->replicates,
		.seed = v->seed,
		.confidence = v->confidence,
	};
	uint32_t i;
	int err = bootstrap_compare(s->pairs, s->nr, &rule);

	for (i = 0; i < s->nr && !err; i++)
		take(v, &s->pairs[i], s->figures[i]);
	s->nr = 0;
	return err;
}

/* Whether the blocks have all of a cost; rows of what is in no block have not. */
static bool is_whole(const struct block_run *run, double cost)
{
	double sum = 0;
	uint32_t i;

	for (i = 0; i < run->nr_at; i++)
		sum += run->blocks[i];
	return fabs(sum / run->work - cost) <= 1e-9 * cost;
}

static int add(struct resample *s, const struct row *row, struct figures *f)
{
	const struct verdict_table *t = s->table;
	const struct observation *o = t->observation;
	struct block_run *runs = s->runs + (size_t)s->nr * o->nr_files, *next = runs;
	struct block_pair *pair = &s->pairs[s->nr];
	uint32_t i;

	for (enum side side = 0; side < NR_SIDES; side++)
		for (i = 0; i < o->nr_files; i++) {
			if (t->sides[i] != side)
				continue;
			*next = block_costs_run(o->hist.costs, row, s->kind == COST_INCLUSIVE, i,
						o->work[i]);
			if (!is_whole(next++, f->costs[i].value))
				return 0;
		}
	pair->base = (struct block_side){ runs, t->nr_runs[SIDE_BASE] };
	pair->new = (struct block_side){ runs + t->nr_runs[SIDE_BASE], t->nr_runs[SIDE_NEW] };
	s->figures[s->nr++] = f;
	return s->nr == s->cap ? flush(s) : 0;
}

/* Of the same recordings it is known that they do not differ. */
static bool is_drawn(const struct verdict_table *t, const struct figures *f)
{
	return !t->same_files &&
	       f->samples[SIDE_BASE] + f->samples[SIDE_NEW] >= t->options->min_samples;
}

int resample_total(struct verdict_table *t)
{
	struct figures *f = &t->total.figures[COST_SELF];
	struct resample s;
	int err = begin(&s, t, COST_SELF, 1);

	if (!err && is_drawn(t, f))
		err = add(&s, NULL, f);
	end(&s);
	return err;
}

int resample_rows(struct verdict_table *t, enum cost_kind kind)
{
	struct resample s;
	uint32_t i;
	int err = begin(&s, t, kind, t->nr + 1);

	for (i = 0; i < t->nr && !err; i++) {
		struct figures *f = &t->rows[i].figures[kind];

		if (is_drawn(t, f))
			err = add(&s, t->rows[i].observed->row, f);
	}
	if (!err)
		err = flush(&s);
	end(&s);
	return err;
}
