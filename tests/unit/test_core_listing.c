// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is told of markers: their names, states and counts.
 */
#include "core_test.h"
#include "fake_object.h"

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(markers_are_listed_by_name),
		cmocka_unit_test(status_counts_probes_and_sites),
		cmocka_unit_test(kinds_have_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
