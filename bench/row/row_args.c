// SPDX-License-Identifier: GPL-2.0-only
/*
 * row_args.c - a connected marker with arguments of several forms and an empty probe
 *
 * Arguments are evaluated when the site is on, by the code behind it; how many there are, and where they
 * travel, is what these rows differ by.
 */
#include "connect.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct form {
	const char *marker;
	const char *format;
};

static int args_init(const struct bench *bench, char *why, size_t len)
{
	const struct form *form = bench->data;
	int ret = connect_probe(form->marker, form->format, marker_bench_empty, NULL);

	if (ret > 0)
		return 0;
	snprintf(why, len, "%s: %s", form->marker, ret ? strerror(-ret) : "no such site");
	return ret ? ret : -ENOENT;
}

static void args_exit(const struct bench *bench)
{
	const struct form *form = bench->data;

	marker_probe_unregister(form->marker, marker_bench_empty, NULL);
	marker_synchronize();
}

#define LOOP(id, mark)                                       \
	static BENCH_CODE void run_##id(unsigned long loops) \
	{                                                    \
		for (; loops; loops--) {                     \
			BENCH_BARRIER();                     \
			mark;                                \
		}                                            \
	}

#define INT6 "%d %d %d %d %d %d"

LOOP(none, MARK_NOARGS(bench_args_none))
LOOP(int, MARK_JUMP(bench_args_int, "%d", 1))
LOOP(int2, MARK_JUMP(bench_args_int2, "%d %d", 1, 2))
LOOP(int6, MARK_JUMP(bench_args_int6, INT6, 1, 2, 3, 4, 5, 6))
LOOP(double, MARK_JUMP(bench_args_double, "%f", 1.5))
LOOP(string, MARK_JUMP(bench_args_string, "%s", "text"))

#define ROW(id, text, phrase)                                                           \
	{                                                                               \
		.name = "args-" #id, .base = "loop-jump", .what = phrase, .weight = 10, \
		.init = args_init, .exit = args_exit, .run = run_##id,                  \
		.data = &(const struct form){ "bench_args_" #id, text },                \
	}

static const struct bench rows[] = {
	ROW(none, "", "no argument, empty probe"),
	ROW(int, "%d", "an int"),
	ROW(int2, "%d %d", "two"),
	ROW(int6, INT6, "six: more than travel in registers beside what the library needs"),
	ROW(double, "%f", "a double"),
	ROW(string, "%s", "a string: its address"),
};

const struct bench_group bench_args = {
	.name = "args",
	.what = "a connected jump marker with arguments of several forms, over one that is off",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
};
