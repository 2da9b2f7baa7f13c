// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * size_user.c - sizes of memory as people write them: 512, 64k, 16M, 2G
 */
#include "record.h"

#include <string.h>

/* No sign and no blanks, which strtoull() takes. */
uint64_t record_size(const char *text)
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
