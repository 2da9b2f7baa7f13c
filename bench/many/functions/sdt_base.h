/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sdt_base.h - to be included behind sys/sdt.h
 *
 * The label that all notes refer to comes from other files (peer/sdt.c), as each copy would define it
 * again.
 */
#ifndef BENCH_MANY_FUNCTIONS_SDT_BASE_H
#define BENCH_MANY_FUNCTIONS_SDT_BASE_H

#include <sys/sdt.h>

#undef _SDT_ASM_BASE
#define _SDT_ASM_BASE                    \
	_SDT_ASM_1(.weak _.stapsdt.base) \
	_SDT_ASM_1(.hidden _.stapsdt.base)

#endif
