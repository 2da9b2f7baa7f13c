// expect: too many arguments for format|data argument not used by format string
// SPDX-License-Identifier: GPL-2.0-only
#include <marker/marker.h>

void f(int n)
{
	MARK_JUMP(m, "%d", n, n);
}
