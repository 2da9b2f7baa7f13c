// SPDX-License-Identifier: GPL-2.0-only
/*
 * control.c - which kinds of control there are
 */
#include "user/markctl/control/control.h"

#include "user/markctl/kernel/control.h"

const struct control *control_of_kernel(void)
{
	return &kernel_control;
}
