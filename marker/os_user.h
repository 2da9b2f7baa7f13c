/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * os_user.h - the contract of os.h in user space: liburcu's bp flavour, pthreads, /proc/self/mem
 *
 * The bp flavour needs no registration of threads and works in signal handlers; inlined, a pair of
 * lock and unlock is two cycles (through the shared library thirty).
 */
#ifndef MARKER_OS_USER_H
#define MARKER_OS_USER_H

#define _LGPL_SOURCE
#include "basics_user.h"

#include <urcu/urcu-bp.h>

/*
 * ThreadSanitizer does not see liburcu's barriers; these tell it what a grace period orders:
 * os_probe_exit() pairs with os_synchronize().
 */
#ifdef __SANITIZE_THREAD__
#define OS_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define OS_TSAN 1
#endif
#endif
#ifndef OS_TSAN
#define OS_TSAN 0
#endif
extern char os_grace_period;
#if OS_TSAN
void __tsan_acquire(void *addr);
void __tsan_release(void *addr);
#else
#define __tsan_acquire(addr) ((void)(addr))
#define __tsan_release(addr) ((void)(addr))
#endif

/* Initial-exec (the library is built with it): no call, so no allocation, on the first use. */
extern __thread u8 os_nesting_depth __attribute__((visibility("hidden")));

/*
 * Registering a thread allocates: once in its life.  What sanitizers add, to a library that is built with
 * them (Makefile), uses any register always.
 */
static inline bool os_probe_enter_is_general(void)
{
#ifdef OS_SANITIZED
	return false;
#else
	return URCU_TLS(urcu_bp_reader);
#endif
}

/*
 * A read side that is the thread's outermost cannot be inside a probe, since probes run in read
 * sides: liburcu's own nesting count is the guard that costs nothing.  Only inside another read
 * side, a probe's or the program's, the depth is kept.
 */
static inline unsigned int os_probe_enter(void)
{
	unsigned long ctr;

	if (unlikely(!URCU_TLS(urcu_bp_reader)))
		urcu_bp_register();
	cmm_barrier();
	ctr = URCU_TLS(urcu_bp_reader)->ctr;
	_urcu_bp_read_lock_update(ctr);
	return unlikely(ctr & URCU_BP_GP_CTR_NEST_MASK) ? ++os_nesting_depth : 0;
}

static inline void os_probe_exit(unsigned int depth)
{
	if (unlikely(depth))
		os_nesting_depth--;
	__tsan_release(&os_grace_period);
	urcu_bp_read_unlock();
}

/*
 * For who writes a read side in assembler (arch/x86_keep.S): the word to begin it with, or NULL where
 * that takes more.  It is liburcu's inline code, for a thread that is registered and in no read side:
 *
 *	begin		reader->ctr = gp.ctr
 *	end		reader->ctr = 0: half of the word is the count, the rest is looked at while that
 *			is not 0
 */
static inline const unsigned long *os_quick_gp(void)
{
	static_assert(URCU_BP_GP_CTR_NEST_MASK == 0xffffffff, "the count is 32 bits");
	static_assert(offsetof(struct urcu_bp_reader, ctr) == 0, "a reader begins with its word");
#ifdef OS_SANITIZED
	return NULL;
#else
	return urcu_bp_has_sys_membarrier ? &urcu_bp_gp.ctr : NULL;
#endif
}

static inline bool os_in_probe(void)
{
	return urcu_bp_read_ongoing();
}

/* Pairs with os_publish(): what was written to the object before it was published is seen. */
#define os_dereference(p) __atomic_load_n(&(p), __ATOMIC_CONSUME)
#define os_publish(p, v)  __atomic_store_n(&(p), (v), __ATOMIC_RELEASE)

static inline uintptr_t os_context(void)
{
	return (uintptr_t)&os_nesting_depth;
}

static inline void os_count(unsigned long *word)
{
	__atomic_fetch_add(word, 1, __ATOMIC_RELAXED);
}

/*
 * Integers and pointers travel in one row of registers and doubles in another, each in its order,
 * whatever the types between (System V AMD64 3.2.3, AAPCS64 6.8): a callee finds its own in what
 * has been filled for the longest.  So many, because the slot took the first of six.
 */
#if defined(__LP64__)
#define OS_DIRECT_WORDS	  5
#define OS_DIRECT_DOUBLES 8
#else
#define OS_DIRECT_WORDS	  0
#define OS_DIRECT_DOUBLES 0
#endif

typedef void os_direct_words(void *, long, long, long, long, long);
typedef void os_direct_mixed(void *, long, long, long, long, long, double, double, double, double,
			     double, double, double, double);

static inline void os_call_words(void (*func)(void), void *data, va_list *args)
{
	long a = va_arg(*args, long), b = va_arg(*args, long), c = va_arg(*args, long);
	long d = va_arg(*args, long), e = va_arg(*args, long);

	((os_direct_words *)func)(data, a, b, c, d, e);
}

void os_call_mixed(void (*func)(void), void *data, unsigned int nr, unsigned int doubles,
		   va_list *args);

static inline void os_call_direct(void (*func)(void), void *data, unsigned int nr,
				  unsigned int doubles, va_list *args)
{
	if (likely(!doubles))
		os_call_words(func, data, args);
	else
		os_call_mixed(func, data, nr, doubles, args);
}

struct marker_site;

/*
 * What else goes through a fork; NULL if nothing.  Called with os_lock() held and all signals blocked;
 * the child's before its lock and its signals are free.
 */
struct os_fork_hooks {
	void (*before)(void);
	void (*in_parent)(void);
	void (*in_child)(void);
};

extern const struct os_fork_hooks *os_fork_hooks __attribute__((visibility("hidden")));

void *os_alloc(size_t size);
void os_free(void *ptr);
#define os_sort qsort
void os_lock(void);
void os_unlock(void);
int os_synchronize(void);
int os_text_begin(void *first, void *last, unsigned int writes);
int os_text_write_slow(void *addr, u64 bytes, unsigned int len);
struct marker_site *os_text_flip(struct marker_site *site, const struct marker_site *end, bool on);
int os_text_end(void);
void os_text_sync(void);
const char *os_text_mode(void);

/* The loader reserves one range for an object, so its lowest and highest byte bound nobody else. */
struct os_object {
	uintptr_t start, end;
};

void os_object_find(const void *inside, struct os_object *object);

static inline bool os_object_holds(const struct os_object *object, uintptr_t addr)
{
	return addr - object->start < object->end - object->start;
}

static inline bool os_text_exists(const struct os_object *object, const void *addr)
{
	return true;
}

/* Static keys are the kernel's. */
#define OS_KEYS	     0
#define OS_NO_PROBES NULL

static inline int os_key_set(void *key, bool on)
{
	return -EOPNOTSUPP;
}

static inline bool os_key_enabled(const void *key)
{
	return false;
}

/* The pages that os_text_begin() has made writable, if it did it that way. */
extern struct os_writable {
	char *start;
	size_t size;
} os_writable __attribute__((visibility("hidden")));

static inline int os_text_write(void *addr, u64 bytes, unsigned int len)
{
	if (unlikely(len != 1 || (size_t)((char *)addr - os_writable.start) >= os_writable.size))
		return os_text_write_slow(addr, bytes, len);
	__atomic_store_n((u8 *)addr, bytes, __ATOMIC_RELEASE);
	return 0;
}

#endif
