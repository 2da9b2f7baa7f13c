// SPDX-License-Identifier: GPL-2.0-only
/*
 * span.c - from the row of a site to the bytes of code that it takes
 *
 *	jump		a9 rel32 [jmp over]			the row names the cold block
 *	immediate	mov $0, %r8; test; jne
 *	clc		clc; jc					the branch does, or it falls into it
 *	generic		cmpb $0, flag; jne
 *
 * Where a compiler leaves the cold block in the middle, the likely path jumps over it, and the
 * block ends where the jump goes.  Each walk has a bound: the bytes are not trusted.
 */
#include <elf.h>
#include <string.h>

#include "parts.h"

#define JUMP_INSNS 8   /* from a site to a jump over its cold block, at -O0 */
#define SITE_INSNS 24  /* from a site to its branch, at -O0 */
#define COLD_INSNS 256 /* of a cold block: expressions are long at -O0 */

static struct position after(const struct insn *insn)
{
	return (struct position){ insn->at.section, insn->at.value + insn->size };
}

static void extend(struct span *span, const struct insn *insn)
{
	span->size = insn->at.value + insn->size - span->begin.value;
}

static bool is_library(const char *symbol)
{
	return !strncmp(symbol, "marker_hit_", 11) || !strncmp(symbol, "marker_call", 11);
}

/* A jump to what follows, which compilers leave at -O0, leads nowhere else. */
static bool leads_away(const struct insn *insn)
{
	return insn->flow == FLOW_RETURN ||
	       (insn->flow == FLOW_JUMP && !position_is(insn->target, after(insn)));
}

/* Does code that begins here call the library before it jumps away? */
static bool is_cold(struct code *code, struct position at)
{
	struct insn insn;
	unsigned int i;

	for (i = 0; i < COLD_INSNS && code_at(code, at, &insn); i++) {
		if (insn.flow == FLOW_CALL && is_library(insn.symbol))
			return true;
		if (leads_away(&insn))
			return false;
		at = after(&insn);
	}
	return false;
}

static void measure_cold(struct code *code, struct size_site *site)
{
	struct position at = site->cold.begin;
	uint64_t end = code_end(code, at);
	bool called = false;
	struct insn insn;
	unsigned int i;

	for (i = 0; i < COLD_INSNS && at.value < end && code_at(code, at, &insn); i++) {
		if (site->join.section && position_is(at, site->join))
			break;
		extend(&site->cold, &insn);
		if (called && leads_away(&insn))
			break;
		called |= insn.flow == FLOW_CALL;
		at = after(&insn);
	}
}

static bool is_beyond(const struct insn *jump, const struct size_site *site)
{
	return jump->flow == FLOW_JUMP && jump->target.section == site->cold.begin.section &&
	       jump->target.value > site->cold.begin.value;
}

/*
 * The cold block follows the site, and a jump leads over it: at once, or, from clang at -O0, behind a
 * jump to what follows and a test of a constant.
 */
static void find_jump_over(struct code *code, struct size_site *site)
{
	struct position at = site->likely.begin;
	struct insn insn;
	unsigned int i;

	at.value += site->likely.size;
	for (i = 0; i < JUMP_INSNS && code_at(code, at, &insn); i++) {
		at = after(&insn);
		if (at.section != site->cold.begin.section || at.value > site->cold.begin.value)
			return;
		if (is_beyond(&insn, site)) {
			extend(&site->likely, &insn);
			site->join = insn.target;
			return;
		}
		if (!i && (insn.flow != FLOW_JUMP || leads_away(&insn)))
			return;
	}
}

/* Does a branch lead over a cold block, to where that goes on? */
static bool leads_over(struct code *code, const struct insn *branch)
{
	struct position at = after(branch);
	const struct position end = branch->target;
	const uint64_t size = end.value - at.value;
	bool called = false;
	struct insn insn;
	unsigned int i;

	if (end.section != at.section || end.value <= at.value)
		return !is_cold(code, end) && is_cold(code, at);
	for (i = 0; i < COLD_INSNS && at.value < end.value && code_at(code, at, &insn); i++) {
		if (insn.flow == FLOW_RETURN)
			return false;
		if (insn.flow == FLOW_JUMP &&
		    insn.target.value - branch->at.value - branch->size > size)
			return false;
		called |= insn.flow == FLOW_CALL && is_library(insn.symbol);
		at = after(&insn);
	}
	return called && position_is(at, end);
}

