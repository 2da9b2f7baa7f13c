// SPDX-License-Identifier: GPL-2.0-only
/*
 * generic.c - a function with a generic site
 */
#include "function.h"

MANY_FUNCTION_MARKED(generic, MARK_GENERIC)
