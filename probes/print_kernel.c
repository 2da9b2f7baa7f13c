// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * print_kernel.c - each hit as a line of the trace, or of the kernel's log
 *
 *	print		the trace (/sys/kernel/tracing/trace), every hit; a kernel without one refuses it
 *	print=log	the log, at most ten lines in five seconds; what is left out is counted there
 *
 * A line is made in a buffer of its CPU and of the depth that the CPU is in: a task, a softirq, an
 * interrupt and an NMI may each be in the midst of one.  Deeper ones are lost, and counted in the
 * last line of the log when the module goes.
 */
#include "../marker/named.h"
#include "print.h"
#include "print_kernel.h"

#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/ratelimit.h>

#define DEPTHS 4

struct buffers {
	char line[DEPTHS][MARKER_PRINT_MAX];
	unsigned int depth;
};

static DEFINE_PER_CPU(struct buffers, buffers);
static atomic_long_t lost = ATOMIC_LONG_INIT(0);

static void to_log(const char *line, size_t len)
{
	static DEFINE_RATELIMIT_STATE(limit, 5 * HZ, 10);

	if (__ratelimit(&limit))
		printk(KERN_INFO "%.*s", (int)len, line);
}

static void print_probe(void *private_data, const struct marker_info *marker, va_list *args)
{
	void (*put)(const char *line, size_t len) = private_data;
	struct buffers *own = this_cpu_ptr(&buffers);
	unsigned int depth = own->depth;

	if (depth >= DEPTHS) {
		atomic_long_inc(&lost);
		return;
	}
	WRITE_ONCE(own->depth, depth + 1);
	put(own->line[depth], marker_print_line(own->line[depth], marker, args));
	WRITE_ONCE(own->depth, depth);
}

static int print_open(const char *arg, void **private_data)
{
	if (arg && strcmp(arg, "log"))
		return -EINVAL;
	if (!arg && !IS_ENABLED(CONFIG_TRACING))
		return -EOPNOTSUPP;
	*private_data = arg ? to_log : print_to_trace;
	return 0;
}

static const struct marker_named_probe print = {
	.name = "print",
	.func = print_probe,
	.open = print_open,
};

static struct marker_named named = { .probe = &print };

static int __init print_init(void)
{
	return marker_named_register(&named);
}

static void __exit print_exit(void)
{
	marker_named_unregister(&named);
	if (atomic_long_read(&lost))
		pr_warn("marker: %ld lines of nested hits were not printed\n",
			atomic_long_read(&lost));
}

module_init(print_init);
module_exit(print_exit);

MODULE_DESCRIPTION("Probe of markers: prints each hit");
MODULE_ALIAS("marker-probe-print");
MODULE_LICENSE("Dual BSD/GPL");
