/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One recording, aggregated: how much was spent at each address, for each event.
 *
 * Samples come in millions and their addresses repeat.  So they are summed up by (object,
 * address) first, which needs no symbols, and each distinct address is resolved once afterwards.
 */
#ifndef USER_MARKDIFF_PROFILE_H
#define USER_MARKDIFF_PROFILE_H

#include "user/markdiff/names.h"
#include "user/markdiff/options.h"
#include "user/perfdata/perfdata.h"
#include "user/symbols/symbols.h"

/* What was spent at one address. */
struct spent {
	uint64_t addr;
	uint32_t object; /* perfdata_object(), or PERFDATA_NO_OBJECT */
	uint32_t comm;	 /* of the profile's names; NAME_NONE where nobody asks */
	uint32_t event;
	uint16_t mode;
	uint16_t used; /* 0 in an empty slot of the table */
	uint64_t period;
};

/* What a spent is part of, after resolving: numbers of the common names. */
struct resolved {
	uint32_t dso, symbol, comm;
	bool hidden; /* by a filter */
};

struct event_total {
	uint64_t all;
	uint64_t shown; /* without what the filters hide */
	uint64_t samples;
};

#define BATCH 32

struct profile {
	const char *path;
	struct perfdata *pd;
	struct perfdata_error error;
	struct spent *spent; /* a hash */
	uint32_t mask, nr;
	struct spent batch[BATCH]; /* not in the table yet */
	uint32_t nr_batch;
	struct names comms;
	struct resolved *resolved; /* beside spent */
	struct event_total *totals;
	bool by_comm;
};

/**
 * profile_load - read a recording and sum it up
 *
 * Touches nothing but @profile: files may be loaded at the same time.  Returns 0, or a negative
 * errno with the reason in profile->error.
 */
int profile_load(struct profile *profile, const char *path, bool by_comm);

/**
 * profile_resolve - find dso and symbol of each address, and apply the filters
 */
int profile_resolve(struct profile *profile, struct symbols *symbols, struct names *names,
		    const struct options *options);
void profile_free(struct profile *profile);

#endif
