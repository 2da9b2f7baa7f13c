// SPDX-License-Identifier: GPL-2.0-only
/*
 * Memory that is not had, and memory that is given back (failing_core.c): a call is done altogether
 * or not at all, and what readers may still see waits for a grace period.
 */
#include "failing_core.c"

/* ---- allocations that fail ------------------------------------------------------------------- */

/* Fails the first, the second, ... allocation of a registration until it needs no more of them. */
static unsigned int fail_each_allocation(const char *name, const char *format, int expected)
{
	struct snapshot before = take_snapshot();
	struct marker_result result;
	unsigned int n;
	int ret;

	for (n = 1;; n++) {
		os_test.fail_alloc = n;
		ret = connect_as(name, format, 0, count_hit, &hits[7], &result);
		if (os_test.fail_alloc > 0)
			break;
		assert_int_equal(ret, -ENOMEM);
		check_snapshot(&before);
		assert_int_equal(marker_probe_unregister(name, count_hit, &hits[7]), -ENOENT);
	}
	os_test.fail_alloc = 0;
	assert_int_equal(ret, expected);
	return n - 1;
}

static void t10_failed_register_leaves_nothing(void **state)
{
	SETUP("a_one", "%d", "a_one", "%s", "a_two", "%d", "a_three", "%d", "a_two", MARKER_QUERY);
	assert_int_equal(fail_each_allocation("a_one", "%d", 1), 2);
	assert_int_equal(fail_each_allocation("a_*", "%d", 3), 4);
	assert_int_equal(fail_each_allocation("a_[ot]*", NULL, 4), 5);
	assert_int_equal(fail_each_allocation("nowhere", NULL, 0), 1);
	check_hits(0, 7, 3);
	assert_int_equal(marker_probe_unregister_all(count_hit, &hits[7]), 4);
	teardown();
}

static void t10_other_probes_live_on(void **state)
{
	unsigned int row;

	SETUP("b_one", "%d", "b_two", "%d");
	assert_int_equal(marker_probe_register("b_*", "%d", count_hit, &hits[0]), 2);
	assert_int_equal(marker_probe_register("b_one", NULL, count_hit, &hits[1]), 1);
	fail_each_allocation("b_*", NULL, 2);
	for (row = 0; row < 2; row++)
		check_hits(row, 0, 1);
	check_hits(0, 1, 1);
	check_hits(1, 7, 1);
	marker_probe_unregister_all(count_hit, &hits[0]);
	marker_probe_unregister_all(count_hit, &hits[1]);
	marker_probe_unregister_all(count_hit, &hits[7]);
	teardown();
}

static void t10_another_format_after_a_failure(void **state)
{
	os_test.fail_alloc = 1;
	assert_int_equal(marker_probe_register("c_late", "%d", count_hit, &hits[0]), -ENOMEM);
	assert_int_equal(marker_probe_register("c_late", "%s", count_hit, &hits[0]), 0);
	SETUP("c_late", "%s");
	check_hits(0, 0, 1);
	assert_int_equal(marker_probe_unregister("c_late", count_hit, &hits[0]), 0);
	teardown();
}

/* An object whose rows nobody has read yet is read by the first call: all of it or nothing. */
static void failed_binding_leaves_nothing(void **state)
{
	unsigned int n, live = os_test.live;
	int ret;

	for (n = 1;; n++) {
		SETUP("d_one", "%d", "d_two", "%s", "d_one", "%s", "d_two", "%s");
		os_test.fail_alloc = n;
		ret = marker_probe_register("d_*", NULL, count_hit, &hits[0]);
		if (os_test.fail_alloc > 0)
			break;
		assert_int_equal(ret, -ENOMEM);
		assert_int_equal(marker_nr_connections, 0);
		assert_int_equal(marker_probe_register("d_*", NULL, count_hit, &hits[0]), 4);
		check_hits(0, 0, 1);
		check_hits(2, 0, 1);
		check_hits(3, 0, 1);
		assert_int_equal(marker_probe_unregister("d_*", count_hit, &hits[0]), 0);
		teardown();
		assert_int_equal(os_test.live, live);
	}
	os_test.fail_alloc = 0;
	assert_true(n > 8);
	assert_int_equal(marker_probe_unregister("d_*", count_hit, &hits[0]), 0);
	teardown();
	assert_int_equal(os_test.live, live);
}

