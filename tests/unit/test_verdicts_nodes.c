// SPDX-License-Identifier: GPL-2.0-only
/*
 * Frames of a flame graph: judged as rows are by their inclusive costs, with the samples' own periods,
 * and each one hypothesis among all.
 */
#include "tests/unit/stacks_run.h"
#include "tests/unit/stats_test.h"
#include "tests/unit/verdicts_run.h"
#include "user/markdiff/verdict/judge_nodes.h"
#include "user/markdiff/out/flame.h"
#include "user/stats/adjust.h"

#define MAX_NODES 16

/* What out_flame() gives to judge_nodes(), for all nodes. */
struct judged_nodes {
	struct stacks_source source;
	struct stacks *stacks;
	struct cost *costs;
	struct figures figures[MAX_NODES];
};

static const struct verdict_table *table_of(const struct judged *j)
{
	return &j->report.events[0].table;
}

static void take_costs(struct judged_nodes *n, uint32_t nr_files)
{
	double totals[MAX_NODES], squares[MAX_NODES], samples[MAX_NODES];
	const struct stacks_spent spent = { totals, squares, samples };
	uint32_t file, i;

	n->costs = calloc((size_t)n->stacks->nr * nr_files, sizeof(*n->costs));
	for (file = 0; file < nr_files; file++) {
		stacks_of_file(n->stacks, file, &spent);
		for (i = 0; i < n->stacks->nr; i++)
			n->costs[i * nr_files + file] = (struct cost){ .value = totals[i],
								       .sampling = squares[i],
								       .count = samples[i] };
	}
}

static void nodes_of(struct judged_nodes *n, const struct judged *j)
{
	n->source = (struct stacks_source){ .diff = &j->diff,
					    .sides = j->report.sides,
					    .works = j->report.events[0].observation.work };
	assert_int_equal(stacks_new(&n->source, STACKS_BY_FUNCTION, &n->stacks), 0);
	assert_in_range(n->stacks->nr, 1, MAX_NODES);
	take_costs(n, j->options.nr_files);
	assert_int_equal(judge_nodes(table_of(j), n->costs, n->stacks->nr, n->figures), 0);
}

static void nodes_free(struct judged_nodes *n)
{
	free(n->costs);
	stacks_free(n->stacks);
}

static uint32_t node_named(const struct judged_nodes *n, const char *name)
{
	char buffer[STACKS_NAME];
	uint32_t i;

	for (i = 0; i < n->stacks->nr; i++)
		if (!strcmp(stacks_frame_name(n->stacks, n->stacks->nodes[i].frame, buffer), name))
			return i;
	fail_msg("no node %s", name);
	return 0;
}

/* Ten functions, which is how many rows lend each other what they know of scatter. */
static const char *const ten[] = {
	"f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", NULL
};

/* @counts: of the samples that end in each function, of periods that differ. */
static void ten_file(struct run *run, const int *counts)
{
	static const char *const stacks[] = { "0",    "10",   "210", "30",  "430",
					      "5430", "6430", "7",   "870", "97" };
	static struct build b;

	stacks_begin(&b, BUILD_CHAINS, ten);
	for (int i = 0; i < 10; i++)
		for (int n = 0; n < counts[i]; n++)
			stacks_sample(&b, 1000 + 100 * (n % 5), i == 8 ? "87" : stacks[i]);
	run_file(run, &b);
}

static void ten_runs(struct run *run)
{
	static const int counts[6][10] = {
		{ 80, 70, 120, 66, 90, 75, 60, 300, 55, 59 },
		{ 84, 66, 118, 70, 94, 70, 62, 310, 57, 61 },
		{ 78, 72, 125, 61, 97, 77, 58, 295, 52, 63 },
		{ 81, 71, 160, 64, 93, 72, 61, 305, 50, 4 },
		{ 79, 64, 155, 69, 88, 79, 66, 290, 54, 2 },
		{ 86, 69, 163, 63, 95, 74, 57, 301, 59, 3 },
	};

	for (int i = 0; i < 6; i++)
		ten_file(run, counts[i]);
}

static void same(double a, double b)
{
	assert_true(fabs(a - b) <= 1e-12 * fmax(fabs(a), fabs(b)));
}

static const struct figures *inclusive_of(const struct judged *j, const char *name)
{
	const struct verdict_table *t = table_of(j);

	for (uint32_t i = 0; i < t->nr; i++)
		if (!strcmp(names_text(&j->diff.names, t->rows[i].observed->row->symbol), name))
			return &t->rows[i].figures[COST_INCLUSIVE];
	fail_msg("no row %s", name);
	return NULL;
}

