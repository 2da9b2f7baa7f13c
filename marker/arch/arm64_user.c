// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * arm64_user.c - a function to try out on whether written text reaches the processor
 */
#include "../registry.h"

#define MOV_W0(value) (0x52800000u | (value) << 5)

__asm__(".pushsection .text\n\t"
	".balign 4\n\t"
	".type arch_try_call, @function\n"
	"arch_try_call:\n\t"
	"hint #34\n\t"
	"mov w0, #0\n\t"
	"ret\n\t"
	".size arch_try_call, . - arch_try_call\n\t"
	".globl arch_try_call\n\t"
	".hidden arch_try_call\n\t"
	".popsection");

bool arch_try_form(struct marker_form *form)
{
	form->at = 0;
	form->start = (u8 *)arch_try_call + 4;
	form->text = true;
	form->len = 4;
	form->unit = 4;
	form->mask = 0xffffffff;
	form->off = MOV_W0(0u);
	form->on = MOV_W0(1u);
	return true;
}

struct marker_site *os_text_flip(struct marker_site *site, const struct marker_site *end, bool on)
{
	return site;
}
