// SPDX-License-Identifier: GPL-2.0-only
/*
 * trap.c - kprobes and a callback of ftrace on probes
 *
 * A kprobe with a post_handler is never optimised; one without, on a function that ftrace does not
 * know, is replaced by a jump some time after it was registered; one at the start of a function that
 * ftrace knows is a callback of ftrace.
 *
 * A hit looks the kprobe up in a table of 64 buckets, by its address (get_kprobe() of kernel/kprobes.c), and a
 * breakpoint's looks twice: the copy of the probe's first instruction, which lies elsewhere, has a breakpoint
 * behind it on x86, where nothing is found.  A kprobe in the same bucket that is not meant is four instructions,
 * and whether one is there is decided by where modules and that copy happen to lie.  So each kprobe is put on the
 * first of four copies of its probe with which all that hits look up have buckets of their own.  (The kprobes of
 * others cannot be known.)
 *
 * Locking: bench_lock.
 */
#include "trap.h"

#include <linux/delay.h>
#include <linux/hash.h>

#include "breakpoint.h"

TRAP_PROBES(trap_probe_int3, trap_probes_int3);
TRAP_PROBES(trap_probe_optimised, trap_probes_optimised);

static int before(struct kprobe *kprobe, struct pt_regs *regs)
{
	return 0;
}

static void after(struct kprobe *kprobe, struct pt_regs *regs, unsigned long flags)
{
}

static void on_call(unsigned long ip, unsigned long parent, struct ftrace_ops *ops,
		    struct ftrace_regs *regs)
{
}

/* ---- buckets ------------------------------------------------------------------------------- */

#define BUCKET_BITS 6 /* KPROBE_HASH_BITS of kernel/kprobes.c */

static u64 buckets; /* of all traps that are set */

static u64 bucket_of(const void *address)
{
	return BIT_ULL(hash_ptr(address, BUCKET_BITS));
}

/* Takes the buckets, if they are free. */
static bool take_buckets(struct trap *trap)
{
	const void *second = kprobe_second_breakpoint(&trap->kprobe);
	u64 own = bucket_of(trap->kprobe.addr);

	if (second && bucket_of(second) == own)
		return false;
	own |= second ? bucket_of(second) : 0;
	if (buckets & own)
		return false;
	trap->buckets = own;
	buckets |= own;
	return true;
}

/* ---- kprobes ------------------------------------------------------------------------------- */

static int try_kprobe(struct trap *trap, marker_probe_fn *probe, kprobe_post_handler_t post_handler)
{
	trap->probe = probe;
	trap->kprobe = (struct kprobe){
		.addr = (kprobe_opcode_t *)probe,
		.pre_handler = before,
		.post_handler = post_handler,
	};
	return register_kprobe(&trap->kprobe);
}

/* Four copies are enough: no more than three buckets are another's. */
static int set_kprobe(struct trap *trap, kprobe_post_handler_t post_handler, char why[BENCH_WHY])
{
	unsigned int i;
	int ret;

	for (i = 0; i < TRAP_COPIES; i++) {
		ret = try_kprobe(trap, trap->probes[i], post_handler);
		if (ret) {
			snprintf(why, BENCH_WHY, "register_kprobe: error %d", ret);
			return ret;
		}
		if (take_buckets(trap))
			return 0;
		unregister_kprobe(&trap->kprobe);
	}
	snprintf(why, BENCH_WHY,
		 "no copy of the probe has a bucket of the kernel's table for itself");
	return -EBUSY;
}

static void clear_kprobe(struct trap *trap)
{
	buckets &= ~trap->buckets;
	trap->buckets = 0;
	unregister_kprobe(&trap->kprobe);
}

static int set_int3(struct trap *trap, char why[BENCH_WHY])
{
	return set_kprobe(trap, after, why);
}

/*
 * Whether the breakpoint has become the jump of an optimised kprobe; known for x86 alone.  The kprobe
 * knows where it is: behind an endbr64, if the probe begins with one.
 */
static bool is_optimised(const struct trap *trap)
{
	return READ_ONCE(*(const u8 *)trap->kprobe.addr) == 0xe9;
}

static int set_optimised(struct trap *trap, char why[BENCH_WHY])
{
	unsigned int tries;
	int ret;

	if (!IS_ENABLED(CONFIG_OPTPROBES) || !IS_ENABLED(CONFIG_X86)) {
		snprintf(why, BENCH_WHY, "no optimised kprobes on this kernel");
		return -EOPNOTSUPP;
	}
	ret = set_kprobe(trap, NULL, why);
	for (tries = 0; !ret && !is_optimised(trap) && tries < 500; tries++)
		msleep(20);
	if (ret || is_optimised(trap))
		return ret;
	clear_kprobe(trap);
	snprintf(why, BENCH_WHY,
		 "the kprobe is not optimised (/proc/sys/debug/kprobes-optimization)");
	return -ETIME;
}

static int set_ftrace(struct trap *trap, char why[BENCH_WHY])
{
	int ret = set_kprobe(trap, NULL, why);

	if (ret || kprobe_ftrace(&trap->kprobe))
		return ret;
	clear_kprobe(trap);
	snprintf(why, BENCH_WHY, "no kprobes on ftrace on this kernel");
	return -EOPNOTSUPP;
}

static int set_ops(struct trap *trap, char why[BENCH_WHY])
{
	int ret;

	trap->probe = trap->probes[0];
	trap->ops = (struct ftrace_ops){ .func = on_call };
	ret = ftrace_set_filter_ip(&trap->ops, (unsigned long)trap->probe, 0, 0);
	if (!ret)
		ret = register_ftrace_function(&trap->ops);
	if (ret)
		snprintf(why, BENCH_WHY, "register_ftrace_function: error %d", ret);
	return ret;
}

static void clear_ops(struct trap *trap)
{
	unregister_ftrace_function(&trap->ops);
	ftrace_free_filter(&trap->ops);
}

/* clang-format off */
struct trap trap_int3 = { trap_probes_int3, set_int3, clear_kprobe };
struct trap trap_optimised = { trap_probes_optimised, set_optimised, clear_kprobe };
struct trap trap_ftrace = { trap_probes_ftrace, set_ftrace, clear_kprobe };
struct trap trap_ops = { trap_probes_ops, set_ops, clear_ops };
/* clang-format on */

/** trap_get() - a row more that uses a trap: the first one sets it */
int trap_get(struct trap *trap, char why[BENCH_WHY])
{
	int ret = trap->users ? 0 : trap->set(trap, why);

	if (!ret)
		trap->users++;
	return ret;
}

/** trap_put() - a row less: the last one clears it */
void trap_put(struct trap *trap)
{
	if (!--trap->users)
		trap->clear(trap);
}
