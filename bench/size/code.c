// SPDX-License-Identifier: GPL-2.0-only
/*
 * code.c - libcapstone on the sections of an ELF file
 *
 * The bytes may be anything: what is no instruction is passed over in units of the machine, and
 * nothing is read beyond the section.
 */
#include "code.h"

#include <capstone/capstone.h>
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static const struct machine {
	uint16_t machine;
	cs_arch arch;
	cs_mode mode;
	unsigned int unit;
} machines[] = {
	{ EM_X86_64, CS_ARCH_X86, CS_MODE_64, 1 },
	{ EM_386, CS_ARCH_X86, CS_MODE_32, 1 },
	{ EM_AARCH64, CS_ARCH_ARM64, CS_MODE_ARM, 4 },
	{ EM_ARM, CS_ARCH_ARM, CS_MODE_ARM, 4 },
	{ EM_PPC64, CS_ARCH_PPC, CS_MODE_64, 4 },
	{ EM_S390, CS_ARCH_SYSZ, CS_MODE_BIG_ENDIAN, 2 },
	{ EM_MIPS, CS_ARCH_MIPS, CS_MODE_MIPS32, 4 },
};

static int open_disassembler(struct code *code)
{
	const struct elf_image *image = code->image;
	cs_mode order = image->big_endian ? CS_MODE_BIG_ENDIAN : CS_MODE_LITTLE_ENDIAN;
	size_t i;

	code->unit = 4;
	for (i = 0; i < sizeof(machines) / sizeof(machines[0]); i++) {
		const struct machine *m = &machines[i];

		if (m->machine != image->machine)
			continue;
		code->unit = m->unit;
		if (m->arch == CS_ARCH_X86)
			order = CS_MODE_LITTLE_ENDIAN;
		if (cs_open(m->arch, m->mode | order, &code->handle) != CS_ERR_OK) {
			code->handle = 0;
			return 0;
		}
		cs_option(code->handle, CS_OPT_DETAIL, CS_OPT_ON);
		if (m->arch == CS_ARCH_X86)
			cs_option(code->handle, CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT);
		code->at = cs_malloc(code->handle);
		return code->at ? 0 : -ENOMEM;
	}
	return 0;
}

int code_open(struct code *code, const struct elf_image *image, struct elf_error *error)
{
	int err;

	memset(code, 0, sizeof(*code));
	code->image = image;
	err = elf_symbols_read(image, SHT_SYMTAB, &code->symbols, error);
	if (!err)
		err = elf_symbols_read(image, SHT_DYNSYM, &code->dynamic, error);
	if (!err)
		err = elf_relocs_read(image, &code->relocs, error);
	if (!err)
		err = open_disassembler(code);
	return err;
}

void code_close(struct code *code)
{
	if (code->at)
		cs_free(code->at, 1);
	if (code->handle)
		cs_close(&code->handle);
	elf_relocs_free(&code->relocs);
	elf_symbols_free(&code->dynamic);
	elf_symbols_free(&code->symbols);
}

const uint8_t *code_bytes(const struct elf_image *image, struct position at, uint64_t *left)
{
	const struct elf_section *s;
	uint64_t offset = at.value;

	if (!at.section || at.section >= image->nsections)
		return NULL;
	s = &image->sections[at.section];
	if (image->type != ET_REL)
		offset -= s->addr;
	if (!elf_section_has_bytes(image, s) || offset >= s->size)
		return NULL;
	*left = s->size - offset;
	return image->bytes + s->offset + offset;
}

static const struct elf_symbol *function_at(const struct code *code, struct position at)
{
	const struct elf_symbol *f = elf_symbols_function(&code->symbols, at.section, at.value);

	return f ? f : elf_symbols_function(&code->dynamic, at.section, at.value);
}

uint64_t code_end(const struct code *code, struct position at)
{
	const struct elf_symbol *function = function_at(code, at);
	uint64_t left = 0;

	code_bytes(code->image, at, &left);
	if (function && function->size - (at.value - function->value) < left)
		left = function->size - (at.value - function->value);
	return at.value + left;
}

/* ---- what an instruction refers to --------------------------------------------------------------- */

static bool is_linked(const struct code *code)
{
	return code->image->type != ET_REL;
}

/* A relocation counts from its own place; an x86 displacement from the end of the instruction. */
static int64_t from_end(const struct code *code, const struct elf_reloc *reloc, uint64_t end)
{
	return code->image->machine == EM_X86_64 ? (int64_t)(end - reloc->offset) : 0;
}

static void refer_by_reloc(const struct code *code, const struct elf_reloc *reloc,
			   struct insn *insn)
{
	const struct elf_symbol *symbol;

	if (reloc->symbol >= code->symbols.nsymbols)
		return;
	symbol = &code->symbols.symbols[reloc->symbol];
	insn->symbol = symbol->name;
	if (!symbol->section)
		return;
	insn->target.section = symbol->section;
	insn->target.value = symbol->value + (uint64_t)reloc->addend +
			     (uint64_t)from_end(code, reloc, insn->at.value + insn->size);
}

