// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is written to a site, and what is left alone: every kind of this target, byte by byte.
 */
#include "core_test.h"
#include "core_sites.h"

#define FILL	  0x90
#define TEXT_SIZE (2 * FAKE_PAGE)

static const struct site_form *form; /* the kind that is tested */
static struct fake_object *object;
static u8 *site; /* its first byte */
static unsigned int hits;

/* One site, off, at an offset of a text that is otherwise filled. */
static void setup_at(unsigned int offset)
{
	object = fake_object_create(4, TEXT_SIZE);
	memset(object->text, FILL, TEXT_SIZE);
	site = object->text + offset;
	fake_object_add_form(object, form, "patched", "%d", site);
	fake_object_load(object);
}

static void teardown(void)
{
	fake_object_unload(object);
	object = NULL;
}

static void check_site(const u8 *wanted)
{
	size_t before = site - object->text, i;

	assert_memory_equal(site, wanted, form->len);
	for (i = 0; i < TEXT_SIZE; i++)
		if ((i < before || i >= before + form->len) && object->text[i] != FILL)
			fail_msg("%s: byte %zd beside the site was written", form->name,
				 (ssize_t)(i - before));
}

/* Runs a check for each kind; skipped where the target has none to patch. */
static void for_each_form(void (*check)(void))
{
	if (!site_forms[0].name)
		skip();
	for (form = site_forms; form->name; form++)
		check();
}

/* ---- on and off ------------------------------------------------------------------------------ */

static void check_on_and_off(void)
{
	setup_at(64);
	check_site(form->off);
	assert_int_equal(marker_probe_register("patched", "%d", count_hit, &hits), 1);
	check_site(form->on);
	assert_int_equal(on_of("patched", NULL), 1);
	assert_int_equal(marker_probe_unregister("patched", count_hit, &hits), 0);
	check_site(form->off);
	assert_int_equal(on_of("patched", NULL), 0);
	teardown();
}

static void each_kind_on_and_off(void **state)
{
	for_each_form(check_on_and_off);
}

/* Every place around a boundary that the site's alignment allows. */
static void check_around(unsigned int boundary)
{
	unsigned int offset = (boundary - 10 + form->align - 1) / form->align * form->align;

	for (; offset <= boundary + 1; offset += form->align) {
		setup_at(offset);
		assert_int_equal(marker_probe_register("patched", "%d", count_hit, &hits), 1);
		check_site(form->on);
		assert_int_equal(marker_probe_unregister("patched", count_hit, &hits), 0);
		check_site(form->off);
		teardown();
	}
}

static void check_boundaries(void)
{
	check_around(64);
	check_around(FAKE_PAGE);
	check_around(FAKE_PAGE + 64);
}

static void t46_sites_across_pages_and_cache_lines(void **state)
{
	for_each_form(check_boundaries);
}

/* Nothing behind them may be read; what is written there, the loader's segments bound. */
static void check_last_bytes(void)
{
	setup_at(TEXT_SIZE - form->len);
	assert_int_equal(marker_site_state(&object->rows[0]), MARKER_OFF);
	memcpy(site, form->on, form->len);
	assert_int_equal(marker_site_state(&object->rows[0]), MARKER_ON);
	teardown();
}

static void the_last_bytes_of_a_mapping(void **state)
{
	for_each_form(check_last_bytes);
}

/* Both states agree outside of one unit that is written by one store. */
static void check_one_unit(void)
{
	struct marker_form computed;
	u64 changed;

	setup_at(64);
	memset(&computed, 0, sizeof(computed));
	computed.start = site;
	arch_site_form(&object->rows[0], &computed);
	changed = (computed.off ^ computed.on) >> (8 * computed.at);
	assert_int_equal(changed << (8 * computed.at), computed.off ^ computed.on);
	assert_true(computed.unit == 1 || computed.unit == 2 || computed.unit == 4);
	assert_int_equal(changed >> (8 * computed.unit), 0);
	assert_int_equal(form->align % computed.unit, 0);
	teardown();
}

static void t49_one_store_in_one_instruction(void **state)
{
	for_each_form(check_one_unit);
}

/* ---- foreign bytes --------------------------------------------------------------------------- */

static void hex(char *to, const u8 *bytes)
{
	unsigned int i;

	for (i = 0; i < form->len; i++)
		to += sprintf(to, "%s%02x", i ? " " : "", bytes[i]);
}

/* Any register will do for an immediate, so what is expected is told with register 0. */
static void hex_expected(char *to, const u8 *bytes)
{
	u8 copy[SITE_MAX];

	memcpy(copy, bytes, sizeof(copy));
	if (form->kind == MARKER_KIND_IMMEDIATE)
		copy[0] &= 0xf8;
	hex(to, copy);
}

