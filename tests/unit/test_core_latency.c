// SPDX-License-Identifier: GPL-2.0-only
/*
 * The probe "latency" at times of our own: its histogram, its table of open begins, its text.
 */
#include "core_test.h"
#include "probes/latency/latency.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

static void buckets_are_quarters_of_powers_of_two(void **state)
{
	static const u64 lows[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40 };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(lows); i++)
		assert_int_equal(marker_latency_bucket_low(i), lows[i]);
	for (i = 0; i < LATENCY_BUCKETS; i++) {
		u64 low = marker_latency_bucket_low(i), next = marker_latency_bucket_low(i + 1);

		assert_true(low < next);
		assert_int_equal(marker_latency_bucket(low), i);
		assert_int_equal(marker_latency_bucket(next - 1), i);
		/* A value is known to a quarter. */
		assert_true(low < 4 || next - low <= low / 4);
	}
	assert_int_equal(marker_latency_bucket(~0ull), LATENCY_BUCKETS - 1);
}

static void a_summary(void **state)
{
	static struct latency_histogram histogram;
	struct latency_summary summary;
	u64 i;

	marker_latency_sum_up(&histogram, &summary);
	assert_int_equal(summary.count, 0);
	assert_int_equal(summary.all.min, 0);
	assert_int_equal(marker_latency_percentile(&summary, 500), 0);
	for (i = 1; i <= 1000; i++)
		marker_latency_add(&histogram.shards[i % LATENCY_SHARDS], i * 1000);
	marker_latency_sum_up(&histogram, &summary);
	assert_int_equal(summary.count, 1000);
	assert_int_equal(summary.all.sum, 500500000);
	assert_int_equal(summary.all.min, 1000);
	assert_int_equal(summary.all.max, 1000000);
	/* The 500th is 500000, in 458752 ... 524287; the 999th in a bucket that ends above the highest. */
	assert_int_equal(marker_latency_percentile(&summary, 500), 524287);
	assert_int_equal(marker_latency_percentile(&summary, 900), 917503);
	assert_int_equal(marker_latency_percentile(&summary, 990), 1000000);
	assert_int_equal(marker_latency_percentile(&summary, 999), 1000000);
	assert_int_equal(marker_latency_percentile(&summary, 1), 1023);
}

static void percentiles_of_few(void **state)
{
	static struct latency_histogram histogram;
	struct latency_summary summary;

	marker_latency_add(&histogram.shards[0], 2);
	marker_latency_sum_up(&histogram, &summary);
	assert_int_equal(marker_latency_percentile(&summary, 1), 2);
	assert_int_equal(marker_latency_percentile(&summary, 999), 2);
	marker_latency_add(&histogram.shards[0], ~0ull);
	marker_latency_add(&histogram.shards[0], 0);
	marker_latency_sum_up(&histogram, &summary);
	assert_int_equal(summary.all.min, 0);
	assert_true(summary.all.max == ~0ull);
	assert_int_equal(marker_latency_percentile(&summary, 333), 0);
	assert_int_equal(marker_latency_percentile(&summary, 334), 2);
	assert_true(marker_latency_percentile(&summary, 999) == ~0ull);
}

/* ---- open begins ---------------------------------------------------------------------------- */

static int new_table(void **state)
{
	*state = calloc(1, sizeof(struct latency_table));
	return *state ? 0 : -1;
}

static int free_table(void **state)
{
	free(*state);
	return 0;
}

static void the_latest_begin_is_taken(void **state)
{
	struct latency_table *table = *state;

	assert_int_equal(marker_latency_close(table, 5, 77), 0);
	assert_int_equal(marker_latency_open(table, 5, 77, 100), LATENCY_OPENED);
	assert_int_equal(marker_latency_open(table, 5, 77, 110), LATENCY_OPENED);
	assert_int_equal(marker_latency_open(table, 5, 78, 120), LATENCY_OPENED);
	assert_int_equal(marker_latency_open(table, 6, 77, 130), LATENCY_OPENED);
	assert_int_equal(marker_latency_still_open(table), 4);
	assert_int_equal(marker_latency_close(table, 5, 77), 110);
	assert_int_equal(marker_latency_open(table, 5, 77, 105), LATENCY_OPENED);
	assert_int_equal(marker_latency_close(table, 5, 77), 105);
	assert_int_equal(marker_latency_close(table, 5, 77), 100);
	assert_int_equal(marker_latency_close(table, 5, 77), 0);
	assert_int_equal(marker_latency_close(table, 5, 78), 120);
	assert_int_equal(marker_latency_close(table, 6, 77), 130);
	assert_int_equal(marker_latency_still_open(table), 0);
}

