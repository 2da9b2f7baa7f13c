// SPDX-License-Identifier: GPL-2.0-only
/*
 * The vector registers are what they were behind each event: the first, one that needs another file, any.
 *
 *	usage: registers EVENTS
 */
#include <stdio.h>
#include <stdlib.h>

#include <marker/marker.h>

#include "vectors.h"

int main(int argc, char **argv)
{
	unsigned long n, a, b, events = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;

	for (n = 0; n < events; n++) {
		SET_VECTORS(n);
		MARK(seq, "thread %d n %lu", 0, n);
		GET_VECTORS(a, b);
		if (a != n || b != n) {
			printf("event %lu: %lu and %lu\n", n, a, b);
			return 1;
		}
	}
	return 0;
}
