/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * latency.h - the probe "latency": the time from one marker to another, as a histogram
 *
 *	latency					every pair of names that the glob matches: X_begin with
 *						X_end, X_enter with X_exit, X_start with X_done
 *	latency=BEGIN:END			these two; the glob has to match both
 *	...;key=FIELD				a begin and an end belong together if this argument has
 *						the same value: an integer, a pointer, or a text of up
 *						to 256 bytes.  Without it, if they are one thread's
 *	...;file=FILE				appended to FILE and not printed on standard error
 *
 * An end takes the latest begin that is open for its key, so begins may nest.  The table of the
 * open ones, one for each pair and process:
 *
 *	bucket 0	[ key, since | key, since | ... 16 ]	since:	0  free
 *	bucket 1	[ ...				   ]		1  being filled in
 *	...						else	the time of the begin, ns
 *	bucket 1023
 *
 * A key has one bucket.  To open is to claim a free place by compare-and-exchange, write the key
 * and publish the time with a release store; to close is to exchange that time for 0.  So nobody
 * waits for anybody: a signal handler that interrupts the one or the other sees a place that is
 * taken.  Where all 16 are, the oldest is given up and counted.  Threads have numbers in the order
 * in which they came, so that up to 1024 at a time have a bucket each.
 *
 * The histogram has four buckets for each power of two: a latency is known to a quarter.  It is
 * memory that forked children share; the process that connected the probe prints it, at its exit or
 * when it is disconnected.  What is still open in a child is not seen.
 *
 *	who		beside whom		how
 *	hits		hits			atomic, as above
 *	hits		attach			a point is whole before a site can call it
 *	report		hits of children	counts may be a moment old
 */
#ifndef PROBES_LATENCY_H
#define PROBES_LATENCY_H

#include "../../marker/named_probe.h"
#include "../../marker/os.h"

#define LATENCY_BUCKETS	 252 /* 0 1 2 3, and 4 for each of 2^2 ... 2^63 */
#define LATENCY_SHARDS	 8
#define LATENCY_PLACES	 16
#define LATENCY_SETS	 1024
#define LATENCY_TEXT_MAX 256

/* ---- the histogram ------------------------------------------------------------------------ */

/**
 * struct latency_shard - what some of the threads have measured
 * @min:	as its complement, so that memory of zeros is a histogram
 * @ends:	that found no begin
 * @evicted:	begins that were given up for later ones
 * @missed:	begins that found no place, as others changed all of the bucket at once
 */
struct latency_shard {
	u64 buckets[LATENCY_BUCKETS];
	u64 sum, max, min;
	u64 ends, evicted, missed;
};

struct latency_histogram {
	struct latency_shard shards[LATENCY_SHARDS];
};

/** struct latency_summary - the shards together, @min as it is */
struct latency_summary {
	u64 count;
	struct latency_shard all;
};

/** marker_latency_bucket() - which bucket a value belongs to */
unsigned int marker_latency_bucket(u64 value);

/** marker_latency_bucket_low() - the lowest value of a bucket; behind the last, the highest value */
u64 marker_latency_bucket_low(unsigned int bucket);

/** marker_latency_add() - count a value; any context */
void marker_latency_add(struct latency_shard *shard, u64 value);

/** marker_latency_sum_up() - the shards as one */
void marker_latency_sum_up(const struct latency_histogram *histogram,
			   struct latency_summary *summary);

/**
 * marker_latency_percentile() - the value that so many of the values do not exceed
 * @permille:	500 for the median
 *
 * Return: the highest value of the bucket that it is in, but no more than the maximum; 0 without
 * values.
 */
u64 marker_latency_percentile(const struct latency_summary *summary, unsigned int permille);

/* ---- the open begins ------------------------------------------------------------------------ */

struct latency_place {
	u64 key;
	u64 since;
};

struct latency_table {
	struct latency_place sets[LATENCY_SETS][LATENCY_PLACES];
};

enum latency_opened {
	LATENCY_OPENED,
	LATENCY_EVICTED, /* opened, and another was given up */
	LATENCY_MISSED,
};

/**
 * marker_latency_open() - a begin
 * @set:	which bucket, below LATENCY_SETS; always the same for a key
 * @now:	more than 1
 */
enum latency_opened marker_latency_open(struct latency_table *table, unsigned int set, u64 key,
					u64 now);

/** marker_latency_close() - an end; the time of its begin, 0 if there is none */
u64 marker_latency_close(struct latency_table *table, unsigned int set, u64 key);

/** marker_latency_still_open() - how many begins wait for an end */
u64 marker_latency_still_open(const struct latency_table *table);

/* ---- pairs ------------------------------------------------------------------------ */

/**
 * struct latency_pair - two markers and what lies between their hits
 * @text:	"BEGIN\0END\0"
 * @found:	the begin, the end: has there been a marker of that name?
 * @no_key:	one of them has no field for the key
 */
struct latency_pair {
	struct latency_pair *next;
	struct latency_histogram *histogram;
	struct latency_table *table;
	bool found[2];
	bool no_key;
	const char *begin, *end;
	char text[];
};

/**
 * struct latency_point - one marker
 * @pair:	NULL if it has no key
 * @format:	in @text
 * @star:	the key is a text, and its precision the argument before
 * @key:	which argument
 * @text:	"NAME\0FORMAT\0"
 */
struct latency_point {
	struct latency_point *next;
	struct latency_pair *pair;
	const char *format;
	bool end;
	bool by_thread;
	bool star;
	unsigned int key;
	char text[];
};

/** struct latency - one connection; its texts are in @text, NULL where nothing was asked */
struct latency {
	struct latency_pair *pairs;
	struct latency_point *points;
	char *begin, *end;
	char *key, *file;
	char *text;
	int printer;
};

extern marker_probe_fn marker_latency_probe;
int marker_latency_attach(void *latency, const struct marker_info *marker,
			  struct marker_attached *attached);
void marker_latency_free(struct latency *latency);

/**
 * marker_latency_parse() - read the argument of the probe
 * @arg:	NULL for none
 *
 * Return: 0, -EINVAL, -ENOMEM
 */
int marker_latency_parse(struct latency *latency, const char *arg);

/**
 * marker_latency_hit() - a begin or an end at a moment
 * @end:	an end
 * @set, @key:	as marker_latency_open() has them
 * @now:	ns
 */
void marker_latency_hit(const struct latency_pair *pair, bool end, unsigned int set, u64 key,
			u64 now);

/** marker_latency_print() - the table of one pair, or a line that says why there is none */
void marker_latency_print(FILE *out, const struct latency *latency,
			  const struct latency_pair *pair);

/* latency_user.c */
void *marker_latency_map(size_t size, bool shared);
void marker_latency_unmap(void *map, size_t size);
u64 marker_latency_now(void);
u64 marker_latency_thread(void);

extern const struct marker_named_probe marker_latency_named;

#endif