/* As far as here a failed binding is given up altogether, also what it had made. */
static void an_object_that_goes_unbound_leaves_nothing(void **state)
{
	unsigned int n, live = os_test.live;

	for (n = 1; n < 8; n++) {
		SETUP("e_one", "%d", "e_two", "%s", "e_one", "%s");
		os_test.fail_alloc = n;
		assert_int_equal(marker_probe_register("e_*", NULL, count_hit, &hits[0]), -ENOMEM);
		teardown();
		assert_int_equal(os_test.live, live);
		assert_null(marker_find_name("e_one"));
		assert_null(marker_find_name("e_two"));
	}
}

static void load_with_failure(unsigned int n)
{
	create(8);
	add_line("f_one", "%d");
	add_line("f_two", "%d");
	os_test.fail_alloc = n;
	fake_object_load(object);
}

/* Those who wait for an object get it, if not when it comes, then as soon as there is memory. */
static void a_failed_arrival_is_made_good_later(void **state)
{
	unsigned int n;

	assert_int_equal(marker_probe_register("f_one", "%d", count_hit, &hits[0]), 0);
	assert_int_equal(marker_probe_register("f_*", NULL, count_hit, &hits[1]), 0);
	assert_int_equal(marker_probe_register("f_one", NULL, count_hit, &hits[2]), 0);
	for (n = 2;; n++) { /* the first is for the object itself */
		load_with_failure(n);
		if (os_test.fail_alloc > 0)
			break;
		assert_int_equal(seek("f_one", "%d").found, 1);
		check_hits(0, 0, 1);
		check_hits(0, 1, 1);
		check_hits(0, 2, 1);
		check_hits(1, 1, 1);
		teardown();
	}
	os_test.fail_alloc = 0;
	assert_true(n > 8);
	teardown();
	marker_probe_unregister("f_one", count_hit, &hits[0]);
	marker_probe_unregister("f_*", count_hit, &hits[1]);
	marker_probe_unregister("f_one", count_hit, &hits[2]);
}

/* A conflict (two formats on one slot) is counted once, however often the binding was tried. */
static void conflicts_are_counted_once(void **state)
{
	struct marker_result result;
	unsigned int n;

	for (n = 1;; n++) {
		create(8);
		fake_object_add_generic(object, "g_one", "%d");
		fake_object_add(object, (struct fake_line){ .name = "g_one",
							    .format = "%s",
							    .slot = &object->slots[0] });
		fake_object_add_generic(object, "g_two", "%d");
		fake_object_load(object);
		os_test.fail_alloc = n;
		connect_as("g_*", NULL, 0, count_hit, &hits[0], &result);
		if (os_test.fail_alloc > 0)
			break;
		assert_int_equal(connect_as("g_*", NULL, 0, count_hit, &hits[0], &result), 2);
		assert_int_equal(result.mismatched, 1);
		marker_probe_unregister("g_*", count_hit, &hits[0]);
		teardown();
		assert_null(marker_find_name("g_one"));
	}
	os_test.fail_alloc = 0;
	marker_probe_unregister("g_*", count_hit, &hits[0]);
	teardown();
}

static void t05_unregister_never_allocates(void **state)
{
	unsigned int i, allocs;

	SETUP("h_one", "%d", "h_two", "%d", "h_two", MARKER_QUERY);
	for (i = 0; i < 5; i++)
		assert_int_equal(marker_probe_register("h_*", "%d", count_hit, &hits[i]), 2);
	assert_int_equal(marker_probe_register("h_one", "%d", count_hit, &hits[4]), 1);
	allocs = os_test.allocs;
	os_test.fail_alloc = -1;
	assert_int_equal(marker_probe_unregister("h_*", count_hit, &hits[2]), 0);
	check_hits(0, 2, 0);
	check_hits(0, 1, 1);
	check_hits(0, 3, 1);
	assert_int_equal(marker_probe_unregister("h_*", count_hit, &hits[0]), 0);
	assert_int_equal(marker_probe_unregister("h_*", count_hit, &hits[1]), 0);
	assert_int_equal(marker_probe_unregister("h_*", count_hit, &hits[3]), 0);
	assert_int_equal(marker_probe_unregister_all(count_hit, &hits[4]), 2);
	check_hits(0, 4, 0);
	assert_int_equal(marker_refresh(NULL), 0);
	assert_int_equal(marker_synchronize(), 0);
	teardown();
	assert_int_equal(os_test.allocs, allocs);
	os_test.fail_alloc = 0;
}

