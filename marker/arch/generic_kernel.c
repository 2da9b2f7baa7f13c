// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * generic_kernel.c - a target whose text is not patched by us: MARK_IMMEDIATE is generic there
 */
#include "../os_text_kernel.h"

int arch_poke(struct marker_poke *pokes, unsigned int nr)
{
	return -EOPNOTSUPP;
}

const char arch_poke_mode[] = "no immediate values on this target";

int arch_poke_init(void)
{
	return 0;
}

void arch_poke_exit(void)
{
}
