// SPDX-License-Identifier: GPL-2.0-only
/*
 * none.c - built in the place of jump.c for processors without a jump kind
 */
#include "../many.h"

const struct many many[MANY_NR];
