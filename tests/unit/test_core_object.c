// SPDX-License-Identifier: GPL-2.0-only
/*
 * Objects that come and go, in any order with connections.
 */
#include "core_test.h"
#include "fake_object.h"

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
		cmocka_unit_test(register_before_any_site_exists),
		cmocka_unit_test(t20_what_has_gone_is_not_listed),
		cmocka_unit_test(a_connection_outlives_its_objects),
		cmocka_unit_test(a_marker_shared_by_two_objects),
		cmocka_unit_test(an_object_twice_or_unknown_changes_nothing),
		cmocka_unit_test(t65_object_of_another_version_is_left_alone),
		cmocka_unit_test(t54_empty_rows_are_no_sites),
		cmocka_unit_test(queries_follow_the_name),
		cmocka_unit_test(queries_of_objects_that_come_and_go),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
