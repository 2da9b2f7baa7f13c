// SPDX-License-Identifier: GPL-2.0-only
/*
 * mod_record.c - markers that are recorded, with values that are known
 *
 * By what is written to the parameters:
 *
 *	types		anything: each type of argument once
 *	load		N: a thread on each CPU hits record_task N times, and meanwhile a timer
 *			record_interrupt in interrupts, and, where they can be had, record_nmi in NMIs;
 *			each CPU and each of these has numbers of its own, from 0
 *	flood		N: record_task N times, on this CPU alone
 *	always		1: a thread on CPU 0 hits record_task, until 0
 *
 * "hits" can be read then: the numbers that came next, tasks, interrupts and NMIs of CPU 0, 1 and so on.
 */
#include <linux/cpu.h>
#include <linux/err.h>
#include <linux/hrtimer.h>
#include <linux/kthread.h>
#include <linux/limits.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/smp.h>

#include <marker/registry.h>

#include "machine.h"

struct hits {
	unsigned long task, interrupt, nmi;
};

static DEFINE_PER_CPU(struct hits, hits);

/* ---- types --------------------------------------------------------------------------------- */

#define NULL_TEXT  ((const char *)NULL)
#define ERROR_TEXT ((const char *)ERR_PTR(-EIO))
static const char open_text[3] = { 'a', 'b', 'c' };
static char long_text[300];

static noinline void hit_types(void)
{
	MARK(record_integers, "i %d u %u x %#x c %c l %ld lu %lu ll %lld z %zu h %hd hh %hhu", -2,
	     4000000000u, 0xdeadbeefu, 'A', -3l, ULONG_MAX, LLONG_MIN, (size_t)7, (short)-5,
	     (unsigned char)200);
	MARK_IMMEDIATE(record_pointers, "p %p symbol %pS null %p", (void *)0x1234, (void *)0x56789a,
		       NULL);
	MARK_GENERIC(record_strings, "s %s null %s error %s open %.3s star %.*s empty %s", "text",
		     NULL_TEXT, ERROR_TEXT, open_text, 2, "xyz", "");
	MARK(record_long, "text %s end %d", long_text, 4711);
	MARK(record_same, "n %d", 1);
	MARK(record_same, "n %ld", 2l);
	MARK_NOARGS(record_nothing);
}

static int write_types(const char *value, const struct kernel_param *param)
{
	memset(long_text, 'y', sizeof(long_text) - 1);
	hit_types();
	return 0;
}

static const struct kernel_param_ops types_ops = { .set = write_types };
module_param_cb(types, &types_ops, NULL, 0200);

/* ---- load ---------------------------------------------------------------------------------- */

/* Where every access is watched, an emulated interrupt takes about as long as the shorter period. */
#define WATCHED	  (IS_ENABLED(CONFIG_KASAN) || IS_ENABLED(CONFIG_KCSAN) || IS_ENABLED(CONFIG_LOCKDEP))
#define PERIOD_NS (WATCHED ? 50000000ul : 500000ul)

static unsigned long nr_wanted;
static struct hrtimer timer;
static bool nmis;

static void hit_nmi(void)
{
	MARK_IMMEDIATE(record_nmi, "cpu %u n %lu", raw_smp_processor_id(),
		       this_cpu_ptr(&hits)->nmi);
	this_cpu_ptr(&hits)->nmi++;
}

static enum hrtimer_restart hit_interrupt(struct hrtimer *unused)
{
	unsigned int cpu = raw_smp_processor_id();

	MARK_GENERIC(record_interrupt, "cpu %u n %lu", cpu, this_cpu_ptr(&hits)->interrupt);
	this_cpu_ptr(&hits)->interrupt++;
	if (nmis) {
		nmi_send(cpu);
		nmi_send(cpumask_any_but(cpu_online_mask, cpu) % nr_cpu_ids);
	}
	hrtimer_forward_now(&timer, ns_to_ktime(PERIOD_NS));
	return HRTIMER_RESTART;
}

static noinline void hit_task(void)
{
	MARK_GENERIC(record_task, "cpu %u n %lu", raw_smp_processor_id(),
		     this_cpu_ptr(&hits)->task);
	this_cpu_ptr(&hits)->task++;
}

static int hit_always(void *unused)
{
	unsigned long n;

	for (n = 0; n < nr_wanted; n++) {
		hit_task();
		if (!(n % 64))
			cond_resched_tasks_rcu_qs();
	}
	while (!kthread_should_stop())
		schedule_timeout_interruptible(1);
	return 0;
}

