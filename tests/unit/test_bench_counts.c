// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_counts.c - events of a run: what is said of rounds that did not count, what the kernel
 * refuses, and one event that counts here
 */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>
#include <json-c/json.h>

#include "bench/report.h"
#include "bench/run/run.h"

#define ROUNDS 4
#define PAGES  16

/* Rows in one order: the base, its copy, two rows; then one that could not be made ready. */
static double none_counts[] = { 10, 20, NAN, 40 };
static double copy_counts[] = { 11, 20, 30, NAN };
static double dear_counts[] = { 14, NAN, 34, 44 };
static double lost_counts[] = { NAN, NAN, NAN, NAN };
static double cycles[ROUNDS];

static const struct bench none = { .name = "none", .what = "a base" };
static const struct bench copy = { .name = "none2", .what = "its copy", .base = "none", .copy = 1 };
static const struct bench dear = { .name = "dear", .what = "a row", .base = "none", .sites = 2 };
static const struct bench lost = { .name = "lost", .what = "a row", .base = "none" };
static const struct bench broken = { .name = "broken", .what = "a row", .base = "none" };

static struct run_row rows[] = {
	{ .bench = &none, .cycles = cycles, .counts = none_counts },
	{ .bench = &copy, .cycles = cycles, .counts = copy_counts },
	{ .bench = &dear, .cycles = cycles, .counts = dear_counts },
	{ .bench = &lost, .cycles = cycles, .counts = lost_counts },
	{ .bench = &broken, .error = -EPERM, .why = "not permitted" },
};

static const struct event an_event = {
	.name = "stall_slot/threshold=2/u",
	.pmu = "armv8_pmuv3_0",
	.attr = { .type = 8, .config = 0x3f, .exclude_kernel = 1, .exclude_hv = 1 },
	.core = true,
	.scale = 1,
};

static struct run_event counted = {
	.event = &an_event,
	.counter = { .attr = { .type = 8, .config = 0x3f, .config1 = 0x43 }, .by_page = 9 },
	.width = 64,
};

static const struct run run = {
	.rounds = ROUNDS,
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
	.events = &counted,
	.nr_events = 1,
	.world = EXCLUDE_VHE,
};

static void assert_near(double a, double b)
{
	assert_true(fabs(a - b) < 1e-9);
}

static void test_rounds_that_did_not_count_are_left_out(void **state)
{
	struct stat_interval count;
	unsigned int nr;

	assert_int_equal(run_count(&run, 0, "none", &count, &nr), 0);
	assert_int_equal(nr, 3);
	assert_near(count.mid, 20);
	assert_int_equal(run_count(&run, 0, "lost", &count, &nr), -ENODATA);
	assert_int_equal(nr, 0);
	assert_int_equal(run_count(&run, 0, "broken", &count, &nr), -ENOENT);
	assert_int_equal(run_count(&run, 0, "unknown", &count, &nr), -ENOENT);
	assert_int_equal(run_count(&run, 1, "none", &count, &nr), -ENOENT);
}

/* Of rounds that both have: the first and the last. */
static void test_difference_is_paired(void **state)
{
	struct stat_interval d;

	assert_int_equal(run_count_difference(&run, 0, "dear", "none", &d), 0);
	assert_near(d.low, 4);
	assert_near(d.high, 4);
	assert_int_equal(run_count_difference(&run, 0, "lost", "none", &d), -ENODATA);
	assert_int_equal(run_count_difference(&run, 0, "broken", "none", &d), -ENOENT);
	assert_near(run_count_floor(&run, 0, "none"), 1);
}

static char *text_of(const struct run *told)
{
	char *text = NULL;
	size_t len;
	FILE *file = open_memstream(&text, &len);

	assert_non_null(file);
	report_events(told, file);
	fclose(file);
	return text;
}

static void assert_has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("no '%s' in:\n%s", part, text);
}

