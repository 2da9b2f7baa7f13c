/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kinds.h - the kinds of site that rows exist for
 *
 *	id		name in rows	macro		form (x86)
 *	static_key	"static-key"	MARK		nop
 *	immediate	"immediate"	MARK_IMMEDIATE	mov $0, test, jne
 *	generic		"generic"	MARK_GENERIC	compare in memory, jne
 *
 * BENCH_EACH_KIND(code) is code(ID, MACRO) for each, to define functions; BENCH_ROWS(row) is
 * row(ID, NAME) for each with commas between, to fill a table.
 */
#ifndef BENCH_KERNEL_KINDS_H
#define BENCH_KERNEL_KINDS_H

#include <marker/marker.h>

/* The marker of 2006: an integer and a pointer. */
#define BENCH_FORMAT "%d %p"

/* clang-format off */
#define BENCH_EACH_KIND(code)			\
	code(static_key, MARK)			\
	code(immediate, MARK_IMMEDIATE)		\
	code(generic, MARK_GENERIC)

#define BENCH_ROWS(row)				\
	row(static_key, "static-key"),		\
	row(immediate, "immediate"),		\
	row(generic, "generic")
/* clang-format on */

#endif
