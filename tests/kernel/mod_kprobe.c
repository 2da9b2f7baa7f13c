// SPDX-License-Identifier: GPL-2.0-only
/*
 * mod_kprobe.c - kprobes on sites and near them, and what kprobes tell of the core
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "ktest.h"
#include "machine.h"
#include "trap.h"

#include <linux/delay.h>
#include <linux/kthread.h>

static noinline void hit(void)
{
	MARK(kprobe_key, "n %d", 1);
	NOPS_BEFORE();
	MARK_IMMEDIATE(kprobe_immediate, "n %d", 2);
	MARK_GENERIC(kprobe_generic, "n %d", 3);
}

static int nothing(struct kprobe *kprobe, struct pt_regs *regs)
{
	return 0;
}

static void nothing_after(struct kprobe *kprobe, struct pt_regs *regs, unsigned long flags)
{
}

static struct kprobe kprobe;

static int put_kprobe(const void *at, bool optimised)
{
	memset(&kprobe, 0, sizeof(kprobe));
	kprobe.addr = (kprobe_opcode_t *)at;
	kprobe.pre_handler = nothing;
	kprobe.post_handler = optimised ? NULL : nothing_after;
	return register_kprobe(&kprobe);
}

static int connect(atomic_t *hits, struct marker_result *result)
{
	struct marker_probe probe = { .name = "kprobe_immediate",
				      .func = count_hit,
				      .private_data = hits };

	return marker_probe_connect(&probe, result);
}

static void disconnect(atomic_t *hits)
{
	expect_eq(marker_probe_unregister("kprobe_immediate", count_hit, hits), 0);
	marker_synchronize();
}

static void on_a_site(void)
{
	const u8 *site = immediate_instruction(row_of("kprobe_immediate"));
	atomic_t hits = ATOMIC_INIT(0);
	struct marker_result result;

	expect_eq(put_kprobe(site, false), 0);
	expect_eq(connect(&hits, &result), -EBUSY);
	expect_eq(result.error, -EBUSY);
	expect_eq(result.failed, 1);
	expect(strstr(result.reason, "holds " BREAKPOINT_TEXT));
	expect(strstr(result.reason, "kprobe_immediate: site "));
	hit();
	expect_eq(atomic_read(&hits), 0);
	expect_eq(marker_probe_unregister("kprobe_immediate", count_hit, &hits), -ENOENT);
	unregister_kprobe(&kprobe);
	expect_eq(connect(&hits, &result), 1);
	hit();
	expect_eq(atomic_read(&hits), 1);
	disconnect(&hits);
}

/* The kprobe goes on executing what it has copied; the probe is disconnected all the same. */
static void on_a_site_that_is_on(void)
{
	const u8 *site = immediate_instruction(row_of("kprobe_immediate"));
	atomic_t hits = ATOMIC_INIT(0);
	struct marker_result result;

	expect_eq(connect(&hits, &result), 1);
	expect_eq(put_kprobe(site, false), 0);
	hit();
	expect_eq(atomic_read(&hits), 1);
	disconnect(&hits);
	hit();
	expect_eq(atomic_read(&hits), 1);
	unregister_kprobe(&kprobe);
	hit();
	expect_eq(atomic_read(&hits), 1);
	expect_eq(marker_refresh(NULL), 1);
	expect_eq(sites_on("kprobe_immediate"), 0);
}

static void others_are_switched_beside_one_that_cannot_be(void)
{
	struct marker_probe probe = { .name = "kprobe_*", .func = count_hit };
	const u8 *site = immediate_instruction(row_of("kprobe_immediate"));
	atomic_t hits = ATOMIC_INIT(0);
	struct marker_result result;

	probe.private_data = &hits;
	expect_eq(put_kprobe(site, false), 0);
	expect_eq(marker_probe_connect(&probe, &result), 3);
	expect_eq(result.failed, 1);
	expect_eq(result.error, -EBUSY);
	hit();
	expect_eq(atomic_read(&hits), 2);
	expect_eq(marker_refresh(&result), -EBUSY);
	unregister_kprobe(&kprobe);
	expect_eq(marker_refresh(&result), 1);
	hit();
	expect_eq(atomic_read(&hits), 5);
	expect_eq(marker_probe_unregister("kprobe_*", count_hit, &hits), 0);
	marker_synchronize();
}

static void near_a_site(void)
{
	const u8 *before = nops_before(row_of("kprobe_immediate"));
	atomic_t hits = ATOMIC_INIT(0);
	struct marker_result result;

	expect_eq(put_kprobe(before, false), 0);
	expect_eq(connect(&hits, &result), 1);
	hit();
	disconnect(&hits);
	hit();
	unregister_kprobe(&kprobe);
	expect_eq(connect(&hits, &result), 1);
	expect_eq(put_kprobe(before, false), 0);
	hit();
	disconnect(&hits);
	hit();
	unregister_kprobe(&kprobe);
	expect_eq(atomic_read(&hits), 2);
}

/* Kprobes are optimised, and restored, by work that is done a while later. */
static bool becomes(const u8 *byte, u8 value, bool is)
{
	int i;

	for (i = 0; i < 300 && (READ_ONCE(*byte) == value) != is; i++)
		msleep(10);
	return i < 300;
}

