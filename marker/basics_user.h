/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * basics_user.h - what kernel idiom needs of any user-space world: types, accesses, expectations
 *
 * The first lines of the list in os.h.  os_user.h has the rest, and so has the tests' failing world.
 */
#ifndef MARKER_BASICS_USER_H
#define MARKER_BASICS_USER_H

#include <assert.h>
#include <errno.h>
#include <linux/types.h>
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

/* Atomic for ThreadSanitizer, volatile for the compiler: one load or store. */
#define READ_ONCE(x)	 __atomic_load_n((const volatile __typeof__(x) *)&(x), __ATOMIC_RELAXED)
#define WRITE_ONCE(x, v) __atomic_store_n((volatile __typeof__(x) *)&(x), (v), __ATOMIC_RELAXED)

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define le64_to_cpu(x) (x)
#define le32_to_cpu(x) (x)
#else
#define le64_to_cpu(x) __builtin_bswap64(x)
#define le32_to_cpu(x) __builtin_bswap32(x)
#endif
#define cpu_to_le64(x) le64_to_cpu(x)

#ifndef likely
#define likely(x)   __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#endif

#endif
