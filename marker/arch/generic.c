// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * generic.c - a target without text patching: the generic kind alone, which patch.c does itself
 */
#include "../registry.h"

void arch_site_form(const struct marker_row *row, struct marker_form *form)
{
	form->len = 0;
}
