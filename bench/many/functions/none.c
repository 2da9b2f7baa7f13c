// SPDX-License-Identifier: GPL-2.0-only
/*
 * none.c - a function without a site
 */
#include "function.h"

MANY_FUNCTION(none, )
