// SPDX-License-Identifier: GPL-2.0-only
/*
 * show.c - says of each instruction which part of a marker it is
 *
 * In a likely path: what is rewritten is the site, what follows tests and branches.  In a cold block
 * what is before the call makes the arguments; the last instruction before it that names the slot,
 * or is pushed as its place, is the slot; what is behind it leads back.
 */
#include "show.h"

#include <stdlib.h>
#include <string.h>

#define SHOWN_MAX 65536 /* instructions of a function */

struct walk {
	struct size_file *file;
	int (*visit)(const struct shown *shown, void *data);
	void *data;
	unsigned int left;
};

static const struct size_site *site_around(const struct size_file *file, struct position at)
{
	size_t i;

	for (i = 0; i < file->nsites; i++)
		if (size_span_has(&file->sites[i].likely, at))
			return &file->sites[i];
	return NULL;
}

static const struct size_site *cold_around(const struct size_file *file, struct position at)
{
	size_t i;

	for (i = 0; i < file->nsites; i++)
		if (size_span_has(&file->sites[i].cold, at))
			return &file->sites[i];
	return NULL;
}

static const char *likely_part(const struct size_site *site, const struct insn *insn)
{
	bool first = position_is(site->likely.begin, insn->at);

	if (first && site->row->kind == MARKER_KIND_GENERIC)
		return "load of the flag";
	if (first)
		return "site";
	if (insn->flow == FLOW_BRANCH)
		return "branch";
	return insn->flow == FLOW_JUMP ? "over the cold block" : "test";
}

/* Is the call of a cold block at this place or behind it? */
static bool is_before_call(struct size_file *file, const struct size_site *site, struct position at)
{
	struct insn insn;

	while (size_span_has(&site->cold, at) && code_at(&file->code, at, &insn)) {
		if (insn.flow == FLOW_CALL)
			return true;
		at.value += insn.size;
	}
	return false;
}

static bool is_next_call(struct size_file *file, const struct insn *insn)
{
	struct position next = { insn->at.section, insn->at.value + insn->size };
	struct insn call;

	return code_at(&file->code, next, &call) && call.flow == FLOW_CALL;
}

static bool starts_with(const struct insn *insn, const char *text)
{
	return !strncmp(insn->text, text, strlen(text));
}

static bool is_slot(struct size_file *file, const struct insn *insn)
{
	return !strncmp(insn->symbol, "__marker_slot_", 14) || starts_with(insn, "stp x30, x16") ||
	       (insn->bytes[0] == 0x68 && insn->size == 5 && is_next_call(file, insn));
}

static const char *cold_part(struct size_file *file, const struct size_site *site,
			     const struct insn *insn)
{
	if (insn->flow == FLOW_CALL)
		return "call of the probes";
	if (!insn->known)
		return "slot";
	if (!is_before_call(file, site, insn->at))
		return "back";
	if (starts_with(insn, "addq $-0x80, %rsp"))
		return "over the red zone";
	if (is_slot(file, insn))
		return "slot";
	return "argument";
}

static int show_run(struct walk *walk, struct position at, uint64_t end)
{
	struct shown shown;
	int ret = 0;

	while (at.value < end && !ret && walk->left &&
	       code_at(&walk->file->code, at, &shown.insn)) {
		const struct size_site *site = site_around(walk->file, at);
		const struct size_site *cold = cold_around(walk->file, at);

		shown.part = "";
		if (site)
			shown.part = likely_part(site, &shown.insn);
		else if (cold)
			shown.part = cold_part(walk->file, cold, &shown.insn);
		shown.begins = cold && position_is(cold->cold.begin, at);
		ret = walk->visit(&shown, walk->data);
		at.value += shown.insn.size;
		walk->left--;
	}
	return ret;
}

int size_show(struct size_file *file, const struct elf_symbol *function,
	      int (*visit)(const struct shown *shown, void *data), void *data)
{
	struct walk walk = { file, visit, data, SHOWN_MAX };
	struct span whole = { { function->section, function->value }, function->size };
	size_t i;
	int ret = show_run(&walk, whole.begin, function->value + function->size);

	for (i = 0; i < file->nsites && !ret; i++) {
		const struct size_site *site = &file->sites[i];
		const struct span *cold = &site->cold;

		if (size_span_has(&whole, site->likely.begin) && cold->size && !site->shares_cold &&
		    !size_span_has(&whole, cold->begin))
			ret = show_run(&walk, cold->begin, cold->begin.value + cold->size);
	}
	return ret;
}

const struct elf_symbol *size_find_function(const struct size_file *file, const char *name)
{
	const struct elf_symbols *symbols = &file->code.symbols;
	uint32_t i;

	for (i = 0; i < symbols->nfunctions; i++)
		if (!strcmp(symbols->functions[i]->name, name))
			return symbols->functions[i];
	return NULL;
}

const struct elf_symbol *size_smallest(const struct size_file *file)
{
	const struct elf_symbol *smallest = NULL;
	size_t i;

	for (i = 0; i < file->nsites; i++) {
		const struct elf_symbol *f = file->sites[i].function;

		if (f && (!smallest || f->size < smallest->size))
			smallest = f;
	}
	return smallest;
}
