/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * show.h - a function as instructions, with the parts of its markers pointed out
 */
#ifndef SIZE_SHOW_H
#define SIZE_SHOW_H

#include "parts.h"

/**
 * struct shown - one instruction
 * @part:	"site", "branch", "red zone", "argument", "slot", "call", "back", ... ; "" for the
 *		function's own
 * @begins:	a cold block begins here
 */
struct shown {
	struct insn insn;
	const char *part;
	bool begins;
};

/**
 * size_show() - each instruction of a function, then each of the cold blocks that lie elsewhere
 *
 * Return: what @visit returned if that was not 0.
 */
int size_show(struct size_file *file, const struct elf_symbol *function,
	      int (*visit)(const struct shown *shown, void *data), void *data);

/** size_find_function() - by its name, NULL if there is no such function */
const struct elf_symbol *size_find_function(const struct size_file *file, const char *name);

/** size_smallest() - the smallest marked function, NULL if none is known */
const struct elf_symbol *size_smallest(const struct size_file *file);

#endif
