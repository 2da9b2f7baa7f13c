// SPDX-License-Identifier: GPL-2.0-only
/*
 * row_rcu.c - what a reader pays with each flavour of liburcu
 *
 * The pair is inlined, as the library inlines that of bp.  A thread is registered with a flavour while
 * its row is ready to run.  The mb flavour needs no system call to wait for readers, the qsbr flavour
 * nothing of a reader but that its thread says when it holds no pointer: that cannot be asked of a
 * program that is only marked.
 */
#include "../rcu/rcu.h"

struct flavour {
	void (*enter)(void);
	void (*leave)(void);
};

static int enter(const struct bench *bench, char *why, size_t len)
{
	const struct flavour *flavour = bench->data;

	flavour->enter();
	return 0;
}

static void leave(const struct bench *bench)
{
	const struct flavour *flavour = bench->data;

	flavour->leave();
}

#define ROW(id, heavy, phrase)                                                            \
	{                                                                                 \
		.name = "rcu-" #id, .base = "loop-none", .what = phrase, .weight = heavy, \
		.init = enter, .run = rcu_##id##_run, .exit = leave,                      \
		.data = &(const struct flavour){ rcu_##id##_enter, rcu_##id##_leave },    \
	}

static const struct bench rows[] = {
	ROW(bp, 4, "read lock and unlock of liburcu-bp, which the library uses"),
	ROW(memb, 4, "of liburcu-memb: threads are registered by hand"),
	ROW(mb, 150, "of liburcu-mb: a full barrier in each"),
	ROW(qsbr, 1, "of liburcu-qsbr: nothing"),
};

const struct bench_group bench_rcu = {
	.name = "rcu",
	.what = "a read-side pair of each flavour of liburcu, inlined",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
};
