/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which code is there because of markers: functions that have sites, and the library of markers.
 *
 *	the new side's program	its table of sites says which functions have markers, and its cold
 *				blocks belong to the functions that they were taken out of
 *	the library		all of libmarker.so and of the kernel's modules marker, marker-count,
 *				marker-print, marker-record; where it is linked into a program, the
 *				functions named marker_* and the local ones that lie between them
 *
 * Rows are known by the addresses that were sampled in the new runs.  What only the baseline has
 * samples of is known by its name, if one function of the new program has that.  A function that a
 * program connected as a probe by itself is not known: no table has it.
 *
 * Where the library begins and ends inside a program is said by nothing in the file.  What the linker
 * takes out of an archive lies together, so: a local function between two marker_* functions, with
 * no function of others between them, is the library's, and so are the neighbours at both ends whose
 * source file is that of such a one.  marker_cold() and the like, which the header puts into each
 * source file, count as the library's, but tell nothing of what is beside them.
 */
#ifndef USER_MARKDIFF_MARKER_CODE_H
#define USER_MARKDIFF_MARKER_CODE_H

#include "user/markdiff/verdict/observe.h"

#define PART_NONE    UINT32_MAX
#define PART_LIBRARY (UINT32_MAX - 1)

/* A function with sites, and its cold parts. */
struct marker_group {
	const struct marker_object *object;
	char *function; /* as it is shown */
	char *markers;	/* their names, with commas */
	uint32_t nr_sites;
};

struct marker_function {
	uint64_t start;
	char *raw;	 /* as in the file */
	char *canonical; /* without what compilers add */
	char *source;	 /* that a local one is of, or NULL */
	bool local;
	uint32_t part; /* number of a group, PART_NONE, PART_LIBRARY */
};

/* A program or library that was sampled. */
struct marker_object {
	struct dso *dso;
	uint32_t name; /* as rows have it */
	bool on[NR_SIDES];
	bool is_library;
	uint32_t nr_sites;
	struct marker_function *functions; /* by address */
	uint32_t nr, cap;
	uint32_t *by_name; /* the same, by canonical name */
};

/* The part of what was sampled in the new runs. */
struct marker_place {
	uint32_t dso, symbol;
	uint32_t part;
};

struct marker_code {
	const struct diff *diff;
	struct marker_object **objects;
	uint32_t nr_objects;
	struct marker_group *groups;
	uint32_t nr_groups;
	struct marker_place *places; /* sorted */
	uint32_t nr_places;
	uint32_t nr_sites;   /* of the new side */
	uint32_t nr_lost;    /* of these, in no function that is known */
	const char *in_base; /* what of the baseline has markers too, or NULL */
};

/**
 * marker_code_find - after diff_resolve(), with the keys dso and symbol
 * @why: gets what is wrong, where -ENODATA is returned
 *
 * Returns 0 or a negative errno.  marker_code_free() frees it in either case.
 */
int marker_code_find(struct marker_code *code, const struct diff *diff, char why[OBSERVE_WHY]);

/* What a row is: the number of a group, PART_LIBRARY or PART_NONE. */
uint32_t marker_code_part(const struct marker_code *code, const struct row *row);
void marker_code_free(struct marker_code *code);

#endif
