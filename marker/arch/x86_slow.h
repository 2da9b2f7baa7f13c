/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * x86_slow.h - the slow path of x86-64: a call that the compiler does not see
 *
 * A call in the cold block costs while the marker is off: a leaf function is no leaf any more, what is
 * live over the marker moves into registers that must be saved, the stack is aligned.  So the
 * block pushes its arguments and calls a function that leaves every register as it was and takes
 * the arguments away (arch/x86_keep.S):
 *
 *	add  $-128, %rsp		over the red zone
 *	push argN ... push arg1		each in a register, or an immediate: never in memory, %rsp moves
 *	lea  slot(%rip), %rax		one register is lost: arguments may be in it until here
 *	call *marker_hit_N@GOTPCREL(%rip)	not by the PLT: a lazy one changes %r11
 *
 * What has been pushed is the overflow area of a va_list (System V AMD64 ABI, 3.5.7): va_arg() works for
 * every type of at most a word.
 *
 * %rip is undefined for who unwinds between the first push and the call: an unwinder in a signal handler
 * stops there, and does not follow an argument.  At the call, and behind it, everything is as it was.
 */
#ifndef MARKER_ARCH_HEADER
#error "include <marker/marker.h>"
#endif

/* clang-format off */

/* The place of the call's offset: what linkers may turn into a direct call. */
#ifdef __clang__
#define MARKER_ASM_GOT(symbol) ".long " symbol "@GOTPCREL - 4\n"
#else
#define MARKER_ASM_GOT(symbol)						\
	"663:\t.reloc 663b, R_X86_64_GOTPCRELX, " symbol " - 4\n\t"	\
	".long 0\n"
#endif

/* 16 is the return address. */
#if defined(__GCC_HAVE_DWARF2_CFI_ASM) && !defined(MARKER_NO_CFI)
#define MARKER_ASM_LOST	 ".cfi_remember_state\n\t.cfi_undefined 16\n\t"
#define MARKER_ASM_FOUND ".cfi_restore_state\n\t"
#else
#define MARKER_ASM_LOST
#define MARKER_ASM_FOUND
#endif

#define MARKER_ASM_HIT(key, pushes, n)					\
	"add {$-128, %%rsp|rsp, -128}\n\t"				\
	MARKER_ASM_LOST							\
	pushes								\
	"lea {__marker_slot_" key "(%%rip), %%rax"			\
	"|rax, __marker_slot_" key "[rip]}\n\t"			\
	".byte 0xff\n\t"						\
	MARKER_ASM_FOUND						\
	".byte 0x15\n\t"						\
	MARKER_ASM_GOT("marker_hit_" n)

/*
 * A callee finds the x87's stack empty; nothing else is lost.  No vector register is named: those would
 * be kept out of the likely path, too.
 */
#define MARKER_HIT(key, pushes, n, ...)					\
	do {								\
		unsigned long marker_rax;				\
		__asm__ __volatile__ __inline__(MARKER_ASM_HIT(key, pushes, n) \
			: "=a"(marker_rax) : __VA_ARGS__		\
			: "memory", "cc", "st", "st(1)", "st(2)", "st(3)", \
			  "st(4)", "st(5)", "st(6)", "st(7)");		\
		(void)marker_rax;					\
	} while (0)

#define MARKER_PUSH_0
#define MARKER_PUSH_1	"push %q[a1]\n\t"
#define MARKER_PUSH_2	"push %q[a2]\n\t" MARKER_PUSH_1
#define MARKER_PUSH_3	"push %q[a3]\n\t" MARKER_PUSH_2
#define MARKER_PUSH_4	"push %q[a4]\n\t" MARKER_PUSH_3
#define MARKER_PUSH_5	"push %q[a5]\n\t" MARKER_PUSH_4
#define MARKER_PUSH_6	"push %q[a6]\n\t" MARKER_PUSH_5
#define MARKER_PUSH_7	"push %q[a7]\n\t" MARKER_PUSH_6
#define MARKER_PUSH_8	"push %q[a8]\n\t" MARKER_PUSH_7
#define MARKER_PUSH_9	"push %q[a9]\n\t" MARKER_PUSH_8
#define MARKER_PUSH_10	"push %q[a10]\n\t" MARKER_PUSH_9
#define MARKER_PUSH_11	"push %q[a11]\n\t" MARKER_PUSH_10
#define MARKER_PUSH_12	"push %q[a12]\n\t" MARKER_PUSH_11

#define MARKER_OPERAND "er"

/* clang-format on */
