// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * filter_kernel.c - where a hit is, in the kernel: task, processor, time
 *
 * Numbers are those of the initial name space, which are what root sees outside of containers.  In an
 * interrupt or an NMI the task is the one that was interrupted.
 *
 * Any context, NMIs too.
 */
#include "code.h"

#include <linux/sched.h>
#include <linux/timekeeping.h>

static_assert(MARKER_FILTER_COMM == TASK_COMM_LEN, "the name of a task");

void marker_filter_prepare(void)
{
}

/* Somebody may be changing it: what is copied ends in any case. */
void marker_filter_comm(char comm[MARKER_FILTER_COMM])
{
	memcpy(comm, current->comm, MARKER_FILTER_COMM);
	comm[MARKER_FILTER_COMM - 1] = '\0';
}

u32 marker_filter_pid(void)
{
	return task_tgid_nr(current);
}

u32 marker_filter_tid(void)
{
	return task_pid_nr(current);
}

u32 marker_filter_cpu(void)
{
	return raw_smp_processor_id();
}

u64 marker_filter_now_ns(void)
{
	return ktime_get_mono_fast_ns();
}
