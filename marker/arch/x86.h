/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * x86.h - the sites of x86-64
 *
 *	kind		off			on			patched
 *	jump		a9 rel32		e9 rel32		the opcode, one byte
 *			test $rel32,%eax	jmp rel32
 *	jump-nop8	0f 1f 84 e9 rel32	eb 01 84 e9 rel32	two bytes, aligned
 *			nop			jmp over the 84; jmp rel32
 *	immediate	b0 00  mov $0,%r8	b0 01  mov $1,%r8	the immediate, one byte
 *	immediate-clc	f8  clc			f9  stc			the opcode, one byte
 *
 * One byte each, so that any alignment will do and no thread can meet half an instruction; the
 * same assumption that every int3 scheme makes of its own store.  The nop8 form is for loops bound by
 * their ALU, which feel the test: a nop takes no execution unit.  MARKER_JUMP_FORM chooses.
 */
#ifndef MARKER_ARCH_HEADER
#error "include <marker/marker.h>"
#endif

/* clang-format off */

/* An x86 template may be read in either dialect of the assembler: {att|intel}. */
#define MARKER_ASM_OBJECT								\
	".ifndef __marker_object_init\n\t"						\
	MARKER_ASM_OBJECT_SYMBOLS							\
	".pushsection .text.unlikely.marker_object,\"axG\",%%progbits,__marker_object,comdat\n" \
	"__marker_object_init:\n\t"							\
	"endbr64\n\t"									\
	"lea {__marker_object_desc(%%rip), %%rdi|rdi, [rip + __marker_object_desc]}\n\t" \
	"jmp marker_object_register@PLT\n"					\
	"__marker_object_exit:\n\t"							\
	"endbr64\n\t"									\
	"lea {__marker_object_desc(%%rip), %%rdi|rdi, [rip + __marker_object_desc]}\n\t" \
	"jmp marker_object_unregister@PLT\n\t"					\
	".popsection\n\t"								\
	MARKER_ASM_OBJECT_TABLES(".quad")						\
	".endif\n\t"

#define MARKER_ASM_ANCHOR MARKER_ASM_OBJECT

#define MARKER_ASM_GENERIC(key) MARKER_ASM_FLAG_ROW(key) MARKER_ASM_OBJECT

#define MARKER_ASM_JUMP_FLIP(key)					\
	"661:\t.byte 0xa9\n\t"						\
	".long %l[marker_on] - 662f\n"					\
	"662:\n\t"							\
	MARKER_ASM_ROW("661b", "%l[marker_on]", key, "3")		\
	MARKER_ASM_OBJECT

#define MARKER_ASM_JUMP_NOP8(key)					\
	".p2align 1\n"							\
	"661:\t.byte 0x0f, 0x1f, 0x84, 0xe9\n\t"			\
	".long %l[marker_on] - 662f\n"					\
	"662:\n\t"							\
	MARKER_ASM_ROW("661b", "%l[marker_on]", key, "4")		\
	MARKER_ASM_OBJECT

#ifndef MARKER_JUMP_FORM
#define MARKER_JUMP_FORM FLIP
#endif
#define MARKER_ASM_JUMP MARKER_PASTE(MARKER_ASM_JUMP_, MARKER_JUMP_FORM)

/*
 * The test reads %eax.  It changes nothing there, but waits for what was put there last, and a test that
 * waits for memory takes a place in the processor's scheduler as long as that: so nothing is left in
 * %eax over a site.
 */
#define MARKER_JUMP_CLOBBERS_FLIP "cc", "rax"
#define MARKER_JUMP_CLOBBERS_NOP8 "cc"
#define MARKER_JUMP_CLOBBERS	  MARKER_PASTE(MARKER_JUMP_CLOBBERS_, MARKER_JUMP_FORM)

#define MARKER_ASM_IMMEDIATE(key)					\
	"mov{b} {$0, %0|%0, 0}\n"					\
	"662:\n\t"							\
	MARKER_ASM_ROW("662b - 1", "662b", key, "1")			\
	MARKER_ASM_OBJECT

#define MARKER_ASM_IMMEDIATE_CLC(key)					\
	"661:\tclc\n\t"							\
	MARKER_ASM_ROW("661b", "661b", key, "2")			\
	MARKER_ASM_OBJECT

#define MARKER_SLOT(id, key)							\
	__extension__({								\
		struct marker_slot *marker_slot;				\
		__asm__("lea {__marker_slot_" key "(%%rip), %0"			\
			"|%0, __marker_slot_" key "[rip]}"			\
			: "=r"(marker_slot));					\
		marker_slot;							\
	})

#define MARKER_STRING_OPERAND(string) "i"(string)

#ifdef __cplusplus
#define MARKER_TEST_GENERIC(id, key, strings)						\
	__extension__({									\
		unsigned char MARKER_LINE_ID(flag, id);					\
		__asm__ __volatile__ __inline__(MARKER_ASM_GENERIC(key)			\
						"mov{b} {__marker_flag_" key "(%%rip), %0|%0, __marker_flag_" key "[rip]}"	\
						: "=q"(MARKER_LINE_ID(flag, id))	\
						: [text] MARKER_STRING_OPERAND(strings)); \
		MARKER_LINE_ID(flag, id);						\
	})
#endif

#define MARKER_TEST_IMMEDIATE_MOV(id, key, strings)					\
	__extension__({								\
		unsigned char marker_value;					\
		__asm__ __volatile__ __inline__(MARKER_ASM_IMMEDIATE(key)			\
				     : "=q"(marker_value)			\
				     : [text] MARKER_STRING_OPERAND(strings)); \
		marker_value;							\
	})

#define MARKER_TEST_IMMEDIATE_CLC(id, key, strings)					\
	__extension__({								\
		int marker_value;						\
		__asm__ __volatile__ __inline__(MARKER_ASM_IMMEDIATE_CLC(key)		\
				     : "=@ccc"(marker_value)			\
				     : [text] MARKER_STRING_OPERAND(strings)); \
		marker_value;							\
	})

#ifndef MARKER_IMMEDIATE_FORM
#define MARKER_IMMEDIATE_FORM CLC
#endif
#define MARKER_TEST_IMMEDIATE MARKER_PASTE(MARKER_TEST_IMMEDIATE_, MARKER_IMMEDIATE_FORM)

#define MARKER_SITE_BEST MARKER_SITE_JUMP

/* Where the compiler may use no vector or x87 register, it may name none either. */
#if defined(__SSE2__) && !defined(_SOFT_FLOAT) && !defined(MARKER_PLAIN) && !defined(MARKER_LIBRARY)
#include <marker/arch/x86_slow.h>
#include <marker/arch/words.h>
#endif
