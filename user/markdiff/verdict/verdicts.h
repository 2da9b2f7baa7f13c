/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which differences between two sides are real, and large enough to matter.
 *
 *	recordings -> observe.h: costs of each run in each row
 *	           -> verdicts_judge(): the runs of both sides are compared, row by row
 *	           -> out/verdicts.h, out/json.h, gate.h
 *
 * The run is what varies, so it is what is compared: Welch's test on the costs of the runs, paired
 * differences where runs were made in pairs, and the counts of samples where there is one run a side,
 * which says nothing of how runs differ.  Nothing here prints or decides how figures look.
 * Documentation/statistics.rst has the method; user/stats has the formulas.
 */
#ifndef USER_MARKDIFF_VERDICTS_H
#define USER_MARKDIFF_VERDICTS_H

#include "user/markdiff/verdict/observe.h"
#include "user/stats/drift.h"
#include "user/stats/interval.h"
#include "user/stats/shrink.h"
#include "user/stats/verdict.h"

#define NR_VERDICTS (VERDICT_UNTESTED + 1)

enum verdict_method {
	METHOD_SINGLE,
	METHOD_WELCH,
	METHOD_PAIRED,
};

/* Where an interval and its p come from. */
enum interval_of {
	INTERVAL_OF_METHOD,
	INTERVAL_OF_BCA,
	INTERVAL_OF_PERCENTILE,
};

enum presence {
	PRESENT_IN_BOTH,
	PRESENT_NEW,  /* no run of the baseline has it */
	PRESENT_GONE, /* no run of the new side has it */
};

/* Of the totals of the runs, in points (percent of the total). */
struct share_figures {
	bool known; /* not of what is excluded from the total, nor where there is none */
	bool tested;
	double share[NR_SIDES];
	double difference;
	struct interval interval;
	double p, q;
};

/* What is infinite or not tested has no figure: it is left empty, never printed as such. */
struct figures {
	const struct cost *costs; /* beside the files */
	double cost[NR_SIDES];	  /* means of the runs */
	double samples[NR_SIDES]; /* effective ones, of all runs */
	bool tested;
	double difference;
	struct interval difference_interval;
	double ratio;
	struct interval ratio_interval;
	double p, q;
	double detectable; /* part of the baseline's cost */
	struct share_figures share;
	enum interval_of from;
	enum presence presence;
	enum verdict verdict;
	enum verdict_reason why;
};

struct verdict_row {
	const struct observed_row *observed;
	enum presence presence;
	uint64_t samples[NR_SIDES];
	struct figures figures[NR_COST_KINDS];
};

#define SIDE_UNUSED NR_SIDES

/*
 * Rows that nobody will ask of: neither significant, nor possibly dearer by a limit.  They have p 1,
 * no ratio's interval, and one of the difference that is too wide.
 */
struct passing {
	double least_t; /* below, nothing is significant; 0: no row is passed over */
	double reach;	/* standard errors that no interval is wider than */
	double limit;	/* of the difference */
};

struct verdict_table {
	const struct observation *observation;
	const struct verdict_options *options;
	const uint8_t *sides; /* beside the files: enum side, or SIDE_UNUSED */
	uint32_t nr_runs[NR_SIDES];
	enum verdict_method method;
	bool same_files; /* both sides are the same recordings: nothing is left to chance */
	struct passing pass_over;
	struct prior prior[NR_COST_KINDS];
	struct verdict_row total;
	struct verdict_row *rows; /* sorted: what matters most first */
	uint32_t nr;
	struct drift drift[NR_SIDES]; /* of the total */
};

/**
 * verdicts_judge - compare the sides
 * @table: nothing is expected in it; verdicts_free() frees it, in either case
 * @observation, @sides: are used as long as the table is
 *
 * Returns 0 or -ENOMEM.
 */
int verdicts_judge(struct verdict_table *table, const struct observation *observation,
		   const uint8_t *sides);
/**
 * verdicts_judge_found - the same for those who look at what is significant, and for the gate
 *
 * Other rows are passed over (struct passing), and rows are in no order; that takes a tenth of the
 * time.  What is significant is so with the same figures and verdicts.
 */
int verdicts_judge_found(struct verdict_table *table, const struct observation *observation,
			 const uint8_t *sides);
void verdicts_free(struct verdict_table *table);

/**
 * verdicts_judge_figures - costs that are in no row: sums over rows
 * @list: their costs are set, all else is filled in; what is in it is corrected for being many
 * @prior: what they have in common with others, or NULL
 */
int verdicts_judge_figures(const struct verdict_table *table, struct figures *const *list,
			   uint32_t nr, const struct prior *prior);

/* Whether two paths are of one file; what is no file (a pipe) is never another's. */
bool is_same_recording(const char *a, const char *b);

/* How many rows have each verdict. */
void verdicts_count(const struct verdict_table *table, enum cost_kind kind,
		    uint32_t counts[NR_VERDICTS]);

/* The reason in a sentence. */
const char *figures_reason(const struct verdict_table *table, const struct figures *figures);

/* The kind of cost by which rows are sorted. */
static inline enum cost_kind verdicts_first_kind(const struct verdict_table *table)
{
	return observation_first_kind(table->observation);
}

#endif
