/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * grow.h - arrays and strings that grow, and an error that is remembered
 */
#ifndef BENCH_DOC_GROW_H
#define BENCH_DOC_GROW_H

#include <stdarg.h>
#include <stddef.h>

void *grow_by_one(void **array, size_t *nr, size_t size, int *error);
char *grow_string(int *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *grow_string_args(int *error, const char *format, va_list args);

#endif
