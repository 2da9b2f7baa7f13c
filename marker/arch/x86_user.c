// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * x86_user.c - a function to try out on whether written text reaches the processor
 */
#include "../registry.h"

/* mov $0,%eax; ret: the low byte of the immediate is the one to switch. */
__asm__(".pushsection .text\n\t"
	".balign 16\n\t"
	".type arch_try_call, @function\n"
	"arch_try_call:\n\t"
	"endbr64\n\t"
	".byte 0xb8, 0, 0, 0, 0\n\t"
	"ret\n\t"
	".size arch_try_call, . - arch_try_call\n\t"
	".globl arch_try_call\n\t"
	".hidden arch_try_call\n\t"
	".popsection");

bool arch_try_form(struct marker_form *form)
{
	form->start = (u8 *)arch_try_call + 4;
	form->text = true;
	form->len = 2;
	form->at = 1;
	form->unit = 1;
	form->mask = 0xffff;
	form->off = 0x00b8;
	form->on = 0x01b8;
	return true;
}
