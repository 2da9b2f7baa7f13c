/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ranges.h - lists of numbers and ranges as sysfs writes them: "0-3,8"
 */
#ifndef BENCH_COUNTER_RANGES_H
#define BENCH_COUNTER_RANGES_H

typedef void ranges_take(void *to, unsigned long number);

int ranges_parse(const char *text, unsigned long limit, ranges_take *take, void *to);

#endif
