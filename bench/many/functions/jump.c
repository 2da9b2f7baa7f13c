// SPDX-License-Identifier: GPL-2.0-only
/*
 * jump.c - a function with a jump site
 */
#include "function.h"

MANY_FUNCTION_MARKED(jump, MARK_JUMP)
