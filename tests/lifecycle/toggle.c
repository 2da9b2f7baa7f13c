// SPDX-License-Identifier: GPL-2.0-only
/*
 * toggle.c - code that runs while its markers are switched: for valgrind, and as the smallest program
 *
 * usage: toggle ROUNDS
 */
#include "life.h"

static __attribute__((noinline)) int work(int value)
{
	MARK(toggle_jump, "value %d", value);
	MARK_IMMEDIATE(toggle_immediate, "value %d", value);
	MARK_GENERIC(toggle_generic, "value %d", value);
	return value + mark_enabled(toggle_jump);
}

int main(int argc, char **argv)
{
	int i, rounds = argc > 1 ? atoi(argv[1]) : 10, bad = 0;
	struct hits *hits = calloc(1, sizeof(*hits));

	for (i = 0; i < rounds; i++) {
		int ret, j;

		for (j = 0; j < 20; j++)
			bad += work(j) != j;
		bad += hits->count != 0;
		ret = marker_probe_register("toggle_*", "value %d", count_hit, hits);
		bad += ret != 3;
		for (j = 0; j < 20; j++)
			bad += work(j) != j + 1;
		bad += hits->count != 60;
		marker_probe_unregister("toggle_*", count_hit, hits);
		marker_synchronize();
		hits->count = 0;
	}
	free(hits);
	ok(!bad, "toggle: %d of %d rounds' checks failed", bad, rounds);
	return life_failures != 0;
}
