/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * os_kernel.h - the contract of os.h in the kernel
 *
 * Nearly all of it is the kernel's own.  Read sides are the sites' (arch/kernel.h): preemption off.
 */
#ifndef MARKER_OS_KERNEL_H
#define MARKER_OS_KERNEL_H

#include <linux/atomic.h>
#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/jump_label.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/sort.h>
#include <linux/stdarg.h>
#include <linux/string.h>
#include <linux/types.h>

struct module;

/* os_kernel.c: is this CPU in a probe that was counted? */
bool marker_nested(void);

/* A slow path has preemption off, and keeps a count of its own where that is not counted (arch/kernel.h). */
static inline bool os_in_probe(void)
{
	return in_atomic() || irqs_disabled() ||
	       (!IS_ENABLED(CONFIG_PREEMPT_COUNT) && marker_nested());
}

#define os_dereference(p) rcu_dereference_raw(p)
#define os_publish(p, v)  smp_store_release(&(p), (v))

static inline uintptr_t os_context(void)
{
	return raw_smp_processor_id();
}

static inline void os_count(unsigned long *word)
{
	atomic_long_inc((atomic_long_t *)word);
}

/*
 * No floating point in the kernel; the slot takes the first of six registers on x86-64.  Under control
 * flow integrity nothing may be called through another type than its own: no direct calls at all.
 */
#define OS_DIRECT_WORDS	  (IS_ENABLED(CONFIG_CFI_CLANG) ? -1 : 5)
#define OS_DIRECT_DOUBLES 0

typedef void os_direct_words(void *, long, long, long, long, long);

static inline void os_call_direct(void (*func)(void), void *data, unsigned int nr,
				  unsigned int doubles, va_list *args)
{
	long a = va_arg(*args, long), b = va_arg(*args, long), c = va_arg(*args, long);
	long d = va_arg(*args, long), e = va_arg(*args, long);

	((os_direct_words *)func)(data, a, b, c, d, e);
}

static inline void *os_alloc(size_t size)
{
	return kvzalloc(size, GFP_KERNEL);
}

static inline void os_free(void *ptr)
{
	kvfree(ptr);
}

#define os_sort(base, nr, size, compare) sort(base, nr, size, compare, NULL)
void os_lock(void);
void os_unlock(void);

/* Waits for regions with preemption off, too, since 4.20. */
static inline int os_synchronize(void)
{
	synchronize_rcu();
	return 0;
}

/* os_text_kernel.c, and arch/NAME_kernel.c below it */
int os_text_begin(void *first, void *last, unsigned int writes);
int os_text_write(void *addr, u64 bytes, unsigned int len);
int os_text_end(void);

/* Writes are queued. */
struct marker_site;
static inline struct marker_site *os_text_flip(struct marker_site *site,
					       const struct marker_site *end, bool on)
{
	return site;
}

const char *os_text_mode(void);

/* os_text_end() has synchronised. */
static inline void os_text_sync(void)
{
}

struct os_object {
	const struct module *module;
};

void os_object_find(const void *inside, struct os_object *object);
bool os_object_holds(const struct os_object *object, uintptr_t addr);
bool os_text_exists(const struct os_object *object, const void *addr);

#define OS_KEYS 1

static inline int os_key_set(void *key, bool on)
{
	if (on)
		static_key_enable(key);
	else
		static_key_disable(key);
	return 0;
}

static inline bool os_key_enabled(const void *key)
{
	return static_key_count((struct static_key *)key) > 0;
}

#define OS_NO_PROBES ((struct marker_array *)&marker_nothing)

#endif
