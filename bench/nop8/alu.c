// SPDX-License-Identifier: GPL-2.0-only
/*
 * alu.c - the loop of row_alu.c with a site of the nop8 form: a whole file has one form
 */
#include "bench/row/alu.h"

ALU(nop8, MARK_JUMP(bench_alu_nop8, BENCH_FORMAT, 1, (void *)0))
