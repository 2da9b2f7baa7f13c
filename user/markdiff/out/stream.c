// SPDX-License-Identifier: GPL-2.0-only
/*
 * The report of hot streams: those of both files side by side, then those of either.
 *
 *	[ Matched hot streams ]
 *
 *	hot chain pair 1:
 *	            cycles: 1, hits: 26.80%	                cycles: 1, hits: 27.30%
 *	---------------------------		--------------------------
 *	                      main div.c:39	                      main div.c:39
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "user/markdiff/match/match.h"
#include "user/markdiff/rows/stream.h"

#define LEFT_LINE  "---------------------------"
#define RIGHT_LINE "--------------------------"

struct report {
	FILE *out;
	const struct names *names;
	struct streams_top base, new;
	uint32_t pair[STREAMS_TOP]; /* of the base's: the new one's, plus 1 */
	bool paired[STREAMS_TOP];   /* the new ones */
};

static bool same_stream(const struct report *r, uint32_t base, uint32_t new)
{
	uint32_t left[STREAMS_PATH_MAX], right[STREAMS_PATH_MAX], nr;

	if (r->base.top[base].hash != r->new.top[new].hash)
		return false;
	nr = streams_path(&r->base, base, left, STREAMS_PATH_MAX);
	return nr == streams_path(&r->new, new, right, STREAMS_PATH_MAX) &&
	       !memcmp(left, right, nr * sizeof(*left));
}

static void pair_streams(struct report *r)
{
	uint32_t i, j;

	for (i = 0; i < r->base.nr; i++)
		for (j = 0; j < r->new.nr && !r->pair[i]; j++)
			if (!r->paired[j] && same_stream(r, i, j)) {
				r->pair[i] = j + 1;
				r->paired[j] = true;
			}
}

static const char *summary(const struct streams_top *top, uint32_t index, char text[64])
{
	const struct stream *s = &top->top[index];

	snprintf(text, 64, "cycles: %" PRIu64 ", hits: %.2f%%", s->cycles / s->samples,
		 top->hits ? 100.0 * s->hits / top->hits : 0);
	return text;
}

static void print_pair(const struct report *r, uint32_t base, uint32_t number)
{
	uint32_t texts[STREAMS_PATH_MAX], nr, i;
	char left[64], right[64];

	fprintf(r->out, "\nhot chain pair %u:\n%35s\t%35s\n%35s\t%35s\n", number,
		summary(&r->base, base, left), summary(&r->new, r->pair[base] - 1, right),
		LEFT_LINE, RIGHT_LINE);
	nr = streams_path(&r->base, base, texts, STREAMS_PATH_MAX);
	for (i = 0; i < nr; i++)
		fprintf(r->out, "%35s\t%35s\n", names_text(r->names, texts[i]),
			names_text(r->names, texts[i]));
}

static void print_single(const struct report *r, const struct streams_top *top, uint32_t index,
			 uint32_t number)
{
	uint32_t texts[STREAMS_PATH_MAX], nr, i;
	const char *left = "";
	char text[64], indent[40];

	if (top == &r->new)
		snprintf(indent, sizeof(indent), "%35s\t", "");
	left = top == &r->new ? indent : "";
	fprintf(r->out, "\nhot chain %u:\n%s%35s\n%s%35s\n", number, left,
		summary(top, index, text), left, RIGHT_LINE);
	nr = streams_path(top, index, texts, STREAMS_PATH_MAX);
	for (i = 0; i < nr; i++)
		fprintf(r->out, "%s%35s\n", left, names_text(r->names, texts[i]));
}

static void print_report(const struct report *r)
{
	uint32_t i, number = 0;

	fputs("[ Matched hot streams ]\n", r->out);
	for (i = 0; i < r->base.nr; i++)
		if (r->pair[i])
			print_pair(r, i, ++number);
	number = 0;
	fputs("\n[ Hot streams in old perf data only ]\n", r->out);
	for (i = 0; i < r->base.nr; i++)
		if (!r->pair[i])
			print_single(r, &r->base, i, ++number);
	number = 0;
	fputs("\n[ Hot streams in new perf data only ]\n", r->out);
	for (i = 0; i < r->new.nr; i++)
		if (!r->paired[i])
			print_single(r, &r->new, i, ++number);
}

int out_stream(FILE *out, struct diff *diff, uint32_t event, bool first)
{
	const struct options *o = diff->options;
	struct report r = { .out = out, .names = &diff->names };
	uint32_t other = diff_pair(diff, 1, event);
	int err = streams_top(diff->profiles[0].streams, event, &diff->names, &r.base);

	if (!err && other != EVENT_NONE)
		err = streams_top(diff->profiles[1].streams, other, &diff->names, &r.new);
	if (err)
		return err;
	pair_streams(&r);
	if (!o->quiet && !o->perf_compat)
		fprintf(out, "%s# Event '%s'\n#\n", first ? "" : "\n",
			perfdata_event(diff->profiles[0].pd, event)->name);
	print_report(&r);
	return ferror(out) ? -EIO : 0;
}
