// SPDX-License-Identifier: GPL-2.0-only
/*
 * Text that cannot be written, and how often it is written and synchronised (failing_core.c).
 */
#include "failing_core.c"

/* ---- text that cannot be written ------------------------------------------------------------- */

static void check_one_write_fails(unsigned int n)
{
	struct marker_result result;

	SETUP("k", "%d", "k", "%d", "k", "%d");
	os_test.fail_write = n;
	assert_int_equal(connect_as("k", "%d", 0, count_hit, &hits[0], &result), 2);
	assert_int_equal(os_test.fail_write, 0);
	assert_int_equal(result.failed, 1);
	assert_int_equal(result.error, -EACCES);
	assert_non_null(strstr(result.reason, os_text_mode()));
	assert_int_equal(on_of("k", NULL), 2);
	check_hits(n - 1, 0, 0);
	check_hits(n % 3, 0, 1);
	assert_int_equal(marker_refresh(&result), 1);
	assert_int_equal(on_of("k", NULL), 3);
	assert_int_equal(marker_probe_unregister("k", count_hit, &hits[0]), 0);
	teardown();
}

static void t46_one_site_that_cannot_be_written(void **state)
{
	unsigned int n;

	skip_without_text();
	for (n = 1; n <= 3; n++)
		check_one_write_fails(n);
}

static void check_nothing_written(int *countdown)
{
	struct marker_result result;
	struct snapshot before;

	SETUP("l", "%d", "l", "%d", "l", "%s", "l", MARKER_QUERY);
	before = take_snapshot();
	*countdown = -1;
	assert_int_equal(connect_as("l", "%d", 0, count_hit, &hits[0], &result), -EACCES);
	assert_int_equal(result.matched, 0);
	assert_int_equal(result.failed, 2);
	assert_int_equal(result.error, -EACCES);
	check_snapshot(&before);
	assert_int_equal(marker_probe_unregister("l", count_hit, &hits[0]), -ENOENT);
	*countdown = 0;
	assert_int_equal(connect_as("l", "%d", 0, count_hit, &hits[0], &result), 2);
	assert_int_equal(marker_probe_unregister("l", count_hit, &hits[0]), 0);
	teardown();
}

static void t46_text_that_cannot_be_written_at_all(void **state)
{
	skip_without_text();
	check_nothing_written(&os_test.fail_write);
	check_nothing_written(&os_test.fail_begin);
}

/* As in the kernel, where a run's writes go together: what was refused at its end is not on. */
static void check_one_put_off(unsigned int n)
{
	struct marker_result result;

	SETUP("k", "%d", "k", "%d", "k", "%d");
	os_test.fail_end = n;
	assert_int_equal(connect_as("k", "%d", 0, count_hit, &hits[0], &result), 2);
	assert_int_equal(os_test.fail_end, 0);
	assert_int_equal(result.matched, 2);
	assert_int_equal(result.failed, 1);
	assert_int_equal(result.error, -EBUSY);
	assert_int_equal(on_of("k", NULL), 2);
	check_hits(n - 1, 0, 0);
	assert_int_equal(marker_refresh(&result), 1);
	assert_int_equal(on_of("k", NULL), 3);
	assert_int_equal(marker_probe_unregister("k", count_hit, &hits[0]), 0);
	teardown();
}

static void one_write_put_off_and_refused(void **state)
{
	unsigned int n;

	skip_without_text();
	for (n = 1; n <= 3; n++)
		check_one_put_off(n);
}

/* A site that had failed before the end of its run is counted once. */
static void put_off_beside_a_breakpoint(void **state)
{
	struct marker_result result;
	u8 was;

	skip_without_text();
	SETUP("k", "%d", "k", "%d", "k", "%d");
	was = object->text[64];
	object->text[64] = 0xcc;
	os_test.fail_end = 1;
	assert_int_equal(connect_as("k", "%d", 0, count_hit, &hits[0], &result), 1);
	assert_int_equal(result.matched, 1);
	assert_int_equal(result.failed, 2);
	assert_int_equal(result.error, -EBUSY);
	object->text[64] = was;
	assert_int_equal(marker_refresh(&result), 2);
	assert_int_equal(marker_probe_unregister("k", count_hit, &hits[0]), 0);
	teardown();
}

