// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer target of markbench compare: a file is read, and compared with itself and with the one that
 * was read before it.
 *
 *	make CC=clang O=build/fuzz SAN=fuzzer-no-link,address,undefined fuzz-programs
 *	build/fuzz/tests/fuzz/fuzz_compare -max_len=4096 tests/fuzz/corpus/compare
 */
#include <json-c/json.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/compare/compare_report.h"
#include "bench/compare/saved.h"

/* A run of more rounds is read and not compared: resampling takes a millisecond for each hundred. */
#define ROUNDS_COMPARED 200

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The last file that was one. */
static struct saved before;

static void check(const struct comparison *comparison)
{
	unsigned int i;

	for (i = 0; i < comparison->nr; i++) {
		const struct figure *figure = &comparison->figures[i];

		if (!(figure->adjusted >= figure->p * (1 - 1e-9)) || figure->adjusted > 1 ||
		    isnan(figure->change.mid))
			abort();
		if (!figure->why != (figure->verdict != COMPARE_UNTOLD))
			abort();
	}
}

static void compare(const struct saved *first, const struct saved *second)
{
	static struct compare_warnings warnings;
	static FILE *nowhere;
	struct comparison comparison;
	struct json_object *json;

	if (!nowhere)
		nowhere = fopen("/dev/null", "we");
	compare_warn(&warnings, first, second);
	if (compare_runs(&comparison, &first->run, &second->run, 1))
		return;
	check(&comparison);
	compare_print(&comparison, first, nowhere);
	json = compare_json(&comparison, &warnings);
	if (!json_object_to_json_string(json))
		abort();
	json_object_put(json);
	compare_free(&comparison);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1), why[SAVED_WHY] = "";
	struct saved saved;
	int ret;

	memcpy(text, data, size);
	text[size] = '\0';
	ret = saved_parse(&saved, "file", text, size, why);
	free(text);
	if (ret && strncmp(why, "file: ", 6) != 0)
		abort();
	if (ret)
		return 0;
	if (saved.run.rounds <= ROUNDS_COMPARED) {
		compare(&saved, &saved);
		if (before.file)
			compare(&before, &saved);
		saved_free(&before);
		before = saved;
	} else {
		saved_free(&saved);
	}
	return 0;
}