static void t07_nothing_is_left_of_anything(void **state)
{
	unsigned int i, live = os_test.live;

	for (i = 0; i < 3; i++) {
		SETUP("i_one", "%d", "i_two", "%d", "i_two", "%s", "i_one", MARKER_QUERY);
		marker_probe_register("i_*", NULL, count_hit, &hits[0]);
		marker_probe_register("i_one", "%d", count_hit, &hits[0]);
		marker_probe_register("i_two", "%d", count_hit, &hits[0]);
		marker_probe_register("i_none", "%d", count_hit, &hits[0]);
		assert_int_equal(marker_probe_register("i_two", "%u", count_hit, &hits[1]),
				 -EINVAL);
		assert_int_equal(marker_probe_unregister_all(count_hit, &hits[0]), 4);
		teardown();
		assert_int_equal(os_test.live, live);
	}
}

static void walking_needs_memory_and_says_so(void **state)
{
	struct sought sought = { .name = "j_one" };

	SETUP("j_one", "%d");
	assert_int_equal(marker_for_each(note_sought, &sought), 0);
	os_test.fail_alloc = 1;
	assert_int_equal(marker_for_each(note_sought, &sought), -ENOMEM);
	assert_int_equal(sought.found, 1);
	teardown();
}

/* ---- grace periods are counted --------------------------------------------------------------- */

static void t13_unregister_waits_for_no_grace_period(void **state)
{
	unsigned int i;

	SETUP("r", "%d");
	forget_counts();
	for (i = 0; i < 1000; i++) {
		assert_int_equal(marker_probe_register("r", "%d", count_hit, &hits[0]), 1);
		assert_int_equal(marker_probe_unregister("r", count_hit, &hits[0]), 0);
	}
	assert_in_range(os_test.grace_periods, 1, 1000 / 32);
	assert_in_range(os_test.live, 1, 300);
	forget_counts();
	assert_int_equal(marker_synchronize(), 0);
	assert_int_equal(os_test.grace_periods, 1);
	teardown();
}

static void t13_mass_unregister_waits_for_none(void **state)
{
	char name[16];
	unsigned int i;

	for (i = 0; i < 5000; i++) {
		snprintf(name, sizeof(name), "s_%u", i);
		assert_int_equal(marker_probe_register(name, NULL, count_hit, &hits[0]), 0);
	}
	SETUP("s_1", "%d", "s_4999", "%d");
	forget_counts();
	assert_int_equal(marker_probe_unregister_all(count_hit, &hits[0]), 5000);
	assert_int_equal(os_test.grace_periods, 0);
	teardown();
	assert_true(os_test.grace_periods <= 2);
}

/* What readers may still see stays, for ever if need be. */
static void nothing_is_freed_without_a_grace_period(void **state)
{
	struct marker_retired *list;
	unsigned int live;

	SETUP("t", "%d");
	assert_int_equal(marker_probe_register("t", "%d", count_hit, &hits[0]), 1);
	assert_int_equal(marker_probe_unregister("t", count_hit, &hits[0]), 0);
	live = os_test.live;
	list = marker_retired_take(0);
	assert_non_null(list);
	os_test.fail_synchronize = -1;
	assert_int_equal(marker_retired_free(list), -EPERM);
	assert_int_equal(marker_synchronize(), -EPERM);
	assert_int_equal(os_test.live, live);
	os_test.fail_synchronize = 0;
	assert_int_equal(marker_retired_free(list), 0);
	assert_true(os_test.live < live);
	teardown();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(t10_failed_register_leaves_nothing),
		TEST(t10_other_probes_live_on),
		TEST(t10_another_format_after_a_failure),
		TEST(failed_binding_leaves_nothing),
		TEST(an_object_that_goes_unbound_leaves_nothing),
		TEST(a_failed_arrival_is_made_good_later),
		TEST(conflicts_are_counted_once),
		TEST(t05_unregister_never_allocates),
		TEST(t07_nothing_is_left_of_anything),
		TEST(walking_needs_memory_and_says_so),
		TEST(t13_unregister_waits_for_no_grace_period),
		TEST(t13_mass_unregister_waits_for_none),
		TEST(nothing_is_freed_without_a_grace_period),
	};

	return cmocka_run_group_tests(tests, warm_up, NULL);
}
