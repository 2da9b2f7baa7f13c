// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * arm64_kernel.c - rewriting movz wN,#imm while nobody executes anything
 *
 * MOVZ is not in the architecture's list of instructions that may be exchanged while others execute
 * them (Arm ARM, "Concurrent modification and execution of instructions"), and the kernel exports
 * neither its patching nor a hook for its breakpoints: so all CPUs are stopped.  One writes and cleans
 * the caches to the point of unification; the others wait for it and then discard what they have
 * fetched.
 */
#include "../kmod.h"
#include "../os_text_kernel.h"

#include <asm/barrier.h>
#include <asm/cacheflush.h>
#include <linux/cpumask.h>
#include <linux/stop_machine.h>

struct batch {
	struct marker_poke *pokes;
	unsigned int nr;
	atomic_t arrived;
	bool done;
};

static void clean(u8 *at)
{
	caches_clean_inval_pou((unsigned long)at, (unsigned long)at + sizeof(u32));
}

static void write_all(const struct batch *batch)
{
	unsigned int i;

	for (i = 0; i < batch->nr; i++) {
		WRITE_ONCE(*(__le32 *)batch->pokes[i].alias, cpu_to_le32(batch->pokes[i].value));
		clean(batch->pokes[i].alias);
		clean(batch->pokes[i].addr);
	}
}

/* On every CPU, with interrupts off. */
static int stopped(void *data)
{
	struct batch *batch = data;

	if (atomic_inc_return(&batch->arrived) == 1) {
		write_all(batch);
		/* Pairs with the load below: the others go on when all is written. */
		smp_store_release(&batch->done, true);
	} else {
		while (!smp_load_acquire(&batch->done))
			cpu_relax();
		isb();
	}
	return 0;
}

int arch_poke(struct marker_poke *pokes, unsigned int nr)
{
	struct batch batch = { .pokes = pokes, .nr = nr };

	return stop_machine(stopped, &batch, cpu_online_mask);
}

const char arch_poke_mode[] = "immediate values with all CPUs stopped";

int arch_poke_init(void)
{
	return 0;
}

void arch_poke_exit(void)
{
}