/* ---- text that goes while its object stays: __init functions --------------------------------- */

static void trimmed_sites_are_forgotten(void **state)
{
	unsigned int writes;

	skip_without_text();
	SETUP("i", "%d", "j", "%d", "j", "%d");
	assert_int_equal(marker_probe_register("i", "%d", count_hit, &hits[0]), 1);
	assert_int_equal(marker_probe_register("j", "%d", count_hit, &hits[1]), 2);
	os_test.gone = marker_row_site(&object->rows[0]);
	marker_object_trim(&object->description);
	assert_null(marker_find_name("i"));
	os_test.gone = marker_row_site(&object->rows[1]);
	marker_object_trim(&object->description);
	assert_int_equal(marker_find_name("j")->nr_sites, 1);
	writes = os_test.writes;
	assert_int_equal(marker_probe_unregister("i", count_hit, &hits[0]), 0);
	assert_int_equal(marker_probe_unregister("j", count_hit, &hits[1]), 0);
	assert_int_equal(os_test.writes, writes + 1);
	assert_int_equal(marker_synchronize(), 0);
	os_test.gone = NULL;
	teardown();
}

/* Rows that nobody has read yet: those whose text has gone never get in. */
static void sites_that_are_gone_are_not_bound(void **state)
{
	skip_without_text();
	SETUP("i", "%d", "j", "%d");
	os_test.gone = marker_row_site(&object->rows[0]);
	assert_int_equal(marker_probe_register("*", "%d", count_hit, &hits[0]), 1);
	assert_null(marker_find_name("i"));
	assert_int_equal(marker_probe_unregister("*", count_hit, &hits[0]), 0);
	os_test.gone = NULL;
	teardown();
}

/* The probe is gone all the same; the site is mended when it can be. */
static void unregister_succeeds_where_text_fails(void **state)
{
	skip_without_text();
	SETUP("m", "%d");
	assert_int_equal(marker_probe_register("m", "%d", count_hit, &hits[0]), 1);
	os_test.fail_begin = -1;
	assert_int_equal(marker_probe_unregister("m", count_hit, &hits[0]), 0);
	assert_int_equal(on_of("m", NULL), 1);
	check_hits(0, 0, 0);
	assert_int_equal(marker_refresh(NULL), -EACCES);
	os_test.fail_begin = 0;
	assert_int_equal(marker_refresh(NULL), 1);
	assert_int_equal(on_of("m", NULL), 0);
	teardown();
}

/* ---- synchronisations are counted ------------------------------------------------------------ */

static void check_counts(unsigned int syncs, unsigned int writes)
{
	assert_int_equal(os_test.syncs, syncs);
	assert_int_equal(os_test.writes, writes);
	forget_counts();
}

#define MANY 3000

static void setup_many(void)
{
	char name[16];
	unsigned int i;

	create(MANY);
	for (i = 0; i < MANY; i++) {
		snprintf(name, sizeof(name), "n_%u", i % 100);
		add_line(name, "%d");
	}
}

static void t02_one_synchronisation_a_batch(void **state)
{
	skip_without_text();
	setup_many();
	fake_object_load(object);
	forget_counts();
	assert_int_equal(marker_probe_register("n_*", "%d", count_hit, &hits[0]), MANY);
	check_counts(1, MANY);
	assert_int_equal(marker_probe_register("n_7", "%d", count_hit, &hits[0]), MANY / 100);
	check_counts(0, 0);
	assert_int_equal(marker_probe_unregister("n_*", count_hit, &hits[0]), 0);
	check_counts(1, MANY - MANY / 100);
	assert_int_equal(marker_refresh(NULL), 0);
	check_counts(0, 0);
	assert_int_equal(marker_probe_unregister("n_7", count_hit, &hits[0]), 0);
	check_counts(1, MANY / 100);
	teardown();
}

