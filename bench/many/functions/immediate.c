// SPDX-License-Identifier: GPL-2.0-only
/*
 * immediate.c - a function with an immediate site, as of 2006
 */
#include "function.h"

MANY_FUNCTION_MARKED(immediate, BENCH_MARK_MOV)
