// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which event is compared with which: two lists of events, and for each of the first list the
 * place in the second.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/build_perfdata.h"
#include "user/markdiff/match/match.h"
#include "user/perfdata/perfdata.h"

#define MAX 4

#define USER_ONLY   (1ull << PERFDATA_EXCLUDE_KERNEL | 1ull << PERFDATA_EXCLUDE_HV)
#define KERNEL_ONLY (1ull << PERFDATA_EXCLUDE_USER | 1ull << PERFDATA_EXCLUDE_HV)
#define NO_GUEST    (1ull << PERFDATA_EXCLUDE_GUEST)
#define NO_HOST	    (1ull << PERFDATA_EXCLUDE_HOST)
#define PRECISE(n)  ((uint64_t)(n) << PERFDATA_PRECISE_IP)
#define NONE	    EVENT_NONE

enum {
	HARDWARE,
	SOFTWARE,
	TRACEPOINT,
	RAW = 4,
	DYNAMIC = 11
};

struct event {
	uint32_t type;
	uint64_t config, flags;
	const char *name; /* NULL, of the first: the file does not tell */
};

struct list {
	struct event events[MAX];
	uint32_t nr;
	const char *pmu; /* what type DYNAMIC or the one after it means */
	uint32_t pmu_type;
};

static struct perfdata *open_list(struct build *b, const struct list *list)
{
	uint64_t events[MAX][3];
	const char *names[MAX] = { NULL };
	struct perfdata_error error;
	struct perfdata *pd;

	for (uint32_t i = 0; i < list->nr; i++) {
		events[i][0] = list->events[i].type;
		events[i][1] = list->events[i].config;
		events[i][2] = list->events[i].flags;
		names[i] = list->events[i].name;
	}
	build_begin(b, events, list->nr);
	build_sample_of(b, 0, 1, 1, 0x1000, 1, 2);
	if (names[0])
		build_event_names(b, names);
	if (list->pmu)
		build_pmu(b, list->pmu_type, list->pmu);
	build_finish(b);
	assert_int_equal(perfdata_open_memory(b->bytes, b->size, &pd, &error), 0);
	return pd;
}

static void pairs_are(const struct list *left, const struct list *right, bool as_perf,
		      const uint32_t *want)
{
	static struct build a, b;
	struct perfdata *base = open_list(&a, left), *other = open_list(&b, right);
	uint32_t *pairs = as_perf ? match_events_as_perf(base, other) : match_events(base, other);

	assert_non_null(pairs);
	for (uint32_t i = 0; i < left->nr; i++)
		assert_int_equal(pairs[i], want[i]);
	free(pairs);
	perfdata_close(base);
	perfdata_close(other);
}

static void modifiers_must_be_equal(void **state)
{
	static const struct list left = { .nr = 4,
					  .events = { { SOFTWARE, 0, USER_ONLY, "cpu-clock:u" },
						      { SOFTWARE, 0, KERNEL_ONLY, "cpu-clock:k" },
						      { SOFTWARE, 0, 0, "cpu-clock" },
						      { SOFTWARE, 0, NO_HOST, "cpu-clock:G" } } };
	static const struct list right = { .nr = 3,
					   .events = { { SOFTWARE, 0, KERNEL_ONLY, "cpu-clock:k" },
						       { SOFTWARE, 0, USER_ONLY, "cpu-clock:u" },
						       { SOFTWARE, 1, 0, "task-clock" } } };
	static const uint32_t right_pairs[] = { 1, 0, NONE, NONE }, as_perf[] = { 0, 0, 0, 0 };

	pairs_are(&left, &right, false, right_pairs);
	pairs_are(&left, &right, true, as_perf);
}

static void equal_events_pair_in_turn(void **state)
{
	static const struct list twice = { .nr = 2,
					   .events = { { SOFTWARE, 0, 0, "cpu-clock" },
						       { SOFTWARE, 0, 0, "cpu-clock" } } };
	static const struct list once = { .nr = 1, .events = { { SOFTWARE, 0, 0, "cpu-clock" } } };
	static const uint32_t both[] = { 0, 1 }, first[] = { 0, NONE }, perfs[] = { 0, 0 };

	pairs_are(&twice, &twice, false, both);
	pairs_are(&twice, &once, false, first);
	pairs_are(&twice, &twice, true, perfs);
}

