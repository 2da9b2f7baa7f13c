/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * arm64_kernel.h - the immediate value of arm64 in the kernel: movz wN, #0; cbnz
 *
 * MOVZ is not among the instructions that may be exchanged while others execute them (Arm ARM,
 * "Concurrent modification and execution of instructions"), so arm64_kernel.c stops the machine.
 */
#ifndef MARKER_ARCH_HEADER
#error "include <marker/marker.h>"
#endif

/* clang-format off */

#define MARKER_TEST_IMMEDIATE(id, key_, strings)					\
	({										\
		unsigned int marker_value;						\
											\
		asm_inline volatile(							\
			"661:\tmov %w0, #0\n\t"						\
			MARKER_KERNEL_ROW("661b", "661b + 4", "1")			\
			: "=r"(marker_value)						\
			: [slot] "i"(&MARKER_LINE_ID(line, id)), [text] "i"(strings));	\
		marker_value;								\
	})

/* clang-format on */
