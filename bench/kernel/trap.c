// SPDX-License-Identifier: GPL-2.0-only
/*
 * trap.c - kprobes and a callback of ftrace on probes
 *
 * A kprobe with a post_handler is never optimised; one without, on a function that ftrace does not
 * know, is replaced by a jump some time after it was registered; one at the start of a function that
 * ftrace knows is a callback of ftrace.
 *
 * Locking: bench_lock.
 */
#include "trap.h"

#include <linux/delay.h>

#include "../../probes/bench.h"

void trap_probe_int3(void *private_data, const struct marker_info *marker, va_list *args)
{
	trap_copy(args, &marker_bench_int, &marker_bench_pointer);
}

void trap_probe_optimised(void *private_data, const struct marker_info *marker, va_list *args)
{
	trap_copy(args, &marker_bench_int, &marker_bench_pointer);
}

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

static int set_kprobe(struct trap *trap, kprobe_post_handler_t post_handler, char why[BENCH_WHY])
{
	int ret;

	trap->kprobe = (struct kprobe){
		.addr = (kprobe_opcode_t *)trap->probe,
		.pre_handler = before,
		.post_handler = post_handler,
	};
	ret = register_kprobe(&trap->kprobe);
	if (ret)
		snprintf(why, BENCH_WHY, "register_kprobe: error %d", ret);
	return ret;
}

static void clear_kprobe(struct trap *trap)
{
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
struct trap trap_int3 = { trap_probe_int3, set_int3, clear_kprobe };
struct trap trap_optimised = { trap_probe_optimised, set_optimised, clear_kprobe };
struct trap trap_ftrace = { trap_probe_ftrace, set_ftrace, clear_kprobe };
struct trap trap_ops = { trap_probe_ops, set_ops, clear_ops };
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
