// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * arm64.c - the words of arm64 sites: NOP and B (Arm ARM, C6.2)
 */
#include "../registry.h"

#define NOP	      0xd503201fu
#define B(off)	      (0x14000000u | (((u32)(off) >> 2) & 0x03ffffffu))
#define MOV_W0(value) (0x52800000u | (value) << 5)

static void set_word(struct marker_form *form, u32 off, u32 on)
{
	form->len = 4;
	form->unit = 4;
	form->mask = 0xffffffff;
	form->off = off;
	form->on = on;
}

void arch_site_form(const struct marker_row *row, struct marker_form *form)
{
	if (marker_row_kind(row) == MARKER_KIND_JUMP)
		set_word(form, NOP, B((const char *)marker_row_target(row) - (char *)form->start));
}

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
	set_word(form, MOV_W0(0u), MOV_W0(1u));
	return true;
}
