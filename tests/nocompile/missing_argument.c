// expect: expects a matching 'int' argument|more '%' conversions than data arguments
// SPDX-License-Identifier: GPL-2.0-only
#include <marker/marker.h>

void f(int n)
{
	MARK_IMMEDIATE(m, "%d %d", n);
}
