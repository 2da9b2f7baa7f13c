// SPDX-License-Identifier: GPL-2.0-only
/*
 * mod_nested.c - what a probe may not call, probes that hit markers; walking and mending
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "ktest.h"

#include <linux/jump_label.h>

static noinline void hit(void)
{
	MARK(nested_one, "a %d b %s c %ld", 1, "two", 3l);
}

static noinline void hit_others(void)
{
	MARK_IMMEDIATE(nested_two, "a %d", 1);
	MARK_GENERIC(nested_three, "a %d", 1);
	MARK_NOARGS(nested_none);
}

/* ---- inside a probe ------------------------------------------------------------------------ */

static int visit_none(const struct marker_status *status, void *data)
{
	return 0;
}

static void call_the_registry(void *private_data, const struct marker_info *marker, va_list *args)
{
	expect_eq(marker_probe_register("nested_two", NULL, count_hit, private_data), -EDEADLK);
	expect_eq(marker_probe_unregister("nested_one", call_the_registry, private_data), -EDEADLK);
	expect_eq(marker_probe_unregister_all(call_the_registry, private_data), -EDEADLK);
	expect_eq(marker_synchronize(), -EDEADLK);
	expect_eq(marker_refresh(NULL), -EDEADLK);
	expect_eq(marker_for_each(visit_none, NULL), -EDEADLK);
	atomic_inc(private_data);
}

static void the_registry_refuses_probes(void)
{
	atomic_t hits = ATOMIC_INIT(0);

	expect_eq(marker_probe_register("nested_*", NULL, call_the_registry, &hits), 6);
	hit();
	hit_others();
	expect_eq(atomic_read(&hits), 4);
	expect_eq(marker_probe_unregister("nested_*", call_the_registry, &hits), 0);
	marker_synchronize();
}

static noinline void hit_nested(void)
{
	MARK(nested_self, "n %d", 1);
}

static noinline void hit_partner(void)
{
	MARK_IMMEDIATE(nested_partner, "n %d", 1);
}

static void again(void *private_data, const struct marker_info *marker, va_list *args)
{
	atomic_inc(private_data);
	hit_nested();
}

static void partner(void *private_data, const struct marker_info *marker, va_list *args)
{
	atomic_inc(private_data);
	hit_partner();
}

static unsigned long missed(const char *name)
{
	struct marker_status status;

	marker_status_of(name, &status);
	return status.missed;
}

/* Bounded, all that is too deep is counted, and each level is left as it was entered. */
static void a_probe_hits_its_own_marker(void)
{
	int count = preempt_count(), i, depth;
	unsigned long before = missed("nested_self");
	atomic_t hits = ATOMIC_INIT(0);

	expect_eq(marker_probe_register("nested_self", NULL, again, &hits), 1);
	hit_nested();
	depth = atomic_read(&hits);
	expect(depth >= 4 && depth <= 8);
	expect_eq(missed("nested_self") - before, 1);
	for (i = 0; i < 99; i++)
		hit_nested();
	expect_eq(atomic_read(&hits), 100 * depth);
	expect_eq(missed("nested_self") - before, 100);
	expect_eq(preempt_count(), count);
	marker_probe_unregister("nested_self", again, &hits);
	expect_eq(marker_synchronize(), 0);
}

static void two_probes_hit_each_other(void)
{
	unsigned long before = missed("nested_self") + missed("nested_partner");
	atomic_t a = ATOMIC_INIT(0), b = ATOMIC_INIT(0);

	expect_eq(marker_probe_register("nested_self", NULL, partner, &a), 1);
	expect_eq(marker_probe_register("nested_partner", NULL, again, &b), 1);
	hit_nested();
	expect(atomic_read(&a) + atomic_read(&b) <= 8);
	expect(atomic_read(&b) >= 1);
	expect_eq(missed("nested_self") + missed("nested_partner") - before, 1);
	marker_probe_unregister("nested_self", partner, &a);
	marker_probe_unregister("nested_partner", again, &b);
	expect_eq(marker_synchronize(), 0);
}

/* ---- marker_for_each(), marker_refresh() --------------------------------------------------- */

struct walk {
	char last[64];
	unsigned int nr, limit;
};

static int in_order(const struct marker_status *status, void *data)
{
	struct walk *walk = data;

	expect(strcmp(walk->last, status->info.name) <= 0);
	strscpy(walk->last, status->info.name, sizeof(walk->last));
	return ++walk->nr == walk->limit ? 77 : 0;
}

static void a_walk_is_sorted_and_can_end(void)
{
	struct walk all = { .limit = 0 }, some = { .limit = 3 };

	expect_eq(marker_for_each(in_order, &all), 0);
	expect(all.nr >= 6);
	expect_eq(marker_for_each(in_order, &some), 77);
	expect_eq(some.nr, 3);
}

static void refresh_mends(void)
{
	void *key = marker_row_site(row_of("nested_one")),
	     *flag = marker_row_site(row_of("nested_three"));
	atomic_t hits = ATOMIC_INIT(0);
	struct marker_result result;

	expect_eq(marker_probe_register("nested_*", NULL, count_hit, &hits), 6);
	expect_eq(marker_refresh(&result), 0);
	expect(result.matched >= 6);
	static_key_disable(key);
	WRITE_ONCE(*(u8 *)flag, 0);
	hit();
	expect_eq(atomic_read(&hits), 0);
	expect_eq(sites_on("nested_one") + sites_on("nested_three"), 0);
	expect_eq(marker_refresh(&result), 2);
	expect_eq(result.failed, 0);
	hit();
	expect_eq(atomic_read(&hits), 1);
	marker_probe_unregister("nested_*", count_hit, &hits);
	static_key_enable(key);
	expect_eq(marker_refresh(NULL), 1);
	hit();
	expect_eq(atomic_read(&hits), 1);
	marker_synchronize();
}

static const struct ktest tests[] = {
	{ "T19 the registry refuses probes with -EDEADLK", the_registry_refuses_probes },
	{ "T32 T33 a probe hits its own marker", a_probe_hits_its_own_marker },
	{ "T32 two probes hit each other", two_probes_hit_each_other },
	{ "T71 a walk is sorted by name and can end", a_walk_is_sorted_and_can_end },
	{ "marker_refresh() mends", refresh_mends },
};
KTEST_MODULE(tests);

MODULE_DESCRIPTION("Test of markers: nesting, walking, mending");
MODULE_LICENSE("GPL");
