/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * generic.h - events that have a name in the kernel's interface, whatever the processor
 */
#ifndef BENCH_COUNTER_GENERIC_H
#define BENCH_COUNTER_GENERIC_H

#include <stdbool.h>
#include <stdint.h>

#define GENERIC_NAME 48

bool generic_find(const char *name, uint32_t *type, uint64_t *config);
void generic_each(uint32_t type, void (*visit)(void *data, const char *name), void *data);
const char *generic_type(uint32_t type);

#endif
