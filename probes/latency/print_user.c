// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * print_user.c - a histogram as text
 *
 *	marker: latency from req_begin to req_end: 1000 times, mean 2.31us, min 1.02us, max 80.1us
 *	  50%  2.30us   90%  3.07us   99%  14.3us   99.9%  80.1us
 *	        from          to       hits
 *	      1.02us      1.28us         13  @
 *	...
 *	  2 ends without a begin, 1 begin still open
 */
#include "latency.h"

#define BAR_WIDTH 40

/* Three digits and a unit. */
static const char *text_of(char text[16], u64 ns)
{
	static const char *const units[] = { "ns", "us", "ms", "s" };
	double value = ns;
	unsigned int unit = 0;

	while (value >= 999.5 && unit < 3) {
		value /= 1000;
		unit++;
	}
	if (!unit)
		snprintf(text, 16, "%u%s", (unsigned int)ns, units[0]);
	else
		snprintf(text, 16, "%.*f%s",
			 value < 9.995 ? 2 :
			 value < 99.95 ? 1 :
					 0,
			 value, units[unit]);
	return text;
}

static void print_head(FILE *out, const struct latency_pair *pair,
		       const struct latency_summary *summary)
{
	static const struct {
		const char *label;
		unsigned int permille;
	} percentiles[] = { { "50%", 500 }, { "90%", 900 }, { "99%", 990 }, { "99.9%", 999 } };
	const struct latency_shard *all = &summary->all;
	char mean[16], min[16], max[16];
	unsigned int i;

	fprintf(out, "marker: latency from %s to %s: %llu times, mean %s, min %s, max %s\n",
		pair->begin, pair->end, (unsigned long long)summary->count,
		text_of(mean, all->sum / summary->count), text_of(min, all->min),
		text_of(max, all->max));
	for (i = 0; i < sizeof(percentiles) / sizeof(percentiles[0]); i++)
		fprintf(out, "%s%s  %s", i ? "   " : "  ", percentiles[i].label,
			text_of(mean, marker_latency_percentile(summary, percentiles[i].permille)));
	fprintf(out, "\n");
}

static void print_bucket(FILE *out, unsigned int i, u64 hits, u64 most)
{
	static const char bar[] = "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@";
	unsigned int width = ((double)hits * 2 * BAR_WIDTH + most) / (2.0 * most);
	char from[16], to[16];

	static_assert(sizeof(bar) == BAR_WIDTH + 1, "a bar is as wide as it may be");
	fprintf(out, "  %10s  %10s %10llu%s%.*s\n", text_of(from, marker_latency_bucket_low(i)),
		text_of(to, marker_latency_bucket_low(i + 1)), (unsigned long long)hits,
		width ? "  " : "", width, bar);
}

static unsigned int empty_from(const u64 *buckets, unsigned int first, unsigned int last)
{
	unsigned int i;

	for (i = first; i <= last && !buckets[i]; i++)
		;
	return i - first;
}

/* Many empty ones in a row are one line. */
static void print_buckets(FILE *out, const struct latency_summary *summary)
{
	const u64 *buckets = summary->all.buckets;
	unsigned int i, first = LATENCY_BUCKETS, last = 0, empty;
	u64 most = 0;

	for (i = 0; i < LATENCY_BUCKETS; i++) {
		if (!buckets[i])
			continue;
		first = i < first ? i : first;
		last = i;
		most = buckets[i] > most ? buckets[i] : most;
	}
	fprintf(out, "  %10s  %10s %10s\n", "from", "to", "hits");
	for (i = first; i <= last; i++) {
		empty = empty_from(buckets, i, last);
		if (empty > 3)
			fprintf(out, "  %10s\n", "...");
		else
			print_bucket(out, i, buckets[i], most);
		i += empty > 3 ? empty - 1 : 0;
	}
}

/* What the histogram does not have. */
static void print_rest(FILE *out, const struct latency_pair *pair,
		       const struct latency_summary *summary)
{
	const struct {
		const char *what;
		u64 nr;
	} rest[] = {
		{ "ends without a begin", summary->all.ends },
		{ "begins still open", marker_latency_still_open(pair->table) },
		{ "begins given up for later ones", summary->all.evicted },
		{ "begins that found no place", summary->all.missed },
	};
	const char *before = "  ";
	unsigned int i;

	for (i = 0; i < sizeof(rest) / sizeof(rest[0]); i++) {
		if (!rest[i].nr)
			continue;
		fprintf(out, "%s%s: %llu", before, rest[i].what, (unsigned long long)rest[i].nr);
		before = ", ";
	}
	if (before[0] == ',')
		fprintf(out, "\n");
}

void marker_latency_print(FILE *out, const struct latency *latency, const struct latency_pair *pair)
{
	struct latency_summary summary;

	marker_latency_sum_up(pair->histogram, &summary);
	if (summary.count) {
		print_head(out, pair, &summary);
		print_buckets(out, &summary);
	} else {
		fprintf(out, "marker: latency from %s to %s: none was measured\n", pair->begin,
			pair->end);
	}
	if (!pair->found[0] || !pair->found[1])
		fprintf(out, "  no marker %s was connected\n",
			pair->found[0] ? pair->end : pair->begin);
	if (pair->no_key)
		fprintf(out, "  one of them has no argument '%s' that can be a key\n",
			latency->key);
	print_rest(out, pair, &summary);
}
