// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * os_user.c - the contract of os.h in user space; os_text_user.c has the part that writes text
 */
#include "agent/agent.h"
#include "named_user.h"
#include "registry.h"

#include <link.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

char os_grace_period;
__thread u8 os_nesting_depth;

static pthread_mutex_t core_lock = PTHREAD_MUTEX_INITIALIZER;

void *os_alloc(size_t size)
{
	return calloc(1, size);
}

void os_free(void *ptr)
{
	free(ptr);
}

void os_lock(void)
{
	pthread_mutex_lock(&core_lock);
}

void os_unlock(void)
{
	pthread_mutex_unlock(&core_lock);
}

/*
 * liburcu aborts the process if membarrier is refused after its start-up has found it there, as in a
 * program that puts itself into a sandbox: so it is asked first.
 */
int os_synchronize(void)
{
	if (urcu_bp_has_sys_membarrier &&
	    syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0))
		return -EPERM;
	urcu_bp_synchronize_rcu();
	/* Pairs with os_probe_exit(). */
	__tsan_acquire(&os_grace_period);
	return 0;
}

void os_call_mixed(void (*func)(void), void *data, unsigned int nr, unsigned int doubles,
		   va_list *args)
{
	long w[OS_DIRECT_WORDS + 1] = { 0 };
	double d[OS_DIRECT_DOUBLES + 1] = { 0 };
	unsigned int i, nw = 0, nd = 0;

	for (i = 0; i < nr; i++) {
		if (doubles & 1u << i)
			d[nd++] = va_arg(*args, double);
		else
			w[nw++] = va_arg(*args, long);
	}
	((os_direct_mixed *)func)(data, w[0], w[1], w[2], w[3], w[4], d[0], d[1], d[2], d[3], d[4],
				  d[5], d[6], d[7]);
}

/* Looks at one object of the loader's for the address in start. */
static int range_of(struct dl_phdr_info *info, size_t size, void *data)
{
	struct os_object *object = data;
	uintptr_t start = UINTPTR_MAX, end = 0;
	int i;

	for (i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		uintptr_t at = info->dlpi_addr + ph->p_vaddr;

		if (ph->p_type != PT_LOAD)
			continue;
		start = at < start ? at : start;
		end = at + ph->p_memsz > end ? at + ph->p_memsz : end;
	}
	if (object->start - start >= end - start)
		return 0;
	object->start = start;
	object->end = end;
	return 1;
}

/* An object that the loader does not know of has an empty range. */
void os_object_find(const void *inside, struct os_object *object)
{
	object->start = object->end = (uintptr_t)inside;
	dl_iterate_phdr(range_of, object);
}

const struct os_fork_hooks *os_fork_hooks;

/*
 * fork() copies the calling thread alone: the registry's locks must be free in the child, and the
 * read sides that other threads were in must be forgotten there, or its grace periods never end.
 */
void marker_before_fork(void)
{
	marker_named_lock();
	os_lock();
	urcu_bp_before_fork();
	if (os_fork_hooks)
		os_fork_hooks->before();
}

void marker_after_fork_parent(void)
{
	if (os_fork_hooks)
		os_fork_hooks->in_parent();
	urcu_bp_after_fork_parent();
	os_unlock();
	marker_named_unlock();
}

void marker_after_fork_child(void)
{
	if (os_fork_hooks)
		os_fork_hooks->in_child();
	urcu_bp_after_fork_child();
	os_unlock();
	marker_named_forked();
	marker_named_unlock();
	marker_agent_forked();
}

static __attribute__((constructor)) void install_fork_handlers(void)
{
	pthread_atfork(marker_before_fork, marker_after_fork_parent, marker_after_fork_child);
}
