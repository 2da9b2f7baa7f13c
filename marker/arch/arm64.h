/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * arm64.h - the sites of arm64
 *
 *	kind		off		on		patched
 *	jump		nop		b		one aligned word
 *
 * NOP and B are among the instructions that may be exchanged while others execute them (Arm ARM,
 * "Concurrent modification and execution of instructions"); an immediate is not, so that kind is
 * the generic one here.
 */
#ifndef MARKER_ARCH_HEADER
#error "include <marker/marker.h>"
#endif

/* clang-format off */

#define MARKER_ASM_OBJECT								\
	".ifndef __marker_object_init\n\t"						\
	MARKER_ASM_OBJECT_SYMBOLS							\
	".pushsection .text.unlikely.marker_object,\"axG\",%%progbits,__marker_object,comdat\n\t" \
	".balign 4\n"									\
	"__marker_object_init:\n\t"							\
	"hint #34\n\t"									\
	"adrp x0, __marker_object_desc\n\t"						\
	"add x0, x0, :lo12:__marker_object_desc\n\t"					\
	"b marker_object_register\n"							\
	"__marker_object_exit:\n\t"							\
	"hint #34\n\t"									\
	"adrp x0, __marker_object_desc\n\t"						\
	"add x0, x0, :lo12:__marker_object_desc\n\t"					\
	"b marker_object_unregister\n\t"						\
	".popsection\n\t"								\
	MARKER_ASM_OBJECT_TABLES(".xword")						\
	".endif\n\t"

#define MARKER_ASM_ANCHOR MARKER_ASM_OBJECT

#define MARKER_ASM_GENERIC(key) MARKER_ASM_FLAG_ROW(key) MARKER_ASM_OBJECT

#define MARKER_ASM_JUMP(key)						\
	"661:\tnop\n\t"							\
	MARKER_ASM_ROW("661b", "%l[marker_on]", key, "3")		\
	MARKER_ASM_OBJECT

#define MARKER_SLOT(id, key)						\
	__extension__({							\
		struct marker_slot *marker_slot;			\
		__asm__("adrp %0, __marker_slot_" key "\n\t"		\
			"add %0, %0, :lo12:__marker_slot_" key		\
			: "=r"(marker_slot));				\
		marker_slot;						\
	})

/* gcc refuses "i" of a literal in position-independent code here; "S" is a symbolic address. */
#define MARKER_STRING_OPERAND(string) "S"(string)

#ifdef __cplusplus
#define MARKER_TEST_GENERIC(id, key, strings)						\
	__extension__({									\
		unsigned char MARKER_LINE_ID(flag, id);					\
		__asm__ __volatile__ __inline__(MARKER_ASM_GENERIC(key)			\
						"adrp %x0, __marker_flag_" key "\n\t"	\
						"ldrb %w0, [%x0, :lo12:__marker_flag_" key "]" \
						: "=r"(MARKER_LINE_ID(flag, id))	\
						: [text] MARKER_STRING_OPERAND(strings)); \
		MARKER_LINE_ID(flag, id);						\
	})
#endif

#define MARKER_TEST_IMMEDIATE MARKER_TEST_GENERIC
#define MARKER_SITE_BEST      MARKER_SITE_JUMP

#if defined(__ARM_NEON) && !defined(MARKER_PLAIN) && !defined(MARKER_LIBRARY)
#include <marker/arch/arm64_slow.h>
#include <marker/arch/words.h>
#endif
