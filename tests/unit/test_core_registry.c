// SPDX-License-Identifier: GPL-2.0-only
/*
 * Connecting and disconnecting: return values, counts, order, and objects that come and go.
 *
 * Each test uses marker names of its own and leaves nothing connected.
 */
#include "core_test.h"
#include "fake_object.h"

/* An object with generic lines, loaded; ends with a line whose name is NULL. */
static struct fake_object *load(const struct fake_line *lines)
{
	struct fake_object *object = fake_object_create(32, 0);

	for (; lines->name; lines++)
		fake_object_add(object, *lines);
	fake_object_load(object);
	return object;
}

#define LOAD(...) load((const struct fake_line[]){ __VA_ARGS__, { .name = NULL } })
#define LINE(n, f)                         \
	{                                  \
		.name = (n), .format = (f) \
	}

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

/* ---- formats --------------------------------------------------------------------------------- */

static void t21_mismatched_sites_are_counted(void **state)
{
	struct fake_object *object =
		LOAD(LINE("t21", "%d"), LINE("t21", "%ld"), LINE("t21", "%d"), LINE("t21", "a %d"));
	struct marker_result result;
	unsigned int hits = 0;

	assert_int_equal(connect_as("t21", "%d", 0, count_hit, &hits, &result), 2);
	assert_int_equal(result.matched, 2);
	assert_int_equal(result.mismatched, 2);
	assert_int_equal(result.failed, 0);
	assert_int_equal(result.pending, 0);
	assert_int_equal(result.error, 0);
	assert_int_equal(on_of("t21", "%d"), 2);
	assert_int_equal(on_of("t21", "%ld"), 0);
	assert_int_equal(on_of("t21", "a %d"), 0);
	marker_probe_unregister("t21", count_hit, &hits);
	fake_object_unload(object);
}

static void all_mismatched_is_einval(void **state)
{
	struct fake_object *object = LOAD(LINE("reg_mis", "%d"), LINE("reg_mis", "%u"));
	struct marker_result result;
	unsigned int hits;

	assert_int_equal(connect_as("reg_mis", "%i", 0, count_hit, &hits, &result), -EINVAL);
	assert_int_equal(result.matched, 0);
	assert_int_equal(result.mismatched, 2);
	assert_int_equal(marker_probe_unregister("reg_mis", count_hit, &hits), -ENOENT);
	assert_int_equal(seek("reg_mis", "%d").status.probes, 0);
	fake_object_unload(object);
}

static void formats_are_compared_whole(void **state)
{
	static const char *const others[] = { "%i", "a %d", "%d ", " %d", "%u", "%d%d", "", "%" };
	struct fake_object *object = LOAD(LINE("reg_whole", "%d"));
	unsigned int i, hits;

	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		assert_int_equal(marker_probe_register("reg_whole", others[i], count_hit, &hits),
				 -EINVAL);
	fake_object_unload(object);
}

static void t22_null_format_takes_every_format(void **state)
{
	struct fake_object *object = LOAD(LINE("t22", "%d"), LINE("t22", "%s"), LINE("t22", ""));
	struct marker_result result;
	unsigned int hits = 0;

	assert_int_equal(connect_as("t22", NULL, 0, count_hit, &hits, &result), 3);
	assert_int_equal(result.mismatched, 0);
	fake_hit(&object->rows[0], 1);
	fake_hit(&object->rows[1], "text");
	fake_hit(&object->rows[2]);
	assert_int_equal(hits, 3);
	marker_probe_unregister("t22", count_hit, &hits);
	fake_object_unload(object);
}

