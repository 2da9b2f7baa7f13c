// expect: pasting
// SPDX-License-Identifier: GPL-2.0-only
#include <marker/marker.h>

void f(int n)
{
	MARK("m", "%d", n);
}
