// SPDX-License-Identifier: GPL-2.0-only
/*
 * row_trap.c - row 13 of 2006: as row 11, with an empty breakpoint on the probe
 *
 *	trap-KIND-int3		a breakpoint instruction and a SIGTRAP handler that does nothing
 *	trap-KIND-uprobe	a uprobe on the first instruction of the probe, which only counts
 *
 * The probe is one of this file: the one of row 11 stays as it is.
 */
#include "connect.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../machine.h"
#include "uprobe.h"

static struct sigaction before;
static unsigned int trap_users;
static struct uprobe uprobe;
static unsigned int uprobe_users;

static void copy(va_list *args)
{
	*(volatile int *)&marker_bench_int = va_arg(*args, int);
	*(void *volatile *)&marker_bench_pointer = va_arg(*args, void *);
}

static void on_trap(int signal, siginfo_t *info, void *context)
{
	machine_trap_skip(context);
}

static void int3_probe(void *private_data, const struct marker_info *marker, va_list *args)
{
	machine_trap();
	copy(args);
}

/* A nop at the entry: the cheapest instruction to put a uprobe on. */
static __attribute__((noinline, patchable_function_entry(1))) void
uprobe_probe(void *private_data, const struct marker_info *marker, va_list *args)
{
	copy(args);
}

static int int3_init(const struct bench *bench, char *why, size_t len)
{
	struct sigaction action = { .sa_sigaction = on_trap, .sa_flags = SA_SIGINFO };
	int ret;

	if (!machine_trap) {
		snprintf(why, len, "no breakpoint instruction is known for this processor");
		return -ENOTSUP;
	}
	if (!trap_users && sigaction(SIGTRAP, &action, &before))
		return -errno;
	trap_users++;
	ret = connect_init(bench, why, len);
	if (ret && !--trap_users)
		sigaction(SIGTRAP, &before, NULL);
	return ret;
}

static void int3_exit(const struct bench *bench)
{
	connect_exit(bench);
	if (!--trap_users)
		sigaction(SIGTRAP, &before, NULL);
}

static int uprobe_init(const struct bench *bench, char *why, size_t len)
{
	int ret = 0;

	if (!uprobe_users)
		ret = uprobe_open(&uprobe, (const void *)uprobe_probe, why, len);
	if (ret)
		return ret;
	uprobe_users++;
	ret = connect_init(bench, why, len);
	if (!ret) {
		bench->run(3);
		ret = uprobe_check(&uprobe, why, len);
		if (ret)
			connect_exit(bench);
	}
	if (ret && !--uprobe_users)
		uprobe_close(&uprobe);
	return ret;
}

static void uprobe_exit(const struct bench *bench)
{
	connect_exit(bench);
	if (!--uprobe_users)
		uprobe_close(&uprobe);
}

#define LOOPS(kind, mark) CONNECT_LOOP(kind, int3, mark) CONNECT_LOOP(kind, uprobe, mark)

BENCH_EACH_KIND(LOOPS)

/* clang-format off */
#define ROW(id, kind, form, phrase, heavy)						\
	{										\
		.name = "trap-" kind "-" #form, .base = "loop-" kind, .what = phrase,	\
		.weight = heavy, .init = form##_init, .exit = form##_exit,		\
		.run = run_##id##_##form,						\
		.data = &(const struct connection){ "bench_call_" #id "_" #form, form##_probe, NULL }, \
	}
#define ROWS(id, kind)									\
	ROW(id, kind, int3, "variable arguments, copied; int3 and SIGTRAP in the probe", 1000), \
	ROW(id, kind, uprobe, "variable arguments, copied; a counting uprobe on the probe", 500)
/* clang-format on */

static const struct bench rows[] = { BENCH_ROWS(ROWS) };

const struct bench_group bench_trap = {
	.name = "trap",
	.what = "a connected marker with a breakpoint on its probe",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
};