static void check_reason(const struct marker_result *result, const u8 *found_bytes)
{
	char found[32], off[32], on[32];

	hex(found, found_bytes);
	hex_expected(off, form->off);
	hex_expected(on, form->on);
	assert_non_null(strstr(result->reason, found));
	assert_non_null(strstr(result->reason, off));
	assert_non_null(strstr(result->reason, on));
	assert_non_null(strstr(result->reason, "patched"));
}

static void check_breakpoint(void)
{
	struct marker_result result;
	u8 found[SITE_MAX];

	setup_at(64);
	fake_poke(site, 0xcc);
	memcpy(found, site, form->len);
	assert_int_equal(connect_as("patched", "%d", 0, count_hit, &hits, &result), -EBUSY);
	assert_int_equal(result.matched, 0);
	assert_int_equal(result.failed, 1);
	assert_int_equal(result.error, -EBUSY);
	check_reason(&result, found);
	check_site(found);
	assert_int_equal(marker_probe_unregister("patched", count_hit, &hits), -ENOENT);
	assert_int_equal(seek("patched", NULL).status.probes, 0);
	fake_poke(site, form->off[0]);
	assert_int_equal(marker_probe_register("patched", "%d", count_hit, &hits), 1);
	check_site(form->on);
	marker_probe_unregister("patched", count_hit, &hits);
	teardown();
}

static void t41_breakpoint_on_a_site_is_ebusy(void **state)
{
	for_each_form(check_breakpoint);
}

static void check_foreign_byte(unsigned int i)
{
	u8 found[SITE_MAX];

	setup_at(64);
	fake_poke(site + i, ~form->off[i]);
	memcpy(found, site, form->len);
	assert_int_equal(marker_site_state(&object->rows[0]), MARKER_FOREIGN);
	assert_int_equal(marker_probe_register("patched", "%d", count_hit, &hits), -EBUSY);
	check_site(found);
	teardown();
}

static void check_foreign_bytes(void)
{
	unsigned int i;

	for (i = 0; i < form->len; i++)
		check_foreign_byte(i);
}

static void any_foreign_byte_is_ebusy(void **state)
{
	for_each_form(check_foreign_bytes);
}

/* Two healthy sites and one with a breakpoint: the registration stands, and is mended later. */
static void check_one_of_three(void)
{
	struct marker_result result;
	u8 *broken;

	setup_at(64);
	marker_object_unregister(&object->description);
	fake_object_add_form(object, form, "patched", "%d", site + 256);
	broken = site + 512;
	fake_object_add_form(object, form, "patched", "%d", broken);
	fake_poke(broken, 0xcc);
	fake_object_load(object);
	assert_int_equal(connect_as("patched", "%d", 0, count_hit, &hits, &result), 2);
	assert_int_equal(result.matched, 2);
	assert_int_equal(result.failed, 1);
	assert_int_equal(result.error, -EBUSY);
	assert_memory_equal(site, form->on, form->len);
	assert_memory_equal(site + 256, form->on, form->len);
	assert_int_equal(*broken, 0xcc);
	assert_int_equal(marker_refresh(&result), -EBUSY);
	fake_poke(broken, form->off[0]);
	assert_int_equal(marker_refresh(&result), 1);
	assert_int_equal(result.failed, 0);
	assert_memory_equal(broken, form->on, form->len);
	assert_int_equal(marker_probe_unregister("patched", count_hit, &hits), 0);
	assert_memory_equal(broken, form->off, form->len);
	teardown();
}

static void t41_other_sites_of_the_marker_are_switched(void **state)
{
	for_each_form(check_one_of_three);
}

/* A debugger that leaves after us puts back what it found: on, with nobody connected. */
static void check_breakpoint_at_unregister(void)
{
	setup_at(64);
	assert_int_equal(marker_probe_register("patched", "%d", count_hit, &hits), 1);
	fake_poke(site, 0xcc);
	assert_int_equal(marker_probe_unregister("patched", count_hit, &hits), 0);
	assert_int_equal(*site, 0xcc);
	fake_poke(site, form->on[0]);
	hits = 0;
	marker_call(marker_row_slot(&object->rows[0]), 1);
	assert_int_equal(hits, 0);
	assert_int_equal(marker_refresh(NULL), 1);
	check_site(form->off);
	teardown();
}

static void t41_unregister_never_fails(void **state)
{
	for_each_form(check_breakpoint_at_unregister);
}

