/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * x86_kernel.h - the immediate value of x86-64 in the kernel: mov $0,%al; test %al,%al; jne
 *
 * The mov is rewritten by the int3 protocol of x86_kernel.c, which stands in for it meanwhile; so
 * that it has one register to set, and so that all four bytes can be compared before a write, the
 * register and the test are fixed.
 */
#ifndef MARKER_ARCH_HEADER
#error "include <marker/marker.h>"
#endif

/*
 * Is preemption disabled more than once?  Tested where the count is: one instruction less than a load
 * and a test, which is what the compiler makes of preempt_count().  The top bit is not of the count.
 * From 6.2 on the count is elsewhere, and from 6.10 on it has an address space of the compiler's.
 */
static __always_inline bool marker_preempt_nested(void)
{
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 2, 0)
	bool nested;

	asm volatile("testl $0x7ffffffe, " __percpu_arg(1)
		     : "=@ccnz"(nested)
		     : "m"(__preempt_count));
	return nested;
#else
	return preempt_count() & ~1;
#endif
}

/* clang-format off */

#define MARKER_TEST_IMMEDIATE(id, key_, strings)					\
	({										\
		int marker_value;							\
											\
		asm_inline volatile(							\
			"movb $0, %%al\n"						\
			"661:\ttestb %%al, %%al\n"					\
			MARKER_KERNEL_HERE("662")					\
			MARKER_KERNEL_ROW("661b - 1", "662b", "1")			\
			: "=@ccnz"(marker_value)					\
			: [slot] "i"(&MARKER_LINE_ID(line, id)), [text] "i"(strings)	\
			: "eax");							\
		marker_value;								\
	})

/* clang-format on */
