/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bpf.h - the shortest BPF program, on a raw tracepoint, by bpf(2) alone
 */
#ifndef BENCH_BPF_H
#define BENCH_BPF_H

int bpf_attach_empty(const char *tracepoint);

#endif
