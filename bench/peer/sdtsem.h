/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sdtsem.h - a probe point of sys/sdt.h behind its semaphore
 *
 * The semaphore is a word that whoever listens counts up; a program tests it to spare itself the
 * arguments.  This is what the file that dtrace -h makes has: PROBE_ENABLED(), then PROBE().
 */
#ifndef BENCH_PEER_SDTSEM_H
#define BENCH_PEER_SDTSEM_H

#define _SDT_HAS_SEMAPHORES 1
#include <sys/sdt.h>

/* Hidden: the test is of the word itself, as it is in a program's own file. */
#define SDTSEM_DEFINE(name)                                       \
	__extension__ unsigned short markbench_##name##_semaphore \
		__attribute__((unused, section(".probes"), visibility("hidden")));

#define SDTSEM_PROBE(name, ...)                                                                 \
	do {                                                                                    \
		if (__builtin_expect(*(volatile unsigned short *)&markbench_##name##_semaphore, \
				     0))                                                        \
			DTRACE_PROBE2(markbench, name, __VA_ARGS__);                            \
	} while (0)

#endif
