// expect: format '%d' expects argument of type 'int'|format specifies type 'int'
// SPDX-License-Identifier: GPL-2.0-only
#include <marker/marker.h>

void f(const char *s)
{
	MARK(m, "%d", s);
}
