/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel/control.h - the kernel's markers, spoken to as if it were a process with an agent
 *
 * Commands and replies are those of marker-protocol(7).  What is different: "marker" lines have the
 * module, there are no ages and no costs, and "process" is the kernel and has no number.
 */
#ifndef MARKCTL_KERNEL_CONTROL_H
#define MARKCTL_KERNEL_CONTROL_H

#include "user/markctl/control/control.h"

extern const struct control kernel_control;

#endif
