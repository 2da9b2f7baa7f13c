// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * x86.c - the bytes of x86-64 sites; x86.h has the table
 */
#include "../registry.h"

/* The displacement of a jump whose instruction is @len bytes, as the last four of them. */
static u64 rel32(const struct marker_row *row, unsigned int len)
{
	const char *next = (const char *)marker_row_site(row) + len;

	return (u64)(u32)((const char *)marker_row_target(row) - next) << (8 * (len - 4));
}

static void set(struct marker_form *form, unsigned int len, u64 mask, u64 off, u64 on)
{
	form->len = len;
	form->unit = 1;
	form->mask = mask;
	form->off = off;
	form->on = on;
}

/*
 * mov $0,%r8 in user space; in the kernel mov $0,%al; test %al,%al, of which more can be compared.  The
 * row's target is the end of what is known.
 */
static void set_immediate(const struct marker_row *row, struct marker_form *form)
{
	if ((u8 *)marker_row_target(row) - form->start == 3)
		set(form, 4, 0xffffffff, 0xc08400b0, 0xc08401b0);
	else
		set(form, 2, 0xfff8, 0x00b0, 0x01b0);
	form->start--;
	form->at = 1;
}

void arch_site_form(const struct marker_row *row, struct marker_form *form)
{
	u64 rel;

	switch (marker_row_kind(row)) {
	case MARKER_KIND_JUMP:
		rel = rel32(row, 5);
		set(form, 5, 0xffffffffffull, rel | 0xa9, rel | 0xe9);
		break;
	case MARKER_KIND_JUMP_NOP8:
		rel = rel32(row, 8);
		set(form, 8, ~0ull, rel | 0xe9841f0f, rel | 0xe98401eb);
		form->unit = 2;
		break;
	case MARKER_KIND_IMMEDIATE:
		set_immediate(row, form);
		break;
	case MARKER_KIND_IMMEDIATE_CLC:
		set(form, 1, 0xff, 0xf8, 0xf9);
		break;
	}
}
