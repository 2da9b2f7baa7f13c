/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the parts of match_symbols.h share.
 *
 * A function is a symbol that was sampled, of one dso of one file.  A group is what becomes a row:
 * functions of several files that are the same.
 */
#ifndef USER_MARKDIFF_MATCH_INTERNAL_H
#define USER_MARKDIFF_MATCH_INTERNAL_H

#include "user/lib/slots.h"
#include "user/markdiff/profile/map.h"
#include "user/markdiff/match/match_symbols.h"
#include "user/markdiff/match/twins.h"

#define NONE MAP_NONE

struct function {
	uint32_t file, dso;
	uint32_t mangled, shown, source, canonical; /* names */
	uint32_t raw;				    /* what is compared: mangled, or the address */
	struct dso *from;			    /* NULL: no matter where, its name counts */
	const char *key; /* the text that it is known by when it comes again */
	uint64_t start, size;
	bool local;
	bool at_run_time;
	uint32_t alike; /* how many of its file and dso have its canonical name */
	uint32_t group;
	uint32_t next; /* of its group */
};

struct group {
	uint32_t first, last; /* functions */
	uint32_t next_raw, next_canonical;
	uint32_t name;
	enum match_kind kind;
};

struct match_symbols {
	struct names *names;
	enum match_by by;
	bool by_shown;
	struct function *functions;
	uint32_t nr, cap;
	struct slots slots; /* of functions */
	struct group *groups;
	uint32_t nr_groups, cap_groups;
	struct map by_raw, by_canonical; /* dso, name: the newest group */
	struct map by_text;		 /* dso, text: the group that shows it */
	struct twins_finder finder;
};

/* match_texts.c: gives each group the name that a table shows. */
int match_name_groups(struct match_symbols *m);

#endif
