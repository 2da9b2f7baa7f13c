// SPDX-License-Identifier: GPL-2.0-only
/*
 * The format of a connection against those of the markers.
 */
#include "core_test.h"
#include "fake_object.h"

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

int main(void)
{
	const struct CMUnitTest tests[] = {
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
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
