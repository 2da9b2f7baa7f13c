// SPDX-License-Identifier: GPL-2.0-only
/*
 * scope.c - several markers around variables that clang lets no jump pass, before version 17
 *
 * -DSCOPE_MARK=KIND; clang counts the target of each asm goto of a function as one of all of them.
 */
#include <marker/marker.h>

#include <stdlib.h>

static void release(char **pointer)
{
	free(*pointer);
}

int main(int argc, char **argv)
{
	char array[argc + 1];

	SCOPE_MARK(scope_first, "argc %d", argc);
	array[0] = argc;
	char *held __attribute__((cleanup(release))) = calloc(1, argc);
	SCOPE_MARK(scope_second, "argc %d %d", argc, array[0]);
	return held[0];
}
