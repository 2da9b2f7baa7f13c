/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bpf.h - the shortest BPF programs, by bpf(2) alone: one that returns, one that counts
 */
#ifndef BENCH_BPF_H
#define BENCH_BPF_H

#include <stdint.h>

int bpf_attach_empty(const char *tracepoint);

int bpf_counter_open(int event);
int bpf_counter_read(int map, uint64_t *count);

#endif
