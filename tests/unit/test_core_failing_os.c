// SPDX-License-Identifier: GPL-2.0-only
/*
 * The core in a world where every allocation and every write can fail (os_test.h), and where grace
 * periods and synchronisations are counted.
 *
 * The core is compiled a second time into this program, against that world: hence the .c files, and
 * hence no two static functions of the core may share a name.
 */
#include "os_test.h"

#include "os_test.c"
#include "marker/connect.c"
#include "marker/connection.c"
#include "marker/disconnect.c"
#include "marker/format.c"
#include "marker/glob.c"
#include "marker/image.c"
#include "marker/patch.c"
#include "marker/probe.c"
#include "marker/registry.c"
#include "marker/switch.c"
#include OS_TEST_ARCH

#include "core_sites.h"
#include "core_test.h"

/* In the place of env.c. */
void marker_startup(void)
{
}

/* ---- objects --------------------------------------------------------------------------------- */

static struct fake_object *object;

static void add_line(const char *name, const char *format)
{
	u8 *at = object->text + 64 * object->nr_rows;

	if (site_forms[0].name)
		fake_object_add_form(object, &site_forms[0], name, format, at);
	else
		fake_object_add_generic(object, name, format);
}

static void create(unsigned int max_rows)
{
	object = fake_object_create(max_rows, 64 * max_rows + 64);
}

static void skip_without_text(void)
{
	if (!site_forms[0].name)
		skip();
}

/* Nothing is left behind but the table of buckets, which is made once. */
static void setup_object(const char *const *names)
{
	create(64);
	for (; *names; names += 2)
		add_line(names[0], names[1]);
	fake_object_load(object);
}

#define SETUP(...) setup_object((const char *const[]){ __VA_ARGS__, NULL })

static void teardown(void)
{
	fake_object_unload(object);
	object = NULL;
	marker_synchronize();
}

/* ---- what there is, as text ------------------------------------------------------------------ */

struct snapshot {
	char text[4096];
	u8 sites[4096];
	unsigned int connections, live;
};

static int describe(const struct marker_status *status, void *data)
{
	char *text = data;

	sprintf(text + strlen(text), "%s|%s on %u probes %u missed %lu\n", status->info.name,
		status->info.format, status->on, status->probes, status->missed);
	return 0;
}

/* Frees what is retired first, so that what lives can be compared. */
static struct snapshot take_snapshot(void)
{
	struct snapshot snapshot;

	memset(&snapshot, 0, sizeof(snapshot));
	assert_int_equal(marker_for_each(describe, snapshot.text), 0);
	assert_int_equal(marker_synchronize(), 0);
	memcpy(snapshot.sites, object->text, 4096);
	snapshot.connections = marker_nr_connections;
	snapshot.live = os_test.live;
	return snapshot;
}

static void check_snapshot(const struct snapshot *before)
{
	struct snapshot now = take_snapshot();

	assert_string_equal(now.text, before->text);
	assert_memory_equal(now.sites, before->sites, sizeof(now.sites));
	assert_int_equal(now.connections, before->connections);
	assert_int_equal(now.live, before->live);
}

static unsigned int hits[8];

static void hit(unsigned int row)
{
	if (marker_site_state(&object->rows[row]) == MARKER_ON)
		marker_call(marker_row_slot(&object->rows[row]), 1);
}

static void check_hits(unsigned int row, unsigned int who, unsigned int expected)
{
	memset(hits, 0, sizeof(hits));
	hit(row);
	assert_int_equal(hits[who], expected);
}

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

/* ---- synchronisations and grace periods are counted ------------------------------------------ */

static void forget_counts(void)
{
	os_test.syncs = os_test.writes = os_test.begins = os_test.grace_periods = 0;
}

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

/* ---- between the tests ----------------------------------------------------------------------- */

static int forget_failures(void **state)
{
	os_test.fail_alloc = os_test.fail_write = 0;
	os_test.fail_begin = os_test.fail_synchronize = 0;
	return 0;
}

/* The table of buckets is made once and stays. */
static int warm_up(void **state)
{
	SETUP("warm", "%d");
	seek("warm", NULL);
	teardown();
	return 0;
}

#define TEST(name) cmocka_unit_test_setup(name, forget_failures)

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
		TEST(t46_one_site_that_cannot_be_written),
		TEST(t46_text_that_cannot_be_written_at_all),
		TEST(unregister_succeeds_where_text_fails),
		TEST(t02_one_synchronisation_a_batch),
		TEST(t02_one_for_many_connections),
		TEST(no_synchronisation_without_text),
		TEST(one_write_where_rows_share_an_address),
		TEST(neighbours_are_written_together),
		TEST(a_foreign_site_amid_others),
		TEST(t13_unregister_waits_for_no_grace_period),
		TEST(t13_mass_unregister_waits_for_none),
		TEST(nothing_is_freed_without_a_grace_period),
	};

	return cmocka_run_group_tests(tests, warm_up, NULL);
}
