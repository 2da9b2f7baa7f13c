// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * os_kernel.c - the contract of os.h in the kernel: the lock, nesting
 *
 * modules_kernel.c has what concerns objects, os_text_kernel.c the part that writes text.
 */
#include "registry.h"

#include <linux/export.h>
#include <linux/percpu.h>

static DEFINE_MUTEX(core_lock);

void os_lock(void)
{
	mutex_lock(&core_lock);
}

void os_unlock(void)
{
	mutex_unlock(&core_lock);
}

/* A task, a softirq, an interrupt and an NMI, each in a probe, and one level to spare. */
#define NESTING_MAX 5

static DEFINE_PER_CPU(unsigned int, nesting);

/**
 * marker_nested_enter() - a hit where preemption was off already
 * @line:	its slot
 *
 * Context: any, NMI-safe; preemption is off.
 * Return: false if it is nested too deeply, and then it is counted as missed.
 */
notrace bool marker_nested_enter(const void *line)
{
	const struct marker_array *array =
		rcu_dereference_raw(((struct marker_slot *)line)->probes);
	unsigned int depth = raw_cpu_read(nesting);

	/* An interrupt in between leaves the depth as it found it. */
	if (likely(depth < NESTING_MAX)) {
		raw_cpu_write(nesting, depth + 1);
		return true;
	}
	if (array != OS_NO_PROBES)
		os_count(&array->marker->missed);
	return false;
}
EXPORT_SYMBOL_GPL(marker_nested_enter);

/* Exact where nobody is preempted: an interrupt leaves the depth as it found it. */
bool marker_nested(void)
{
	return raw_cpu_read(nesting) > 0;
}

/** marker_nested_exit() - after marker_nested_enter() that returned true */
notrace void marker_nested_exit(void)
{
	raw_cpu_write(nesting, raw_cpu_read(nesting) - 1);
}
EXPORT_SYMBOL_GPL(marker_nested_exit);
