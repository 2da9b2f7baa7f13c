// SPDX-License-Identifier: GPL-2.0-only
/*
 * /tmp/perf-PID.map, which a JIT writes: lines of "START SIZE name", hexadecimal; names may have
 * blanks.  Code may be thrown away and its place used again: the last line counts.
 */
#include "user/symbols/internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int parse_line(struct symtab *tab, char *line)
{
	struct symbol symbol = { .type = STT_FUNC, .binding = STB_GLOBAL, .plain = true };
	char *at = line;
	uint64_t size;

	symbol.start = strtoull(at, &at, 16);
	if (*at != ' ')
		return 0;
	size = strtoull(at, &at, 16);
	if (*at != ' ' || !at[1] || symbol.start + size < symbol.start)
		return 0;
	symbol.end = symbol.start + size;
	symbol.name = at + 1;
	return symtab_add(tab, &symbol);
}

/* The table takes the text. */
int perfmap_parse(struct symtab *tab, char *text)
{
	char *line, *rest = text;
	int err = symtab_own(tab, text);

	while (!err && (line = strsep(&rest, "\n")))
		err = parse_line(tab, line);
	return err;
}

int perfmap_load(struct symtab *tab, uint32_t pid, const char *symfs)
{
	char *path, *text;
	size_t size;
	int err;

	if (asprintf(&path, "%s/tmp/perf-%u.map", symfs ? symfs : "", pid) < 0)
		return -ENOMEM;
	err = file_is_trusted(path) ? file_read(path, &text, &size) : -ENOENT;
	free(path);
	return err ? err : perfmap_parse(tab, text);
}
