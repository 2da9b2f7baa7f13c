// expect: junk at end of line|unexpected token in directive
// SPDX-License-Identifier: GPL-2.0-only
#include <marker/marker.h>

void f(int n)
{
	MARK(net-rx, "%d", n);
}
