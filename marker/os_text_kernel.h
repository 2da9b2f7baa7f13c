/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * os_text_kernel.h - writes of text that are done together, and the target's way to do them
 */
#ifndef MARKER_OS_TEXT_KERNEL_H
#define MARKER_OS_TEXT_KERNEL_H

#include "os.h"

/**
 * struct marker_poke - one write that waits
 * @addr:	where the processor executes it
 * @alias:	the same byte, writable
 * @value:	the unit to write there
 * @skip:	done or refused
 */
struct marker_poke {
	u8 *addr;
	u8 *alias;
	u32 value;
	bool skip;
};

/**
 * arch_poke() - rewrite sites that other CPUs execute meanwhile
 * @pokes:	ascending by address, all verified a moment ago
 * @nr:		how many
 *
 * On return every CPU executes what was written.
 *
 * Context: sleeps; os_lock() held.  Takes cpus_read_lock().
 * Return: 0, or -EBUSY if somebody else's breakpoint has come to a site since: that one is as it was.
 */
int arch_poke(struct marker_poke *pokes, unsigned int nr);

int arch_poke_init(void);
void arch_poke_exit(void);

extern const char arch_poke_mode[];

#endif
