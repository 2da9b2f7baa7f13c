// SPDX-License-Identifier: GPL-2.0-only
/*
 * The sites of one marker that follow each other in memory: they are switched without a list, many of
 * them by bare stores, and whatever stands in between is found all the same.
 */
#include "core_test.h"
#include "core_sites.h"

#define NR_SITES 300
#define STRIDE	 32
/* Farther than what is made writable in one go: the loader knows of no object here to stop it. */
#define FAR (100 * FAKE_PAGE)

static const struct site_form *form;
static struct fake_object *object;
static unsigned int hits;

static u8 *site_at(unsigned int i)
{
	return object->text + i * STRIDE;
}

static void add(unsigned int i, const struct site_form *as, const char *name)
{
	fake_object_add_form(object, as, name, "%d", site_at(i));
}

static void create(void)
{
	object = fake_object_create(2 * NR_SITES, NR_SITES * STRIDE);
}

static void setup(void)
{
	unsigned int i;

	create();
	for (i = 0; i < NR_SITES; i++)
		add(i, form, "run");
	fake_object_load(object);
}

static void teardown(void)
{
	fake_object_unload(object);
	object = NULL;
}

/* All are on, or off, but for one; a number that no site has is for none. */
static void check_all_but(unsigned int other, bool on)
{
	unsigned int i;

	for (i = 0; i < NR_SITES; i++)
		if (i != other)
			assert_memory_equal(site_at(i), on ? form->on : form->off, form->len);
}

static void for_each_form(void (*check)(void))
{
	if (!site_forms[0].name)
		skip();
	for (form = site_forms; form->name; form++)
		check();
}

static void check_run(void)
{
	setup();
	assert_int_equal(marker_probe_register("run", "%d", count_hit, &hits), NR_SITES);
	check_all_but(NR_SITES, true);
	assert_int_equal(on_of("run", NULL), NR_SITES);
	assert_int_equal(marker_probe_unregister("run", count_hit, &hits), 0);
	check_all_but(NR_SITES, false);
	teardown();
}

static void a_run_on_and_off(void **state)
{
	for_each_form(check_run);
}

static void check_foreign(unsigned int i, unsigned int byte)
{
	struct marker_result result;
	u8 found[SITE_MAX];

	setup();
	fake_poke(site_at(i) + byte, ~form->off[byte]);
	memcpy(found, site_at(i), form->len);
	assert_int_equal(connect_as("run", "%d", 0, count_hit, &hits, &result), NR_SITES - 1);
	assert_int_equal(result.failed, 1);
	assert_int_equal(result.error, -EBUSY);
	check_all_but(i, true);
	assert_memory_equal(site_at(i), found, form->len);
	fake_poke(site_at(i) + byte, form->off[byte]);
	assert_int_equal(marker_refresh(&result), 1);
	assert_int_equal(result.failed, 0);
	check_all_but(NR_SITES, true);
	assert_int_equal(marker_probe_unregister("run", count_hit, &hits), 0);
	check_all_but(NR_SITES, false);
	teardown();
}

/* The first one, one in between, beside the end of a page, the last one. */
static void check_each_foreign(void)
{
	static const unsigned int sites[] = { 0, 1, 77, 127, 128, NR_SITES - 1 };
	unsigned int i, byte;

	for (i = 0; i < sizeof(sites) / sizeof(sites[0]); i++)
		for (byte = 0; byte < form->len; byte++)
			check_foreign(sites[i], byte);
}

static void t41_foreign_bytes_in_a_run(void **state)
{
	for_each_form(check_each_foreign);
}

static void check_as_wanted(void)
{
	unsigned int i;

	setup();
	for (i = 0; i < NR_SITES; i += 7)
		memcpy(site_at(i), form->on, form->len);
	assert_int_equal(marker_probe_register("run", "%d", count_hit, &hits), NR_SITES);
	check_all_but(NR_SITES, true);
	fake_poke(site_at(5), form->on[0]);
	memcpy(site_at(5), form->off, form->len);
	assert_int_equal(marker_refresh(NULL), 1);
	assert_int_equal(marker_probe_unregister("run", count_hit, &hits), 0);
	check_all_but(NR_SITES, false);
	teardown();
}

static void sites_of_a_run_as_wanted_already(void **state)
{
	for_each_form(check_as_wanted);
}

/* A linker has folded two functions: neighbours in the table, one address. */
static void check_shared(void)
{
	unsigned int i;

	create();
	for (i = 0; i < NR_SITES; i++) {
		add(i, form, "run");
		if (i % 50 == 0)
			add(i, form, "run");
	}
	fake_object_load(object);
	assert_int_equal(marker_probe_register("run", "%d", count_hit, &hits), object->nr_rows);
	check_all_but(NR_SITES, true);
	assert_int_equal(marker_probe_unregister("run", count_hit, &hits), 0);
	check_all_but(NR_SITES, false);
	teardown();
}

