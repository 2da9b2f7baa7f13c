/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * arm64_slow.h - the slow path of arm64: a call that the compiler does not see
 *
 * What it is for: x86_slow.h.  The block puts its arguments on the stack and calls a function that
 * leaves every register as it was, the link register too, and takes the arguments away (arch/arm64_keep.S):
 *
 *	adrp x16, slot
 *	add  x16, x16, :lo12:slot
 *	stp  x30, x16, [sp, #-size]!	the link register, which is alive in a leaf, and the slot
 *	stp  arg1, arg2, [sp, #16] ...
 *	bl   marker_hit_N
 *
 * What follows the slot is the stack area of a va_list (AAPCS64, appendix B).  x16 and x17 are the linker's
 * between a call and its function; the function is no ordinary one, so the loader must not bind it
 * lazily (.variant_pcs).
 *
 * The link register is undefined for who unwinds from a signal in this block behind the first stp, at the
 * bl too: the row of the bl is therefore not the one that a walk from the probe looks at (arm64_keep.S).
 */
#ifndef MARKER_ARCH_HEADER
#error "include <marker/marker.h>"
#endif

/* clang-format off */

#if defined(__GCC_HAVE_DWARF2_CFI_ASM) && !defined(MARKER_NO_CFI)
#define MARKER_ASM_LOST	 ".cfi_remember_state\n\t.cfi_undefined 30\n\t"
#define MARKER_ASM_FOUND ".cfi_restore_state\n\t"
#else
#define MARKER_ASM_LOST
#define MARKER_ASM_FOUND
#endif

#define MARKER_HIT(key, pushes, n, ...)					\
	__asm__ __volatile__ __inline__(				\
		".variant_pcs marker_hit_" n "\n\t"			\
		"adrp x16, __marker_slot_" key "\n\t"			\
		"add x16, x16, :lo12:__marker_slot_" key "\n\t"		\
		"stp x30, x16, [sp, #-(16 + (" n " + 1) / 2 * 16)]!\n\t"	\
		MARKER_ASM_LOST						\
		pushes							\
		"bl marker_hit_" n "\n\t"				\
		MARKER_ASM_FOUND					\
		: : __VA_ARGS__						\
		: "memory", "cc", "x16", "x17")

#define MARKER_PUSH_0
#define MARKER_PUSH_1	"str %x[a1], [sp, #16]\n\t"
#define MARKER_PUSH_2	"stp %x[a1], %x[a2], [sp, #16]\n\t"
#define MARKER_PUSH_3	MARKER_PUSH_2 "str %x[a3], [sp, #32]\n\t"
#define MARKER_PUSH_4	MARKER_PUSH_2 "stp %x[a3], %x[a4], [sp, #32]\n\t"
#define MARKER_PUSH_5	MARKER_PUSH_4 "str %x[a5], [sp, #48]\n\t"
#define MARKER_PUSH_6	MARKER_PUSH_4 "stp %x[a5], %x[a6], [sp, #48]\n\t"
#define MARKER_PUSH_7	MARKER_PUSH_6 "str %x[a7], [sp, #64]\n\t"
#define MARKER_PUSH_8	MARKER_PUSH_6 "stp %x[a7], %x[a8], [sp, #64]\n\t"
#define MARKER_PUSH_9	MARKER_PUSH_8 "str %x[a9], [sp, #80]\n\t"
#define MARKER_PUSH_10	MARKER_PUSH_8 "stp %x[a9], %x[a10], [sp, #80]\n\t"
#define MARKER_PUSH_11	MARKER_PUSH_10 "str %x[a11], [sp, #96]\n\t"
#define MARKER_PUSH_12	MARKER_PUSH_10 "stp %x[a11], %x[a12], [sp, #96]\n\t"

#define MARKER_OPERAND "r"

/* clang-format on */
