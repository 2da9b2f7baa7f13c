// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * generic_user.c - no text to try anything out on
 */
#include "../registry.h"

bool arch_try_form(struct marker_form *form)
{
	return false;
}

int arch_try_call(void)
{
	return 0;
}

struct marker_site *os_text_flip(struct marker_site *site, const struct marker_site *end, bool on)
{
	return site;
}
