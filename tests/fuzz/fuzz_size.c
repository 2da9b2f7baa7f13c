// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer target of what reads the tables and the code of ELF files: user/elf and bench/size.
 *
 *	make CC=clang O=build/fuzz SAN=fuzzer-no-link,address,undefined fuzz-programs
 *	build/fuzz/tests/fuzz/fuzz_size -max_len=65536 tests/fuzz/corpus/size
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "bench/size/show.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint64_t sum; /* so that no instruction can be left out */

static int take(const struct shown *shown, void *data)
{
	(void)data;
	sum += shown->insn.size + strlen(shown->insn.text) + strlen(shown->insn.symbol) +
	       strlen(shown->part);
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct elf_symbol *function;
	struct size_file file;
	struct elf_error error;

	if (!size_file_from(&file, data, size, &error)) {
		function = size_smallest(&file);
		if (function)
			size_show(&file, function, take, NULL);
		sum += file.total.likely + size_debug(&file.image);
		sum += strlen(size_compiler(&file.image));
	}
	size_file_close(&file);
	return 0;
}
