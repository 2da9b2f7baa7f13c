// SPDX-License-Identifier: GPL-2.0-only
/*
 * mod_fire.c - markers that are hit all the time while the module is loaded
 *
 * By a thread for each CPU, which may be moved when a CPU goes, and by a timer in interrupt context.
 *
 * Static keys are hit some times a second and not in a loop, and not with interrupts off: QEMU with a
 * thread for each CPU may keep, for ever, a translation of the breakpoint by which the kernel switches
 * them, if another CPU comes there in the moment of the last write.  marker.ko writes its own twice.
 */
#include <linux/cpumask.h>
#include <linux/hrtimer.h>
#include <linux/jiffies.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include <marker/marker.h>

static struct task_struct *threads[NR_CPUS];
static struct hrtimer timer;

static noinline void fire(unsigned long n)
{
	MARK_IMMEDIATE(fire_immediate, "n %lu", n);
	MARK_GENERIC(fire_generic, "n %lu", n);
}

static noinline void fire_keys(unsigned long n)
{
	MARK(fire_key, "n %lu", n);
	if (mark_enabled(fire_asked))
		MARK(fire_asked, "n %lu", n);
}

static int fire_always(void *unused)
{
	unsigned long n = 0, last = jiffies;

	while (!kthread_should_stop()) {
		fire(n);
		if (++n % 256)
			continue;
		if (time_after(jiffies, last + 16)) {
			fire_keys(n);
			last = jiffies;
		}
		cond_resched_tasks_rcu_qs();
	}
	return 0;
}

/* Where every access is watched, an emulated interrupt takes about as long as the shorter period. */
#define WATCHED	  (IS_ENABLED(CONFIG_KASAN) || IS_ENABLED(CONFIG_KCSAN) || IS_ENABLED(CONFIG_LOCKDEP))
#define PERIOD_US (WATCHED ? 50000ul : 500ul)

static enum hrtimer_restart fire_from_interrupt(struct hrtimer *unused)
{
	MARK_IMMEDIATE(fire_interrupt, "n %d", 1);
	MARK_GENERIC(fire_interrupt, "n %d", 2);
	hrtimer_forward_now(&timer, ns_to_ktime(PERIOD_US * NSEC_PER_USEC));
	return HRTIMER_RESTART;
}

static void __exit fire_exit(void)
{
	unsigned int i;

	hrtimer_cancel(&timer);
	for (i = 0; i < NR_CPUS && threads[i]; i++)
		kthread_stop(threads[i]);
}

static int __init fire_init(void)
{
	unsigned int i, nr = num_online_cpus();

	for (i = 0; i < nr; i++) {
		struct task_struct *thread = kthread_run(fire_always, NULL, "marker-fire/%u", i);

		if (IS_ERR(thread))
			break;
		threads[i] = thread;
		set_user_nice(thread, 10);
	}
	hrtimer_init(&timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_HARD);
	timer.function = fire_from_interrupt;
	hrtimer_start(&timer, ms_to_ktime(1), HRTIMER_MODE_REL_HARD);
	return 0;
}

module_init(fire_init);
module_exit(fire_exit);

MODULE_DESCRIPTION("Test of markers: hit for ever");
MODULE_LICENSE("GPL");
