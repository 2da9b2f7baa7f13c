/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel/module.h - have marker-record.ko loaded
 */
#ifndef MARKCTL_KERNEL_MODULE_H
#define MARKCTL_KERNEL_MODULE_H

#include <stddef.h>

/** kernel_load_record() - unless it is there; 0, or a negative errno with a sentence in @why */
int kernel_load_record(char *why, size_t why_size);

#endif
