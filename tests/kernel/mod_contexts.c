// SPDX-License-Identifier: GPL-2.0-only
/*
 * mod_contexts.c - markers hit wherever kernel code runs, and registrations where they must not be
 *
 * In each context all three kinds of site are hit; the probe sees which context it is in.  In all but
 * the task's the registry is called as well, and says -EDEADLK.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "ktest.h"
#include "machine.h"

#include <linux/completion.h>
#include <linux/cpu.h>
#include <linux/delay.h>
#include <linux/hardirq.h>
#include <linux/hrtimer.h>
#include <linux/irq_work.h>
#include <linux/spinlock.h>
#include <linux/timer.h>

static struct {
	atomic_t hits, wrong;
	int refusal; /* of a registration, in the context itself */
	bool nmi, hardirq, softirq, irqs_off;
} seen;

static void look(void *private_data, const struct marker_info *marker, va_list *args)
{
	if (va_arg(*args, int) != 4711 || va_arg(*args, void *) != &seen)
		atomic_inc(&seen.wrong);
	seen.nmi = in_nmi();
	seen.hardirq = in_hardirq();
	seen.softirq = in_serving_softirq();
	seen.irqs_off = irqs_disabled();
	atomic_inc(&seen.hits);
}

static noinline void hit(void)
{
	MARK(context_key, "n %d p %p", 4711, &seen);
	MARK_IMMEDIATE(context_immediate, "n %d p %p", 4711, &seen);
	MARK_GENERIC(context_generic, "n %d p %p", 4711, &seen);
}

static void hit_and_register(void)
{
	hit();
	seen.refusal = marker_probe_register("context_key", NULL, count_hit, NULL);
}

static void connect(void)
{
	memset(&seen, 0, sizeof(seen));
	expect_eq(marker_probe_register("context_*", "n %d p %p", look, NULL), 3);
}

static void disconnect(unsigned int hits)
{
	expect_eq(marker_probe_unregister("context_*", look, NULL), 0);
	expect_eq(marker_synchronize(), 0);
	expect_eq(atomic_read(&seen.hits), hits);
	expect_eq(atomic_read(&seen.wrong), 0);
}

static void a_task(void)
{
	connect();
	hit();
	expect(!seen.irqs_off);
	disconnect(3);
}

static void bottom_halves_off(void)
{
	connect();
	local_bh_disable();
	hit_and_register();
	local_bh_enable();
	/* With PREEMPT_RT that is a task like any other. */
	if (IS_ENABLED(CONFIG_PREEMPT_RT))
		expect_eq(marker_probe_unregister("context_key", count_hit, NULL), 0);
	else
		expect_eq(seen.refusal, -EDEADLK);
	disconnect(3);
}

static void a_spinlock(void)
{
	static DEFINE_RAW_SPINLOCK(lock);

	connect();
	raw_spin_lock(&lock);
	hit();
	if (IS_ENABLED(CONFIG_PREEMPT_COUNT))
		expect_eq(marker_probe_register("context_key", NULL, count_hit, NULL), -EDEADLK);
	raw_spin_unlock(&lock);
	disconnect(3);
	if (!IS_ENABLED(CONFIG_PREEMPT_COUNT))
		skip("hit; but where preemption is not counted, a spinlock cannot be seen to be held");
}

static void interrupts_off(void)
{
	connect();
	local_irq_disable();
	hit_and_register();
	local_irq_enable();
	expect(seen.irqs_off);
	expect_eq(seen.refusal, -EDEADLK);
	disconnect(3);
}

static struct completion done;

static void timer_fires(struct timer_list *unused)
{
	hit_and_register();
	complete(&done);
}

static void a_softirq(void)
{
	struct timer_list timer;

	connect();
	init_completion(&done);
	timer_setup_on_stack(&timer, timer_fires, 0);
	mod_timer(&timer, jiffies + 1);
	wait_for_completion(&done);
	del_timer_sync(&timer);
	destroy_timer_on_stack(&timer);
	expect(seen.softirq);
	if (IS_ENABLED(CONFIG_PREEMPT_RT))
		expect(seen.refusal == -EDEADLK ||
		       !marker_probe_unregister("context_key", count_hit, NULL));
	else
		expect_eq(seen.refusal, -EDEADLK);
	disconnect(3);
}

static enum hrtimer_restart hrtimer_fires(struct hrtimer *unused)
{
	hit_and_register();
	complete(&done);
	return HRTIMER_NORESTART;
}

