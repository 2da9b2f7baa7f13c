/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Streams: the path that a program took to a sample, as its branch stack has it.  A stream is hot
 * if much was spent at its end.
 *
 * The path is a list of lines (or offsets in symbols): the target of the newest branch, where it
 * came from, the target of the one before, ...  Rounds of a loop after the first are left out, so
 * that how often it went round does not matter.  Paths of the same lines are the same stream.
 */
#ifndef USER_MARKDIFF_STREAM_H
#define USER_MARKDIFF_STREAM_H

#include <stdio.h>

#include "user/markdiff/rows/diff.h"

struct streams;

int streams_new(struct streams **streams);
void streams_free(struct streams *streams);
int streams_take(struct streams *streams, struct perfdata *pd, const struct perfdata_sample *sample,
		 const struct spent *spent);

struct resolver;

int streams_resolve(struct streams *streams, struct resolver *resolver);
void streams_match(struct streams *streams, const struct match_symbols *match);

/* A hot one. */
struct stream {
	uint32_t end; /* the last node of its path */
	uint64_t hash;
	uint64_t hits;	 /* periods */
	uint64_t cycles; /* of all branches */
	uint64_t samples;
};

#define STREAMS_TOP 5

struct streams_top {
	struct streams *streams;
	struct stream top[STREAMS_TOP]; /* the hottest first */
	uint32_t nr;
	uint64_t hits; /* of all streams */
};

/**
 * streams_top - the hottest streams of an event
 * @names: gets the texts of their lines, so that streams of two files can be compared
 */
int streams_top(struct streams *streams, uint32_t event, struct names *names,
		struct streams_top *top);

/* The texts of a stream, the newest first; returns how many, at most @max. */
uint32_t streams_path(const struct streams_top *top, uint32_t index, uint32_t *texts, uint32_t max);

/* The most places that a path has. */
#define STREAMS_PATH_MAX 256

/**
 * out_stream - print the hot streams of an event, as perf diff --stream does
 * @first: no blank line before it
 */
int out_stream(FILE *out, struct diff *diff, uint32_t event, bool first);

#endif
