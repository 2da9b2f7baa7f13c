// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * x86_user.c - a function to try out on whether written text reaches the processor, and jumps by
 * the hundred thousand
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

static bool flip(const struct marker_site *site, bool on)
{
	const struct marker_row *row = site->row;
	u8 *start = marker_row_site(row);
	u32 rel;

	if (marker_row_kind(row) != MARKER_KIND_JUMP || site->failed ||
	    (size_t)((char *)start - os_writable.start) >= os_writable.size)
		return false;
	memcpy(&rel, start + 1, sizeof(rel));
	if (*start != (on ? 0xa9 : 0xe9) || rel != (u32)((u8 *)marker_row_target(row) - start - 5))
		return false;
	__atomic_store_n(start, on ? 0xe9 : 0xa9, __ATOMIC_RELEASE);
	return true;
}

/* What patch.c does to a site, for the one case there are many of: 30 instructions in the place of 150. */
struct marker_site *os_text_flip(struct marker_site *site, const struct marker_site *end, bool on)
{
	while (site < end && flip(site, on))
		site++;
	return site;
}
