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
#include <sys/stat.h>
#include <unistd.h>

/* Others could put names of their choice into a world-writable directory. */
static bool is_trusted(const char *path)
{
	struct stat st;

	return !stat(path, &st) && (st.st_uid == 0 || st.st_uid == geteuid());
}

static int parse_line(struct symtab *tab, char *line)
{
	struct symbol symbol = { .type = STT_FUNC, .binding = STB_GLOBAL };
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

int perfmap_load(struct symtab *tab, uint32_t pid)
{
	char path[64], *text, *line, *rest;
	size_t size;
	int err;

	snprintf(path, sizeof(path), "/tmp/perf-%u.map", pid);
	if (!is_trusted(path))
		return -ENOENT;
	err = file_read(path, &text, &size);
	if (err)
		return err;
	err = symtab_own(tab, text);
	for (rest = text; !err && (line = strsep(&rest, "\n"));)
		err = parse_line(tab, line);
	tab->last_wins = true;
	symtab_arrange(tab);
	return err;
}
