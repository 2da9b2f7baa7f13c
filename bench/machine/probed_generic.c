// SPDX-License-Identifier: GPL-2.0-only
/*
 * probed_generic.c - any other processor: no functions, so no rows
 */
#include "../row/probed.h"

#include <stddef.h>

void (*const probed_functions[PROBED_NR])(void);

/** probed_breakpoint() - not called */
long probed_breakpoint(long word)
{
	return word;
}

/** probed_pc() - not called */
void *probed_pc(void *regs)
{
	(void)regs;
	return NULL;
}