static void t02_one_for_many_connections(void **state)
{
	char name[16];
	unsigned int i;

	skip_without_text();
	setup_many();
	for (i = 0; i < 100; i++) {
		snprintf(name, sizeof(name), "n_%u", i);
		assert_int_equal(marker_probe_register(name, "%d", count_hit, &hits[0]), 0);
	}
	forget_counts();
	fake_object_load(object);
	check_counts(1, MANY);
	assert_int_equal(marker_probe_unregister_all(count_hit, &hits[0]), 100);
	check_counts(1, MANY);
	teardown();
}

static void no_synchronisation_without_text(void **state)
{
	create(8);
	fake_object_add_generic(object, "o", "%d");
	fake_object_load(object);
	forget_counts();
	assert_int_equal(marker_probe_register("o", "%d", count_hit, &hits[0]), 1);
	assert_int_equal(marker_probe_register("o_nowhere", "%d", count_hit, &hits[0]), 0);
	assert_int_equal(marker_probe_register("o", "%s", count_hit, &hits[1]), -EINVAL);
	assert_int_equal(marker_probe_unregister_all(count_hit, &hits[0]), 2);
	check_counts(0, 0);
	teardown();
}

static void one_write_where_rows_share_an_address(void **state)
{
	skip_without_text();
	create(8);
	fake_object_add_form(object, &site_forms[0], "p", "%d", object->text);
	fake_object_add_form(object, &site_forms[0], "p", "%d", object->text);
	fake_object_load(object);
	forget_counts();
	assert_int_equal(marker_probe_register("p", "%d", count_hit, &hits[0]), 2);
	check_counts(1, 1);
	assert_int_equal(marker_probe_unregister("p", count_hit, &hits[0]), 0);
	check_counts(1, 1);
	teardown();
}

/* Sites near each other are made writable together, those far apart are not. */
static void neighbours_are_written_together(void **state)
{
	skip_without_text();
	setup_many();
	fake_object_load(object);
	forget_counts();
	assert_int_equal(marker_probe_register("n_*", "%d", count_hit, &hits[0]), MANY);
	assert_int_equal(os_test.begins, 1);
	assert_int_equal(marker_probe_unregister("n_*", count_hit, &hits[0]), 0);
	assert_int_equal(os_test.begins, 2);
	teardown();
}

/* One site in the way stops nobody else, and what is as wanted is not written. */
static void a_foreign_site_amid_others(void **state)
{
	struct marker_result result;

	skip_without_text();
	SETUP("q", "%d", "q", "%d", "q", "%d", "q", "%d");
	object->text[64] = 0xcc;
	memcpy(object->text + 128, site_forms[0].on, site_forms[0].len);
	forget_counts();
	assert_int_equal(connect_as("q", "%d", 0, count_hit, &hits[0], &result), 3);
	assert_int_equal(result.error, -EBUSY);
	check_counts(1, 2);
	object->text[64] = site_forms[0].off[0];
	assert_int_equal(marker_probe_unregister("q", count_hit, &hits[0]), 0);
	check_counts(1, 3);
	teardown();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(t46_one_site_that_cannot_be_written),
		TEST(t46_text_that_cannot_be_written_at_all),
		TEST(one_write_put_off_and_refused),
		TEST(put_off_beside_a_breakpoint),
		TEST(trimmed_sites_are_forgotten),
		TEST(sites_that_are_gone_are_not_bound),
		TEST(unregister_succeeds_where_text_fails),
		TEST(t02_one_synchronisation_a_batch),
		TEST(t02_one_for_many_connections),
		TEST(no_synchronisation_without_text),
		TEST(one_write_where_rows_share_an_address),
		TEST(neighbours_are_written_together),
		TEST(a_foreign_site_amid_others),
	};

	return cmocka_run_group_tests(tests, warm_up, NULL);
}
