// SPDX-License-Identifier: GPL-2.0-only
/*
 * Many connections, many markers, for long: what takes quadratic time or leaks shows here.
 */
#include "core_test.h"
#include "fake_object.h"

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t72_many_connections_and_markers),
		cmocka_unit_test(one_glob_over_many_markers),
		cmocka_unit_test(t20_register_and_unregister_for_long),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
