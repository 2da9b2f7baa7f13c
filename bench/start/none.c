// SPDX-License-Identifier: GPL-2.0-only
/*
 * none.c - the vanilla build of the same program (its file of objects has MARKER_DISABLE)
 */
#include "start.c"
