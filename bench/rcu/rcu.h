/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rcu.h - a read-side pair of each flavour of liburcu
 *
 * RCU_PAIR(flavour) defines what a row of row_rcu.c needs, in a file of its own: the inlined readers
 * (_LGPL_SOURCE) of different flavours share names.
 */
#ifndef BENCH_RCU_RCU_H
#define BENCH_RCU_RCU_H

#include "../bench.h"

#define RCU_EACH(code) code(bp) code(memb) code(mb) code(qsbr)

#define RCU_DECLARE(flavour)              \
	void rcu_##flavour##_enter(void); \
	void rcu_##flavour##_leave(void); \
	void rcu_##flavour##_run(unsigned long loops);
RCU_EACH(RCU_DECLARE)

#define RCU_PAIR(flavour)                                        \
	void rcu_##flavour##_enter(void)                         \
	{                                                        \
		urcu_##flavour##_register_thread();              \
	}                                                        \
                                                                 \
	void rcu_##flavour##_leave(void)                         \
	{                                                        \
		urcu_##flavour##_unregister_thread();            \
	}                                                        \
                                                                 \
	BENCH_CODE void rcu_##flavour##_run(unsigned long loops) \
	{                                                        \
		for (; loops; loops--) {                         \
			urcu_##flavour##_read_lock();            \
			BENCH_BARRIER();                         \
			urcu_##flavour##_read_unlock();          \
		}                                                \
	}

#endif
