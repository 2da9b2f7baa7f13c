// SPDX-License-Identifier: GPL-2.0-only
/*
 * mod_nomem.c - no memory, at each allocation of the core in turn
 *
 * The core allocates by kvzalloc() and maps text by vmap(); kprobes make one call of them return NULL.
 * A ledger of what it has and has not freed says whether anything was lost.
 *
 * After the cases, for what other modules make the core do when they come: writing N to the parameter
 * "fail_at" makes the Nth allocation from then on fail, reading it gives 0 once that has happened.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "trap.h"

#include <linux/moduleparam.h>

static noinline void hit(void)
{
	MARK(nomem_key, "n %d", 1);
	MARK_IMMEDIATE(nomem_immediate, "n %d", 2);
	MARK_GENERIC(nomem_generic, "n %d", 3);
	MARK_GENERIC(nomem_generic, "s %s", "text");
	if (mark_enabled(nomem_key))
		MARK(nomem_key, "n %d", 1);
}

/* ---- the traps ----------------------------------------------------------------------------- */

#define ALL -1

static int fail_at; /* 1: the next one; 0: none; ALL */
static atomic_t failed, live;

static bool fails(void)
{
	bool now = fail_at == ALL || (fail_at > 0 && !--fail_at);

	atomic_add(now, &failed);
	atomic_add(!now, &live);
	return now;
}

static bool alloc_hook(struct pt_regs *regs)
{
	return fails();
}

static bool free_hook(struct pt_regs *regs)
{
	atomic_sub(regs_get_kernel_argument(regs, 0) != 0, &live);
	return false;
}

static const char *const alloc_names[] = { "__kvmalloc_node_noprof", "kvmalloc_node", NULL };
static const char *const map_names[] = { "vmap", NULL };
static const char *const free_names[] = { "kvfree", NULL };
static const char *const unmap_names[] = { "vunmap", NULL };

static struct trap traps[] = {
	{ .names = alloc_names, .hook = alloc_hook },
	{ .names = map_names, .hook = alloc_hook },
	{ .names = free_names, .hook = free_hook },
	{ .names = unmap_names, .hook = free_hook },
};

static void set_traps(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(traps); i++)
		expect_eq(trap_register(&traps[i]), 0);
}

static void remove_traps(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(traps); i++)
		trap_unregister(&traps[i]);
}

/* What the core holds when everything that was retired has been freed. */
static int balance(void)
{
	expect_eq(marker_synchronize(), 0);
	return atomic_read(&live);
}

static void arm(int n)
{
	atomic_set(&failed, 0);
	WRITE_ONCE(fail_at, n);
}

static bool disarm(void)
{
	WRITE_ONCE(fail_at, 0);
	return atomic_read(&failed) > 0;
}

/* ---- cases --------------------------------------------------------------------------------- */

static int is_idle(const struct marker_status *status, void *data)
{
	if (strncmp(status->info.name, "nomem_", 6))
		return 0;
	expect_eq(status->probes, 0);
	expect_eq(status->on, 0);
	return 0;
}

static void nothing_is_connected(atomic_t *hits)
{
	int before = atomic_read(hits);

	expect_eq(marker_for_each(is_idle, NULL), 0);
	expect_eq(marker_probe_unregister_all(count_hit, hits), -ENOENT);
	hit();
	expect_eq(atomic_read(hits), before);
}

/* Registers until no allocation is left that could fail; how many there were. */
static int fail_each(const char *name, atomic_t *hits)
{
	int n, ret = -ENOMEM;

	for (n = 1; n < 100 && ret == -ENOMEM; n++) {
		arm(n);
		ret = marker_probe_register(name, NULL, count_hit, hits);
		if (!disarm())
			break;
		expect_eq(ret, -ENOMEM);
		expect_eq(marker_probe_unregister(name, count_hit, hits), -ENOENT);
	}
	expect(ret > 0);
	return n - 1;
}

/* The module's table is read in it: nobody has asked for a marker so far. */
static void the_first_registration(void)
{
	atomic_t hits = ATOMIC_INIT(0);

	expect(fail_each("nomem_immediate", &hits) > 10);
	hit();
	expect_eq(atomic_read(&hits), 1);
	expect_eq(marker_probe_unregister("nomem_immediate", count_hit, &hits), 0);
	nothing_is_connected(&hits);
}

static void each_registration(const char *name, int at_least)
{
	atomic_t hits = ATOMIC_INIT(0), other = ATOMIC_INIT(0);
	int before = balance(), n;

	n = fail_each(name, &hits);
	expect(n >= at_least);
	expect_eq(marker_probe_unregister(name, count_hit, &hits), 0);
	nothing_is_connected(&hits);
	expect_eq(balance(), before);
	expect(marker_probe_register(name, NULL, count_hit, &other) > 0);
	expect(fail_each(name, &hits) >= at_least - 2);
	hit();
	expect_eq(atomic_read(&hits), atomic_read(&other));
	expect_eq(marker_probe_unregister(name, count_hit, &hits), 0);
	expect_eq(marker_probe_unregister(name, count_hit, &other), 0);
	nothing_is_connected(&hits);
	expect_eq(balance(), before);
}

static void every_later_registration(void)
{
	each_registration("nomem_immediate", 4);
	each_registration("nomem_key", 2);
	each_registration("nomem_generic", 3);
}