/* A second probe with a format of its own is no worse off after a NULL one, in either order. */
static void t22_null_format_decides_for_nobody(void **state)
{
	struct fake_object *object = LOAD(LINE("t22b", "%d"), LINE("t22b", "%s"));
	unsigned int any = 0, ints = 0, strings = 0;

	assert_int_equal(marker_probe_register("t22b", "%s", count_hit, &strings), 1);
	assert_int_equal(marker_probe_register("t22b", NULL, count_hit, &any), 2);
	assert_int_equal(marker_probe_register("t22b", "%d", count_hit, &ints), 1);
	fake_hit(&object->rows[0], 1);
	fake_hit(&object->rows[1], "text");
	fake_hit(&object->rows[1], "text");
	assert_int_equal(any, 3);
	assert_int_equal(ints, 1);
	assert_int_equal(strings, 2);
	marker_probe_unregister("t22b", count_hit, &any);
	marker_probe_unregister("t22b", count_hit, &ints);
	marker_probe_unregister("t22b", count_hit, &strings);
	fake_object_unload(object);
}

static void t23_later_object_with_another_format(void **state)
{
	struct fake_object *first = LOAD(LINE("t23", "%d")), *second;
	unsigned int hits = 0;

	assert_int_equal(marker_probe_register("t23", "%d", count_hit, &hits), 1);
	second = LOAD(LINE("t23", "%s"), LINE("t23", "%d"));
	assert_int_equal(on_of("t23", "%d"), 2);
	assert_int_equal(on_of("t23", "%s"), 0);
	fake_hit(&second->rows[0], "never an int");
	fake_hit(&second->rows[1], 1);
	fake_hit(&first->rows[0], 1);
	assert_int_equal(hits, 2);
	marker_probe_unregister("t23", count_hit, &hits);
	marker_object_unregister(&second->description);
	fake_object_unload(first);
	fake_object_free(second);
}

/* The other order: the probe waits, and the object with the wrong types comes first. */
static void t23_wrong_format_comes_first(void **state)
{
	struct fake_object *wrong, *right;
	unsigned int hits = 0;

	assert_int_equal(marker_probe_register("t23b", "%d", count_hit, &hits), 0);
	wrong = LOAD(LINE("t23b", "%s"));
	assert_int_equal(on_of("t23b", "%s"), 0);
	right = LOAD(LINE("t23b", "%d"));
	assert_int_equal(on_of("t23b", "%d"), 1);
	fake_hit(&right->rows[0], 1);
	fake_hit(&wrong->rows[0], "never an int");
	assert_int_equal(hits, 1);
	marker_probe_unregister("t23b", count_hit, &hits);
	fake_object_unload(wrong);
	fake_object_unload(right);
}

/* A line whose slot another format has stays off, and is told as a mismatch. */
static void two_formats_on_one_slot(void **state)
{
	struct fake_object *object = fake_object_create(2, 0);
	struct marker_slot *slot = &object->slots[0];
	struct marker_result result;
	unsigned int hits = 0;

	fake_object_add(object,
			(struct fake_line){ .name = "reg_slot", .format = "%d", .slot = slot });
	fake_object_add(object,
			(struct fake_line){ .name = "reg_slot", .format = "%s", .slot = slot });
	fake_object_load(object);
	assert_int_equal(connect_as("reg_slot", NULL, 0, count_hit, &hits, &result), 1);
	assert_int_equal(result.mismatched, 1);
	assert_int_equal(on_of("reg_slot", "%d"), 1);
	assert_int_equal(on_of("reg_slot", "%s"), 0);
	assert_int_equal(*(u8 *)marker_row_site(&object->rows[1]), 0);
	assert_int_equal(connect_as("reg_slot", "%s", 0, count_hit_too, &hits, &result), -EINVAL);
	assert_int_equal(result.mismatched, 2);
	marker_probe_unregister("reg_slot", count_hit, &hits);
	fake_object_unload(object);
	assert_int_equal(seek("reg_slot", NULL).found, 0);
}

static void t28_any_text_in_a_format(void **state)
{
	static const char format[] = "say \"%d\", 100%% of \\n, {%s}; 'x' \t\x7f\xc3\xa9";
	struct fake_object *object = LOAD(LINE("t28", format));
	struct sought sought = seek("t28", NULL);
	unsigned int hits = 0;

	assert_string_equal(sought.status.info.format, format);
	assert_int_equal(sought.status.info.nfields, 2);
	assert_int_equal(marker_probe_register("t28", format, count_hit, &hits), 1);
	marker_probe_unregister("t28", count_hit, &hits);
	fake_object_unload(object);
}

