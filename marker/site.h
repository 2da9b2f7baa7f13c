/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * site.h - what a marked line leaves in an object file, and the accessors that read it
 *
 * The table, section __marker_sites: rows of four 32-bit words, each an offset from its own
 * address, so that the table needs no relocation when the object is loaded and stays read-only:
 *
 *	      0          4          8          12         16
 *	      +----------+----------+----------+----------+
 *	      |  site    |  target  |  strings |slot|kind |
 *	      +----------+----------+----------+----------+
 *	       |          |          |          |
 *	       |          |          |          `- low 3 bits of the address: enum marker_kind; the
 *	       |          |          |             rest: the 8-byte slot, in .bss
 *	       |          |          `------------ "name\0format\0"
 *	       |          `----------------------- jump: where control goes when on
 *	       `---------------------------------- the byte that is rewritten
 *
 *	kind		  site points to		target
 *	0 generic	  a byte of data, 0 or 1	user: the row's own word; kernel: the line
 *	1 immediate	  x86-64: the immediate of	the end of what is known there
 *			  b0+r ib; arm64: movz
 *	2 immediate-clc	  the opcode f8 (clc), f9 (stc)	the site
 *	3 jump		  x86-64: the opcode a9 (test),	the cold block
 *			  e9 (jmp); arm64: nop, b
 *	4 jump-nop8	  0f 1f 84 e9, eb 01 84 e9	the cold block
 *	5 static-key	  kernel: a struct static_key	the line
 *
 * A row whose site word is 0 is the object's own: {0, version, row size, 0}; one in each object.
 * A row whose format is "\1" is a query (mark_enabled): it is on while the name has any probe.
 *
 * One line may leave several rows (inlining, unrolling, templates) or, if its function is dropped,
 * none.  All rows of a line share one slot, a hidden common symbol keyed by the name and the line:
 * two lines of different files may then share a slot too, which does no harm while their formats
 * are equal; where they are not, the later one stays off and is told as a mismatch.
 */
#ifndef MARKER_SITE_H
#define MARKER_SITE_H

#include "marker.h"
#include "os.h"

#define MARKER_ABI_VERSION 1

struct marker_array;

/** struct marker_slot - where a cold block finds the probes; published under RCU */
struct marker_slot {
	struct marker_array *probes;
};

struct marker_row {
	s32 site;
	s32 target;
	s32 strings;
	s32 slot_kind;
};

static_assert(sizeof(struct marker_row) == 16, "the table's format");

/* What the constructor of an object hands over; offsets from their own addresses. */
struct marker_object {
	u32 version;
	u32 row_size;
	s32 start;
	s32 stop;
};

static_assert(sizeof(struct marker_object) == 16, "the description's format");

/* What is there is no part of the row: a fortified strlen() must not be told that it might be. */
static inline const void *marker_relative(const s32 *word)
{
	uintptr_t at = (uintptr_t)word;

	__asm__("" : "+r"(at));
	return (const void *)(at + *word);
}

static inline void *marker_row_site(const struct marker_row *row)
{
	return (void *)marker_relative(&row->site);
}

static inline const void *marker_row_target(const struct marker_row *row)
{
	return marker_relative(&row->target);
}

static inline unsigned int marker_row_kind(const struct marker_row *row)
{
	return (uintptr_t)marker_relative(&row->slot_kind) & 7;
}

/* Where the line is executed; a generic site of user space does not know. */
static inline const void *marker_row_text(const struct marker_row *row)
{
	unsigned int kind = marker_row_kind(row);

	if (kind == MARKER_KIND_GENERIC || kind == MARKER_KIND_STATIC_KEY)
		return marker_row_target(row);
	return marker_row_site(row);
}

static inline const char *marker_row_name(const struct marker_row *row)
{
	return marker_relative(&row->strings);
}

static inline const char *marker_row_format(const struct marker_row *row)
{
	const char *name = marker_row_name(row);

	return name + strlen(name) + 1;
}

static inline struct marker_slot *marker_row_slot(const struct marker_row *row)
{
	return (void *)((uintptr_t)marker_relative(&row->slot_kind) & ~(uintptr_t)7);
}

/* The object's own row, and rows that a linker filled with zeros. */
static inline bool marker_row_is_site(const struct marker_row *row)
{
	return row->site != 0;
}

static inline bool marker_row_is_query(const struct marker_row *row)
{
	return marker_row_format(row)[0] == '\1';
}

#endif
