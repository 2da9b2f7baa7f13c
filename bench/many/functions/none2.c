// SPDX-License-Identifier: GPL-2.0-only
/*
 * none2.c - a function without a site, a second time
 */
#include "function.h"

MANY_FUNCTION(none2, )
