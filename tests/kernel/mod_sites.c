// SPDX-License-Identifier: GPL-2.0-only
/*
 * mod_sites.c - the three kinds of site, where they may lie, and copies of them
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "ktest.h"
#include "machine.h"

/* ---- each kind ----------------------------------------------------------------------------- */

static int evaluated;

static int evaluate(void)
{
	return ++evaluated;
}

static noinline void hit_key(void)
{
	MARK(site_key, "n %d", evaluate());
}

static noinline void hit_immediate(void)
{
	MARK_IMMEDIATE(site_immediate, "n %d", evaluate());
}

static noinline void hit_generic(void)
{
	MARK_GENERIC(site_generic, "n %d", evaluate());
}

static noinline void hit_page_end(void)
{
	TO_PAGE_END();
	MARK_IMMEDIATE(site_page_end, "n %d", evaluate());
}

static const struct kind {
	const char *name;
	enum marker_kind kind;
	void (*hit)(void);
} kinds[] = {
	{ "site_key", MARKER_KIND_STATIC_KEY, hit_key },
	{ "site_immediate", MARKER_KIND_IMMEDIATE, hit_immediate },
	{ "site_generic", MARKER_KIND_GENERIC, hit_generic },
	{ "site_page_end", MARKER_KIND_IMMEDIATE, hit_page_end },
};

#define for_each_kind(k) for (k = kinds; k < kinds + ARRAY_SIZE(kinds); k++)

static void every_kind_is_what_it_says(void)
{
	struct marker_status status;
	const struct kind *k;

	for_each_kind(k) {
		expect_eq(marker_status_of(k->name, &status), 1);
		expect_eq(status.sites[k->kind], 1);
		expect_eq(status.on, 0);
		expect_eq(status.probes, 0);
	}
}

/* Nobody else hits, so nothing has to be waited for. */
static void switch_on_and_off(const struct kind *k)
{
	atomic_t hits = ATOMIC_INIT(0);

	expect_eq(marker_probe_register(k->name, "n %d", count_hit, &hits), 1);
	expect_eq(sites_on(k->name), 1);
	k->hit();
	k->hit();
	expect_eq(atomic_read(&hits), 2);
	expect_eq(marker_probe_unregister(k->name, count_hit, &hits), 0);
	expect_eq(sites_on(k->name), 0);
	k->hit();
	expect_eq(atomic_read(&hits), 2);
}

static void every_kind_is_switched(void)
{
	const struct kind *k;
	int i;

	for (i = 0; i < 20; i++)
		for_each_kind(k)
			switch_on_and_off(k);
}

static void arguments_wait_until_it_is_on(void)
{
	atomic_t hits = ATOMIC_INIT(0);
	const struct kind *k;

	for_each_kind(k) {
		evaluated = 0;
		k->hit();
		expect_eq(evaluated, 0);
		marker_probe_register(k->name, NULL, count_hit, &hits);
		k->hit();
		expect_eq(evaluated, 1);
		marker_probe_unregister(k->name, count_hit, &hits);
		k->hit();
		expect_eq(evaluated, 1);
	}
	marker_synchronize();
}

static void a_site_crosses_a_page(void)
{
	const struct marker_row *row = row_of("site_page_end");
	unsigned long at = (unsigned long)immediate_instruction(row);
	int i;

	expect((at & 4095) >= 4092);
	expect_eq((at + 4) & 4095 & ~3ul, 0);
	for (i = 0; i < 300; i++)
		switch_on_and_off(&kinds[3]);
}

/* ---- copies of a line ---------------------------------------------------------------------- */

static __always_inline void copy(int n)
{
	MARK(site_copy, "n %d", n);
	MARK_IMMEDIATE(site_copy, "n %d", n);
	MARK_GENERIC(site_copy, "n %d", n);
}

static noinline void hit_copies(void)
{
	int i;

	copy(1);
	copy(2);
#pragma GCC unroll 4
	for (i = 0; i < 4; i++)
		copy(i);
}

static void every_copy_is_a_site(void)
{
	atomic_t hits = ATOMIC_INIT(0);
	struct marker_status status;
	int nr;

	expect_eq(marker_status_of("site_copy", &status), 1);
	nr = marker_probe_register("site_copy", "n %d", count_hit, &hits);
	expect(nr >= 9);
	expect_eq(sites_on("site_copy"), nr);
	hit_copies();
	expect_eq(atomic_read(&hits), 18);
	marker_probe_unregister("site_copy", count_hit, &hits);
	expect_eq(sites_on("site_copy"), 0);
	hit_copies();
	expect_eq(atomic_read(&hits), 18);
	marker_synchronize();
}

/* clang-format off */
static noinline void hit_one_line(void)
{
	MARK(site_line, "n %d", 1); MARK(site_line, "n %d", 2); MARK_IMMEDIATE(site_line, "n %d", 3);
}
/* clang-format on */

static void several_on_one_line(void)
{
	atomic_t hits = ATOMIC_INIT(0);

	expect_eq(marker_probe_register("site_line", "n %d", count_hit, &hits), 3);
	hit_one_line();
	expect_eq(atomic_read(&hits), 3);
	marker_probe_unregister("site_line", count_hit, &hits);
	marker_synchronize();
}

static const struct ktest tests[] = {
	{ "every kind is what it says", every_kind_is_what_it_says },
	{ "every kind is switched on and off", every_kind_is_switched },
	{ "T29 arguments are evaluated when it is on alone", arguments_wait_until_it_is_on },
	{ "T46 a site crosses a page", a_site_crosses_a_page },
	{ "T59 every copy of a line is a site", every_copy_is_a_site },
	{ "T58 several on one line", several_on_one_line },
};
KTEST_MODULE(tests);

MODULE_DESCRIPTION("Test of markers: sites");
MODULE_LICENSE("GPL");