static void test_text(void **state)
{
	char *text = text_of(&run);

	assert_has(text, "\nstall_slot/threshold=2/u: armv8_pmuv3_0, type 8, config 0x3f, config1 "
			 "0x43\n");
	assert_has(text, " 64 bits; counted: host: EL0; guests: EL0\n");
	assert_has(text, "none2                              20.000");
	assert_has(text, "A/A: the noise floor of none  (counted in 3 of 4 rounds)\n");
	assert_has(text, "dear                               17.000      +2.000 [+2.000, +2.000]");
	assert_has(text,
		   "lost                            missing: it was on a counter in no round\n");
	assert_has(text, "broken                          missing: not permitted\n");
	free(text);
}

static void assert_reading(const struct run_event *event, const char *expected)
{
	char text[REPORT_READING];

	assert_has(report_reading(event, text, sizeof(text)), expected);
}

static void test_how_it_was_read(void **state)
{
	struct run_event event = counted;

	assert_reading(&event, ", 64 bits");
	event.counter.by_call = 3;
	assert_reading(&event, ", 64 bits, and by read() 3 of 12 times");
	strcpy(event.counter.why_call, "/proc/sys/kernel/perf_user_access is 0");
	assert_reading(&event, "read(), because /proc/sys/kernel/perf_user_access is 0");
	event.by_clock = true;
	assert_reading(&event, ", for there is no PMU of the processor here");
}

static const char *string_of(struct json_object *json, const char *key)
{
	return json_object_get_string(json_object_object_get(json, key));
}

static void test_json(void **state)
{
	struct json_object *json = report_json_object(&run, NULL);
	struct json_object *event =
		json_object_array_get_idx(json_object_object_get(json, "events"), 0);
	struct json_object *row =
		json_object_array_get_idx(json_object_object_get(json, "rows"), 2);
	struct json_object *count =
		json_object_array_get_idx(json_object_object_get(row, "counts"), 0);
	struct json_object *over = json_object_object_get(count, "over_base");

	assert_string_equal(string_of(event, "name"), "stall_slot/threshold=2/u");
	assert_string_equal(string_of(event, "pmu"), "armv8_pmuv3_0");
	assert_string_equal(string_of(event, "config"), "0x3f");
	assert_string_equal(string_of(event, "config1"), "0x43");
	assert_string_equal(string_of(event, "counted"), "host: EL0; guests: EL0");
	assert_string_equal(string_of(count, "event"), "stall_slot/threshold=2/u");
	assert_int_equal(json_object_get_int(json_object_object_get(count, "rounds")), 3);
	assert_near(json_object_get_double(json_object_object_get(over, "median")), 2);
	json_object_put(json);
}

/* Touches as many pages as it has loops, each for the first time. */
static void touch(unsigned long loops)
{
	/* cppcheck-suppress invalidFunctionArg */
	char *pages = mmap(NULL, loops * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			   -1, 0);
	unsigned long i;

	assert_true(pages != MAP_FAILED);
	madvise(pages, loops * 4096, MADV_NOHUGEPAGE); /* fails where there are none */
	for (i = 0; i < loops; i++)
		pages[i * 4096] = 1;
	munmap(pages, loops * 4096);
}

static void do_nothing(unsigned long loops)
{
}

static void add_event(struct events *events, const char *text)
{
	static const struct pmus no_pmus;
	char why[EVENT_WHY];
	cpu_set_t cpus;
	const struct event_place place = { &no_pmus, &cpus };

	sched_getaffinity(0, sizeof(cpus), &cpus);
	assert_int_equal(events_add(events, &place, text, why), 0);
}

static bool is_permitted(const struct run *measured)
{
	if (!strstr(measured->why, "not permitted"))
		return true;
	printf("skip - event: %s\n", measured->why);
	skip();
	return false;
}

