/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * connect.h - rows whose marker has a probe while they run
 *
 * @data of such a row is a struct connection; connect_init() and connect_exit() serve all of them.  A row that
 * knows its probe only when it is made ready has a struct connection then, for connect() and disconnect().
 */
#ifndef BENCH_KERNEL_CONNECT_H
#define BENCH_KERNEL_CONNECT_H

#include "../../probes/bench.h"
#include "kinds.h"
#include "row.h"

/** struct connection - the marker of a row and the probe it gets, of one form or the other */
struct connection {
	const char *marker;
	marker_probe_fn *probe;
	void (*direct)(void *private_data, int value, void *pointer);
};

/** connect() - and have it that there was a site to switch on; 0 or a negative errno with a phrase in @why */
int connect(const struct connection *c, char why[BENCH_WHY]);
void disconnect(const struct connection *c);

int connect_init(const struct bench_row *row, char why[BENCH_WHY]);
void connect_exit(const struct bench_row *row);

/* clang-format off */

/* A loop with one marker, row_FORM of KIND; the marker is named alike. */
#define CONNECT_LOOP(kind, form, mark)						\
	static BENCH_CODE void run_##kind##_##form(unsigned long loops)		\
	{									\
		for (; loops; loops--) {					\
			barrier();						\
			mark(bench_call_##kind##_##form, BENCH_FORMAT, 1, NULL); \
		}								\
	}

#define CONNECT_ROW(group, kind_id, kind, form_id, form, probe_fn, direct_fn, phrase)		\
	{											\
		.name = group "-" kind "-" form, .base = "loop-" kind, .what = phrase,		\
		.weight = 8, .init = connect_init, .exit = connect_exit,			\
		.run = run_##kind_id##_##form_id,						\
		.data = &(const struct connection){ "bench_call_" #kind_id "_" #form_id,	\
						    probe_fn, direct_fn },			\
	}

/* clang-format on */

#endif
