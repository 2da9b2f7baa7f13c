// expect: expected '\)'
// SPDX-License-Identifier: GPL-2.0-only
#include <marker/marker.h>

void f(const char *format, int n)
{
	MARK(m, format, n);
}
