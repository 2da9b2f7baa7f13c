// expect: expects a matching 'int' argument|more '%' conversions than data arguments
// SPDX-License-Identifier: GPL-2.0-only
#include <marker/marker.h>

template <typename T> void f(T n)
{
	MARK(m, "%d %d", n);
}

template void f<int>(int);