/* Without an alias of the text: the others of the glob work, and a refresh mends. */
static void text_that_cannot_be_mapped(void)
{
	struct marker_probe probe = { .name = "nomem_*", .func = count_hit };
	atomic_t hits = ATOMIC_INIT(0);
	struct marker_result result;
	int before = balance(), n;

	probe.private_data = &hits;
	for (n = 1; n < 100; n++) {
		int ret;

		arm(n);
		ret = marker_probe_connect(&probe, &result);
		if (!disarm())
			break;
		if (ret == -ENOMEM)
			continue;
		expect_eq(ret, 4);
		expect_eq(result.failed, 1);
		expect_eq(result.error, -ENOMEM);
		expect(strstr(result.reason, "nomem_immediate: site "));
		expect_eq(sites_on("nomem_immediate"), 0);
		expect_eq(marker_refresh(NULL), 1);
		hit();
		expect_eq(atomic_read(&hits), 5);
		expect_eq(marker_probe_unregister("nomem_*", count_hit, &hits), 0);
		atomic_set(&hits, 0);
	}
	expect_eq(marker_probe_unregister("nomem_*", count_hit, &hits), 0);
	nothing_is_connected(&hits);
	expect_eq(balance(), before);
}

static void unregister_never_fails(void)
{
	atomic_t hits = ATOMIC_INIT(0);
	int before = balance();

	expect_eq(marker_probe_register("nomem_*", NULL, count_hit, &hits), 5);
	arm(ALL);
	expect_eq(marker_probe_unregister("nomem_*", count_hit, &hits), 0);
	expect_eq(marker_synchronize(), 0);
	disarm();
	hit();
	expect_eq(atomic_read(&hits), 0);
	expect_eq(sites_on("nomem_key") + sites_on("nomem_generic"), 0);
	expect_eq(sites_on("nomem_immediate"), 1);
	expect_eq(marker_refresh(NULL), 1);
	nothing_is_connected(&hits);
	expect_eq(marker_probe_register("nomem_*", NULL, count_hit, &hits), 5);
	arm(ALL);
	expect_eq(marker_probe_unregister_all(count_hit, &hits), 1);
	disarm();
	expect(marker_refresh(NULL) >= 0);
	nothing_is_connected(&hits);
	expect_eq(balance(), before);
}

static void another_format_after_a_failure(void)
{
	atomic_t hits = ATOMIC_INIT(0);

	arm(ALL);
	expect_eq(marker_probe_register("nomem_generic", "n %d", count_hit, &hits), -ENOMEM);
	disarm();
	expect_eq(marker_probe_register("nomem_generic", "s %s", count_hit, &hits), 1);
	expect_eq(marker_probe_unregister("nomem_generic", count_hit, &hits), 0);
	nothing_is_connected(&hits);
}

static int visit_none(const struct marker_status *status, void *data)
{
	return 0;
}

static void a_walk_says_so(void)
{
	arm(ALL);
	expect_eq(marker_for_each(visit_none, NULL), -ENOMEM);
	disarm();
	expect_eq(marker_for_each(visit_none, NULL), 0);
}

static void many_rounds_leave_nothing(void)
{
	atomic_t hits = ATOMIC_INIT(0);
	int before = balance(), i;

	for (i = 0; i < 200; i++) {
		expect_eq(marker_probe_register("nomem_*", NULL, count_hit, &hits), 5);
		expect_eq(marker_probe_unregister("nomem_*", count_hit, &hits), 0);
	}
	expect_eq(balance(), before);
}

static const struct ktest tests[] = {
	{ "T10 T11 the first registration, at each allocation", the_first_registration },
	{ "T10 every later registration, at each allocation", every_later_registration },
	{ "T46 text that cannot be mapped", text_that_cannot_be_mapped },
	{ "T05 T09 unregistering never fails", unregister_never_fails },
	{ "T10 another format after a failure", another_format_after_a_failure },
	{ "a walk says so", a_walk_says_so },
	{ "T07 T20 many rounds leave nothing behind", many_rounds_leave_nothing },
};

/* ---- for the topic ------------------------------------------------------------------------- */

static int write_fail_at(const char *value, const struct kernel_param *param)
{
	int n, ret = kstrtoint(value, 0, &n);

	if (!ret)
		arm(n);
	return ret;
}

static int read_fail_at(char *buffer, const struct kernel_param *param)
{
	return sprintf(buffer, "%d\n", READ_ONCE(fail_at));
}

static const struct kernel_param_ops fail_at_ops = { .set = write_fail_at, .get = read_fail_at };
module_param_cb(fail_at, &fail_at_ops, NULL, 0600);
MODULE_PARM_DESC(fail_at, "the number of the allocation that fails");

static int read_live(char *buffer, const struct kernel_param *param)
{
	marker_synchronize();
	return sprintf(buffer, "%d\n", atomic_read(&live));
}

static const struct kernel_param_ops live_ops = { .get = read_live };
module_param_cb(live, &live_ops, NULL, 0400);
MODULE_PARM_DESC(live, "allocations since this module came that have not been freed");

static int __init nomem_init(void)
{
	set_traps();
	return ktest_run(tests, ARRAY_SIZE(tests));
}

static void __exit nomem_exit(void)
{
	remove_traps();
}

module_init(nomem_init);
module_exit(nomem_exit);

MODULE_DESCRIPTION("Test of markers: no memory");
MODULE_LICENSE("GPL");
