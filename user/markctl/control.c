// SPDX-License-Identifier: GPL-2.0-only
/*
 * control.c - which kinds of control there are
 */
#include "control.h"

#include "kernel_control.h"

const struct control *control_of_kernel(void)
{
	return &kernel_control;
}
