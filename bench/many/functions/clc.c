// SPDX-License-Identifier: GPL-2.0-only
/*
 * clc.c - a function with an immediate site, clc form
 */
#include "function.h"

MANY_FUNCTION_MARKED(clc, BENCH_MARK_CLC)