static struct task_struct *threads[NR_CPUS];

static void start_threads(void)
{
	unsigned int cpu;

	for_each_online_cpu(cpu) {
		struct task_struct *thread =
			kthread_create(hit_always, NULL, "marker-record/%u", cpu);

		threads[cpu] = IS_ERR(thread) ? NULL : thread;
		if (!threads[cpu])
			continue;
		kthread_bind(thread, cpu);
		wake_up_process(thread);
	}
}

/* A thread that never ran would not have hit anything when it is stopped. */
static void stop_threads(void)
{
	unsigned int cpu;

	for_each_online_cpu(cpu) {
		while (threads[cpu] && READ_ONCE(per_cpu(hits, cpu).task) < nr_wanted)
			schedule_timeout_interruptible(1);
		if (threads[cpu])
			kthread_stop(threads[cpu]);
	}
}

static void start_over(unsigned long nr)
{
	unsigned int cpu;

	nr_wanted = nr;
	for_each_possible_cpu(cpu)
		per_cpu(hits, cpu) = (struct hits){ 0 };
}

static void nothing(void *unused)
{
}

/* One that is on its way comes before an interrupt that is sent behind it. */
static void stop_nmis(void)
{
	on_each_cpu(nothing, NULL, 1);
	nmi_end();
}

static int write_load(const char *value, const struct kernel_param *param)
{
	unsigned long nr;
	int ret = kstrtoul(value, 0, &nr);

	if (ret)
		return ret;
	start_over(nr);
	cpus_read_lock();
	nmis = !nmi_begin(hit_nmi);
	hrtimer_init(&timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_HARD);
	timer.function = hit_interrupt;
	hrtimer_start(&timer, ns_to_ktime(PERIOD_NS), HRTIMER_MODE_REL_HARD);
	start_threads();
	stop_threads();
	hrtimer_cancel(&timer);
	if (nmis)
		stop_nmis();
	cpus_read_unlock();
	return 0;
}

static const struct kernel_param_ops load_ops = { .set = write_load };
module_param_cb(load, &load_ops, NULL, 0200);

static int write_flood(const char *value, const struct kernel_param *param)
{
	unsigned long nr, n;
	int ret = kstrtoul(value, 0, &nr);

	if (ret)
		return ret;
	start_over(nr);
	for (n = 0; n < nr; n++) {
		preempt_disable();
		hit_task();
		preempt_enable();
	}
	return 0;
}

static const struct kernel_param_ops flood_ops = { .set = write_flood };
module_param_cb(flood, &flood_ops, NULL, 0200);

/* ---- always -------------------------------------------------------------------------------- */

static struct task_struct *always;

static int hit_until_stopped(void *unused)
{
	while (!kthread_should_stop()) {
		preempt_disable();
		hit_task();
		preempt_enable();
		cond_resched();
	}
	return 0;
}

static int start_always(void)
{
	struct task_struct *thread = kthread_create(hit_until_stopped, NULL, "marker-record");

	if (IS_ERR(thread))
		return PTR_ERR(thread);
	start_over(0);
	kthread_bind(thread, 0);
	wake_up_process(thread);
	always = thread;
	return 0;
}

static void stop_always(void)
{
	if (always)
		kthread_stop(always);
	always = NULL;
}

static int write_always(const char *value, const struct kernel_param *param)
{
	bool wanted;
	int ret = kstrtobool(value, &wanted);

	if (ret)
		return ret;
	stop_always();
	return wanted ? start_always() : 0;
}

static const struct kernel_param_ops always_ops = { .set = write_always };
module_param_cb(always, &always_ops, NULL, 0200);

static int read_hits(char *to, const struct kernel_param *param)
{
	unsigned int cpu;
	int len = 0;

	for_each_online_cpu(cpu) {
		const struct hits *of = &per_cpu(hits, cpu);

		len += sysfs_emit_at(to, len, "%u %lu %lu %lu\n", cpu, of->task, of->interrupt,
				     of->nmi);
	}
	return len;
}

static const struct kernel_param_ops hits_ops = { .get = read_hits };
module_param_cb(hits, &hits_ops, NULL, 0400);

static int __init record_init(void)
{
	return 0;
}

static void __exit record_exit(void)
{
	stop_always();
}

module_init(record_init);
module_exit(record_exit);

MODULE_DESCRIPTION("Test of markers: recorded");
MODULE_LICENSE("GPL");
