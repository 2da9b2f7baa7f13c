/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * code.h - the instructions of an ELF file, one at a time, and where their branches go
 *
 * Of every machine that libcapstone knows the text is had; of x86-64 and arm64 also what an
 * instruction does to the flow of control.  In an object file relocations say where calls go, in a
 * linked one addresses do, and for what the loader fills in, its relocations.
 */
#ifndef SIZE_CODE_H
#define SIZE_CODE_H

#include <stdbool.h>

#include "user/elf/symbols.h"

/** struct position - a place in the file's sections */
struct position {
	uint32_t section; /* 0: none */
	uint64_t value;	  /* linked file: the address; object file: offset in the section */
};

enum flow {
	FLOW_NEXT,
	FLOW_BRANCH, /* conditional */
	FLOW_JUMP,
	FLOW_CALL,
	FLOW_RETURN,
};

/** struct insn - one instruction */
struct insn {
	struct position at;
	const uint8_t *bytes;
	unsigned int size;
	enum flow flow;
	struct position target; /* of a branch, jump or call; or what it loads from */
	const char *symbol;	/* what it refers to by name, "" if nothing */
	bool known;		/* false: no instruction; one unit of data */
	char text[200];
};

/** struct code - a file opened for this; not for several threads at once */
struct code {
	const struct elf_image *image;
	struct elf_symbols symbols;
	struct elf_symbols dynamic;
	struct elf_relocs relocs;
	size_t handle;	    /* libcapstone's, 0: it does not know the machine */
	struct cs_insn *at; /* its buffer */
	unsigned int unit;  /* bytes that are skipped where there is no instruction */
};

/**
 * code_open() - read the symbols and relocations of a file
 * @code:	to be closed in any case
 *
 * Return: 0; -ENOEXEC with @error filled in; -ENOMEM.
 */
int code_open(struct code *code, const struct elf_image *image, struct elf_error *error);
void code_close(struct code *code);

/** code_at() - the instruction at a place; false if there is nothing in the file */
bool code_at(struct code *code, struct position at, struct insn *insn);

/** code_end() - where the code round a place ends: its function, or else its section */
uint64_t code_end(const struct code *code, struct position at);

/** code_bytes() - the bytes of a place, and in @left how many follow; NULL if it has none */
const uint8_t *code_bytes(const struct elf_image *image, struct position at, uint64_t *left);

static inline bool position_is(struct position a, struct position b)
{
	return a.section == b.section && a.value == b.value;
}

#endif