static void a_hard_interrupt(void)
{
	struct hrtimer timer;

	connect();
	init_completion(&done);
	hrtimer_init_on_stack(&timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_HARD);
	timer.function = hrtimer_fires;
	hrtimer_start(&timer, ms_to_ktime(1), HRTIMER_MODE_REL_HARD);
	wait_for_completion(&done);
	hrtimer_cancel(&timer);
	destroy_hrtimer_on_stack(&timer);
	expect(seen.hardirq);
	expect_eq(seen.refusal, -EDEADLK);
	disconnect(3);
}

static void work_fires(struct irq_work *unused)
{
	hit_and_register();
}

static void irq_work(void)
{
	static struct irq_work work = IRQ_WORK_INIT_HARD(work_fires);

	connect();
	irq_work_queue(&work);
	irq_work_sync(&work);
	expect(seen.hardirq);
	expect_eq(seen.refusal, -EDEADLK);
	disconnect(3);
}

static void on_this_cpu(void *unused)
{
	hit_and_register();
}

static void a_call_from_another_cpu(void)
{
	unsigned int cpu;

	connect();
	cpus_read_lock();
	cpu = cpumask_any_but(cpu_online_mask, raw_smp_processor_id());
	if (cpu < nr_cpu_ids)
		smp_call_function_single(cpu, on_this_cpu, NULL, 1);
	cpus_read_unlock();
	if (cpu < nr_cpu_ids)
		expect_eq(seen.refusal, -EDEADLK);
	else
		skip("there is one CPU");
	disconnect(cpu < nr_cpu_ids ? 3 : 0);
}

/* ---- NMI ----------------------------------------------------------------------------------- */

static noinline void probed(void)
{
	NOPS_BEFORE();
	MARK_IMMEDIATE(probed_immediate, "n %d", 1);
}

static int kprobe_fires(struct kprobe *kprobe, struct pt_regs *regs)
{
	hit_and_register();
	return 0;
}

/* With a handler behind the instruction it is not optimised: a breakpoint it is. */
static void kprobe_after(struct kprobe *kprobe, struct pt_regs *regs, unsigned long flags)
{
}

static struct kprobe breakpoint = {
	.pre_handler = kprobe_fires,
	.post_handler = kprobe_after,
};

static void a_breakpoint(void)
{
	int ret;

	breakpoint.addr = (kprobe_opcode_t *)nops_before(row_of("probed_immediate"));
	ret = register_kprobe(&breakpoint);
	expect_eq(ret, 0);
	if (ret)
		return;
	connect();
	probed();
	unregister_kprobe(&breakpoint);
	expect_eq(seen.nmi, KPROBE_IN_NMI);
	expect_eq(seen.refusal, -EDEADLK);
	disconnect(3);
}

static void nmi_fires(void)
{
	hit_and_register();
}

/* One that comes before the last one was taken is the same one: each is waited for, on a busy host too. */
static void await_hits(int wanted)
{
	ktime_t end = ktime_add_ms(ktime_get(), 2000);

	while (atomic_read(&seen.hits) < wanted && ktime_before(ktime_get(), end))
		udelay(100);
}

static void an_nmi(void)
{
	unsigned int i, cpu;

	if (nmi_begin(nmi_fires)) {
		skip("no NMI can be had here");
		return;
	}
	connect();
	for (i = 0; i < 50; i++) {
		cpu = get_cpu();
		nmi_send(i & 1 ? cpu : cpumask_any_but(cpu_online_mask, cpu) % nr_cpu_ids);
		put_cpu();
		await_hits(3 * (i + 1));
	}
	nmi_end();
	expect(seen.nmi);
	expect_eq(seen.refusal, -EDEADLK);
	disconnect(150);
}

static const struct ktest tests[] = {
	{ "in a task", a_task },
	{ "with bottom halves off", bottom_halves_off },
	{ "under a spinlock", a_spinlock },
	{ "with interrupts off", interrupts_off },
	{ "in a softirq", a_softirq },
	{ "in a hard interrupt", a_hard_interrupt },
	{ "in interrupt work", irq_work },
	{ "in a call from another CPU", a_call_from_another_cpu },
	{ "in the handler of a kprobe", a_breakpoint },
	{ "T37 in an NMI", an_nmi },
};
KTEST_MODULE(tests);

MODULE_DESCRIPTION("Test of markers: contexts");
MODULE_LICENSE("GPL");
