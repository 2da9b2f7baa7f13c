// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * arm64.c - the words of arm64 sites: NOP, B and MOVZ (Arm ARM, C6.2)
 */
#include "../registry.h"

#define NOP	    0xd503201fu
#define B(off)	    (0x14000000u | (((u32)(off) >> 2) & 0x03ffffffu))
#define MOVZ_W(imm) (0x52800000u | (imm) << 5)
#define RD_MASK	    0x1fu

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
	u32 register_bits;
	__le32 word;

	switch (marker_row_kind(row)) {
	case MARKER_KIND_JUMP:
		set_word(form, NOP, B((const char *)marker_row_target(row) - (char *)form->start));
		break;
	case MARKER_KIND_IMMEDIATE:
		/* The compiler has chosen the register: it stays, whatever it is. */
		memcpy(&word, form->start, sizeof(word));
		register_bits = le32_to_cpu(word) & RD_MASK;
		set_word(form, MOVZ_W(0u) | register_bits, MOVZ_W(1u) | register_bits);
		break;
	}
}
