/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * reference.h - functions of markbench's own, compiled in every kind, level and compiler
 *
 * bench.mk compiles reference/open.c, leaf.c and probe.c when markbench is built, and puts the object
 * files into it.
 */
#ifndef SIZE_REFERENCE_H
#define SIZE_REFERENCE_H

#include "parts.h"

/** struct size_object - an object file in memory; the last one of the table has no compiler */
struct size_object {
	const char *compiler; /* "gcc", "clang" */
	const char *level;    /* "O0", ... */
	const char *kind;     /* "vanilla", "generic", "immediate", ... */
	const char *source;   /* "open", "leaf", "probe" */
	const uint8_t *begin;
	const uint8_t *end;
};

extern const struct size_object size_objects[];

/** struct size_added - what one marker adds; the parts of struct size_parts, and two more */
struct size_added {
	int64_t likely; /* the marked function over the vanilla one */
	struct size_parts parts;
	int64_t unwind;
	int64_t debug;
};

/** size_object_find() - NULL if it was not built */
const struct size_object *size_object_find(const char *compiler, const char *level,
					   const char *kind, const char *source);

/**
 * size_reference() - compare a marked function with the vanilla one
 * @object:	the marked one, which has one marker in each function
 * @function:	its name
 * @added:	filled in; @parts.unlikely is the function's, the others are the object's
 *
 * Return: 0; -ENOENT if there is no vanilla one or no such function; what size_file_from() returned.
 */
int size_reference(const struct size_object *object, const char *function, struct size_added *added,
		   struct elf_error *error);

/** size_object_open() - size_file_from() of an object */
int size_object_open(struct size_file *file, const struct size_object *object,
		     struct elf_error *error);

#endif
