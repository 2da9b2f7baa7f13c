// SPDX-License-Identifier: GPL-2.0-only
/*
 * jit-PID.dump, which a JIT writes for perf inject (Documentation/jitdump-specification.txt in
 * perf's source).  Each record has a time, which is not looked at: as with perf maps, what was
 * written last counts.
 *
 *	header	{ u32 "JiTD", u32 version, u32 size, u32 machine, u32, u32 pid, u64 time, u64 flags }
 *	record	{ u32 id, u32 size, u64 time, ... }
 *	0 load	... u32 pid, u32 tid, u64 vma, u64 address, u64 size, u64 index, name, 0, code
 *	1 move	... u32 pid, u32 tid, u64 vma, u64 old, u64 new, u64 size, u64 index
 */
#include "user/symbols/internal.h"

#include <byteswap.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC	     0x4a695444u
#define HEADER_LEAST 40
#define RECORD_LEAST 16

enum {
	RECORD_LOAD = 0,
	RECORD_MOVE = 1,
	LOAD_SIZE = 56, /* where the name begins */
	MOVE_SIZE = 64,
};

struct reader {
	struct symtab *tab;
	const char *data;
	size_t size, at;
	bool swap;
};

static uint32_t get32(const struct reader *r, size_t offset)
{
	uint32_t value;

	memcpy(&value, r->data + r->at + offset, sizeof(value));
	return r->swap ? bswap_32(value) : value;
}

static uint64_t get64(const struct reader *r, size_t offset)
{
	uint64_t value;

	memcpy(&value, r->data + r->at + offset, sizeof(value));
	return r->swap ? bswap_64(value) : value;
}

static int add(struct symtab *tab, uint64_t start, uint64_t size, const char *name)
{
	struct symbol symbol = { .start = start,
				 .end = start + size,
				 .name = name,
				 .type = STT_FUNC,
				 .binding = STB_GLOBAL,
				 .plain = true };

	return size && symbol.end > start ? symtab_add(tab, &symbol) : 0;
}

static int read_load(const struct reader *r, size_t size)
{
	const char *name = r->data + r->at + LOAD_SIZE;
	char *copy;
	int err;

	if (size <= LOAD_SIZE || !memchr(name, 0, size - LOAD_SIZE))
		return 0;
	copy = strdup(name);
	err = symtab_own(r->tab, copy);
	return err ? err : add(r->tab, get64(r, 32), get64(r, 40), copy);
}

/* The same code at another place; what it was called is asked of those before it. */
static int read_move(const struct reader *r, size_t size)
{
	uint64_t old = size >= MOVE_SIZE ? get64(r, 32) : 0;
	uint32_t i;

	for (i = r->tab->nr; old && i--;)
		if (r->tab->symbols[i].start == old)
			return add(r->tab, get64(r, 40), get64(r, 48), r->tab->symbols[i].name);
	return 0;
}

int jitdump_parse(struct symtab *tab, const char *data, size_t size)
{
	struct reader r = { .tab = tab, .data = data, .size = size };
	uint32_t length, moves = 0;
	int err = 0;

	if (size < HEADER_LEAST)
		return -ENOEXEC;
	r.swap = get32(&r, 0) == bswap_32(MAGIC);
	if (!r.swap && get32(&r, 0) != MAGIC)
		return -ENOEXEC;
	length = get32(&r, 8);
	while (!err && length >= RECORD_LEAST && length <= r.size - r.at) {
		r.at += length;
		if (r.size - r.at < RECORD_LEAST)
			break;
		length = get32(&r, 4);
		if (length < RECORD_LEAST || length > r.size - r.at)
			break;
		if (get32(&r, 0) == RECORD_LOAD)
			err = read_load(&r, length);
		else if (get32(&r, 0) == RECORD_MOVE && moves++ < 10000)
			err = read_move(&r, length);
	}
	return err;
}

int jitdump_load(struct symtab *tab, const char *path)
{
	char *data;
	size_t size;
	bool mapped;
	int err = file_is_trusted(path) ? file_map(path, &data, &size, &mapped) : -ENOENT;

	if (err)
		return err;
	err = jitdump_parse(tab, data, size);
	file_unmap(data, size, mapped);
	return err;
}
