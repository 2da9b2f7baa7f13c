// SPDX-License-Identifier: GPL-2.0-only
/*
 * Connecting and disconnecting: return values, counts, globs, the order of probes.
 *
 * Each test uses marker names of its own and leaves nothing connected.
 */
#include "core_test.h"
#include "fake_object.h"

/* ---- return values --------------------------------------------------------------------------- */

static void arguments_that_are_refused(void **state)
{
	char name[5000];
	unsigned int hits;

	memset(name, 'n', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	assert_int_equal(marker_probe_register(NULL, "", count_hit, &hits), -EINVAL);
	assert_int_equal(marker_probe_register("", "", count_hit, &hits), -EINVAL);
	assert_int_equal(marker_probe_register("refused", "", NULL, &hits), -EINVAL);
	assert_int_equal(marker_probe_register(name, "", count_hit, &hits), -EINVAL);
	assert_int_equal(marker_probe_unregister(NULL, count_hit, &hits), -ENOENT);
	assert_int_equal(marker_probe_unregister("refused", NULL, &hits), -ENOENT);
	assert_int_equal(marker_probe_unregister_all(NULL, &hits), -ENOENT);
}

static void the_longest_name_that_is_taken(void **state)
{
	char name[4097];
	unsigned int hits;

	memset(name, 'n', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	assert_int_equal(marker_probe_register(name, "", count_hit, &hits), 0);
	assert_int_equal(marker_probe_unregister(name, count_hit, &hits), 0);
}

static void direct_probes_that_are_refused(void **state)
{
	struct marker_probe probe = { .name = "refused", .func = count_hit, .direct = 1 };

	assert_int_equal(marker_probe_connect(&probe, NULL), -EINVAL);
	probe.format = "%n";
	assert_int_equal(marker_probe_connect(&probe, NULL), -EINVAL);
	probe.format = "%Lf";
	assert_int_equal(marker_probe_connect(&probe, NULL), -EINVAL);
	probe.format = "%d%d%d%d%d%d";
	assert_int_equal(marker_probe_connect(&probe, NULL), -EINVAL);
	assert_int_equal(marker_probe_unregister("refused", count_hit, NULL), -ENOENT);
}

static void register_counts_its_sites(void **state)
{
	struct fake_object *object = LOAD(LINE("reg_n", "%d"), LINE("reg_n", "%d"),
					  LINE("reg_n", "%d"), LINE("reg_other", "%d"));
	unsigned int hits = 0;

	assert_int_equal(marker_probe_register("reg_n", "%d", count_hit, &hits), 3);
	assert_int_equal(on_of("reg_n", "%d"), 3);
	assert_int_equal(on_of("reg_other", "%d"), 0);
	assert_int_equal(marker_probe_unregister("reg_n", count_hit, &hits), 0);
	assert_int_equal(on_of("reg_n", "%d"), 0);
	fake_object_unload(object);
}

static void unregister_twice_is_enoent(void **state)
{
	unsigned int hits;

	assert_int_equal(marker_probe_register("reg_twice", NULL, count_hit, &hits), 0);
	assert_int_equal(marker_probe_unregister("reg_twice", count_hit, &hits), 0);
	assert_int_equal(marker_probe_unregister("reg_twice", count_hit, &hits), -ENOENT);
}

static void t16_same_pair_is_refused_other_data_is_taken(void **state)
{
	struct fake_object *object = LOAD(LINE("t16", "%d"));
	unsigned int one = 0, two = 0;

	assert_int_equal(marker_probe_register("t16", "%d", count_hit, &one), 1);
	assert_int_equal(marker_probe_register("t16", "%d", count_hit, &one), -EEXIST);
	assert_int_equal(marker_probe_register("t16", NULL, count_hit, &one), -EEXIST);
	assert_int_equal(marker_probe_register("t16", "%d", count_hit, &two), 1);
	assert_int_equal(marker_probe_register("t16", "%d", count_hit_too, &one), 1);
	fake_hit(&object->rows[0], 1);
	assert_int_equal(one, 2);
	assert_int_equal(two, 1);
	assert_int_equal(marker_probe_unregister("t16", count_hit, &one), 0);
	assert_int_equal(marker_probe_unregister("t16", count_hit, &two), 0);
	assert_int_equal(marker_probe_unregister("t16", count_hit_too, &one), 0);
	fake_object_unload(object);
}

static void t04_absent_pair_changes_nothing(void **state)
{
	struct fake_object *object = LOAD(LINE("t04", "%d"));
	unsigned int hits = 0, other;

	assert_int_equal(marker_probe_register("t04", "%d", count_hit, &hits), 1);
	assert_int_equal(marker_probe_unregister("t04", count_hit_too, &hits), -ENOENT);
	assert_int_equal(marker_probe_unregister("t04", count_hit, &other), -ENOENT);
	assert_int_equal(marker_probe_unregister("t04_", count_hit, &hits), -ENOENT);
	assert_int_equal(marker_probe_unregister("t04*", count_hit, &hits), -ENOENT);
	assert_int_equal(marker_probe_unregister_all(count_hit, &other), -ENOENT);
	fake_hit(&object->rows[0], 1);
	assert_int_equal(hits, 1);
	assert_int_equal(marker_probe_unregister("t04", count_hit, &hits), 0);
	fake_object_unload(object);
}

/* Every part of the tuple counts: name, function, data. */
static void t18_whole_tuple_is_compared(void **state)
{
	struct fake_object *object = LOAD(LINE("t18_a", "%d"), LINE("t18_b", "%d"));
	unsigned int one = 0, two = 0;

	marker_probe_register("t18_a", "%d", count_hit, &one);
	marker_probe_register("t18_a", "%d", count_hit, &two);
	marker_probe_register("t18_a", "%d", count_hit_too, &one);
	marker_probe_register("t18_b", "%d", count_hit, &one);
	assert_int_equal(marker_probe_unregister("t18_a", count_hit, &one), 0);
	fake_hit(&object->rows[0], 1);
	assert_int_equal(one, 1);
	assert_int_equal(two, 1);
	fake_hit(&object->rows[1], 1);
	assert_int_equal(one, 2);
	assert_int_equal(marker_probe_unregister("t18_a", count_hit, &two), 0);
	assert_int_equal(marker_probe_unregister("t18_a", count_hit_too, &one), 0);
	assert_int_equal(marker_probe_unregister("t18_b", count_hit, &one), 0);
	fake_object_unload(object);
}

static void t08_unregister_all_takes_every_name(void **state)
{
	struct fake_object *object = LOAD(LINE("all_a", "%d"), LINE("all_b", "%s"));
	unsigned int one = 0, two = 0;

	marker_probe_register("all_a", "%d", count_hit, &one);
	marker_probe_register("all_b", NULL, count_hit, &one);
	marker_probe_register("all_*", NULL, count_hit, &one);
	marker_probe_register("all_nowhere", NULL, count_hit, &one);
	marker_probe_register("all_a", "%d", count_hit, &two);
	marker_probe_register("all_a", "%d", count_hit_too, &one);
	assert_int_equal(marker_probe_unregister_all(count_hit, &one), 4);
	assert_int_equal(on_of("all_a", NULL), 1);
	assert_int_equal(on_of("all_b", NULL), 0);
	fake_hit(&object->rows[0], 1);
	assert_int_equal(one, 1);
	assert_int_equal(two, 1);
	assert_int_equal(marker_probe_unregister_all(count_hit, &one), -ENOENT);
	assert_int_equal(marker_probe_unregister_all(count_hit, &two), 1);
	assert_int_equal(marker_probe_unregister_all(count_hit_too, &one), 1);
	assert_int_equal(on_of("all_a", NULL), 0);
	fake_object_unload(object);
}

/* ---- globs, priorities, order ---------------------------------------------------------------- */

static void a_glob_connects_all_it_matches(void **state)
{
	struct fake_object *object = LOAD(LINE("glob_a", "%d"), LINE("glob_b", "%d"),
					  LINE("glob_b", "%s"), LINE("other_c", "%d"));
	struct marker_result result;
	unsigned int hits = 0;

	assert_int_equal(connect_as("glob_*", NULL, 0, count_hit, &hits, &result), 3);
	assert_int_equal(on_of("other_c", NULL), 0);
	fake_hit(&object->rows[0], 1);
	fake_hit(&object->rows[2], "");
	assert_int_equal(hits, 2);
	assert_int_equal(marker_probe_unregister("glob_a", count_hit, &hits), -ENOENT);
	assert_int_equal(marker_probe_unregister("glob_*", count_hit, &hits), 0);
	assert_int_equal(on_of("glob_a", NULL) + on_of("glob_b", "%d") + on_of("glob_b", "%s"), 0);
	assert_int_equal(connect_as("glob_[ab]", "%d", 0, count_hit, &hits, &result), 2);
	assert_int_equal(result.mismatched, 1);
	assert_int_equal(marker_probe_unregister("glob_[ab]", count_hit, &hits), 0);
	fake_object_unload(object);
}

static void a_glob_takes_what_comes_later(void **state)
{
	struct fake_object *object;
	struct marker_result result;
	unsigned int hits = 0;

	assert_int_equal(connect_as("late_*", NULL, 0, count_hit, &hits, &result), 0);
	assert_int_equal(result.pending, 1);
	object = LOAD(LINE("late_a", "%d"), LINE("early", "%d"));
	assert_int_equal(on_of("late_a", NULL), 1);
	assert_int_equal(on_of("early", NULL), 0);
	fake_hit(&object->rows[0], 1);
	assert_int_equal(hits, 1);
	marker_probe_unregister("late_*", count_hit, &hits);
	assert_int_equal(on_of("late_a", NULL), 0);
	fake_object_unload(object);
}

static void a_glob_and_a_name_are_two_connections(void **state)
{
	struct fake_object *object = LOAD(LINE("both_a", "%d"));
	unsigned int hits = 0;

	assert_int_equal(marker_probe_register("both_*", "%d", count_hit, &hits), 1);
	assert_int_equal(marker_probe_register("both_a", "%d", count_hit, &hits), 1);
	fake_hit(&object->rows[0], 1);
	assert_int_equal(hits, 2);
	assert_int_equal(marker_probe_unregister("both_*", count_hit, &hits), 0);
	assert_int_equal(on_of("both_a", NULL), 1);
	fake_hit(&object->rows[0], 1);
	assert_int_equal(hits, 3);
	assert_int_equal(marker_probe_unregister("both_a", count_hit, &hits), 0);
	fake_object_unload(object);
}

static char order[16];

static void note_letter(void *private_data, const struct marker_info *marker, va_list *args)
{
	strncat(order, private_data, 1);
}

static void check_order(const struct marker_row *row, const char *expected)
{
	order[0] = '\0';
	fake_hit(row, 1);
	assert_string_equal(order, expected);
}

/* Registers letters in the order given; a digit before a letter is its priority. */
static void connect_letters(const char *name, const char *letters)
{
	for (; *letters; letters += 2)
		assert_true(connect_as(name, NULL, letters[0] - '5', note_letter,
				       (void *)&letters[1], NULL) >= 0);
}

static void disconnect_letters(const char *name, const char *letters)
{
	for (; *letters; letters += 2)
		assert_int_equal(marker_probe_unregister(name, note_letter, (void *)&letters[1]),
				 0);
}

static void probes_run_in_the_order_of_registration(void **state)
{
	struct fake_object *object = LOAD(LINE("order", "%d"));
	static const char letters[] = "5a5b5c5d";

	connect_letters("order", letters);
	check_order(&object->rows[0], "abcd");
	assert_int_equal(marker_probe_unregister("order", note_letter, (void *)&letters[3]), 0);
	check_order(&object->rows[0], "acd");
	assert_true(connect_as("order", NULL, 0, note_letter, (void *)&letters[3], NULL) >= 0);
	check_order(&object->rows[0], "acdb");
	disconnect_letters("order", letters);
	fake_object_unload(object);
}

static void higher_priorities_run_first(void **state)
{
	struct fake_object *object = LOAD(LINE("prio", "%d"));
	static const char letters[] = "5a7b3c7d5e9f0g";

	connect_letters("prio", letters);
	check_order(&object->rows[0], "fbdaecg");
	disconnect_letters("prio", letters);
	fake_object_unload(object);
}

/* Those who waited are called in the same order as those who found the site there. */
static void order_is_kept_for_sites_that_come_later(void **state)
{
	static const char letters[] = "5a5x5b7y9c5z";
	struct fake_object *object;
	unsigned int i;

	for (i = 0; i < sizeof(letters) - 1; i += 2)
		assert_int_equal(connect_as(i % 4 ? "wait_*" : "wait_1", NULL, letters[i] - '5',
					    note_letter, (void *)&letters[i + 1], NULL),
				 0);
	object = LOAD(LINE("wait_1", "%d"));
	check_order(&object->rows[0], "cyaxbz");
	for (i = 1; i < sizeof(letters) - 1; i += 2)
		assert_int_equal(marker_probe_unregister_all(note_letter, (void *)&letters[i]), 1);
	check_order(&object->rows[0], "");
	fake_object_unload(object);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arguments_that_are_refused),
		cmocka_unit_test(the_longest_name_that_is_taken),
		cmocka_unit_test(direct_probes_that_are_refused),
		cmocka_unit_test(register_counts_its_sites),
		cmocka_unit_test(unregister_twice_is_enoent),
		cmocka_unit_test(t16_same_pair_is_refused_other_data_is_taken),
		cmocka_unit_test(t04_absent_pair_changes_nothing),
		cmocka_unit_test(t18_whole_tuple_is_compared),
		cmocka_unit_test(a_glob_connects_all_it_matches),
		cmocka_unit_test(a_glob_takes_what_comes_later),
		cmocka_unit_test(a_glob_and_a_name_are_two_connections),
		cmocka_unit_test(probes_run_in_the_order_of_registration),
		cmocka_unit_test(higher_priorities_run_first),
		cmocka_unit_test(order_is_kept_for_sites_that_come_later),
		cmocka_unit_test(t08_unregister_all_takes_every_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
