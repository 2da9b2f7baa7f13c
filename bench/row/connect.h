/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * connect.h - rows whose marker has a probe while they run
 *
 * @data of such a row is a struct connection; connect_init() and connect_exit() serve all of them.
 */
#ifndef BENCH_CONNECT_H
#define BENCH_CONNECT_H

#include "../../probes/bench.h"
#include "../bench.h"
#include "../kinds.h"

/** struct connection - the marker of a row and the probe it gets, of one form or the other */
struct connection {
	const char *marker;
	marker_probe_fn *probe;
	void (*direct)(void *private_data, int value, void *pointer);
};

int connect_probe(const char *marker, const char *format, marker_probe_fn *function,
		  void *private_data);
int connect_init(const struct bench *bench, char *why, size_t len);
void connect_exit(const struct bench *bench);

/* A loop with one marker, row_FORM of KIND; the marker is named alike. */
#define CONNECT_LOOP(kind, form, mark)                                                \
	static BENCH_CODE void run_##kind##_##form(unsigned long loops)               \
	{                                                                             \
		for (; loops; loops--) {                                              \
			BENCH_BARRIER();                                              \
			mark(bench_call_##kind##_##form, BENCH_FORMAT, 1, (void *)0); \
		}                                                                     \
	}

#define CONNECT_ROW(group, kind_id, kind, form_id, form, probe_fn, direct_fn, phrase, heavy)       \
	{                                                                                          \
		.name = group "-" kind "-" form, .base = "loop-" kind, .what = phrase,             \
		.weight = heavy, .init = connect_init, .exit = connect_exit,                       \
		.run = run_##kind_id##_##form_id,                                                  \
		.data = &(const struct connection){ "bench_call_" #kind_id "_" #form_id, probe_fn, \
						    direct_fn },                                   \
	}

#endif
