/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * generic.h - the sites of a target that nobody has ported to: a byte, loaded and tested
 *
 * Needs an assembler that knows 32-bit self-relative words.  There is no place here for the
 * constructor in assembly, so each unit that has sites brings one in C; the library takes the same
 * table twice without harm.
 */
#ifndef MARKER_ARCH_HEADER
#error "include <marker/marker.h>"
#endif

/* clang-format off */

#define MARKER_ASM_OBJECT	""
/*
 * In gcc's large code model the address of a literal is no operand of an asm; a static object with a
 * name for the assembler stands in for it.  So here a line may have one marker of a name, not two.
 */
#if defined(__code_model_large__) && !defined(__clang__)
#define MARKER_ASM_STRINGS(key)	      "__marker_strings_" key
#define MARKER_STRING_OPERAND(string) "i"(0)
#define MARKER_STRINGS_OBJECT(id, key, strings)						\
	static const char MARKER_LINE_ID(text, id)[] __asm__("__marker_strings_" key)	\
		__attribute__((used)) = strings;
#else
#define MARKER_STRING_OPERAND(string) "i"(string)
#endif

#ifndef __cplusplus
#define MARKER_ASM_GENERIC(key) MARKER_ASM_FLAG_ROW(key)
#define MARKER_SLOT(id, key)							\
	__extension__({								\
		extern struct marker_slot MARKER_LINE_ID(slot, id)			\
			__asm__("__marker_slot_" key)				\
			__attribute__((visibility("hidden")));			\
		&MARKER_LINE_ID(slot, id);						\
	})
#elif defined(MARKER_ASM_STRINGS) && !defined(MARKER_DISABLE)
#error "g++ -mcmodel=large has no asm operand for the rows: use clang++, or -DMARKER_DISABLE"
#else
/*
 * A line's flag and slot in C++: members of a template, which no namespace hides from the assembler;
 * the parameter is a type of the line's own.
 */
extern "C++" {
template <typename line> struct __attribute__((visibility("hidden"))) marker_line {
	static unsigned char flag;
	static void *slot __attribute__((aligned(8)));
};
template <typename line> unsigned char marker_line<line>::flag;
template <typename line> void *marker_line<line>::slot;
}

#define MARKER_HERE(id)	struct MARKER_LINE_ID(here, id);
#define MARKER_OF_LINE(id, member) marker_line<MARKER_LINE_ID(here, id)>::member
#define MARKER_SLOT(id, key) ((struct marker_slot *)&MARKER_OF_LINE(id, slot))
#define MARKER_TEST_GENERIC(id, key, strings)						\
	__extension__({									\
		__asm__ __volatile__ __inline__(MARKER_ASM_ROW_OF("%c[flag]", ".", "%c[text]", "%c[slot]") \
						: : [text] MARKER_STRING_OPERAND(strings), \
						  [flag] MARKER_STRING_OPERAND(&MARKER_OF_LINE(id, flag)), \
						  [slot] MARKER_STRING_OPERAND(&MARKER_OF_LINE(id, slot))); \
		__atomic_load_n(&MARKER_OF_LINE(id, flag), __ATOMIC_RELAXED);		\
	})
#endif

#define MARKER_TEST_IMMEDIATE MARKER_TEST_GENERIC
#define MARKER_SITE_BEST      MARKER_SITE_GENERIC

#ifndef MARKER_DISABLE
__asm__(".ifndef __marker_object_desc\n\t"
	".weak __marker_object_desc\n\t"
	".hidden __marker_object_desc\n\t"
	".hidden __start___marker_sites\n\t"
	".hidden __stop___marker_sites\n\t"
	".pushsection __marker_sites,\"aGR\",%progbits,__marker_object,comdat\n\t"
	".balign 4\n\t"
	".long 0, 1, 16, 0\n\t"
	".popsection\n\t"
	".pushsection .rodata.marker_object,\"aG\",%progbits,__marker_object,comdat\n\t"
	".balign 4\n"
	"__marker_object_desc:\n\t"
	".long 1, 16\n\t"
	".long __start___marker_sites - .\n\t"
	".long __stop___marker_sites - .\n\t"
	".popsection\n\t"
	".endif");

#ifdef __cplusplus
extern "C" {
#endif
struct marker_object;
int marker_object_register(const struct marker_object *object);
void marker_object_unregister(const struct marker_object *object);
extern const char __marker_object_desc[] __attribute__((visibility("hidden")));
#ifdef __cplusplus
}
#endif

static __attribute__((constructor(150), unused)) void marker_object_init(void)
{
	marker_object_register((const struct marker_object *)__marker_object_desc);
}

static __attribute__((destructor(150), unused)) void marker_object_exit(void)
{
	marker_object_unregister((const struct marker_object *)__marker_object_desc);
}
#endif