/* The jump of an optimised kprobe is longer than what it replaces: it lies over the site's first byte. */
static void an_optimised_one_before_a_site(void)
{
	const u8 *site = immediate_instruction(row_of("kprobe_immediate"));
	atomic_t hits = ATOMIC_INIT(0);
	struct marker_result result;
	u8 opcode = *site;

	if (!IS_ENABLED(CONFIG_OPTPROBES)) {
		skip("this kernel does not optimise kprobes");
		return;
	}
	expect_eq(put_kprobe(nops_before(row_of("kprobe_immediate")), true), 0);
	expect(becomes(site, opcode, false));
	expect_eq(connect(&hits, &result), -EBUSY);
	hit();
	expect_eq(atomic_read(&hits), 0);
	unregister_kprobe(&kprobe);
	expect(becomes(site, opcode, true));
	expect_eq(connect(&hits, &result), 1);
	hit();
	expect_eq(atomic_read(&hits), 1);
	disconnect(&hits);
}

/* ---- a breakpoint in the handler of a breakpoint ------------------------------------------- */

static noinline void hit_from_handler(void *hits)
{
	MARK_IMMEDIATE(kprobe_nested, "n %d", 1);
}

static int hit_in_handler(struct kprobe *unused, struct pt_regs *regs)
{
	hit_from_handler(NULL);
	return 0;
}

static int trap_for_ever(void *unused)
{
	while (!kthread_should_stop()) {
		hit();
		cond_resched_tasks_rcu_qs();
	}
	return 0;
}

static void patched_while_handlers_execute_it(void)
{
	struct task_struct *thread;
	atomic_t hits = ATOMIC_INIT(0);
	int i;

	memset(&kprobe, 0, sizeof(kprobe));
	kprobe.addr = (kprobe_opcode_t *)nops_before(row_of("kprobe_immediate"));
	kprobe.pre_handler = hit_in_handler;
	kprobe.post_handler = nothing_after;
	expect_eq(register_kprobe(&kprobe), 0);
	thread = kthread_run(trap_for_ever, NULL, "marker-traps");
	for (i = 0; i < 100 && !IS_ERR(thread); i++) {
		expect_eq(marker_probe_register("kprobe_nested", NULL, count_hit, &hits), 1);
		expect_eq(marker_probe_unregister("kprobe_nested", count_hit, &hits), 0);
	}
	if (!IS_ERR(thread))
		kthread_stop(thread);
	unregister_kprobe(&kprobe);
	marker_synchronize();
}

/* ---- what the core calls ------------------------------------------------------------------- */

static const char *const synchronize_names[] = { "synchronize_rcu", NULL };
static const char *const poke_names[] = { POKE_FUNCTION, NULL };
static struct trap grace_periods = { .names = synchronize_names };
static struct trap pokes = { .names = poke_names };

#define NR_PROBES 60

static void a_batch_has_one_synchronisation(void)
{
	static atomic_t hits[NR_PROBES];
	int i;

	expect_eq(trap_register(&pokes), 0);
	expect_eq(marker_probe_register("kprobe_*", NULL, count_hit, &hits[0]), 4);
	expect_eq(atomic_read(&pokes.calls), POKE_CALLS);
	for (i = 1; i < NR_PROBES; i++)
		expect_eq(marker_probe_register("kprobe_immediate", NULL, count_hit, &hits[i]), 1);
	expect_eq(atomic_read(&pokes.calls), POKE_CALLS);
	for (i = 0; i < NR_PROBES; i++)
		expect_eq(marker_probe_unregister_all(count_hit, &hits[i]), 1);
	expect_eq(atomic_read(&pokes.calls), 3 * POKE_CALLS);
	trap_unregister(&pokes);
	marker_synchronize();
}

static void unregister_waits_for_no_grace_period(void)
{
	static atomic_t hits[NR_PROBES];
	int i;

	for (i = 0; i < NR_PROBES; i++)
		expect_eq(marker_probe_register("kprobe_[ikg]*", NULL, count_hit, &hits[i]), 3);
	expect_eq(trap_register(&grace_periods), 0);
	for (i = 0; i < NR_PROBES; i++)
		expect_eq(marker_probe_unregister("kprobe_[ikg]*", count_hit, &hits[i]), 0);
	expect_eq(atomic_read(&grace_periods.calls), 0);
	expect_eq(marker_synchronize(), 0);
	expect_eq(atomic_read(&grace_periods.calls), 1);
	trap_unregister(&grace_periods);
}

static const struct ktest tests[] = {
	{ "T41 a kprobe on a site: -EBUSY, and the reason names the bytes", on_a_site },
	{ "T41 a kprobe on a site that is on", on_a_site_that_is_on },
	{ "T41 others are switched beside one that cannot be",
	  others_are_switched_beside_one_that_cannot_be },
	{ "T41 a kprobe near a site", near_a_site },
	{ "T41 an optimised kprobe that reaches over a site", an_optimised_one_before_a_site },
	{ "T37 patched while the handlers of breakpoints execute it",
	  patched_while_handlers_execute_it },
	{ "T48 one synchronisation a batch", a_batch_has_one_synchronisation },
	{ "T02 T13 unregistering waits for no grace period", unregister_waits_for_no_grace_period },
};
KTEST_MODULE(tests);

MODULE_DESCRIPTION("Test of markers: kprobes");
MODULE_LICENSE("GPL");
