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

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int32_t s32;

#define READ_ONCE(x)	 (*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, v) (*(volatile __typeof__(x) *)&(x) = (v))
#define likely(x)	 (x)
#define unlikely(x)	 (x)

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define le64_to_cpu(x) (x)
#else
#define le64_to_cpu(x) __builtin_bswap64(x)
#endif
#define cpu_to_le64(x) le64_to_cpu(x)

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
 * @fail_synchronize:	the n-th grace period from now is refused, likewise
 */
struct os_test {
	unsigned int allocs, live;
	unsigned int begins, writes, syncs;
	unsigned int grace_periods;
	int fail_alloc, fail_write, fail_begin, fail_synchronize;
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
void os_text_end(void);
void os_text_sync(void);
const char *os_text_mode(void);
void os_object_range(const void *object, uintptr_t *start, uintptr_t *end);

#endif
