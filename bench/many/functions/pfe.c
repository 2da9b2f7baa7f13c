// SPDX-License-Identifier: GPL-2.0-only
/*
 * pfe.c - a function with a patchable entry of five nops
 */
#include "function.h"

MANY_FUNCTION_WITH(pfe, __attribute__((patchable_function_entry(5))), )
