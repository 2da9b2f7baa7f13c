/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * uprobe.h - a uprobe of the kernel on an instruction of this process
 *
 * uprobe_open() only counts, uprobe_open_sampled() writes a sample of each hit to a ring, uprobe_open_bpf()
 * runs a BPF program that counts.
 */
#ifndef BENCH_UPROBE_H
#define BENCH_UPROBE_H

#include <stddef.h>

#include "ring.h"

/**
 * struct uprobe - an open one
 * @map:	of the BPF program, -1 if there is none
 * @ring:	of its samples, if @sampled
 */
struct uprobe {
	int fd;
	int map;
	int sampled;
	struct ring ring;
};

int uprobe_open(struct uprobe *uprobe, const void *address, char *why, size_t len);
int uprobe_open_sampled(struct uprobe *uprobe, const void *address, char *why, size_t len);
int uprobe_open_bpf(struct uprobe *uprobe, const void *address, char *why, size_t len);
int uprobe_check(const struct uprobe *uprobe, char *why, size_t len);
void uprobe_close(struct uprobe *uprobe);

#endif
