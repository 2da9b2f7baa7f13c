/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * unattended.h - markbench without an agent
 */
#ifndef BENCH_UNATTENDED_H
#define BENCH_UNATTENDED_H

void unattended_begin(char **argv);

#endif
