/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * uprobe.h - a uprobe of the kernel on an instruction of this process, that only counts
 */
#ifndef BENCH_UPROBE_H
#define BENCH_UPROBE_H

#include <stddef.h>

/** struct uprobe - an open one */
struct uprobe {
	int fd;
};

int uprobe_open(struct uprobe *uprobe, const void *address, char *why, size_t len);
int uprobe_check(const struct uprobe *uprobe, char *why, size_t len);
void uprobe_close(struct uprobe *uprobe);

#endif
