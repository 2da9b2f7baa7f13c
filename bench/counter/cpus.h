/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cpus.h - lists of processors as sysfs writes them: "0-3,8"
 */
#ifndef BENCH_COUNTER_CPUS_H
#define BENCH_COUNTER_CPUS_H

#include <sched.h>
#include <stdbool.h>

int cpus_parse(const char *text, cpu_set_t *cpus);
bool cpus_meet(const cpu_set_t *a, const cpu_set_t *b);

#endif
