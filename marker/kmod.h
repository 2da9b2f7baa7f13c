/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * kmod.h - what the files of the kernel module share
 */
#ifndef MARKER_KMOD_H
#define MARKER_KMOD_H

#include "registry.h"

#include <linux/init.h>
#include <linux/list.h>
#include <linux/module.h>

/**
 * struct marker_module - a module that has markers
 * @module:	NULL for the kernel itself
 * @object:	its table
 */
struct marker_module {
	struct list_head list;
	struct module *module;
	const struct marker_object *object;
};

/* builtin_kernel.c */
#ifdef MODULE
/* The kernel itself has no markers then: what is in no module that has was in one's __init text. */
static inline bool marker_text_gone(const void *addr)
{
	return true;
}
#else
bool marker_text_gone(const void *addr);
#endif

/* modules_kernel.c */
struct module *marker_module_of(uintptr_t addr);
int marker_modules_init(void);
void marker_modules_exit(void);

/* os_text_kernel.c */
int marker_text_init(void);
void marker_text_exit(void);

/* debugfs.c */
void marker_debugfs_init(void);
void marker_debugfs_exit(void);

#ifdef CONFIG_KALLSYMS
static inline const struct mod_kallsyms *marker_kallsyms(const struct module *module)
{
	return rcu_dereference_sched(module->kallsyms);
}
#else
struct mod_kallsyms {
	const Elf_Sym *symtab;
	unsigned int num_symtab;
	char *strtab;
};

static inline const struct mod_kallsyms *marker_kallsyms(const struct module *module)
{
	return NULL;
}
#endif

#endif