/* One fault a loop, to the last one: what reading takes is not counted. */
static void test_faults_are_counted(void **state)
{
	static const struct bench idle = { .name = "idle", .run = do_nothing };
	static const struct bench faults = { .name = "faults", .base = "idle", .run = touch };
	struct run real = { .rounds = 5, .loops = PAGES };
	static struct events events;
	struct stat_interval count;
	unsigned int nr;
	int ret;

	add_event(&events, "page-faults:u,task-clock,cpu-clock");
	assert_int_equal(run_add(&real, &idle), 0);
	assert_int_equal(run_add(&real, &faults), 0);
	assert_int_equal(run_add_events(&real, &events), 0);
	ret = run_measure(&real);
	if (is_permitted(&real)) {
		assert_int_equal(ret, 0);
		assert_int_equal(run_count(&real, 0, "faults", &count, &nr), 0);
		assert_near(count.mid, 1);
		assert_int_equal(nr, 5);
		assert_int_equal(run_count(&real, 0, "idle", &count, &nr), 0);
		assert_near(count.mid, 0);
		assert_int_equal(run_count(&real, 1, "faults", &count, &nr), 0);
		assert_true(count.mid > 0);
		assert_true(real.events[0].counter.by_call > 0);
		assert_int_equal(real.events[0].counter.fd, -1);
	}
	run_free(&real);
}

static void test_what_the_kernel_refuses_ends_the_run(void **state)
{
	static const struct bench idle = { .name = "idle", .run = do_nothing };
	struct run real = { .rounds = 5, .loops = 10 };
	static struct events events;

	add_event(&events, "page-faults:u");
	add_event(&events, "cycles:u");
	events.event[1].attr.type = 0x7fffffff;
	assert_int_equal(run_add(&real, &idle), 0);
	assert_int_equal(run_add_events(&real, &events), 0);
	assert_true(run_measure(&real) < 0);
	if (is_permitted(&real))
		assert_string_equal(real.why, "cycles:u: no PMU here counts it");
	assert_int_equal(real.events[0].counter.fd, -1);
	run_free(&real);
}

static void assert_sentence(const struct event *event, int error, int paranoid,
			    const char *expected)
{
	char why[256];

	counter_refused(event, error, paranoid, why, sizeof(why));
	assert_string_equal(why, expected);
}

static void test_sentences(void **state)
{
	const struct event all = { .name = "cycles", .pmu = "cpu" };
	const struct event user = { .name = "cycles:u", .attr.exclude_kernel = 1 };

	assert_sentence(&all, EACCES, 2,
			"cycles: not permitted: without CAP_PERFMON user space only, as with :u "
			"(/proc/sys/kernel/perf_event_paranoid is 2)");
	assert_sentence(&user, EACCES, 3,
			"cycles:u: not permitted: no event at all without CAP_PERFMON "
			"(/proc/sys/kernel/perf_event_paranoid is 3)");
	assert_sentence(&user, EPERM, 1,
			"cycles:u: not permitted: not without CAP_PERFMON "
			"(/proc/sys/kernel/perf_event_paranoid is 1)");
	assert_sentence(&all, ENOENT, 2, "cycles: no PMU here counts it");
	assert_sentence(&all, EOPNOTSUPP, 2, "cycles: the PMU cannot count it as it is asked for");
	assert_sentence(&all, EINVAL, 2,
			"cycles: the kernel refuses config 0x0, config1 0x0, config2 0x0 of cpu");
	assert_sentence(&all, EMFILE, 2, "cycles: perf_event_open: Too many open files");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rounds_that_did_not_count_are_left_out),
		cmocka_unit_test(test_difference_is_paired),
		cmocka_unit_test(test_text),
		cmocka_unit_test(test_how_it_was_read),
		cmocka_unit_test(test_json),
		cmocka_unit_test(test_faults_are_counted),
		cmocka_unit_test(test_what_the_kernel_refuses_ends_the_run),
		cmocka_unit_test(test_sentences),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
