/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * crew.h - threads that hit markers while others switch them
 *
 * They hit static keys some times a second and not in a loop, for mod_fire.c's reason.
 */
#ifndef TESTS_KERNEL_CREW_H
#define TESTS_KERNEL_CREW_H

#include "ktest.h"

#include <linux/cpumask.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/sched.h>
#include <linux/smp.h>

static unsigned int readers;
module_param(readers, uint, 0444);
MODULE_PARM_DESC(readers, "threads that hit meanwhile; one less than there are CPUs unless told");

#define MAX_THREADS 16

struct reader {
	struct task_struct *thread;
	unsigned long reads, wrong, calls, checked;
} ____cacheline_aligned;

static struct reader crew[MAX_THREADS];
static unsigned int nr_crew;

static __maybe_unused unsigned int wanted_readers(void)
{
	unsigned int nr = readers ? readers : num_online_cpus() - 1;

	return clamp(nr, 1u, (unsigned int)MAX_THREADS);
}

/*
 * Spread over the CPUs, the caller's last, which it keeps to meanwhile.  Where readers share one with a
 * writer they leave it most of it.
 */
static int start_crew(int (*run)(void *), unsigned int nr)
{
	unsigned int cpu = raw_smp_processor_id();

	set_cpus_allowed_ptr(current, cpumask_of(cpu));
	memset(crew, 0, sizeof(crew));
	for (nr_crew = 0; nr_crew < nr; nr_crew++) {
		struct task_struct *thread =
			kthread_create(run, &crew[nr_crew], "marker-reader/%u", nr_crew);

		if (IS_ERR(thread))
			return PTR_ERR(thread);
		cpu = cpumask_next(cpu, cpu_online_mask);
		if (cpu >= nr_cpu_ids)
			cpu = cpumask_first(cpu_online_mask);
		set_cpus_allowed_ptr(thread, cpumask_of(cpu));
		set_user_nice(thread, 15);
		crew[nr_crew].thread = thread;
		wake_up_process(thread);
	}
	return 0;
}

static void stop_crew(void)
{
	unsigned int i;

	for (i = 0; i < nr_crew; i++)
		kthread_stop(crew[i].thread);
	set_cpus_allowed_ptr(current, cpu_possible_mask);
}

/* Also for grace periods of tasks, which cond_resched() alone would hold up. */
static void breathe(unsigned long n)
{
	if (!(n % 256))
		cond_resched_tasks_rcu_qs();
}

/* The readers' figures, when they have stopped. */
static void tell(unsigned int nr, s64 ms)
{
	unsigned long reads = 0, checked = 0, calls = 0;
	unsigned int i;

	for (i = 0; i < nr_crew; i++) {
		reads += crew[i].reads;
		checked += crew[i].checked;
		calls += crew[i].calls;
		expect_eq(crew[i].wrong, 0);
	}
	note("%u toggles in %lld ms, %u readers: %lu reads, %lu checked, %lu calls", nr, ms,
	     nr_crew, reads, checked, calls);
}

#endif
