/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One recording, aggregated: how much was spent at each address, for each event.
 *
 * Samples come in millions and their addresses repeat.  So they are summed up by (object,
 * address, tag) first, which needs no symbols, and each distinct address is resolved once
 * afterwards.
 */
#ifndef USER_MARKDIFF_PROFILE_H
#define USER_MARKDIFF_PROFILE_H

#include "user/markdiff/match/match_symbols.h"
#include "user/markdiff/profile/names.h"
#include "user/markdiff/options/options.h"
#include "user/markdiff/profile/select.h"
#include "user/markdiff/profile/source.h"
#include "user/markdiff/profile/tags.h"
#include "user/perfdata/perfdata.h"
#include "user/symbols/symbols.h"

/* What was spent at one address. */
struct spent {
	uint64_t addr;
	uint32_t object; /* perfdata_object(), or PERFDATA_NO_OBJECT */
	uint32_t tag;	 /* what else the keys ask for; 0 where they do not */
	uint16_t event;
	uint16_t mode;
	uint32_t samples; /* 0 in an empty slot of the table */
	uint64_t period;
};

#define PROFILE_MAX_EVENTS UINT16_MAX

/* What a spent is part of, after resolving: numbers of the common names. */
struct resolved {
	uint32_t dso, symbol;
	uint32_t line; /* of the profile's lines */
	bool hidden;   /* by a filter */
	bool excluded; /* from the total, by --exclude-from-total */
};

/* What some keys say of an address; numbers of the common names. */
struct line {
	uint32_t srcline, srcfile;
	uint64_t size; /* of the symbol, or 0 */
};

/* Where no key asks, there are none, and all numbers are 0. */
struct lines {
	struct line *at;
	uint32_t nr, cap;
};

struct calltree;
struct cycles;
struct streams;
struct folded;

struct event_total {
	uint64_t all;
	uint64_t shown; /* without what the filters hide */
	uint64_t samples;
	uint64_t largest; /* of the periods */

	/* Where verdicts are asked for. */
	double squares;		 /* sum of the squares of the periods */
	uint64_t excluded;	 /* from the total */
	uint64_t excluded_shown; /* of these, without what the filters hide */
	double excluded_squares;
};

/* What of a recording is in an object, but for what the filter of dsos hides. */
struct object_use {
	uint64_t samples; /* that fell there */
	uint64_t named;	  /* of these, those that a symbol was found for */
	uint64_t missed;  /* periods of those that none was found for */
	uint64_t found;	  /* places that one was found for, callers' as well */
};

#define BATCH 32

struct profile {
	const char *path;
	struct perfdata_progress *progress; /* or NULL */
	struct source source;
	struct folded *folded; /* what the recording was made of, or NULL */
	struct perfdata *pd;
	struct perfdata_error error;
	struct spent *spent; /* a hash */
	uint32_t mask, nr;
	bool with_squares;	   /* verdicts are asked for */
	double *squares;	   /* then, beside spent, the sums of the squares of the periods */
	uint64_t span_ns;	   /* then, from the first sample to the last one */
	struct spent batch[BATCH]; /* not in the table yet */
	uint32_t hashes[BATCH];
	uint32_t nr_batch;
	struct select select;
	struct tags tags;
	struct names texts;	   /* in tags: of threads, cgroups */
	uint32_t *common;	   /* number of a text -> number of the common names */
	struct resolved *resolved; /* beside spent */
	struct lines lines;
	uint32_t *alias; /* programs.h: the name of an object instead of its own, or NAME_NONE */
	struct event_total *totals;
	struct dso **dsos;	 /* by object; the last one is for no object */
	struct object_use *uses; /* beside dsos */
	struct calltree *tree;	 /* NULL where nobody asks for callers */
	struct cycles *cycles;	 /* of basic blocks, for -c cycles */
	struct streams *streams; /* paths of branches, for --stream */
};

/**
 * profile_load - read a recording, or folded stacks, and sum it up
 * @profile: its progress may be set, its source may have been read; all else is zero
 * @file: which of the options' files it is
 * @column: which of the counts, of folded stacks that have two
 *
 * Touches nothing but @profile: files may be loaded at the same time.  Returns 0, or a negative
 * errno with the reason in profile->error.
 */
int profile_load(struct profile *profile, const struct options *options, uint32_t file, int column);

/**
 * profile_resolve - find dso and symbol of each address, and apply the filters
 * @file: which of the files this is
 * @match: gets the symbols; when it has run, profile_match() says which they are
 */
int profile_resolve(struct profile *profile, uint32_t file, struct symbols *symbols,
		    struct names *names, struct match_symbols *match,
		    const struct options *options);

/* The last name of a thread, as a number of the common names. */
int profile_comm_of(const struct profile *profile, struct names *names, uint32_t tid,
		    uint32_t *comm);
void profile_match(struct profile *profile, const struct match_symbols *match);
void profile_free(struct profile *profile);

#endif
