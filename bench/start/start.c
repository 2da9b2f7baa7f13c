// SPDX-License-Identifier: GPL-2.0-only
/*
 * start.c - a program that does nothing, with 1024 markers; and with MARKER_DISABLE without any
 *
 * They stand behind a condition that the compiler does not know.
 */
#include <marker/marker.h>

#include "../row/repeat.h"

#define SITE(prefix, n) MARK(prefix##n, "value %d name %s", argc, argv[0]);

#define PART(id)                                                               \
	static __attribute__((noinline)) void part_##id(int argc, char **argv) \
	{                                                                      \
		REPEAT_256(SITE, start, _##id)                                 \
	}

PART(0)
PART(1)
PART(2)
PART(3)

int main(int argc, char **argv)
{
	if (argc > 1000) {
		part_0(argc, argv);
		part_1(argc, argv);
		part_2(argc, argv);
		part_3(argc, argv);
	}
	return 0;
}
