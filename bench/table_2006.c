// SPDX-License-Identifier: GPL-2.0-only
/*
 * table_2006.c - the measurements of 2006, as they were published
 *
 * M. Desnoyers, "Performance analysis of Linux Kernel Markers 0.20 for 2.6.17", linux-kernel,
 * 30 September 2006, Message-ID 20060930180157.GA25761@Krystal.  Pentium 4, 3 GHz.
 *
 * Preemption was disabled round a probe then; in user space it is the RCU read side.  A kprobe was put
 * on the probe then; in user space it is an int3 of the process itself, and a uprobe.
 */
#include "table_2006.h"

#include <stdio.h>
#include <string.h>

const char *const table_2006_kinds[TABLE_2006_KINDS] = {
	"immediate",
	"immediate-clc",
	"jump",
	"generic",
};

/* clang-format off */
const struct row_2006 table_2006[TABLE_2006_ROWS] = {
	{ "empty loop, no marker", 10000000, 15026497, 1.50, { "loop-none" }, 0, { { 0 } } },
	{ "empty loop, optimized, not connected", 10000000, 40031640, 4.00, { "loop-%s" }, 1,
	  { { "marker", 2.50, "loop-%s", "loop-none", 0 } } },
	{ "empty loop, generic, not connected", 10000000, 26697878, 2.67, { "loop-generic" }, 0,
	  { { "marker", 1.17, "loop-generic", "loop-none", 0 } } },
	{ "memcpy of 4096 bytes, no marker", 10000, 12981555, 1298.16, { "memcpy-none" }, 0,
	  { { 0 } } },
	{ "memcpy 4096, optimized, not connected", 10000, 12982290, 1298.23, { "memcpy-%s" }, 1,
	  { { "marker", 0.074, "memcpy-%s", "memcpy-none", 0 } } },
	{ "memcpy 4096, generic, not connected", 10000, 13002788, 1300.28, { "memcpy-generic" }, 0,
	  { { "marker", 2.123, "memcpy-generic", "memcpy-none", 0 } } },
	{ "connected, register arguments, empty probe", 100000, 4407608, 44.08,
	  { "call-%s-register" }, 0,
	  { { "over the same marker off", 40.08, "call-%s-register", "loop-%s", 0 } } },
	{ "connected, variable arguments, empty probe", 100000, 5210587, 52.11,
	  { "call-%s-list" }, 0,
	  { { "argument set-up: over row 7", 8.03, "call-%s-list", "call-%s-register", 0 } } },
	{ "as 8, preemption not disabled", 100000, 3363450, 33.63, { "unlocked-%s-list" }, 0,
	  { { "preemption as the text took it: row 7 - row 9", 10.45, "call-%s-register",
	      "unlocked-%s-list", 0 },
	    { "preemption like for like: row 8 - row 9", 18.48, "call-%s-list",
	      "unlocked-%s-list", 0 } } },
	{ "connected, stack arguments expected, copied", 100000, 5299837, 53.00,
	  { "call-%s-register-copy" }, 0,
	  { { "over row 8", 0.89, "call-%s-register-copy", "call-%s-list", 0 } } },
	{ "connected, variable arguments expected, copied", 100000, 5574300, 55.74,
	  { "call-%s-list-copy" }, 0,
	  { { "over row 10", 2.74, "call-%s-list-copy", "call-%s-register-copy", 0 } } },
	{ "connected, format decoded at run time, copied", 100000, 9622117, 96.22,
	  { "call-%s-parse-copy" }, 0,
	  { { "format: over row 11", 40.48, "call-%s-parse-copy", "call-%s-list-copy", 0 } } },
	{ "as 11, an empty breakpoint on the probe", 100000, 423397455, 4233.97,
	  { "trap-%s-int3", "trap-%s-uprobe" }, 0,
	  { { "breakpoint: over row 11", 4178.23, NULL, "call-%s-list-copy", 0 },
	    { "breakpoint / connected marker (row 11)", 75, NULL, "call-%s-list-copy", 1 } } },
};
/* clang-format on */

static const char *const kernel_kinds[] = { "static-key", "immediate", "generic" };

static const char *const kernel_traps[TABLE_2006_FORMS] = {
	"trap-%s-int3",
	"trap-%s-optimised",
	"trap-%s-kprobe-ftrace",
	"trap-%s-ftrace-ops",
};

const struct edition_2006 edition_2006_user = {
	.unit = "core cycles a loop",
	.kinds = table_2006_kinds,
	.nr_kinds = TABLE_2006_KINDS,
};

const struct edition_2006 edition_2006_kernel = {
	.unit = "ticks a loop",
	.kinds = kernel_kinds,
	.nr_kinds = sizeof(kernel_kinds) / sizeof(kernel_kinds[0]),
	.traps = kernel_traps,
};

/** table_2006_forms() - the rows of ours for a row of the table: TABLE_2006_FORMS, with NULLs */
const char *const *table_2006_forms(const struct edition_2006 *edition, size_t row)
{
	return edition->traps && row == TABLE_2006_ROWS - 1 ? edition->traps :
							      table_2006[row].forms;
}

/** table_2006_name() - the name of a row of ours, its kind put in */
const char *table_2006_name(const char *form, const char *kind, char name[static TABLE_2006_NAME])
{
	const char *at = strstr(form, "%s");

	if (at)
		snprintf(name, TABLE_2006_NAME, "%.*s%s%s", (int)(at - form), form, kind, at + 2);
	else
		snprintf(name, TABLE_2006_NAME, "%s", form);
	return name;
}

/** table_2006_has() - the generic kind has no optimized rows */
int table_2006_has(const struct row_2006 *row, const char *kind)
{
	return !row->optimized || strcmp(kind, "generic") != 0;
}
