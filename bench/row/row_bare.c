// SPDX-License-Identifier: GPL-2.0-only
/*
 * row_bare.c - what a connected marker is made of, each part alone
 */
#define _LGPL_SOURCE
#include "../bench.h"

#include <stdarg.h>
#include <urcu/urcu-bp.h>

/* Builds the list and shows it to the compiler, as a dispatch that calls an empty probe does. */
static void list_callee(void *private_data, ...)
{
	va_list args;

	va_start(args, private_data);
	__asm__ __volatile__("" : : "r"(&args) : "memory");
	va_end(args);
}

static void register_callee(void *private_data, int value, void *pointer)
{
	__asm__ __volatile__("" : : "r"(private_data), "r"(value), "r"(pointer));
}

/* Volatile: read at each call, as the pointer of a probe is. */
static void (*volatile list_function)(void *private_data, ...) = list_callee;
static void (*volatile register_function)(void *, int, void *) = register_callee;

static BENCH_CODE void run_list(unsigned long loops)
{
	for (; loops; loops--)
		list_function(NULL, 1, (void *)0);
}

static BENCH_CODE void run_register(unsigned long loops)
{
	for (; loops; loops--)
		register_function(NULL, 1, NULL);
}

static BENCH_CODE void run_rcu(unsigned long loops)
{
	for (; loops; loops--) {
		urcu_bp_read_lock();
		BENCH_BARRIER();
		urcu_bp_read_unlock();
	}
}

/* clang-format off */
static const struct bench rows[] = {
	{ .name = "bare-list", .base = "loop-none", .weight = 8, .run = run_list,
	  .what = "indirect call with variable arguments" },
	{ .name = "bare-register", .base = "loop-none", .weight = 8, .run = run_register,
	  .what = "indirect call with arguments in registers" },
	{ .name = "bare-rcu", .base = "loop-none", .weight = 4, .run = run_rcu,
	  .what = "RCU read lock and unlock, inlined" },
};
/* clang-format on */

const struct bench_group bench_bare = {
	.name = "bare",
	.what = "the parts of a connected marker, without the marker",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
};