static void rows_of_a_run_that_share_an_address(void **state)
{
	for_each_form(check_shared);
}

/* Runs of each kind after the other, all of one marker. */
static void every_kind_in_one_run(void **state)
{
	const struct site_form *as;
	unsigned int i, nr_forms = 0;

	while (site_forms[nr_forms].name)
		nr_forms++;
	if (!nr_forms) {
		skip();
		return;
	}
	create();
	for (i = 0; i < NR_SITES; i++)
		add(i, &site_forms[i / 10 % nr_forms], "run");
	fake_object_load(object);
	assert_int_equal(marker_probe_register("run", "%d", count_hit, &hits), NR_SITES);
	for (i = 0; i < NR_SITES; i++) {
		as = &site_forms[i / 10 % nr_forms];
		assert_memory_equal(site_at(i), as->on, as->len);
	}
	assert_int_equal(marker_probe_unregister("run", count_hit, &hits), 0);
	for (i = 0; i < NR_SITES; i++) {
		as = &site_forms[i / 10 % nr_forms];
		assert_memory_equal(site_at(i), as->off, as->len);
	}
	teardown();
}

/* Two markers of which each is a run, before, behind and between each other, in one batch. */
static void check_two_markers(void)
{
	unsigned int i, before = 0;

	create();
	for (i = 0; i < NR_SITES; i++)
		add(i, form, i < NR_SITES / 2 ? "run_b" : "run_a");
	fake_object_load(object);
	assert_int_equal(marker_probe_register("run_a", "%d", count_hit, &before), NR_SITES / 2);
	assert_memory_equal(site_at(NR_SITES / 2 - 1), form->off, form->len);
	assert_memory_equal(site_at(NR_SITES / 2), form->on, form->len);
	assert_int_equal(marker_probe_register("run_*", "%d", count_hit, &hits), NR_SITES);
	check_all_but(NR_SITES, true);
	assert_int_equal(marker_probe_unregister("run_a", count_hit, &before), 0);
	check_all_but(NR_SITES, true);
	assert_int_equal(marker_probe_unregister("run_*", count_hit, &hits), 0);
	check_all_but(NR_SITES, false);
	teardown();
}

static void two_runs_in_one_batch(void **state)
{
	for_each_form(check_two_markers);
}

/* A query of the name goes along, wherever it stands. */
static void check_query(unsigned int at)
{
	unsigned int i;

	create();
	for (i = 0; i < NR_SITES; i++)
		fake_object_add_form(object, form, "run", i == at ? MARKER_QUERY : "%d",
				     site_at(i));
	fake_object_load(object);
	assert_int_equal(marker_probe_register("run", "%d", count_hit, &hits), NR_SITES - 1);
	check_all_but(NR_SITES, true);
	assert_int_equal(marker_probe_unregister("run", count_hit, &hits), 0);
	check_all_but(NR_SITES, false);
	teardown();
}

static void check_queries(void)
{
	check_query(0);
	check_query(150);
	check_query(NR_SITES - 1);
}

static void a_query_beside_a_run(void **state)
{
	for_each_form(check_queries);
}

/* The same marker in a second object: no run any more, and still not when that has gone. */
static void check_two_objects(void)
{
	struct fake_object *second;
	u8 *site;

	setup();
	assert_int_equal(marker_probe_register("run", "%d", count_hit, &hits), NR_SITES);
	second = fake_object_create(1, 2 * FAR);
	site = second->text + FAR;
	fake_object_add_form(second, form, "run", "%d", site);
	fake_object_load(second);
	assert_memory_equal(site, form->on, form->len);
	assert_int_equal(marker_probe_unregister("run", count_hit, &hits), 0);
	check_all_but(NR_SITES, false);
	assert_memory_equal(site, form->off, form->len);
	assert_int_equal(marker_probe_register("run", "%d", count_hit, &hits), NR_SITES + 1);
	check_all_but(NR_SITES, true);
	marker_object_unregister(&second->description);
	assert_int_equal(marker_probe_unregister("run", count_hit, &hits), 0);
	check_all_but(NR_SITES, false);
	teardown();
	munmap(second, second->size);
}

static void a_run_and_a_second_object(void **state)
{
	for_each_form(check_two_objects);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_on_and_off),
		cmocka_unit_test(t41_foreign_bytes_in_a_run),
		cmocka_unit_test(sites_of_a_run_as_wanted_already),
		cmocka_unit_test(rows_of_a_run_that_share_an_address),
		cmocka_unit_test(every_kind_in_one_run),
		cmocka_unit_test(two_runs_in_one_batch),
		cmocka_unit_test(a_query_beside_a_run),
		cmocka_unit_test(a_run_and_a_second_object),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
