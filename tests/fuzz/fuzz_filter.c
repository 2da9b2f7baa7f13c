// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer target of the conditions of filters.  The input is a condition; it is bound to a marker with
 * an argument of each kind, and run.
 *
 *	make CC=clang O=build/fuzz SAN=fuzzer-no-link,address,undefined fuzz-programs
 *	build/fuzz/tests/fuzz/fuzz_filter -max_len=1100 tests/fuzz/corpus/filter
 */
#include "marker/registry.h"
#include "probes/filter/code.h"

#include <limits.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool run(const struct marker_filter_program *program, const struct marker_info *marker, ...)
{
	bool is_true;
	va_list args;

	va_start(args, marker);
	is_true = marker_filter_eval(program, marker, &args);
	va_end(args);
	return is_true;
}

/* What was bound does the same each time; what was not has a sentence. */
static void check(const struct marker_filter_code *code)
{
	static const char format[] = "i %d u %u l %ld z %zu p %p s %s d %f c %c t %.*s";
	struct marker_field fields[MARKER_FIELDS_MAX];
	struct marker_info marker = { "fuzz", format, fields, 0 };
	struct marker_filter_program *program;
	char why[160] = "";
	int err;

	marker.nfields = marker_format_parse(format, fields, MARKER_FIELDS_MAX);
	err = marker_filter_bind(code, &marker, &program, why, sizeof(why));
	if (!err != !*why || !err != !!program)
		abort();
	if (!err) {
#define ARGS -5, UINT_MAX, LONG_MIN, SIZE_MAX, (void *)&marker, "eth0", 2.5, 'x', 3, "abc"
		if (run(program, &marker, ARGS) != run(program, &marker, ARGS) &&
		    !strstr(code->pool, "cpu"))
			abort();
		os_free(program);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1), why[160] = "";
	struct marker_filter_code *code = NULL;
	int err;

	memcpy(text, data, size);
	text[size] = '\0';
	err = marker_filter_parse(text, &code, why, sizeof(why));
	if (!err != !*why || !err != !!code)
		abort();
	if (!err)
		check(code);
	marker_filter_code_free(code);
	free(text);
	return 0;
}