/* What the loader writes to an address of a linked file, by name. */
static const char *loaded_name(const struct code *code, uint64_t address)
{
	const struct elf_reloc *reloc = elf_relocs_in(&code->relocs, 0, address, address + 1);

	if (!reloc || reloc->symbol >= code->dynamic.nsymbols)
		return "";
	return code->dynamic.symbols[reloc->symbol].name;
}

/* The address that an x86 instruction reads, or that an instruction goes to. */
static bool operand_address(const struct code *code, uint64_t *address)
{
	const cs_detail *detail = code->at->detail;
	unsigned int i;

	if (code->image->machine == EM_AARCH64 && detail->arm64.op_count) {
		const cs_arm64_op *op = &detail->arm64.operands[detail->arm64.op_count - 1];

		*address = (uint64_t)op->imm;
		return op->type == ARM64_OP_IMM;
	}
	if (code->image->machine != EM_X86_64)
		return false;
	for (i = 0; i < detail->x86.op_count; i++) {
		const cs_x86_op *op = &detail->x86.operands[i];

		if (op->type != X86_OP_MEM || op->mem.base != X86_REG_RIP)
			continue;
		*address = code->at->address + code->at->size + (uint64_t)op->mem.disp;
		return true;
	}
	*address = (uint64_t)detail->x86.operands[0].imm;
	return detail->x86.op_count == 1 && detail->x86.operands[0].type == X86_OP_IMM;
}

/* A stub of the procedure linkage table jumps through a word that the loader fills in. */
static const char *stub_name(struct code *code, struct position at)
{
	uint64_t left, address;
	const uint8_t *bytes = code_bytes(code->image, at, &left);
	unsigned int i;

	for (i = 0; bytes && i < 3; i++) {
		if (!cs_disasm_iter(code->handle, &bytes, &left, &at.value, code->at))
			break;
		if (operand_address(code, &address) && *loaded_name(code, address))
			return loaded_name(code, address);
	}
	return "";
}

static void refer_by_address(struct code *code, uint64_t address, struct insn *insn)
{
	const struct elf_symbol *function;

	insn->target.section = elf_section_at(code->image, address);
	insn->target.value = address;
	function = function_at(code, insn->target);
	if (function && function->value == address)
		insn->symbol = function->name;
	else
		insn->symbol = loaded_name(code, address);
	if (insn->flow == FLOW_CALL && !function && !*insn->symbol &&
	    code->image->machine == EM_X86_64)
		insn->symbol = stub_name(code, insn->target);
}

static void refer(struct code *code, struct insn *insn)
{
	uint64_t end = insn->at.value + insn->size, address = 0;
	const struct elf_reloc *reloc = NULL;
	bool has = (insn->flow != FLOW_NEXT || code->image->machine == EM_X86_64) &&
		   operand_address(code, &address);

	if (!is_linked(code))
		reloc = elf_relocs_in(&code->relocs, insn->at.section, insn->at.value, end);
	if (reloc)
		refer_by_reloc(code, reloc, insn);
	else if (has && is_linked(code))
		refer_by_address(code, address, insn);
	else if (has && insn->flow != FLOW_NEXT)
		insn->target = (struct position){ insn->at.section, address };
}

static bool is_conditional(const struct code *code)
{
	const cs_insn *at = code->at;

	if (code->image->machine == EM_X86_64)
		return at->id != X86_INS_JMP && at->id != X86_INS_LJMP;
	if (code->image->machine == EM_AARCH64 && at->id == ARM64_INS_B)
		return at->detail->arm64.cc != ARM64_CC_INVALID &&
		       at->detail->arm64.cc != ARM64_CC_AL;
	return at->id != ARM64_INS_BR;
}

static enum flow flow_of(const struct code *code)
{
	csh handle = code->handle;
	const cs_insn *at = code->at;

	if (code->image->machine != EM_X86_64 && code->image->machine != EM_AARCH64)
		return FLOW_NEXT;
	if (cs_insn_group(handle, at, CS_GRP_CALL))
		return FLOW_CALL;
	if (code->image->machine == EM_AARCH64 &&
	    (at->id == ARM64_INS_BL || at->id == ARM64_INS_BLR))
		return FLOW_CALL;
	if (cs_insn_group(handle, at, CS_GRP_RET))
		return FLOW_RETURN;
	if (cs_insn_group(handle, at, CS_GRP_JUMP))
		return is_conditional(code) ? FLOW_BRANCH : FLOW_JUMP;
	return FLOW_NEXT;
}

bool code_at(struct code *code, struct position at, struct insn *insn)
{
	uint64_t left = 0, address = at.value;
	const uint8_t *bytes = code_bytes(code->image, at, &left);
	const uint8_t *from = bytes;

	if (!bytes)
		return false;
	*insn = (struct insn){ .at = at, .bytes = bytes, .symbol = "" };
	insn->size = (unsigned int)(code->unit < left ? code->unit : left);
	if (!code->handle || !cs_disasm_iter(code->handle, &from, &left, &address, code->at)) {
		snprintf(insn->text, sizeof(insn->text), "data");
		return true;
	}
	insn->known = true;
	insn->size = code->at->size;
	insn->flow = flow_of(code);
	snprintf(insn->text, sizeof(insn->text), "%s%s%s", code->at->mnemonic,
		 *code->at->op_str ? " " : "", code->at->op_str);
	refer(code, insn);
	return true;
}
