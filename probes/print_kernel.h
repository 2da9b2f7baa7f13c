/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * print_kernel.h - a line for the kernel's trace
 *
 * __trace_puts() is what trace_puts() calls; it is there with CONFIG_TRACING alone.
 */
#ifndef PROBES_PRINT_KERNEL_H
#define PROBES_PRINT_KERNEL_H

#include <linux/trace.h>

#ifdef CONFIG_TRACING
static inline void print_to_trace(const char *line, size_t len)
{
	__trace_puts(_THIS_IP_, line, len);
}
#else
static inline void print_to_trace(const char *line, size_t len)
{
}
#endif

#endif