/* Where each function is in one stack alone, its frame is its row: all figures are the same. */
static void frames_are_judged_as_rows(void **state)
{
	static const char *const lines[] = {
		"--folded=/dev/null --children -s symbol --runs %0 %1 %2 --vs %3 %4 %5",
		"--folded=/dev/null --children -s symbol --pairs %0 %1 %2 --vs %3 %4 %5",
		"--folded=/dev/null --children -s symbol --work=1,2,3,1,2,3 --runs %0 %1 %2 --vs %3 %4 %5",
		"--folded=/dev/null --children -s symbol --verdicts %0 %3",
	};
	struct run run = { .nr = 0 };
	struct judged_nodes n;
	struct judged j;

	ten_runs(&run);
	for (int line = 0; line < 4; line++) {
		judge_runs_of(&j, &run, lines[line]);
		nodes_of(&n, &j);
		assert_int_equal(n.stacks->nr, 10);
		for (int i = 0; i < 10; i++) {
			const struct figures *node = &n.figures[node_named(&n, ten[i])];
			const struct figures *row = inclusive_of(&j, ten[i]);

			same(node->cost[SIDE_BASE], row->cost[SIDE_BASE]);
			same(node->difference_interval.low, row->difference_interval.low);
			same(node->difference_interval.high, row->difference_interval.high);
			same(node->samples[SIDE_NEW], row->samples[SIDE_NEW]);
			same(node->p, row->p);
			same(node->q, row->q);
			assert_int_equal(node->verdict, row->verdict);
		}
		nodes_free(&n);
		judged_free(&j);
	}
	run_unlink(&run);
}

static void two_sizes_file(struct run *run, int factor)
{
	static const char *const names[] = { "main", "even", "uneven", NULL };
	static struct build b;

	stacks_begin(&b, BUILD_CHAINS, names);
	for (int n = 0; n < 100; n++) {
		stacks_sample(&b, 10 * factor, "10");
		stacks_sample(&b, n ? factor : 901 * factor, "20");
	}
	run_file(run, &b);
}

/* As many samples and the same cost; but one sample has nine tenths of it, and tells as much as that. */
static void squares_are_the_samples_own(void **state)
{
	struct run run = { .nr = 0 };
	const struct figures *even, *uneven;
	struct judged_nodes n;
	struct judged j;

	two_sizes_file(&run, 1);
	two_sizes_file(&run, 2);
	judge_runs_of(&j, &run, "--folded=/dev/null -s symbol --verdicts %0 %1");
	nodes_of(&n, &j);
	even = &n.figures[node_named(&n, "even")];
	uneven = &n.figures[node_named(&n, "uneven")];
	same(even->cost[SIDE_NEW], 2000);
	same(uneven->cost[SIDE_NEW], 2000);
	same(even->samples[SIDE_BASE], 100);
	/* 1000^2 / (99 + 901^2) */
	assert_true(fabs(uneven->samples[SIDE_BASE] - 1.231672) < 1e-5);
	assert_int_equal(uneven->verdict, VERDICT_UNTESTED);
	assert_int_equal(even->verdict, VERDICT_REGRESSION);
	nodes_free(&n);
	judged_free(&j);
	run_unlink(&run);
}

/* q are those of all that were tested; few samples are no hypothesis. */
static void every_frame_is_a_hypothesis(void **state)
{
	double p[MAX_NODES], q[MAX_NODES];
	struct run run = { .nr = 0 };
	uint32_t i, nr = 0, at = 0;
	struct judged_nodes n;
	struct judged j;

	ten_runs(&run);
	judge_runs_of(
		&j, &run,
		"--folded=/dev/null -s symbol --min-samples=400 --runs %0 %1 %2 --vs %3 %4 %5");
	nodes_of(&n, &j);
	for (i = 0; i < n.stacks->nr; i++)
		if (n.figures[i].tested)
			p[nr++] = n.figures[i].p;
	assert_in_range(nr, 2, n.stacks->nr - 1);
	assert_int_equal(adjust_p(ADJUST_BY, p, q, nr), 0);
	for (i = 0; i < n.stacks->nr; i++) {
		if (n.figures[i].tested)
			assert_true(n.figures[i].q == q[at++]);
		assert_true(
			n.figures[i].tested ==
			(n.figures[i].samples[SIDE_BASE] + n.figures[i].samples[SIDE_NEW] >= 400));
	}
	nodes_free(&n);
	judged_free(&j);
	run_unlink(&run);
}

static json_object *member(json_object *of, const char *name)
{
	return json_object_object_get(of, name);
}