/* Sizes are computed once; a sanitizer sees a byte too many. */
static void t12_long_names_and_formats(void **state)
{
	char name[FAKE_STRINGS_MAX / 2], format[FAKE_STRINGS_MAX / 2];
	struct fake_object *object;
	unsigned int hits = 0;

	memset(name, 'n', sizeof(name) - 1);
	memset(format, 'f', sizeof(format) - 1);
	name[sizeof(name) - 1] = format[sizeof(format) - 1] = '\0';
	object = LOAD(LINE(name, format));
	assert_int_equal(marker_probe_register(name, format, count_hit, &hits), 1);
	assert_string_equal(seek(name, NULL).status.info.format, format);
	marker_probe_unregister(name, count_hit, &hits);
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

/* ---- objects that come and go ---------------------------------------------------------------- */

static void register_before_any_site_exists(void **state)
{
	struct fake_object *object;
	struct marker_result result;
	unsigned int hits = 0;

	assert_int_equal(connect_as("before", "%d", 0, count_hit, &hits, &result), 0);
	assert_int_equal(result.pending, 1);
	assert_int_equal(result.matched + result.mismatched + result.failed, 0);
	object = LOAD(LINE("before", "%d"));
	fake_hit(&object->rows[0], 1);
	assert_int_equal(hits, 1);
	marker_probe_unregister("before", count_hit, &hits);
	fake_hit(&object->rows[0], 1);
	assert_int_equal(hits, 1);
	fake_object_unload(object);
}

static void t20_what_has_gone_is_not_listed(void **state)
{
	struct fake_object *object = LOAD(LINE("t20_gone", "%d"), LINE("t20_gone", "%s"));

	assert_int_equal(seek("t20_gone", NULL).found, 2);
	fake_object_unload(object);
	assert_int_equal(seek("t20_gone", NULL).found, 0);
}

static void a_connection_outlives_its_objects(void **state)
{
	struct fake_object *object = LOAD(LINE("outlive", "%d"));
	unsigned int i, hits = 0;

	assert_int_equal(marker_probe_register("outlive", "%d", count_hit, &hits), 1);
	for (i = 0; i < 3; i++) {
		fake_hit(&object->rows[0], 1);
		fake_object_unload(object);
		object = LOAD(LINE("outlive", "%d"));
	}
	fake_hit(&object->rows[0], 1);
	assert_int_equal(hits, 4);
	assert_int_equal(marker_probe_unregister("outlive", count_hit, &hits), 0);
	fake_object_unload(object);
}

static void a_marker_shared_by_two_objects(void **state)
{
	struct fake_object *one = LOAD(LINE("shared", "%d"), LINE("shared", "%d"));
	struct fake_object *two = LOAD(LINE("shared", "%d"));
	unsigned int hits = 0;

	assert_int_equal(marker_probe_register("shared", "%d", count_hit, &hits), 3);
	marker_object_unregister(&one->description);
	assert_int_equal(sites_of("shared", NULL), 1);
	fake_hit(&two->rows[0], 1);
	assert_int_equal(hits, 1);
	marker_probe_unregister("shared", count_hit, &hits);
	assert_int_equal(on_of("shared", NULL), 0);
	fake_object_unload(two);
	assert_int_equal(seek("shared", NULL).found, 0);
	fake_object_free(one);
}

static void an_object_twice_or_unknown_changes_nothing(void **state)
{
	struct fake_object *object = LOAD(LINE("object_twice", "%d"));
	struct fake_object *never = fake_object_create(1, 0);

	fake_object_load(object);
	assert_int_equal(sites_of("object_twice", NULL), 1);
	marker_object_unregister(&never->description);
	marker_object_unregister(&object->description);
	marker_object_unregister(&object->description);
	assert_int_equal(seek("object_twice", NULL).found, 0);
	fake_object_free(object);
	fake_object_free(never);
}

static void t65_object_of_another_version_is_left_alone(void **state)
{
	struct fake_object *object = fake_object_create(1, 0);

	fake_object_add_generic(object, "version", "%d");
	object->description.version = MARKER_ABI_VERSION + 1;
	fake_object_load(object);
	assert_int_equal(seek("version", NULL).found, 0);
	object->description.version = MARKER_ABI_VERSION;
	object->description.row_size = sizeof(struct marker_row) + 4;
	fake_object_load(object);
	assert_int_equal(seek("version", NULL).found, 0);
	fake_object_unload(object);
}

static void t54_empty_rows_are_no_sites(void **state)
{
	struct fake_object *object = fake_object_create(3, 0);

	fake_object_add_generic(object, "padding", "%d");
	memset(fake_object_add_generic(object, "", ""), 0, sizeof(struct marker_row));
	fake_object_add_generic(object, "padding", "%d");
	fake_object_load(object);
	assert_int_equal(sites_of("padding", NULL), 2);
	assert_int_equal(seek("", NULL).found, 0);
	fake_object_unload(object);
}

/* A query has no format and no sites that anybody is told of; it follows the name. */
static void queries_follow_the_name(void **state)
{
	struct fake_object *object =
		LOAD(LINE("asked", MARKER_QUERY), LINE("asked", "%d"), LINE("asked", "%s"));
	const u8 *query = marker_row_site(&object->rows[0]);
	struct marker_result result;
	unsigned int hits = 0;

	assert_int_equal(seek("asked", NULL).found, 2);
	assert_int_equal(seek("asked", MARKER_QUERY).found, 0);
	assert_int_equal(connect_as("asked", "%d", 0, count_hit, &hits, &result), 1);
	assert_int_equal(result.mismatched, 1);
	assert_int_equal(*query, 1);
	assert_int_equal(marker_probe_register("asked", "%s", count_hit_too, &hits), 1);
	assert_int_equal(marker_probe_unregister("asked", count_hit, &hits), 0);
	assert_int_equal(*query, 1);
	assert_int_equal(marker_probe_unregister("asked", count_hit_too, &hits), 0);
	assert_int_equal(*query, 0);
	fake_object_unload(object);
}

static void queries_of_objects_that_come_and_go(void **state)
{
	struct fake_object *asking = LOAD(LINE("asked2", MARKER_QUERY)), *marked;
	const u8 *query = marker_row_site(&asking->rows[0]);
	struct marker_result result;
	unsigned int hits = 0;

	assert_int_equal(connect_as("asked2", NULL, 0, count_hit, &hits, &result), 0);
	assert_int_equal(result.pending, 1);
	assert_int_equal(*query, 0);
	marked = LOAD(LINE("asked2", "%d"));
	assert_int_equal(*query, 1);
	fake_object_unload(marked);
	assert_int_equal(*query, 0);
	assert_int_equal(marker_probe_unregister("asked2", count_hit, &hits), 0);
	fake_object_unload(asking);
}

/* ---- unregister_all, listing ----------------------------------------------------------------- */

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

struct names {
	char text[128];
	unsigned int stop_after;
};

static int note_names(const struct marker_status *status, void *data)
{
	struct names *names = data;

	if (strncmp(status->info.name, "walk_", 5) != 0)
		return 0;
	strcat(names->text, status->info.name + 5);
	strcat(names->text, status->info.format);
	return --names->stop_after ? 0 : 7;
}

static void markers_are_listed_by_name(void **state)
{
	struct fake_object *object = LOAD(LINE("walk_c", "3"), LINE("walk_a", "2"),
					  LINE("walk_b", "0"), LINE("walk_a", "1"));
	struct names names = { .stop_after = 100 };

	assert_int_equal(marker_for_each(note_names, &names), 0);
	assert_string_equal(names.text, "a1a2b0c3");
	names = (struct names){ .stop_after = 2 };
	assert_int_equal(marker_for_each(note_names, &names), 7);
	assert_string_equal(names.text, "a1a2");
	fake_object_unload(object);
}

static void status_counts_probes_and_sites(void **state)
{
	struct fake_object *object = LOAD(LINE("status", "%d"), LINE("status", "%d"));
	unsigned int one, two;
	struct marker_status status;

	marker_probe_register("status", "%d", count_hit, &one);
	marker_probe_register("status", "%d", count_hit, &two);
	status = seek("status", NULL).status;
	assert_int_equal(status.probes, 2);
	assert_int_equal(status.sites[MARKER_KIND_GENERIC], 2);
	assert_int_equal(sites_of("status", NULL), 2);
	assert_int_equal(status.on, 2);
	assert_int_equal(status.missed, 0);
	marker_probe_unregister("status", count_hit, &one);
	marker_probe_unregister("status", count_hit, &two);
	fake_object_unload(object);
}

static void kinds_have_names(void **state)
{
	assert_string_equal(marker_kind_name(MARKER_KIND_GENERIC), "generic");
	assert_string_equal(marker_kind_name(MARKER_KIND_IMMEDIATE), "immediate");
	assert_string_equal(marker_kind_name(MARKER_KIND_IMMEDIATE_CLC), "immediate-clc");
	assert_string_equal(marker_kind_name(MARKER_KIND_JUMP), "jump");
	assert_string_equal(marker_kind_name(MARKER_KIND_JUMP_NOP8), "jump-nop8");
	assert_string_equal(marker_kind_name(MARKER_KIND_STATIC_KEY), "static-key");
	assert_null(marker_kind_name(6));
	assert_null(marker_kind_name(MARKER_NR_KINDS));
	assert_null(marker_kind_name(~0u));
}

/* ---- many ------------------------------------------------------------------------------------ */

#define NR_CONNECTIONS 100000
#define NR_MARKERS     20000

static void connect_many(unsigned int *hits)
{
	char name[32];
	unsigned int i;

	for (i = 0; i < NR_CONNECTIONS; i++) {
		snprintf(name, sizeof(name), "many_%u", i);
		assert_int_equal(marker_probe_register(name, "%d", count_hit, hits), 0);
	}
}

static struct fake_object *load_many(void)
{
	struct fake_object *object = fake_object_create(NR_MARKERS, 0);
	char name[32];
	unsigned int i;

	for (i = 0; i < NR_MARKERS; i++) {
		snprintf(name, sizeof(name), "many_%u", i);
		fake_object_add_generic(object, name, "%d");
	}
	fake_object_load(object);
	return object;
}

static void t72_many_connections_and_markers(void **state)
{
	struct fake_object *object;
	unsigned int i, hits = 0;

	connect_many(&hits);
	object = load_many();
	for (i = 0; i < NR_MARKERS; i++)
		fake_hit(&object->rows[i], 1);
	assert_int_equal(hits, NR_MARKERS);
	assert_int_equal(on_of("many_19999", NULL), 1);
	assert_int_equal(marker_probe_unregister_all(count_hit, &hits), NR_CONNECTIONS);
	for (i = 0; i < NR_MARKERS; i++)
		assert_int_equal(object->flags[i], 0);
	fake_object_unload(object);
	assert_int_equal(marker_nr_connections, 0);
}

static void one_glob_over_many_markers(void **state)
{
	struct fake_object *object = load_many();
	unsigned int i, hits = 0;

	assert_int_equal(marker_probe_register("many_*", "%d", count_hit, &hits), NR_MARKERS);
	for (i = 0; i < NR_MARKERS; i++)
		fake_hit(&object->rows[i], 1);
	assert_int_equal(hits, NR_MARKERS);
	assert_int_equal(marker_probe_unregister("many_*", count_hit, &hits), 0);
	fake_object_unload(object);
}

/* A leak shows under the address sanitizer; a list that grows, as time. */
static void t20_register_and_unregister_for_long(void **state)
{
	struct fake_object *object = LOAD(LINE("t20", "%d"));
	unsigned int i, always = 0, hits = 0;

	assert_int_equal(marker_probe_register("t20", "%d", count_hit_too, &always), 1);
	for (i = 0; i < 100000; i++) {
		assert_int_equal(marker_probe_register("t20", "%d", count_hit, &hits), 1);
		fake_hit(&object->rows[0], 1);
		assert_int_equal(marker_probe_unregister("t20", count_hit, &hits), 0);
	}
	fake_hit(&object->rows[0], 1);
	assert_int_equal(hits, 100000);
	assert_int_equal(always, 100001);
	marker_probe_unregister("t20", count_hit_too, &always);
	fake_object_unload(object);
}

/* ---- before main ----------------------------------------------------------------------------- */

static unsigned int early_hits;
static int early_ret = -1;

/* Before the program's own table is registered (priority 150)... */
static __attribute__((constructor(110))) void connect_early(void)
{
	early_ret = marker_probe_register("t75_early", "%d", count_hit, &early_hits);
}

/* ... and after it. */
static __attribute__((constructor(200))) void hit_early(void)
{
	MARK(t75_early, "%d", 1);
}

static void t75_markers_in_constructors(void **state)
{
	assert_int_equal(early_ret, 0);
	assert_int_equal(early_hits, 1);
	assert_int_equal(marker_probe_unregister("t75_early", count_hit, &early_hits), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t75_markers_in_constructors),
		cmocka_unit_test(arguments_that_are_refused),
		cmocka_unit_test(the_longest_name_that_is_taken),
		cmocka_unit_test(direct_probes_that_are_refused),
		cmocka_unit_test(register_counts_its_sites),
		cmocka_unit_test(unregister_twice_is_enoent),
		cmocka_unit_test(t16_same_pair_is_refused_other_data_is_taken),
		cmocka_unit_test(t04_absent_pair_changes_nothing),
		cmocka_unit_test(t18_whole_tuple_is_compared),
		cmocka_unit_test(t21_mismatched_sites_are_counted),
		cmocka_unit_test(all_mismatched_is_einval),
		cmocka_unit_test(formats_are_compared_whole),
		cmocka_unit_test(t22_null_format_takes_every_format),
		cmocka_unit_test(t22_null_format_decides_for_nobody),
		cmocka_unit_test(t23_later_object_with_another_format),
		cmocka_unit_test(t23_wrong_format_comes_first),
		cmocka_unit_test(two_formats_on_one_slot),
		cmocka_unit_test(t28_any_text_in_a_format),
		cmocka_unit_test(t12_long_names_and_formats),
		cmocka_unit_test(a_glob_connects_all_it_matches),
		cmocka_unit_test(a_glob_takes_what_comes_later),
		cmocka_unit_test(a_glob_and_a_name_are_two_connections),
		cmocka_unit_test(probes_run_in_the_order_of_registration),
		cmocka_unit_test(higher_priorities_run_first),
		cmocka_unit_test(order_is_kept_for_sites_that_come_later),
		cmocka_unit_test(register_before_any_site_exists),
		cmocka_unit_test(t20_what_has_gone_is_not_listed),
		cmocka_unit_test(a_connection_outlives_its_objects),
		cmocka_unit_test(a_marker_shared_by_two_objects),
		cmocka_unit_test(an_object_twice_or_unknown_changes_nothing),
		cmocka_unit_test(t65_object_of_another_version_is_left_alone),
		cmocka_unit_test(t54_empty_rows_are_no_sites),
		cmocka_unit_test(queries_follow_the_name),
		cmocka_unit_test(queries_of_objects_that_come_and_go),
		cmocka_unit_test(t08_unregister_all_takes_every_name),
		cmocka_unit_test(markers_are_listed_by_name),
		cmocka_unit_test(status_counts_probes_and_sites),
		cmocka_unit_test(kinds_have_names),
		cmocka_unit_test(t72_many_connections_and_markers),
		cmocka_unit_test(one_glob_over_many_markers),
		cmocka_unit_test(t20_register_and_unregister_for_long),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
