/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * report_kernel.h - results of marker-bench.ko, told
 */
#ifndef BENCH_REPORT_KERNEL_H
#define BENCH_REPORT_KERNEL_H

#include <stdio.h>

#include "kernel_results.h"

void report_kernel(const struct kernel_results *results, FILE *file);
int report_kernel_rows(const struct kernel_results *results, const char *word, FILE *file);
int report_kernel_json(const struct kernel_results *results, const char *path);

#endif
