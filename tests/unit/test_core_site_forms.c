// SPDX-License-Identifier: GPL-2.0-only
/*
 * The tests of test_core_site.c once more, with the forms that a file has to ask for: nop8 as the
 * jump, mov and test as the immediate.  A target without them has what it has.
 */
#define MARKER_JUMP_FORM      NOP8
#define MARKER_IMMEDIATE_FORM MOV
#include "test_core_site.c"
