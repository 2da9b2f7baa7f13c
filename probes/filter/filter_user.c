// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * filter_user.c - where a hit is: thread, process, processor, time
 *
 * The numbers of thread and process are asked of the kernel once in each thread, and again after a
 * fork: a page that the kernel wipes then says that there was one, of whatever kind (qemu-user says that
 * it does, and does not: fork() wipes it here, too).  The name is
 * asked for each time, for anybody may change it; the time and the processor without a system call.
 *
 * Any context; errno is left alone.
 */
#include "code.h"

#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
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

/* In the page: a number of this process; 0 after a fork.  NULL where there are no such pages. */
static u32 *epoch_of_process;

static __thread struct {
	u32 epoch;
	u32 pid, tid;
} known;

/* What fork() does before the child goes on; the kernel may do it for the others, or not know how to. */
static void forget(void)
{
	__atomic_store_n(epoch_of_process, 0, __ATOMIC_RELAXED);
}

/* For all filters, once; two threads that come at once make two pages, and one is used. */
void marker_filter_prepare(void)
{
	const size_t size = sysconf(_SC_PAGESIZE);
	u32 *none = NULL;
	void *page;

	if (__atomic_load_n(&epoch_of_process, __ATOMIC_ACQUIRE))
		return;
	page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (page == MAP_FAILED)
		return;
	if (!madvise(page, size, MADV_WIPEONFORK) &&
	    __atomic_compare_exchange_n(&epoch_of_process, &none, page, false, __ATOMIC_RELEASE,
					__ATOMIC_RELAXED))
		pthread_atfork(NULL, NULL, forget);
	else
		munmap(page, size);
}

/* A process that was forked finds 0 in its page, and what it was before in "last": it takes the next. */
static u32 this_epoch(u32 *page)
{
	static u32 last;
	u32 epoch = __atomic_load_n(page, __ATOMIC_RELAXED);

	if (likely(epoch))
		return epoch;
	__atomic_compare_exchange_n(page, &epoch, __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED),
				    false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
	return __atomic_load_n(page, __ATOMIC_RELAXED);
}

/* The epoch last: a signal handler that comes between asks again. */
static void know(void)
{
	u32 *page = __atomic_load_n(&epoch_of_process, __ATOMIC_ACQUIRE);
	u32 epoch = page ? this_epoch(page) : 0;

	if (likely(epoch && READ_ONCE(known.epoch) == epoch))
		return;
	WRITE_ONCE(known.pid, getpid());
	WRITE_ONCE(known.tid, syscall(SYS_gettid));
	__atomic_signal_fence(__ATOMIC_RELEASE);
	WRITE_ONCE(known.epoch, epoch);
}

u32 marker_filter_pid(void)
{
	know();
	return known.pid;
}

u32 marker_filter_tid(void)
{
	know();
	return known.tid;
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