static void the_oldest_is_given_up(void **state)
{
	struct latency_table *table = *state;
	u64 i;

	for (i = 0; i < LATENCY_PLACES; i++)
		assert_int_equal(marker_latency_open(table, 0, i, 100 + i), LATENCY_OPENED);
	assert_int_equal(marker_latency_open(table, 0, 50, 200), LATENCY_EVICTED);
	assert_int_equal(marker_latency_open(table, 0, 51, 201), LATENCY_EVICTED);
	assert_int_equal(marker_latency_still_open(table), LATENCY_PLACES);
	assert_int_equal(marker_latency_close(table, 0, 0), 0);
	assert_int_equal(marker_latency_close(table, 0, 1), 0);
	assert_int_equal(marker_latency_close(table, 0, 2), 102);
	assert_int_equal(marker_latency_close(table, 0, 50), 200);
}

/* As a signal handler finds it that interrupts who fills them in. */
static void places_that_are_being_filled(void **state)
{
	struct latency_table *table = *state;
	u64 i;

	for (i = 0; i < LATENCY_PLACES; i++)
		table->sets[0][i] = (struct latency_place){ .key = 7, .since = 1 };
	assert_int_equal(marker_latency_close(table, 0, 7), 0);
	assert_int_equal(marker_latency_open(table, 0, 7, 100), LATENCY_MISSED);
	table->sets[0][3].since = 0;
	assert_int_equal(marker_latency_open(table, 0, 7, 100), LATENCY_OPENED);
	assert_int_equal(marker_latency_close(table, 0, 7), 100);
	assert_int_equal(marker_latency_still_open(table), 0);
}

/* ---- hits ------------------------------------------------------------------------------------ */

static struct latency *new_latency(const char *arg)
{
	struct latency *latency = os_alloc(sizeof(*latency));

	assert_int_equal(marker_latency_parse(latency, arg), 0);
	return latency;
}

static struct marker_attached attach(struct latency *latency, const char *name, const char *format)
{
	struct marker_field fields[MARKER_FIELDS_MAX];
	struct marker_info marker = { .name = name, .format = format, .fields = fields };
	struct marker_attached attached = { .private_data = latency };

	marker.nfields = marker_format_parse(format, fields, MARKER_FIELDS_MAX);
	assert_int_equal(marker_latency_attach(latency, &marker, &attached), 0);
	return attached;
}

static void check_text(const struct latency *latency, const char *expected)
{
	const struct latency_pair *pair;
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	for (pair = latency->pairs; pair; pair = pair->next)
		marker_latency_print(out, latency, pair);
	fclose(out);
	if (strcmp(text, expected) != 0)
		fail_msg("printed:\n%s\nexpected:\n%s", text, expected);
	free(text);
}

static void hits_of_one_thread(void **state)
{
	struct latency *latency = new_latency(NULL);
	struct latency_summary summary;
	const struct latency_pair *pair;
	u64 now = 1000;

	attach(latency, "req_begin", "");
	attach(latency, "req_end", "");
	pair = latency->pairs;
	assert_non_null(pair);
	assert_null(pair->next);
	marker_latency_hit(pair, true, 1, 1, now);	/* no begin */
	marker_latency_hit(pair, false, 1, 1, now);	/* outer */
	marker_latency_hit(pair, false, 1, 1, now + 5); /* inner */
	marker_latency_hit(pair, true, 1, 1, now + 7);
	marker_latency_hit(pair, true, 1, 1, now + 20);
	marker_latency_hit(pair, true, 1, 1, now + 30);
	marker_latency_hit(pair, false, 1, 1, now + 50);
	marker_latency_hit(pair, true, 1, 1, now + 40); /* the clock went back: 0 */
	marker_latency_hit(pair, false, 1, 1, now + 60);
	marker_latency_sum_up(pair->histogram, &summary);
	assert_int_equal(summary.count, 3);
	assert_int_equal(summary.all.sum, 22);
	assert_int_equal(summary.all.min, 0);
	assert_int_equal(summary.all.max, 20);
	assert_int_equal(summary.all.ends, 2);
	assert_int_equal(summary.all.evicted, 0);
	check_text(
		latency,
		"marker: latency from req_begin to req_end: 3 times, mean 7ns, min 0ns, max 20ns\n"
		"  50%  2ns   90%  20ns   99%  20ns   99.9%  20ns\n"
		"        from          to       hits\n"
		"         0ns         1ns          1  @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@\n"
		"         1ns         2ns          0\n"
		"         2ns         3ns          1  @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@\n"
		"         ...\n"
		"        20ns        24ns          1  @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@\n"
		"  ends without a begin: 2, begins still open: 1\n");
	marker_latency_free(latency);
}