/* A breakpoint on a line that this registration is not about is not its failure. */
static void check_breakpoint_elsewhere(void)
{
	struct marker_result result;

	setup_at(64);
	marker_object_unregister(&object->description);
	fake_object_add_form(object, form, "patched", "%s", site + 256);
	fake_object_add_form(object, form, "patched", MARKER_QUERY, site + 512);
	fake_poke(site + 256, 0xcc);
	fake_poke(site + 512, 0xcc);
	fake_object_load(object);
	assert_int_equal(connect_as("patched", "%d", 0, count_hit, &hits, &result), 1);
	assert_int_equal(result.matched, 1);
	assert_int_equal(result.failed, 0);
	assert_int_equal(result.mismatched, 1);
	assert_memory_equal(site, form->on, form->len);
	assert_int_equal(marker_probe_unregister("patched", count_hit, &hits), 0);
	assert_memory_equal(site, form->off, form->len);
	teardown();
}

static void t41_breakpoint_on_another_format(void **state)
{
	for_each_form(check_breakpoint_elsewhere);
}

static void a_kind_that_the_target_has_not(void **state)
{
	struct marker_result result;
	u8 before[64];

	object = fake_object_create(2, FAKE_PAGE);
	memset(object->text, FILL, FAKE_PAGE);
	memcpy(before, object->text, sizeof(before));
	fake_object_add(object, (struct fake_line){
					.name = "no_kind",
					.format = "%d",
					.kind = MARKER_KIND_STATIC_KEY,
					.site = object->text + 16,
				});
	fake_object_load(object);
	assert_int_equal(connect_as("no_kind", "%d", 0, count_hit, &hits, &result), -EACCES);
	assert_int_equal(result.error, -EACCES);
	assert_non_null(strstr(result.reason, "no_kind"));
	assert_memory_equal(object->text, before, sizeof(before));
	assert_int_equal(marker_probe_unregister("no_kind", count_hit, &hits), -ENOENT);
	teardown();
}

/* ---- state is what the bytes say ------------------------------------------------------------- */

static void check_on_already(void)
{
	setup_at(64);
	memcpy(site, form->on, form->len);
	assert_int_equal(marker_site_state(&object->rows[0]), MARKER_ON);
	assert_int_equal(marker_probe_register("patched", "%d", count_hit, &hits), 1);
	check_site(form->on);
	fake_poke(site, form->on[0]);
	memcpy(site, form->off, form->len);
	assert_int_equal(marker_probe_unregister("patched", count_hit, &hits), 0);
	check_site(form->off);
	teardown();
}

static void a_site_as_wanted_already(void **state)
{
	for_each_form(check_on_already);
}

static void check_refresh(void)
{
	struct marker_result result;

	setup_at(64);
	assert_int_equal(marker_probe_register("patched", "%d", count_hit, &hits), 1);
	fake_poke(site, form->on[0]);
	memcpy(site, form->off, form->len);
	assert_int_equal(on_of("patched", NULL), 0);
	assert_int_equal(marker_refresh(&result), 1);
	check_site(form->on);
	assert_int_equal(result.failed, 0);
	assert_int_equal(marker_refresh(NULL), 0);
	check_site(form->on);
	marker_probe_unregister("patched", count_hit, &hits);
	teardown();
}

static void refresh_mends_what_others_did(void **state)
{
	for_each_form(check_refresh);
}

/* A second probe mends it too: what it wants is on, and the bytes say off. */
static void check_register_mends(void)
{
	unsigned int others = 0;

	setup_at(64);
	assert_int_equal(marker_probe_register("patched", "%d", count_hit, &hits), 1);
	fake_poke(site, form->on[0]);
	memcpy(site, form->off, form->len);
	assert_int_equal(marker_probe_register("patched", "%d", count_hit, &others), 1);
	check_site(form->on);
	marker_probe_unregister("patched", count_hit, &hits);
	check_site(form->on);
	marker_probe_unregister("patched", count_hit, &others);
	check_site(form->off);
	teardown();
}

static void registering_again_mends_too(void **state)
{
	for_each_form(check_register_mends);
}

/* Linkers fold equal functions: two rows, one address. */
static void check_shared_address(void)
{
	setup_at(64);
	marker_object_unregister(&object->description);
	fake_object_add_form(object, form, "patched", "%d", site);
	fake_object_load(object);
	assert_int_equal(marker_probe_register("patched", "%d", count_hit, &hits), 2);
	check_site(form->on);
	assert_int_equal(marker_refresh(NULL), 0);
	fake_poke(site, form->on[0]);
	memcpy(site, form->off, form->len);
	assert_int_equal(marker_refresh(NULL), 1);
	assert_int_equal(marker_probe_unregister("patched", count_hit, &hits), 0);
	check_site(form->off);
	teardown();
}

