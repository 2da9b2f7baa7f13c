// SPDX-License-Identifier: GPL-2.0-only
/*
 * row_trap.c - row 13 of 2006: as row 11, with an empty kprobe on the probe
 *
 *	trap-KIND-int3		by its breakpoint, as in 2006
 *	trap-KIND-optimised	by a jump that has replaced the breakpoint
 *	trap-KIND-kprobe-ftrace	by the call of ftrace
 *	trap-KIND-ftrace-ops	no kprobe: a callback of ftrace
 */
#include "connect.h"
#include "trap.h"

struct trapped {
	const char *marker;
	struct trap *trap;
};

/* Which probe that is the trap knows when it is set. */
static struct connection connection_of(const struct trapped *trapped)
{
	return (struct connection){ .marker = trapped->marker, .probe = trapped->trap->probe };
}

static int trap_init(const struct bench_row *row, char why[BENCH_WHY])
{
	const struct trapped *trapped = row->data;
	struct connection connection;
	int ret = trap_get(trapped->trap, why);

	if (ret)
		return ret;
	connection = connection_of(trapped);
	ret = connect(&connection, why);
	if (ret)
		trap_put(trapped->trap);
	return ret;
}

static void trap_exit(const struct bench_row *row)
{
	const struct trapped *trapped = row->data;
	struct connection connection = connection_of(trapped);

	disconnect(&connection);
	trap_put(trapped->trap);
}

#define LOOPS(kind, mark)                   \
	CONNECT_LOOP(kind, int3, mark)      \
	CONNECT_LOOP(kind, optimised, mark) \
	CONNECT_LOOP(kind, ftrace, mark)    \
	CONNECT_LOOP(kind, ops, mark)

BENCH_EACH_KIND(LOOPS)

/* clang-format off */
#define ROW(id, kind, form, suffix, heavy, phrase)					\
	{										\
		.name = "trap-" kind "-" suffix, .base = "loop-" kind, .weight = heavy,	\
		.what = "variable arguments, copied; " phrase " on the probe",		\
		.init = trap_init, .exit = trap_exit, .run = run_##id##_##form,		\
		.data = &(const struct trapped){ "bench_call_" #id "_" #form, &trap_##form }, \
	}
#define ROWS(id, kind)									\
	ROW(id, kind, int3, "int3", 200, "a kprobe"),					\
	ROW(id, kind, optimised, "optimised", 40, "an optimised kprobe"),		\
	ROW(id, kind, ftrace, "kprobe-ftrace", 40, "a kprobe by ftrace"),		\
	ROW(id, kind, ops, "ftrace-ops", 20, "a callback of ftrace")
/* clang-format on */

static const struct bench_row rows[] = { BENCH_ROWS(ROWS) };

const struct bench_group bench_trap = { rows, ARRAY_SIZE(rows) };
