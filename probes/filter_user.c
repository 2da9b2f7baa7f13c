// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * filter_user.c - where a hit is: thread, process, processor, time
 *
 * Asked of the kernel each time, for a fork and prctl(2) change them behind our back; the time and
 * the processor without a system call.  Any context; errno is left alone, as none of these fails.
 */
#include "filter_code.h"

#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static_assert(MARKER_FILTER_COMM == 16, "prctl(2) writes 16 bytes");

void marker_filter_comm(char comm[MARKER_FILTER_COMM])
{
	if (prctl(PR_GET_NAME, comm, 0, 0, 0))
		comm[0] = '\0';
}

u32 marker_filter_pid(void)
{
	return getpid();
}

u32 marker_filter_tid(void)
{
	return syscall(SYS_gettid);
}

u32 marker_filter_cpu(void)
{
	return sched_getcpu();
}

/* The coarse clock is read from memory; its steps, some milliseconds, are small beside a second. */
u64 marker_filter_now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}
