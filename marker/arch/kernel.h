/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * kernel.h - the sites of the kernel, on every target that it runs on
 *
 *	kind		off		on		switched by
 *	static-key	nop		jmp		the kernel (include/linux/jump_label.h)
 *	immediate	mov $0,%al	mov $1,%al	x86_kernel.h, arm64_kernel.h; else generic
 *	generic		a byte, 0	1		a store
 *
 * What user space needs an assembler for, C does here: kernel code is not position independent, so
 * addresses of C objects are operands of an asm, and a line's slot, key and flag are one static
 * object.  All copies of a line that the compiler makes share it.
 *
 * The slow path is part of the site: preemption off, one load, one indirect call with the marker's
 * arguments behind one word of data.  A direct probe is called with nothing in between.
 *
 * Nesting.  Probes run with preemption off, so a hit that finds preemption on is no probe's own, and
 * needs no count.  Only where it is off already, in a probe, under a spinlock, in an interrupt, a
 * depth is kept for each CPU; too deep a hit is counted as missed (os_kernel.c).  Where preemption is
 * not counted, every hit may be a probe's own.
 *
 * Not in code that runs where RCU does not watch (noinstr, the idle loop, the first steps of an entry
 * from user space), and not in the NMI-unsafe parts of the tracing core: the rules of tracepoints.
 */
#ifndef MARKER_ARCH_HEADER
#error "include <marker/marker.h>"
#endif

#include <linux/compiler.h>
#include <linux/jump_label.h>
#include <linux/objtool.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/version.h>

/* clang-format off */

struct marker_entry;
struct marker_object;
extern const struct marker_entry marker_nothing;

/* Out of line: a depth for this CPU.  False: too deep, counted as missed. */
bool marker_nested_enter(const void *line);
void marker_nested_exit(void);

/* What a marked line has in .data; the first word is the slot (site.h). */
struct marker_source_line {
	const struct marker_entry *entry;
	union {
		struct static_key_false key;
		unsigned char flag;
	};
};

#define MARKER_HERE(id)									\
	static struct marker_source_line MARKER_LINE_ID(line, id) = { .entry = &marker_nothing };

/* A row points here and nothing jumps here: objtool has to be told where indirect jumps are checked. */
#define MARKER_KERNEL_HERE(label) label ":\n\t" ANNOTATE_NOENDBR

/*
 * No bytes of text, so asm_inline: no weight when the compiler decides what to inline.  The symbol is
 * module.lds's: a module that was not linked with it is refused by modpost, or else by the loader, and
 * does not come with markers that nobody finds.
 */
#define MARKER_KERNEL_ROW(site, target, kind)						\
	".globl __marker_object\n\t"							\
	".pushsection __marker_sites,\"a\"\n\t"						\
	".balign 4\n\t"									\
	".long " site " - .\n\t"							\
	".long " target " - .\n\t"							\
	".long %c[text] - .\n\t"							\
	".long %c[slot] + " kind " - .\n\t"						\
	".popsection\n\t"

#define MARKER_TEST_GENERIC(id, key_, strings)						\
	({										\
		asm_inline volatile(MARKER_KERNEL_HERE("661") MARKER_KERNEL_ROW("%c[site]", "661b", "0")		\
				 : : [site] "i"(&MARKER_LINE_ID(line, id).flag),	\
				     [slot] "i"(&MARKER_LINE_ID(line, id)),		\
				     [text] "i"(strings));				\
		READ_ONCE(MARKER_LINE_ID(line, id).flag);				\
	})

#define MARKER_TEST_JUMP(id, key_, strings)						\
	({										\
		asm_inline volatile(MARKER_KERNEL_HERE("661") MARKER_KERNEL_ROW("%c[site]", "661b", "5") \
				 : : [site] "i"(&MARKER_LINE_ID(line, id).key),		\
				     [slot] "i"(&MARKER_LINE_ID(line, id)),		\
				     [text] "i"(strings));				\
		static_branch_unlikely(&MARKER_LINE_ID(line, id).key);			\
	})

#define MARKER_SITE_JUMP(...)	MARKER_SITE_TEST(MARKER_TEST_JUMP, __VA_ARGS__)
#define MARKER_SITE_BEST	MARKER_SITE_JUMP

#define MARKER_SLOW_PATH(id, key, ...)							\
	({										\
		bool marker_nested;							\
											\
		preempt_disable_notrace();						\
		marker_nested = !IS_ENABLED(CONFIG_PREEMPT_COUNT) || marker_preempt_nested(); \
		RCU_LOCKDEP_WARN(!rcu_is_watching(), "a marker where RCU does not watch"); \
		if (likely(!marker_nested) ||						\
		    marker_nested_enter(&MARKER_LINE_ID(line, id))) {			\
			const struct marker_entry *marker_entry =			\
				rcu_dereference_raw(MARKER_LINE_ID(line, id).entry);	\
											\
			READ_ONCE(marker_entry->func)(marker_entry->data MARKER_ARGS(__VA_ARGS__)); \
			if (unlikely(marker_nested))					\
				marker_nested_exit();					\
		}									\
		preempt_enable_notrace();						\
	})

/*
 * For a module that was loaded before marker.ko, and where CONFIG_KALLSYMS is off: the core's
 * notifier could not find its table.  Harmless where it did.
 */
struct module;
int marker_module_register(struct module *module, const struct marker_object *object);
extern const struct marker_object __marker_object;
#define marker_register_this_module() marker_module_register(THIS_MODULE, &__marker_object)

/* Is preemption disabled more than once?  x86-64 has its own. */
#ifndef CONFIG_X86_64
static __always_inline bool marker_preempt_nested(void)
{
	return preempt_count() & ~1;
}
#endif

/* clang-format on */
