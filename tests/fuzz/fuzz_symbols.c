// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer target of the symbol library.  What the bytes begin with says what they are:
 *
 *	\x7fELF		a program: symbols, build-id, debug link, .gnu_debugdata, source lines
 *	\xfd7zXZ, zstd	packed
 *	JiTD, DTiJ	a jitdump
 *	others		kallsyms, a perf map, and a name to demangle
 *
 *	make CC=clang O=build/fuzz SAN=fuzzer-no-link,address,undefined fuzz-programs
 *	build/fuzz/tests/fuzz/fuzz_symbols -max_len=65536 -malloc_limit_mb=65 tests/fuzz/corpus/symbols
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "user/markdiff/match/canonical.h"
#include "user/symbols/internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint64_t sum; /* so that no question can be left out */

/* The readers take paths. */
static const char *as_file(const uint8_t *data, size_t size)
{
	static char path[32];
	static int fd = -1;

	if (fd < 0) {
		fd = memfd_create("input", MFD_CLOEXEC);
		snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	}
	if (fd < 0 || ftruncate(fd, 0) || pwrite(fd, data, size, 0) != (ssize_t)size)
		abort();
	return path;
}

static int take(void *ctx, const struct dso_symbol *symbol, size_t length)
{
	char text[512];

	sum += canonical_name(symbol->raw, length, false, text, sizeof(text));
	sum += symbol->start + symbol->size;
	return 0;
}

static void ask(struct dso *dso, uint64_t address)
{
	struct dso_symbol symbol;
	struct dso_frame frames[8];
	const char *line;

	if (dso_find(dso, address, &symbol))
		sum += strlen(symbol.name) + strlen(symbol.raw);
	line = dso_srcline(dso, address);
	sum += line ? strlen(line) : 0;
	for (uint32_t i = dso_inlined(dso, address, frames, 8); i--;)
		sum += strlen(frames[i].function);
}

static void ask_dso(enum dso_kind kind, const char *path, const char *kallsyms)
{
	struct symbols *symbols = symbols_new(&(struct symbols_options){ .kallsyms = kallsyms });
	struct dso_key key = { .kind = kind,
			       .name = path,
			       .reference_symbol = kind == DSO_KERNEL ? "_text" : NULL,
			       .reference = kind == DSO_KERNEL ? 0xffffffff81000000 : 0 };
	struct dso_report report;
	struct dso *dso;
	uint32_t i;

	if (symbols_dso(symbols, &key, &dso))
		abort();
	for (i = 0; i < 64; i++)
		ask(dso, i * 251);
	for (i = 0; i < dso->symtab.nr && i < 64; i++)
		ask(dso, dso->symtab.symbols[i].start);
	if (dso->kallsyms)
		for (i = 0; i < dso->kallsyms->nr && i < 64; i++)
			ask(dso, dso->kallsyms->symbols[i].start - dso->delta);
	dso_each(dso, take, NULL);
	dso_report(dso, &report);
	sum += report.nr_symbols;
	symbols_free(symbols);
}

static void as_elf(const uint8_t *data, size_t size)
{
	const char *path = as_file(data, size);

	ask_dso(DSO_FILE, path, NULL);
	ask_dso(DSO_MODULE, path, "/dev/null");
}

static void as_packed(const uint8_t *data, size_t size)
{
	char *unpacked;
	size_t unpacked_size;

	if (!unpack(data, size, &unpacked, &unpacked_size))
		free(unpacked);
}

static void as_jitdump(const uint8_t *data, size_t size)
{
	struct symtab tab = { .last_wins = true };

	if (!jitdump_parse(&tab, (const char *)data, size) && !symtab_arrange(&tab))
		for (uint64_t at = 0; at < 64; at++)
			sum += !!symtab_find(&tab, at << 8);
	symtab_free(&tab);
}

static void as_text(const uint8_t *data, size_t size)
{
	char *name = strndup((const char *)data, size), text[512];
	char *plain = demangle(name, true), *full = symbol_with_arguments(name);
	struct symtab tab = { .last_wins = true };

	sum += canonical_name(name, strlen(name), size & 1, text, sizeof(text));
	free(plain);
	free(full);
	if (!perfmap_parse(&tab, name) && !symtab_arrange(&tab))
		sum += !!symtab_find(&tab, size);
	symtab_free(&tab);
	ask_dso(DSO_KERNEL, "[kernel.kallsyms]", as_file(data, size));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size > 4 && !memcmp(data, ELFMAG, SELFMAG))
		as_elf(data, size);
	else if (size > 6 && is_packed(data, size))
		as_packed(data, size);
	else if (size > 4 && (!memcmp(data, "JiTD", 4) || !memcmp(data, "DTiJ", 4)))
		as_jitdump(data, size);
	else
		as_text(data, size);
	return 0;
}
