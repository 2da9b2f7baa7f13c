// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * histogram.c - values by their highest three bits
 *
 *	value		bucket			value		bucket
 *	0 1 2 3		0 1 2 3			16...19		12
 *	4 5 6 7		4 5 6 7			20...23		13
 *	8,9		8			...
 *	10,11		9			2^63 and more	248...251
 *
 * As HdrHistogram's with two significant bits.  Adding is atomic and needs no lock.
 */
#include "latency.h"

unsigned int marker_latency_bucket(u64 value)
{
	unsigned int exponent;

	if (value < 4)
		return value;
	exponent = 63 - __builtin_clzll(value);
	return (exponent - 1) * 4 + (value >> (exponent - 2) & 3);
}

u64 marker_latency_bucket_low(unsigned int bucket)
{
	unsigned int exponent = bucket / 4 + 1;

	if (bucket < 4)
		return bucket;
	if (bucket >= LATENCY_BUCKETS)
		return ~0ull;
	return (4ull + bucket % 4) << (exponent - 2);
}

/* Nearly always one load: a maximum is reached a few times and then kept. */
static void raise_to(u64 *word, u64 value)
{
	u64 old = __atomic_load_n(word, __ATOMIC_RELAXED);

	while (old < value && !__atomic_compare_exchange_n(word, &old, value, true,
							   __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
}

void marker_latency_add(struct latency_shard *shard, u64 value)
{
	__atomic_fetch_add(&shard->buckets[marker_latency_bucket(value)], 1, __ATOMIC_RELAXED);
	__atomic_fetch_add(&shard->sum, value, __ATOMIC_RELAXED);
	raise_to(&shard->max, value);
	raise_to(&shard->min, ~value);
}

static u64 load(const u64 *word)
{
	return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static void add_shard(struct latency_summary *summary, const struct latency_shard *shard)
{
	struct latency_shard *all = &summary->all;
	unsigned int i;

	for (i = 0; i < LATENCY_BUCKETS; i++) {
		u64 hits = load(&shard->buckets[i]);

		all->buckets[i] += hits;
		summary->count += hits;
	}
	all->sum += load(&shard->sum);
	all->max = load(&shard->max) > all->max ? load(&shard->max) : all->max;
	all->min = load(&shard->min) > all->min ? load(&shard->min) : all->min;
	all->ends += load(&shard->ends);
	all->evicted += load(&shard->evicted);
	all->missed += load(&shard->missed);
}

void marker_latency_sum_up(const struct latency_histogram *histogram,
			   struct latency_summary *summary)
{
	unsigned int i;

	memset(summary, 0, sizeof(*summary));
	for (i = 0; i < LATENCY_SHARDS; i++)
		add_shard(summary, &histogram->shards[i]);
	summary->all.min = summary->count ? ~summary->all.min : 0;
}

u64 marker_latency_percentile(const struct latency_summary *summary, unsigned int permille)
{
	/* How many there are up to it: rounded up, in two parts so that it cannot overflow. */
	const u64 wanted =
		summary->count / 1000 * permille + (summary->count % 1000 * permille + 999) / 1000;
	u64 seen = 0, high;
	unsigned int i;

	for (i = 0; i < LATENCY_BUCKETS && summary->count; i++) {
		seen += summary->all.buckets[i];
		if (seen < wanted || !seen)
			continue;
		high = marker_latency_bucket_low(i + 1) - (i + 1 < LATENCY_BUCKETS);
		return high < summary->all.max ? high : summary->all.max;
	}
	return 0;
}
