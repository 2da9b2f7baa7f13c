// SPDX-License-Identifier: GPL-2.0-only
/*
 * size_open.c - the function whose bytes are counted: my_open() of the text of 2006
 */
#include <errno.h>

#include "../kinds.h"
#include "size.h"

/** bench_size_open() - holds one marker with an int and a pointer */
__attribute__((noinline)) int bench_size_open(void *inode, void *file)
{
	MARK(bench_size_open, BENCH_FORMAT, 1, (void *)0);
	return -EPERM;
}