/* One of the two ways behind a branch is the cold block. */
static void find_branch(struct code *code, struct size_site *site, const struct insn *branch)
{
	if (leads_over(code, branch)) {
		site->cold.begin = after(branch);
		site->join = branch->target;
	} else {
		site->cold.begin = branch->target;
		find_jump_over(code, site);
	}
}

/* From an instruction on through the branch that it decides. */
static void walk_to_branch(struct code *code, struct size_site *site, struct position at)
{
	struct span first = { at, 0 };
	struct insn insn;
	unsigned int i;

	site->likely = first;
	for (i = 0; i < SITE_INSNS && code_at(code, at, &insn); i++) {
		if (insn.flow != FLOW_NEXT && insn.flow != FLOW_BRANCH)
			break;
		extend(&site->likely, &insn);
		if (!i)
			first = site->likely;
		if (insn.flow == FLOW_BRANCH) {
			find_branch(code, site, &insn);
			return;
		}
		at = after(&insn);
	}
	/* mark_enabled(), whose answer goes elsewhere. */
	site->likely = first;
}

static bool read_from_begin(struct code *code, struct position at, struct insn *insn)
{
	const struct elf_symbol *f = elf_symbols_function(&code->symbols, at.section, at.value);
	struct position from = at;

	if (!f || at.value - f->value > 1 << 20)
		return false;
	from.value = f->value;
	while (code_at(code, from, insn)) {
		if (at.value - insn->at.value < insn->size)
			return true;
		from = after(insn);
	}
	return false;
}

/**
 * size_insn_around() - the instruction of x86-64 that an opcode belongs to
 * @at:	the opcode; before it there may be a prefix, 40 to 4f
 *
 * If the byte before looks like one, all is read from the function's begin on.
 */
bool size_insn_around(struct code *code, struct position at, struct insn *insn)
{
	struct position before = { at.section, at.value - 1 };
	uint64_t left;
	const uint8_t *byte = code_bytes(code->image, before, &left);

	if (byte && (*byte & 0xf0) == 0x40 && read_from_begin(code, at, insn))
		return true;
	return code_at(code, at, insn);
}

static void find_jump(struct code *code, struct size_site *site)
{
	const struct elf_site *row = site->row;
	struct insn insn;

	site->likely.begin = (struct position){ row->place.section, row->place.value };
	if (!code_at(code, site->likely.begin, &insn) || !insn.known)
		return;
	extend(&site->likely, &insn);
	site->cold.begin = (struct position){ row->target.section, row->target.value };
	find_jump_over(code, site);
}

/* The kernel's own: its row names an instruction of the line, its jump table the cold block. */
static void find_static_key(struct code *code, struct size_site *site)
{
	struct insn insn;

	site->likely.begin = (struct position){ site->row->code.section, site->row->code.value };
	if (code_at(code, site->likely.begin, &insn) && insn.known)
		extend(&site->likely, &insn);
}

static void find_test(struct code *code, struct size_site *site)
{
	const struct elf_site *row = site->row;
	struct position at = { row->place.section, row->place.value };
	struct insn insn;

	if (row->kind == MARKER_KIND_IMMEDIATE && code->image->machine == EM_X86_64) {
		at.value--;
		if (!size_insn_around(code, at, &insn))
			return;
		at = insn.at;
	}
	walk_to_branch(code, site, at);
}

/**
 * size_find_spans() - the instructions of a site and its cold block
 * @site:	@row is set; @likely.begin too for a generic site, if it was found
 */
void size_find_spans(struct code *code, struct size_site *site)
{
	switch (site->row->kind) {
	case MARKER_KIND_JUMP:
	case MARKER_KIND_JUMP_NOP8:
		find_jump(code, site);
		break;
	case MARKER_KIND_IMMEDIATE:
	case MARKER_KIND_IMMEDIATE_CLC:
		find_test(code, site);
		break;
	case MARKER_KIND_STATIC_KEY:
		find_static_key(code, site);
		break;
	default:
		if (site->likely.begin.section)
			walk_to_branch(code, site, site->likely.begin);
		break;
	}
	if (site->row->query)
		site->cold.begin.section = 0;
	if (site->cold.begin.section)
		measure_cold(code, site);
	site->function = elf_symbols_function(&code->symbols, site->likely.begin.section,
					      site->likely.begin.value);
}
