// SPDX-License-Identifier: GPL-2.0-only
/*
 * row_call.c - a connected marker: rows 7, 8, 10, 11 and 12 of 2006, for each kind
 *
 *	row	arguments		probe		preemption disabled: the RCU read side
 *	7	in registers		empty
 *	8	a list			empty
 *	9	a list			empty		no: row_unlocked.c
 *	10	in registers		copies		(2006: on the stack, "asmlinkage")
 *	11	a list			copies
 *	12	a list, by the format	copies
 */
#include "connect.h"

#define LOOPS(kind, mark)                       \
	CONNECT_LOOP(kind, register, mark)      \
	CONNECT_LOOP(kind, list, mark)          \
	CONNECT_LOOP(kind, register_copy, mark) \
	CONNECT_LOOP(kind, list_copy, mark)     \
	CONNECT_LOOP(kind, parse_copy, mark)

BENCH_EACH_KIND(LOOPS)

#define WEIGHT 10

/* clang-format off */
#define ROWS(id, kind)								\
	CONNECT_ROW("call", id, kind, register, "register", NULL,		\
		    marker_bench_direct_empty, "empty probe, arguments in registers", WEIGHT), \
	CONNECT_ROW("call", id, kind, list, "list", marker_bench_empty, NULL,	\
		    "empty probe, variable arguments", WEIGHT),			\
	CONNECT_ROW("call", id, kind, register_copy, "register-copy", NULL,	\
		    marker_bench_direct_copy, "registers, copied", WEIGHT),	\
	CONNECT_ROW("call", id, kind, list_copy, "list-copy", marker_bench_copy, NULL, \
		    "variable arguments, copied", WEIGHT),			\
	CONNECT_ROW("call", id, kind, parse_copy, "parse-copy", marker_bench_parse, NULL, \
		    "variable arguments, format read at each hit, copied", WEIGHT)
/* clang-format on */

static const struct bench rows[] = { BENCH_ROWS(ROWS) };

const struct bench_group bench_call = {
	.name = "call",
	.what = "a connected marker in an empty loop, over the same marker off",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
};