/* A tracepoint's number is of one boot; its name has a colon that is no modifier. */
static void tracepoints_pair_by_name(void **state)
{
	static const struct list left = { .nr = 3,
					  .events = { { TRACEPOINT, 300, 0, "sched:sched_switch" },
						      { TRACEPOINT, 301, 0, "probe:u" },
						      { TRACEPOINT, 302, USER_ONLY,
							"irq:softirq_entry:u" } } };
	static const struct list right = {
		.nr = 3,
		.events = { { TRACEPOINT, 300, 0, "probe:k" },
			    { TRACEPOINT, 7, USER_ONLY, "irq:softirq_entry:u" },
			    { TRACEPOINT, 301, 0, "sched:sched_switch" } }
	};
	static const uint32_t want[] = { 2, NONE, 1 };

	pairs_are(&left, &right, false, want);
}

static void types_of_pmus_differ_between_machines(void **state)
{
	static const struct list left = { .nr = 1,
					  .events = { { DYNAMIC, 0x3c, 0, "mine" } },
					  .pmu = "power",
					  .pmu_type = DYNAMIC };
	static const struct list moved = { .nr = 2,
					   .events = { { DYNAMIC, 0x3c, 0, "a" },
						       { DYNAMIC + 1, 0x3c, 0, "b" } },
					   .pmu = "power",
					   .pmu_type = DYNAMIC + 1 };
	static const struct list other = { .nr = 1,
					   .events = { { DYNAMIC, 0x3c, 0, "a" } },
					   .pmu = "uncore",
					   .pmu_type = DYNAMIC };
	static const uint32_t second[] = { 1 }, none[] = { NONE }, first[] = { 0 };

	/* Type 11 is not named in the second file, so its number is believed. */
	pairs_are(&left, &moved, false, first);
	pairs_are(&left, &other, false, none);
	pairs_are(&left, &other, true, first);
	pairs_are(&left,
		  &(struct list){ .nr = 2,
				  .events = { { DYNAMIC, 1, 0, "x" }, { RAW, 0x3c, 0, "mine" } } },
		  false, second);
}

static void names_may_be_missing(void **state)
{
	static const struct list named = { .nr = 2,
					   .events = { { HARDWARE, 1, 0, "instructions" },
						       { HARDWARE, 0, USER_ONLY, "cycles:u" } } };
	static const struct list unnamed = {
		.nr = 2, .events = { { HARDWARE, 0, USER_ONLY, NULL }, { HARDWARE, 1, 0, NULL } }
	};
	static const uint32_t want[] = { 1, 0 };

	pairs_are(&named, &unnamed, false, want);
	pairs_are(&unnamed, &named, false, want);
}

/* Exact ones first; what perf record chose differently is better than nothing. */
static void precision_may_differ(void **state)
{
	static const struct list left = { .nr = 2,
					  .events = { { HARDWARE, 0, PRECISE(2) | NO_GUEST,
							"cycles:P" },
						      { HARDWARE, 0, 0, "cycles" } } };
	static const struct list right = { .nr = 2,
					   .events = { { HARDWARE, 0, 0, "cycles" },
						       { HARDWARE, 0, 0, "cycles:ppp" } } };
	static const struct list user = { .nr = 1,
					  .events = { { HARDWARE, 0, USER_ONLY, "cycles:u" } } };
	static const uint32_t want[] = { 1, 0 }, none[] = { NONE, NONE };

	pairs_are(&left, &right, false, want);
	pairs_are(&left, &user, false, none);
}

static void dummies_and_clocks(void **state)
{
	static const struct list list = { .nr = 3,
					  .events = { { SOFTWARE, 9, 0, "dummy:HG" },
						      { SOFTWARE, 1, 0, "task-clock" },
						      { HARDWARE, 0, 0, "cycles" } } };
	static struct build b;
	struct perfdata *pd = open_list(&b, &list);

	assert_true(event_is_dummy(perfdata_event(pd, 0)));
	assert_false(event_is_dummy(perfdata_event(pd, 1)));
	assert_true(event_is_clock(perfdata_event(pd, 1)));
	assert_false(event_is_clock(perfdata_event(pd, 2)));
	perfdata_close(pd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(modifiers_must_be_equal),
		cmocka_unit_test(equal_events_pair_in_turn),
		cmocka_unit_test(tracepoints_pair_by_name),
		cmocka_unit_test(types_of_pmus_differ_between_machines),
		cmocka_unit_test(names_may_be_missing),
		cmocka_unit_test(precision_may_differ),
		cmocka_unit_test(dummies_and_clocks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
