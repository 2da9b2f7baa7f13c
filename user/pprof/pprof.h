/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes profiles that pprof, Parca and Pyroscope read: profile.proto, packed by gzip.
 *
 *	struct pprof *p;
 *
 *	err = pprof_create("cpu.pb.gz", &p);
 *	pprof_head(p, &head);			what the values are, and of what
 *	number = pprof_mapping(p, &mapping);	what others refer to it by
 *	number = pprof_function(p, &function);
 *	number = pprof_location(p, &location);
 *	pprof_sample(p, locations, nr, values, nr_values);
 *	err = pprof_close(p);			the first thing that went wrong
 *
 * Each call writes what it is given, so memory is needed for the texts only.  Numbers are 1, 2, 3, in
 * the order of the calls: Parca takes no other.  protobuf-c, whose
 * compiler makes the encoder of pprof.proto, may be missing: then pprof_left_out() says so, and
 * pprof_create() gives -ENOSYS.
 */
#ifndef USER_PPROF_PPROF_H
#define USER_PPROF_PPROF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PPROF_TYPES 2  /* at most */
#define PPROF_LINES 16 /* at most, of a location */

struct pprof;

struct pprof_type {
	const char *name, *unit;
};

/* What is not known is 0. */
struct pprof_head {
	struct pprof_type types[PPROF_TYPES];
	uint32_t nr_types, default_type;
	struct pprof_type period_type;
	int64_t period;
	int64_t time_ns; /* since 1970 */
	int64_t duration_ns;
	const char *const *comments;
	uint32_t nr_comments;
};

struct pprof_mapping {
	uint64_t start, limit, offset;
	const char *file;
	const char *build_id; /* hexadecimal, or "" */
	bool symbolized; /* names and lines are all there are: readers need not look for more */
	bool inlined;	 /* what was inlined is there, too */
};

struct pprof_function {
	const char *name, *raw_name, *file;
};

struct pprof_line {
	uint64_t function;
	int64_t line; /* 0: not known */
};

struct pprof_location {
	uint64_t mapping; /* 0: none */
	uint64_t address;
	struct pprof_line lines[PPROF_LINES]; /* the innermost first */
	uint32_t nr_lines;
};

/**
 * pprof_left_out - what to install and build again, or NULL where nothing is missing
 */
const char *pprof_left_out(void);

/**
 * pprof_create - begin a file; "-" is standard output
 */
int pprof_create(const char *path, struct pprof **out);
void pprof_head(struct pprof *p, const struct pprof_head *head);
uint64_t pprof_mapping(struct pprof *p, const struct pprof_mapping *mapping);
uint64_t pprof_function(struct pprof *p, const struct pprof_function *function);
uint64_t pprof_location(struct pprof *p, const struct pprof_location *location);

/**
 * pprof_sample - add a stack
 * @locations: numbers, the innermost first
 * @values: as many as the head has types
 */
void pprof_sample(struct pprof *p, uint64_t *locations, uint32_t nr, int64_t *values,
		  uint32_t nr_values);
int pprof_close(struct pprof *p);

#endif
