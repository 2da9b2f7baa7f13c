/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * os_test.h - the contract of marker/os.h in a world of its own, where everything can fail
 *
 * Included before any header of the core, in the place of os_user.h and os_kernel.h.  One thread;
 * text is plain memory; arguments never travel in registers.  The world counts what it is asked for,
 * fails the n-th allocation or write on demand, and asserts what the contract says about contexts:
 * what sleeps is not called under the lock or in a read side, writes come between begin and end.
 */
#ifndef MARKER_OS_H
#define MARKER_OS_H

#include "marker/basics_user.h"

/* The target's half of the core that goes with this world. */
#if defined(MARKER_ARCH_GENERIC)
#define OS_TEST_ARCH "marker/arch/generic.c"
#elif defined(__x86_64__)
#define OS_TEST_ARCH "marker/arch/x86.c"
#elif defined(__aarch64__)
#define OS_TEST_ARCH "marker/arch/arm64.c"
#else
#define OS_TEST_ARCH "marker/arch/generic.c"
#endif

/**
 * struct os_test - what the world was asked for, and what it refuses
 * @fail_alloc:		the n-th allocation from now fails; 0 for none, and -1 for all
 * @fail_write:		the n-th write of text from now fails, likewise
 * @fail_begin:		the n-th os_text_begin() from now fails, likewise
 * @fail_end:		the n-th write from now is put off until os_text_end(), which refuses it
 * @fail_synchronize:	the n-th grace period from now is refused, likewise
 */
struct os_test {
	unsigned int allocs, live;
	unsigned int begins, writes, syncs;
	unsigned int grace_periods;
	int fail_alloc, fail_write, fail_begin, fail_end, fail_synchronize;
	const void *gone; /* text that does not exist any more */
	unsigned int readers;
	bool locked, begun;
};

extern struct os_test os_test;

void *os_alloc(size_t size);
void os_free(void *ptr);
#define os_sort qsort
void os_lock(void);
void os_unlock(void);
unsigned int os_probe_enter(void);
void os_probe_exit(unsigned int depth);
bool os_in_probe(void);
#define os_dereference(p) (p)
#define os_publish(p, v)  ((p) = (v))
int os_synchronize(void);
uintptr_t os_context(void);
void os_count(unsigned long *word);
#define OS_DIRECT_WORDS	  0
#define OS_DIRECT_DOUBLES 0
void os_call_direct(void (*func)(void), void *data, unsigned int nr, unsigned int doubles,
		    va_list *args);
int os_text_begin(void *first, void *last, unsigned int writes);
int os_text_write(void *addr, u64 bytes, unsigned int len);
struct marker_site;
struct marker_site *os_text_flip(struct marker_site *site, const struct marker_site *end, bool on);
int os_text_end(void);
void os_text_sync(void);
const char *os_text_mode(void);

/* No object holds anything, all text stays, and there are no keys. */
struct os_object {
	char unused;
};
void os_object_find(const void *inside, struct os_object *object);
bool os_object_holds(const struct os_object *object, uintptr_t addr);
bool os_text_exists(const struct os_object *object, const void *addr);
#define OS_KEYS	     0
#define OS_NO_PROBES NULL
int os_key_set(void *key, bool on);
bool os_key_enabled(const void *key);

#endif
