// SPDX-License-Identifier: GPL-2.0-only
/*
 * sdt.c - a function with a probe point of sys/sdt.h
 */
#include "function.h"

#include "sdt_base.h"

MANY_FUNCTION(sdt, DTRACE_PROBE2(markbench, many_COPY, (int)x, (void *)line))
