// SPDX-License-Identifier: GPL-2.0-only
/*
 * secure.c - says whether it runs with other rights than its caller's, and hits a marker
 */
#include <marker/marker.h>

#include <stdio.h>
#include <sys/auxv.h>

int main(void)
{
	printf("AT_SECURE=%lu\n", getauxval(AT_SECURE));
	MARK(secure_main, "value %d", 1);
	return 0;
}
