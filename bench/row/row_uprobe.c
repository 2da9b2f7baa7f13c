// SPDX-License-Identifier: GPL-2.0-only
/*
 * row_uprobe.c - a hit of a uprobe, by what the instruction is and what is done with the hit
 *
 * The base is a call of the same function with nothing on it.
 *
 *	uprobe-nop	counts; the nop is not executed at all
 *	uprobe-nop5	counts; a nop of five bytes, which newer kernels make a call
 *	uprobe-push	counts; an instruction that the kernel emulates
 *	uprobe-insn	counts; one that it steps over in a copy
 *	uprobe-sampled	on a nop; a sample of each hit goes to a ring, which is read
 *	uprobe-bpf	on a nop; a BPF program adds one to a word of a map (what bpftrace's count() comes to)
 */
#include "../bench.h"

#include <errno.h>
#include <stdio.h>

#include "probed.h"
#include "uprobe.h"

/* A ring of RING_PAGES holds this many samples many times over. */
#define DRAIN_EVERY 1024

struct row_uprobe {
	enum probed function;
	struct uprobe *uprobe;
	int (*open)(struct uprobe *uprobe, const void *address, char *why, size_t len);
};

static int row_init(const struct bench *bench, char *why, size_t len)
{
	const struct row_uprobe *row = bench->data;
	void (*function)(void) = probed_functions[row->function];
	int ret;

	if (!function) {
		snprintf(why, len, "no such instruction is known for this processor");
		return -ENOTSUP;
	}
	if (!row->open)
		return 0;
	ret = row->open(row->uprobe, (const void *)function, why, len);
	if (ret)
		return ret;
	bench->run(3);
	/* The samples of these three were taken by run() itself. */
	ret = row->uprobe->sampled ? 0 : uprobe_check(row->uprobe, why, len);
	if (ret)
		uprobe_close(row->uprobe);
	return ret;
}

static void row_exit(const struct bench *bench)
{
	const struct row_uprobe *row = bench->data;

	if (row->open)
		uprobe_close(row->uprobe);
}

#define RUN(id, function_id)                                            \
	static struct uprobe uprobe_##id;                               \
	static BENCH_CODE void run_##id(unsigned long loops)            \
	{                                                               \
		void (*function)(void) = probed_functions[function_id]; \
                                                                        \
		for (; loops; loops--)                                  \
			function();                                     \
	}

RUN(none, PROBED_NONE)
RUN(none2, PROBED_NONE2)
RUN(nop, PROBED_NOP)
RUN(nop5, PROBED_NOP5)
RUN(push, PROBED_PUSH)
RUN(insn, PROBED_STEP)
RUN(bpf, PROBED_BPF)

static struct uprobe uprobe_sampled;
static unsigned long samples;

static BENCH_CODE void run_sampled(unsigned long loops)
{
	void (*function)(void) = probed_functions[PROBED_SAMPLED];

	for (; loops; loops--) {
		function();
		if (loops % DRAIN_EVERY == 1)
			samples += ring_drain(&uprobe_sampled.ring);
	}
}

static int sampled_init(const struct bench *bench, char *why, size_t len)
{
	int ret;

	samples = 0;
	ret = row_init(bench, why, len);
	if (ret || samples)
		return ret;
	uprobe_close(&uprobe_sampled);
	snprintf(why, len, "the uprobe was accepted and makes no samples");
	return -ENODATA;
}

#define ROW(id, over, function, opener, initializer, heavy, phrase)                   \
	{                                                                             \
		.name = "uprobe-" #id, .base = over, .what = phrase, .weight = heavy, \
		.init = initializer, .run = run_##id, .exit = row_exit,               \
		.data = &(const struct row_uprobe){ function, &uprobe_##id, opener }, \
	}

static const struct bench rows[] = {
	ROW(none, NULL, PROBED_NONE, NULL, row_init, 5, "a call of a function, no uprobe"),
	{ .name = "uprobe-none2",
	  .base = "uprobe-none",
	  .copy = 1,
	  .what = "a second copy of it",
	  .weight = 5,
	  .init = row_init,
	  .run = run_none2,
	  .exit = row_exit,
	  .data = &(const struct row_uprobe){ PROBED_NONE2, &uprobe_none2, NULL } },
	ROW(nop, "uprobe-none", PROBED_NOP, uprobe_open, row_init, 2000,
	    "a hit that is counted, on a nop"),
	ROW(nop5, "uprobe-none", PROBED_NOP5, uprobe_open, row_init, 2000,
	    "a hit that is counted, on a nop of five bytes"),
	ROW(push, "uprobe-none", PROBED_PUSH, uprobe_open, row_init, 2000,
	    "a hit that is counted, on an instruction that the kernel emulates"),
	ROW(insn, "uprobe-none", PROBED_STEP, uprobe_open, row_init, 10000,
	    "a hit that is counted, on an instruction that it steps over"),
	ROW(sampled, "uprobe-none", PROBED_SAMPLED, uprobe_open_sampled, sampled_init, 2000,
	    "a hit that is sampled to a ring, on a nop"),
	ROW(bpf, "uprobe-none", PROBED_BPF, uprobe_open_bpf, row_init, 2000,
	    "a hit that a BPF program counts in a map, on a nop"),
};

const struct bench_group bench_uprobe = {
	.name = "uprobe",
	.what = "a hit of a uprobe of the kernel",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
};