static void more_keys_than_there_is_room_for(void **state)
{
	struct latency *latency = new_latency("a:b;key=id");
	struct latency_summary summary;
	const struct latency_pair *pair;
	const u64 nr = LATENCY_SETS * LATENCY_PLACES + 5000;
	u64 key;

	attach(latency, "a", "id %lu");
	attach(latency, "b", "id %lu");
	pair = latency->pairs;
	for (key = 0; key < nr; key++)
		marker_latency_hit(pair, false, key % LATENCY_SETS, key, 10 + key);
	for (key = 0; key < nr; key++)
		marker_latency_hit(pair, true, key % LATENCY_SETS, key, 10 + key + 1000000);
	marker_latency_sum_up(pair->histogram, &summary);
	assert_int_equal(summary.count, LATENCY_SETS * LATENCY_PLACES);
	assert_int_equal(summary.all.min, 1000000);
	assert_int_equal(summary.all.max, 1000000);
	assert_int_equal(summary.all.evicted, 5000);
	assert_int_equal(summary.all.ends, 5000);
	check_text(latency,
		   "marker: latency from a to b: 16384 times, mean 1.00ms, min 1.00ms, max 1.00ms\n"
		   "  50%  1.00ms   90%  1.00ms   99%  1.00ms   99.9%  1.00ms\n"
		   "        from          to       hits\n"
		   "       918us      1.05ms      16384  @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@\n"
		   "  ends without a begin: 5000, begins given up for later ones: 5000\n");
	marker_latency_free(latency);
}

/* ---- which markers are a pair ------------------------------------------------------------------ */

static void pairs_by_the_endings_of_names(void **state)
{
	static const char *const names[] = {
		"io_exit", "io_enter", "job_start", "job_done", "req_begin", "req_end", "req_start",
	};
	static const char *const others[] = { "_begin", "begin", "tick", "x_endx", "x_stop" };
	struct latency *latency = new_latency(NULL);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		assert_ptr_equal(attach(latency, names[i], "").func, marker_latency_probe);
	for (i = 0; i < ARRAY_SIZE(others); i++)
		assert_ptr_not_equal(attach(latency, others[i], "").func, marker_latency_probe);
	/* Told of it again. */
	assert_ptr_equal(attach(latency, "io_exit", "").private_data,
			 attach(latency, "io_exit", "").private_data);
	assert_ptr_not_equal(attach(latency, "io_exit", "").private_data,
			     attach(latency, "io_exit", "n %d").private_data);
	check_text(latency, "marker: latency from io_enter to io_exit: none was measured\n"
			    "marker: latency from job_start to job_done: none was measured\n"
			    "marker: latency from req_begin to req_end: none was measured\n"
			    "marker: latency from req_start to req_done: none was measured\n"
			    "  no marker req_done was connected\n");
	marker_latency_free(latency);
}

static void a_pair_by_name(void **state)
{
	struct latency *latency = new_latency("conn_accept:conn_close;key=fd");

	assert_ptr_equal(attach(latency, "conn_accept", "fd %d").func, marker_latency_probe);
	assert_ptr_not_equal(attach(latency, "x_begin", "fd %d").func, marker_latency_probe);
	assert_ptr_not_equal(attach(latency, "conn_close", "time %f").func, marker_latency_probe);
	check_text(latency, "marker: latency from conn_accept to conn_close: none was measured\n"
			    "  one of them has no argument 'fd' that can be a key\n");
	assert_ptr_equal(attach(latency, "conn_close", "s %s fd %lu").func, marker_latency_probe);
	marker_latency_free(latency);
	latency = new_latency("conn_accept:conn_close;key=arg0");
	assert_ptr_equal(attach(latency, "conn_close", "fd %d").func, marker_latency_probe);
	assert_ptr_not_equal(attach(latency, "conn_accept", "%f").func, marker_latency_probe);
	marker_latency_free(latency);
}

static void arguments(void **state)
{
	static const char *const wrong[] = {
		"a",   "a:",   ":b",	  "a:b:c",	 "a:a",	      "a:b;c:d",
		"key", "key=", "a:b;x=1", "key=a;key=b", "a:b;file=", "file=a;file=b",
	};
	struct latency *latency;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(wrong); i++) {
		latency = os_alloc(sizeof(*latency));
		if (marker_latency_parse(latency, wrong[i]) != -EINVAL)
			fail_msg("\"%s\" was taken", wrong[i]);
		marker_latency_free(latency);
	}
	latency = new_latency("a:b;key=c;file=/d/e");
	assert_string_equal(latency->begin, "a");
	assert_string_equal(latency->end, "b");
	assert_string_equal(latency->key, "c");
	assert_string_equal(latency->file, "/d/e");
	marker_latency_free(latency);
	latency = new_latency("key=c");
	assert_null(latency->begin);
	assert_string_equal(latency->key, "c");
	marker_latency_free(latency);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(buckets_are_quarters_of_powers_of_two),
		cmocka_unit_test(a_summary),
		cmocka_unit_test(percentiles_of_few),
		cmocka_unit_test_setup_teardown(the_latest_begin_is_taken, new_table, free_table),
		cmocka_unit_test_setup_teardown(the_oldest_is_given_up, new_table, free_table),
		cmocka_unit_test_setup_teardown(places_that_are_being_filled, new_table,
						free_table),
		cmocka_unit_test(hits_of_one_thread),
		cmocka_unit_test(more_keys_than_there_is_room_for),
		cmocka_unit_test(pairs_by_the_endings_of_names),
		cmocka_unit_test(a_pair_by_name),
		cmocka_unit_test(arguments),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