/* Digits are those of a row's inclusive cost. */
static void the_page_has_the_verdicts(void **state)
{
	struct run run = { .nr = 0 };
	struct judged_nodes n;
	struct flame_options options = { .max_nodes = 10 };
	json_object *flame, *nodes, *node;
	char text[CELL_SIZE];
	struct judged j;
	const struct figures *f;

	ten_runs(&run);
	judge_runs_of(&j, &run, "--folded=/dev/null -s symbol --runs %0 %1 %2 --vs %3 %4 %5");
	nodes_of(&n, &j);
	options.table = table_of(&j);
	options.unit = &j.report.events[0].unit;
	assert_int_equal(out_flame(&n.source, &options, &flame), 0);
	assert_int_equal(json_object_get_int(member(flame, "left_out")), 0);
	assert_int_equal(json_object_array_length(member(flame, "verdicts")), NR_VERDICTS);
	assert_string_equal(json_object_get_string(json_object_array_get_idx(
				    member(flame, "verdicts"), VERDICT_EQUIVALENT)),
			    "equivalent");
	nodes = member(flame, "nodes");
	assert_int_equal(json_object_array_length(nodes), 10);
	/* The first in the order of names. */
	node = json_object_array_get_idx(nodes, 0);
	f = &n.figures[node_named(&n, "f0")];
	assert_true(cell_text(options.unit, f, CELL_DIFFERENCE_LOW, text));
	assert_string_equal(json_object_get_string(json_object_array_get_idx(node, 4)), text);
	assert_true(cell_text(options.unit, f, CELL_DIFFERENCE_HIGH, text));
	assert_string_equal(json_object_get_string(json_object_array_get_idx(node, 5)), text);
	assert_int_equal(json_object_get_int(json_object_array_get_idx(node, 7)), f->verdict);
	json_object_put(flame);
	nodes_free(&n);
	judged_free(&j);
	run_unlink(&run);
}

/* ---- trees of which the truth is known ---- */

enum {
	LEAVES = 64,
	TREE = 2 * LEAVES, /* node 1 is all, n is called by n / 2 */
	RUNS = 5,
	FILES = 2 * RUNS,
	TRIALS = 200,
};

struct rates {
	double any; /* trials in which something that does not differ is called changed */
	double false_found;
	double found; /* trials in which the path that differs is */
};

/* Runs differ by one part in a hundred, and what each path costs in each by two. */
static void draw_tree(struct rng *rng, struct cost *costs, const double change[NR_SIDES])
{
	for (int file = 0; file < FILES; file++) {
		double run = 200 * exp(.01 * draw_normal(rng));

		for (int leaf = LEAVES; leaf < TREE; leaf++) {
			double mean = run * exp(.02 * draw_normal(rng));
			double n = draw_poisson(rng,
						leaf == LEAVES ? mean * change[file / RUNS] : mean);

			for (int node = leaf; node; node /= 2) {
				struct cost *c = &costs[node * FILES + file];

				c->value += n;
				c->sampling += n;
				c->count += n;
			}
		}
	}
}

/* The first leaf differs, and with it all that called it. */
static bool differs(int node, const double change[NR_SIDES])
{
	while (node < LEAVES)
		node *= 2;
	return node == LEAVES && change[SIDE_NEW] != change[SIDE_BASE];
}

static void count_findings(struct rates *r, const struct figures *figures,
			   const double change[NR_SIDES])
{
	int wrong = 0, right = 0;

	for (int node = 1; node < TREE; node++) {
		bool found = figures[node].verdict == VERDICT_REGRESSION ||
			     figures[node].verdict == VERDICT_IMPROVEMENT;

		r->found += found && node == LEAVES;
		right += found && differs(node, change);
		wrong += found && !differs(node, change);
	}
	r->any += wrong > 0;
	r->false_found += wrong ? wrong / (double)(wrong + right) : 0;
}

static struct rates rates_of(double change, uint64_t seed)
{
	static const uint8_t sides[FILES] = { [RUNS] = 1, 1, 1, 1, 1 };
	const double changes[NR_SIDES] = { 1, change };
	struct cost total[FILES] = { { .grain = 1 } };
	struct observation observation = { .nr_files = FILES, .total.costs = { total } };
	struct verdict_options options = { .tolerance = 0 };
	struct verdict_table table = { .observation = &observation,
				       .options = &options,
				       .sides = sides,
				       .nr_runs = { RUNS, RUNS },
				       .method = METHOD_WELCH };
	struct rates rates = { .any = 0 };
	struct rng rng;

	verdict_options_defaults(&options);
	options.tolerance = 0;
	rng_seed(&rng, seed);
	for (int i = 0; i < TRIALS; i++) {
		struct cost costs[TREE * FILES] = { { .value = 0 } };
		struct figures figures[TREE];

		draw_tree(&rng, costs, changes);
		assert_int_equal(judge_nodes(&table, costs, TREE, figures), 0);
		count_findings(&rates, figures, changes);
	}
	verdict_options_free(&options);
	return (struct rates){ rates.any / TRIALS, rates.false_found / TRIALS,
			       rates.found / TRIALS };
}

static void no_more_than_the_rate_is_false(void **state)
{
	struct rates equal = rates_of(1, 1), dearer = rates_of(1.3, 2), more = rates_of(1.5, 3);

	assert_between(equal.any, 0, .05);
	assert_between(dearer.false_found, 0, .05);
	assert_between(more.false_found, 0, .05);
	assert_between(dearer.found, .5, 1);
	assert_between(more.found, .95, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(frames_are_judged_as_rows),
		cmocka_unit_test(squares_are_the_samples_own),
		cmocka_unit_test(every_frame_is_a_hypothesis),
		cmocka_unit_test(the_page_has_the_verdicts),
		cmocka_unit_test(no_more_than_the_rate_is_false),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
