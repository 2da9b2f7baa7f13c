/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * arch.h - the contract between the site macros and a target, and the only ladder of targets
 *
 * An arch header defines, as text for the assembler:
 *
 *	MARKER_ASM_GENERIC(key)		no instruction: the row of a generic site
 *	MARKER_ASM_JUMP(key)		a jump site to %l[marker_on], and its row
 *	MARKER_ASM_OBJECT		once per object: constructor, destructor, description
 * and for the compiler:
 *	MARKER_SLOT(id, key)		the address of the slot, for the cold block
 *	MARKER_STRING_OPERAND(s)	a constraint and operand for the address of a literal
 *	MARKER_TEST_IMMEDIATE(id, key, s)	true while on: the immediate kind; the generic one if none
 *	MARKER_TEST_GENERIC(id, key, s)	the same for the generic kind; C++ only, marker.h has it for C
 *	MARKER_SITE_BEST		what MARK() is
 *	MARKER_SLOW_PATH(id, key, ...)	the cold block; if none, marker.h's plain call (arch/words.h)
 *
 * In C the flag of a generic site is an extern declaration with an assembler name.  In C++ it would
 * belong to the innermost namespace, which may be an anonymous one, and templates forget its name.
 *
 * The library's half of a target is arch/NAME.c: its contract is in patch.h.  The generic target is
 * complete, so a port starts working on its first day.
 */
#ifndef MARKER_ARCH_H
#define MARKER_ARCH_H

#ifdef __cplusplus
#define MARKER_NOTHROW noexcept
#else
#define MARKER_NOTHROW __attribute__((nothrow))
#endif

/* clang-format off */

/*
 * One row of __marker_sites (site.h has the picture).  "aR?": R keeps the row where the linker
 * collects unreferenced sections, ? puts it into the COMDAT group of its function, if any.
 * The slot and the flag are hidden common symbols, so that all copies of a line share them.
 */
#define MARKER_ASM_ROW(site, target, key, kind)			\
	".hidden __marker_slot_" key "\n\t"			\
	".comm __marker_slot_" key ",8,8\n\t"			\
	MARKER_ASM_ROW_OF(site, target, MARKER_ASM_STRINGS(key), "__marker_slot_" key " + " kind)

#define MARKER_ASM_ROW_OF(site, target, strings, slot_kind)	\
	".pushsection __marker_sites,\"aR?\",%%progbits\n\t"	\
	".balign 4\n\t"						\
	".long " site " - .\n\t"				\
	".long " target " - .\n\t"				\
	".long " strings " - .\n\t"				\
	".long " slot_kind " - .\n\t"				\
	".popsection\n\t"

#define MARKER_ASM_FLAG_ROW(key)				\
	".hidden __marker_flag_" key "\n\t"			\
	".comm __marker_flag_" key ",1,1\n\t"			\
	MARKER_ASM_ROW("__marker_flag_" key, ".", key, "0")

/*
 * The description of the object and the two arrays of pointers that make the loader call its
 * constructor and destructor: in one COMDAT group, so there is one of each in an object however
 * many units it is linked from.  The first row is the object's own: {0, version, row size, 0}.
 */
#define MARKER_ASM_OBJECT_TABLES(word)						\
	".pushsection __marker_sites,\"aGR\",%%progbits,__marker_object,comdat\n\t" \
	".balign 4\n\t"								\
	".long 0, 1, 16, 0\n\t"							\
	".popsection\n\t"							\
	".pushsection .rodata.marker_object,\"aG\",%%progbits,__marker_object,comdat\n\t" \
	".balign 4\n"								\
	"__marker_object_desc:\n\t"						\
	".long 1, 16\n\t"							\
	".hidden __start___marker_sites\n\t"					\
	".hidden __stop___marker_sites\n\t"					\
	".long __start___marker_sites - .\n\t"					\
	".long __stop___marker_sites - .\n\t"					\
	".popsection\n\t"							\
	".pushsection .init_array.00150,\"awG\",%%init_array,__marker_object,comdat\n\t" \
	".balign 8\n\t"								\
	word " __marker_object_init\n\t"					\
	".popsection\n\t"							\
	".pushsection .fini_array.00150,\"awG\",%%fini_array,__marker_object,comdat\n\t" \
	".balign 8\n\t"								\
	word " __marker_object_exit\n\t"					\
	".popsection\n\t"

#define MARKER_ASM_OBJECT_SYMBOLS						\
	".hidden __marker_object_init\n\t.weak __marker_object_init\n\t"	\
	".hidden __marker_object_exit\n\t.weak __marker_object_exit\n\t"	\
	".hidden __marker_object_desc\n\t.weak __marker_object_desc\n\t"

/* clang-format on */

/* MemorySanitizer knows nothing of words that asm puts on the stack. */
#if defined(__has_feature) && !defined(MARKER_PLAIN)
#if __has_feature(memory_sanitizer)
#define MARKER_PLAIN
#endif
#endif

/* KBUILD_MODNAME: every unit of a kernel build has it, and no other. */
#define MARKER_ARCH_HEADER
#if defined(KBUILD_MODNAME)
#include <marker/arch/kernel.h>
#if defined(CONFIG_X86_64)
#include <marker/arch/x86_kernel.h>
#elif defined(CONFIG_ARM64)
#include <marker/arch/arm64_kernel.h>
#else
#define MARKER_TEST_IMMEDIATE MARKER_TEST_GENERIC
#endif
#elif defined(MARKER_ARCH_GENERIC)
#include <marker/arch/generic.h>
#elif defined(__x86_64__) && !defined(__ILP32__) && !defined(__code_model_large__)
#include <marker/arch/x86.h>
#elif defined(__aarch64__) && !defined(__ILP32__)
#include <marker/arch/arm64.h>
#else
#include <marker/arch/generic.h>
#endif
#undef MARKER_ARCH_HEADER

/* Where the strings of a line are: in the literal that is the operand, unless the target says else. */
#ifndef MARKER_ASM_STRINGS
#define MARKER_ASM_STRINGS(key) "%c[text]"
#define MARKER_STRINGS_OBJECT(id, key, strings)
#endif

#endif
