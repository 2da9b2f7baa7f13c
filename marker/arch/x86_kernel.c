// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * x86_kernel.c - the int3 protocol: rewriting mov $imm8,%al while other CPUs execute it
 *
 * A processor that executes code which another one modifies may do anything unless the steps are
 * these (Intel SDM volume 3, "Handling Self- and Cross-Modifying Code"; AMD APM volume 2,
 * "Cross-Modifying Code"); the kernel's text_poke_bp() takes the same ones, after Mathieu Desnoyers'
 * immediate values of 2007:
 *
 *			byte 0	byte 1		who executes the site
 *	before		b0	old		gets old
 *	1 int3		cc	old		traps, and the handler stands in: gets new
 *	  sync					from here on everybody traps
 *	2 immediate	cc	new		traps, gets new
 *	  sync
 *	3 opcode	b0	new		traps or gets new
 *	  sync					from here on nobody traps
 *
 * "sync" is an interrupt to every CPU that executes a serialising instruction.  It also waits for the
 * trap handlers that are running, since those have interrupts off: after the third the queue may go.
 *
 *	who			may run with	because
 *	the site		each step	the table above
 *	the site in an NMI	each step	the handler takes no lock
 *	another batch		nobody		os_lock()
 *	CPU hotplug		nobody		cpus_read_lock()
 *	static keys, ftrace	all		they write other bytes
 *	a kprobe on the site	step 1 fails	it is compared and exchanged: -EBUSY
 *	a kprobe put there	none of them	text_mutex is not ours to take: do not
 *	  between 1 and 3
 *
 * A kprobe keeps a copy of the instruction: one that is put on a site goes on executing the value of
 * that moment, and is told as -EBUSY when the marker is switched.
 */
#include "../kmod.h"
#include "../os_text_kernel.h"

#include <asm/sync_core.h>
#include <linux/bsearch.h>
#include <linux/cpu.h>
#include <linux/kdebug.h>
#include <linux/kprobes.h>
#include <linux/ptrace.h>
#include <linux/smp.h>

#define INT3	    0xcc
#define MOV_IMM8_AL 0xb0

/* What the handler looks at; nr is written last, and first.  round is the number of the batch. */
static struct {
	const struct marker_poke *pokes;
	unsigned int nr, round;
} active;

static int compare_addr(const void *key, const void *element)
{
	const struct marker_poke *poke = element;

	return (u8 *)key < poke->addr ? -1 : (u8 *)key > poke->addr;
}
NOKPROBE_SYMBOL(compare_addr);

/*
 * A breakpoint that is in the text no more: what is there now is executed.  Processors have no such
 * traps behind the last sync, QEMU has (sync_opcodes()); 6.1 does this by itself, 6.12 not.
 */
static bool again_if_gone(struct pt_regs *regs)
{
	if (READ_ONCE(*(u8 *)(regs->ip - 1)) == INT3)
		return false;
	regs->ip--;
	return true;
}
NOKPROBE_SYMBOL(again_if_gone);

static bool step_over_ours(struct pt_regs *regs)
{
	/* A queue that is seen is whole: arch_poke(). */
	unsigned int nr = smp_load_acquire(&active.nr);
	const struct marker_poke *poke;

	poke = __inline_bsearch((void *)regs->ip, active.pokes, nr, sizeof(*poke), compare_addr);
	if (!poke || poke->skip)
		return false;
	regs->ax = (regs->ax & ~0xfful) | poke->value;
	regs->ip++;
	return true;
}
NOKPROBE_SYMBOL(step_over_ours);

/*
 * The mov is one byte before the immediate; the trap is reported behind the int3, which is there.  A
 * batch that begins between the two looks may have put its int3 where the last one's was: then both
 * looks are taken again.
 */
static int step_over(struct notifier_block *block, unsigned long reason, void *data)
{
	struct die_args *args = data;
	struct pt_regs *regs = args->regs;
	unsigned int round;

	if (reason != DIE_INT3 || user_mode(regs))
		return NOTIFY_DONE;
	do {
		round = smp_load_acquire(&active.round);
		if (step_over_ours(regs) || again_if_gone(regs))
			return NOTIFY_STOP;
		smp_rmb(); /* the int3, then the round: arch_poke() counts first */
	} while (round != READ_ONCE(active.round));
	return NOTIFY_DONE;
}
NOKPROBE_SYMBOL(step_over);

static struct notifier_block die_notifier = {
	.notifier_call = step_over,
	.priority = INT_MAX,
};

static void serialise(void *unused)
{
	sync_core();
}

static void sync_cores(void)
{
	on_each_cpu(serialise, NULL, 1);
}

static void put_opcodes(const struct marker_poke *pokes, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		if (!pokes[i].skip)
			WRITE_ONCE(*(pokes[i].alias - 1), MOV_IMM8_AL);
}

static int put_int3(struct marker_poke *pokes, unsigned int nr)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < nr; i++) {
		if (cmpxchg(pokes[i].alias - 1, MOV_IMM8_AL, INT3) == MOV_IMM8_AL)
			continue;
		pokes[i].skip = true;
		ret = -EBUSY;
	}
	return ret;
}

/*
 * QEMU, with a thread for each CPU, drops what was translated before it stores: another CPU may translate
 * the int3 once more in between, and traps on it until somebody stores again.  If its interrupts are off,
 * it never comes to the last sync.  So a wait that takes longer than interrupts do, stores again.
 */
static atomic_t behind; /* CPUs that have not come to the last sync */

static void arrive(void *unused)
{
	sync_core();
	atomic_dec_return_release(&behind);
}

static void sync_opcodes(const struct marker_poke *pokes, unsigned int nr)
{
	unsigned long last = jiffies;

	atomic_set(&behind, num_online_cpus());
	on_each_cpu(arrive, NULL, 0);
	while (atomic_read_acquire(&behind)) {
		cpu_relax();
		if (time_after(jiffies, last + 1)) {
			put_opcodes(pokes, nr);
			last = jiffies;
		}
	}
	/* Who came may have done so before he translated the int3 once more. */
	put_opcodes(pokes, nr);
}

int arch_poke(struct marker_poke *pokes, unsigned int nr)
{
	unsigned int i;
	int ret;

	cpus_read_lock();
	active.pokes = pokes;
	/* Both pair with step_over(): who sees the round finds the queue, who meets the int3 sees the round. */
	smp_store_release(&active.nr, nr);
	smp_store_release(&active.round, active.round + 1);
	ret = put_int3(pokes, nr);
	sync_cores();
	for (i = 0; i < nr; i++)
		if (!pokes[i].skip)
			WRITE_ONCE(*pokes[i].alias, pokes[i].value);
	sync_cores();
	put_opcodes(pokes, nr);
	sync_opcodes(pokes, nr);
	WRITE_ONCE(active.nr, 0);
	cpus_read_unlock();
	return ret;
}

const char arch_poke_mode[] = "immediate values by int3 and three rounds of interrupts a batch";

int arch_poke_init(void)
{
	return register_die_notifier(&die_notifier);
}

void arch_poke_exit(void)
{
	unregister_die_notifier(&die_notifier);
}
