// SPDX-License-Identifier: GPL-2.0-only
/*
 * sizes.c - sizes of memory as people write them
 */
#include "sizes.h"

#include <string.h>

uint64_t size_bytes(const char *text)
{
	static const char units[] = "kMG";
	uint64_t bytes = 0;
	const char *unit;

	if (!text || !*text)
		return 0;
	for (; *text >= '0' && *text <= '9'; text++)
		if (__builtin_mul_overflow(bytes, 10, &bytes) ||
		    __builtin_add_overflow(bytes, *text - '0', &bytes))
			return 0;
	if (!*text)
		return bytes;
	unit = strchr(units, *text == 'K' ? 'k' : *text);
	if (!unit || text[1] ||
	    __builtin_mul_overflow(bytes, 1ull << (10 * (unit - units + 1)), &bytes))
		return 0;
	return bytes;
}
