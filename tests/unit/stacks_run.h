/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Recordings that a test built, as merged stacks.
 */
#ifndef TESTS_UNIT_STACKS_RUN_H
#define TESTS_UNIT_STACKS_RUN_H

#include "tests/unit/markdiff_run.h"
#include "user/markdiff/profile/calltree.h"
#include "user/markdiff/out/folded.h"

struct stacks_run {
	struct options options;
	struct diff diff;
	struct stacks_source source;
};

/* @sides and @works, beside the files, may be NULL. */
static inline void stacks_open(struct stacks_run *s, const char *line, const uint8_t *sides,
			       const double *works)
{
	table_parse(&s->options, line);
	s->options.stacks = true;
	if (diff_load(&s->diff, &s->options))
		fail_msg("%s: %s", line, table_refusal(&s->diff));
	if (diff_has_folded(&s->diff))
		options_default_to_symbols(&s->options);
	assert_int_equal(diff_resolve(&s->diff, NULL), 0);
	s->source = (struct stacks_source){ .diff = &s->diff, .sides = sides, .works = works };
}

static inline void stacks_close(struct stacks_run *s)
{
	diff_free(&s->diff);
	options_free(&s->options);
}

/* Folded, to be freed. */
static inline char *stacks_text(const struct stacks_run *s)
{
	struct stacks *stacks;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_int_equal(stacks_new(&s->source, STACKS_BY_FUNCTION, &stacks), 0);
	assert_int_equal(out_folded(out, stacks), 0);
	fclose(out);
	stacks_free(stacks);
	return text;
}

static inline void stacks_are(const char *line, const uint8_t *sides, const double *works,
			      const char *want)
{
	struct stacks_run s;
	char *text;

	stacks_open(&s, line, sides, works);
	text = stacks_text(&s);
	assert_string_equal(text, want);
	free(text);
	stacks_close(&s);
}

/* Functions are pieces of code that the kernel names one by one, 0x100 bytes each. */
#define STACKS_CODE 0xffffffffc0000000ull

static inline void stacks_begin(struct build *b, uint64_t sample_type, const char *const *names)
{
	const struct build_event event = { .type = 1, .sample_type = sample_type };

	memset(b, 0, sizeof(*b));
	build_events(b, &event, 1);
	for (int i = 0; names[i]; i++)
		build_ksymbol(b, i + 1, STACKS_CODE + 0x100 * i, 0x100, 0, names[i]);
}

/* A sample in functions by their numbers, "210": 2 was called by 1, and 1 by 0. */
static inline void stacks_sample(struct build *b, uint64_t period, const char *functions)
{
	uint64_t words[16] = { (uint64_t)PERFDATA_CONTEXT_KERNEL };
	unsigned int nr = 1;

	for (; *functions; functions++, nr++)
		words[nr] = STACKS_CODE + 0x100 * (*functions - '0') + 0x20;
	build_sample_chain(b, 10, 100, words[1], period, 1, words, nr);
}

#endif