static void rows_that_share_an_address(void **state)
{
	for_each_form(check_shared_address);
}

/* ---- many ------------------------------------------------------------------------------------ */

#define NR_SITES 4000
#define STRIDE	 64
#define FAR	 (200 * FAKE_PAGE)

static u8 *many_at(unsigned int i)
{
	return object->text + i * STRIDE + (i >= NR_SITES / 2 ? FAR : 0);
}

/* Rows in the order of addresses, or in that of a multiplication modulo their number. */
static void setup_many(unsigned int factor)
{
	static const char *const names[] = { "many_a", "many_b", "many_c" };
	unsigned int i;

	object = fake_object_create(NR_SITES, NR_SITES * STRIDE + FAR);
	for (i = 0; i < NR_SITES; i++) {
		unsigned int at = i * factor % NR_SITES;

		fake_object_add_form(object, form, names[at % 3], "%d", many_at(at));
	}
	fake_object_load(object);
}

static void check_many_sites(bool a, bool b, bool c)
{
	bool on[] = { a, b, c };
	unsigned int i;

	for (i = 0; i < NR_SITES; i++)
		assert_memory_equal(many_at(i), on[i % 3] ? form->on : form->off, form->len);
}

static void check_many(unsigned int factor)
{
	setup_many(factor);
	assert_int_equal(marker_probe_register("many_*", "%d", count_hit, &hits), NR_SITES);
	check_many_sites(true, true, true);
	assert_int_equal(marker_probe_register("many_b", "%d", count_hit, &hits),
			 (NR_SITES + 1) / 3);
	assert_int_equal(marker_probe_unregister("many_*", count_hit, &hits), 0);
	check_many_sites(false, true, false);
	assert_int_equal(marker_probe_register("many_[bc]", NULL, count_hit, &hits),
			 (NR_SITES + 1) / 3 + NR_SITES / 3);
	check_many_sites(false, true, true);
	assert_int_equal(marker_probe_unregister_all(count_hit, &hits), 2);
	check_many_sites(false, false, false);
	teardown();
}

static void check_many_sorted(void)
{
	check_many(1);
}

static void check_many_unsorted(void)
{
	check_many(NR_SITES - 1);
	check_many(2503);
}

static void many_sites_in_order(void **state)
{
	for_each_form(check_many_sorted);
}

static void t71_many_sites_in_no_order(void **state)
{
	for_each_form(check_many_unsorted);
}

/* Text and data in turns: a run of one must not take the other for its own. */
static void check_mixed(void)
{
	unsigned int i;

	object = fake_object_create(40, FAKE_PAGE);
	for (i = 0; i < 40; i++) {
		if (i % 2)
			fake_object_add_generic(object, "mixed", "%d");
		else
			fake_object_add_form(object, form, "mixed", "%d", object->text + i * 16);
	}
	fake_object_load(object);
	assert_int_equal(marker_probe_register("mixed", "%d", count_hit, &hits), 40);
	for (i = 0; i < 40; i++)
		assert_int_equal(marker_site_state(&object->rows[i]), MARKER_ON);
	assert_int_equal(marker_probe_unregister("mixed", count_hit, &hits), 0);
	for (i = 0; i < 40; i++)
		assert_int_equal(marker_site_state(&object->rows[i]), MARKER_OFF);
	teardown();
}

static void text_and_data_in_one_batch(void **state)
{
	for_each_form(check_mixed);
}

static void the_mode_is_a_sentence(void **state)
{
	assert_true(strlen(marker_patch_mode()) > 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_kind_on_and_off),
		cmocka_unit_test(t46_sites_across_pages_and_cache_lines),
		cmocka_unit_test(the_last_bytes_of_a_mapping),
		cmocka_unit_test(t49_one_store_in_one_instruction),
		cmocka_unit_test(t41_breakpoint_on_a_site_is_ebusy),
		cmocka_unit_test(any_foreign_byte_is_ebusy),
		cmocka_unit_test(t41_other_sites_of_the_marker_are_switched),
		cmocka_unit_test(t41_unregister_never_fails),
		cmocka_unit_test(t41_breakpoint_on_another_format),
		cmocka_unit_test(a_kind_that_the_target_has_not),
		cmocka_unit_test(a_site_as_wanted_already),
		cmocka_unit_test(refresh_mends_what_others_did),
		cmocka_unit_test(registering_again_mends_too),
		cmocka_unit_test(rows_that_share_an_address),
		cmocka_unit_test(many_sites_in_order),
		cmocka_unit_test(t71_many_sites_in_no_order),
		cmocka_unit_test(text_and_data_in_one_batch),
		cmocka_unit_test(the_mode_is_a_sentence),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
