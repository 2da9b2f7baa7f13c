/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kinds.h - the kinds of site that rows exist for
 *
 *	id		name in rows		macro			form
 *	immediate	"immediate"		BENCH_MARK_MOV		mov $0, test, jne
 *	clc		"immediate-clc"		BENCH_MARK_CLC		clc, jc
 *	jump		"jump"			MARK_JUMP
 *	generic		"generic"		MARK_GENERIC
 *
 * BENCH_EACH_KIND(code) is code(ID, MACRO) for each, to define functions; BENCH_ROWS(row) is
 * row(ID, NAME) for each with commas between, to fill a table.
 */
#ifndef BENCH_KINDS_H
#define BENCH_KINDS_H

#include <marker/marker.h>

/* The marker of 2006: an integer and a pointer. */
#define BENCH_FORMAT "%d %p"

/* MARK_IMMEDIATE in one form and the other, which else is chosen for a whole file. */
#ifdef MARKER_ASM_IMMEDIATE
#define BENCH_SITE_MOV(...) MARKER_SITE_TEST(MARKER_TEST_IMMEDIATE_MOV, __VA_ARGS__)
#define BENCH_SITE_CLC(...) MARKER_SITE_TEST(MARKER_TEST_IMMEDIATE_CLC, __VA_ARGS__)
#else
#define BENCH_SITE_MOV MARKER_SITE_IMMEDIATE
#define BENCH_SITE_CLC MARKER_SITE_IMMEDIATE
#endif
#define BENCH_MARK_MOV(name, ...) MARKER_LINE(BENCH_SITE_MOV, name##_, #name, __VA_ARGS__)
#define BENCH_MARK_CLC(name, ...) MARKER_LINE(BENCH_SITE_CLC, name##_, #name, __VA_ARGS__)

/* clang-format off */
#define BENCH_EACH_KIND(code)		\
	code(immediate, BENCH_MARK_MOV)	\
	code(clc, BENCH_MARK_CLC)	\
	code(jump, MARK_JUMP)		\
	code(generic, MARK_GENERIC)

#define BENCH_ROWS(row)			\
	row(immediate, "immediate"),	\
	row(clc, "immediate-clc"),	\
	row(jump, "jump"),		\
	row(generic, "generic")
/* clang-format on */

#endif
