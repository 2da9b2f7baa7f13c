// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * builtin_kernel.c - the kernel's own markers, where the core is built into it
 *
 * Their rows are gathered in .rodata behind a description, as module.lds does it for a module; the
 * lines are in include/asm-generic/vmlinux.lds.h (bench/macro/ has the patch).  The kernel is the
 * object of the module NULL.
 *
 * Sites in __init text are forgotten after the last initcall, a moment before that text goes.
 *
 * Locking: os_lock() makes text_is_gone seen by who binds rows.
 */
#include "kmod.h"

#include <asm/sections.h>
#include <linux/kernel.h>

static bool text_is_gone;

/** marker_text_gone() - whether an address of no module is in text that the kernel has no more */
bool marker_text_gone(const void *addr)
{
	return !core_kernel_text((unsigned long)addr) ||
	       (text_is_gone && init_section_contains((void *)addr, 1));
}

static int __init builtin_init(void)
{
	return marker_module_register(NULL, &__marker_object);
}

static int __init builtin_booted(void)
{
	os_lock();
	text_is_gone = true;
	os_unlock();
	marker_object_trim(&__marker_object);
	return 0;
}

/* The core itself comes with core_initcall(). */
postcore_initcall(builtin_init);
late_initcall_sync(builtin_booted);
