// SPDX-License-Identifier: GPL-2.0-only
/*
 * matrix_unit.c - the third unit that includes the marked inline functions
 */
#include "matrix_inline.h"

long cases_unit(long seed)
{
	return inline_all(opaque(seed)) + inline_all(opaque(seed + 1));
}
