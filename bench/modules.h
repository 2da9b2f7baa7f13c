/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * modules.h - loads kernel modules and unloads what it has loaded
 */
#ifndef BENCH_MODULES_H
#define BENCH_MODULES_H

#include <stdbool.h>

#define MODULES_WHY 256

/**
 * struct module - one
 * @name:	as the kernel says it: "marker_bench"
 * @file:	of its file: "marker-bench.ko"
 * @ours:	module_load() has loaded it
 */
struct module {
	const char *name;
	const char *file;
	bool ours;
};

int module_load(struct module *module, const char *folder, char why[static MODULES_WHY]);
void module_unload(struct module *module);
const char *module_refused(int error, bool root);

#endif
