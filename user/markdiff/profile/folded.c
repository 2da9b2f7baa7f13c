// SPDX-License-Identifier: GPL-2.0-only
/*
 * Folded stacks, written as a stream of perf.data: a header, one event, and a sample a line.
 *
 * A frame's address is 16 times the number of its text, and 8: callers are looked up one byte
 * before their address, and that must be the same frame.
 */
#include "user/markdiff/profile/folded.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLDED_TYPE	 0x666f6c64 /* of the event; no kernel has as many */
#define FOLDED_ID	 1
#define FIRST_SIZE	 (64 << 10)
#define RECORD_SIZE_MAX	 0xfff8
#define NR_COUNTS	 2
#define SAMPLE_HEAD	 40 /* bytes before the addresses of the chain */
#define ANNOTATION_CHARS 4  /* _[k] */

enum {
	RECORD_SAMPLE = 9,
	RECORD_HEADER_ATTR = 64,
	RECORD_EVENT_UPDATE = 78,
	EVENT_UPDATE_NAME = 2,
	ATTR_SIZE = 64,
	SAMPLE_TYPE = 1 | 2 | 32 | 256, /* ip, tid, call chain, period */
};

/* ---- a line ---- */

struct line {
	const char *stack, *end; /* of the stack */
	uint64_t counts[NR_COUNTS];
	int nr_counts;
};

struct reader {
	const char *at, *end;
	uint32_t number; /* of the line */
};

/* The number that a line ends in, rounded; false where it does not. */
static bool take_count(const char *stack, const char **end, uint64_t *count)
{
	const char *at = *end, *digit;
	bool overflow = false;

	while (at > stack && (isdigit((unsigned char)at[-1]) || at[-1] == '.'))
		at--;
	if (at == *end || at - stack < 2 || at[-1] != ' ' || !isdigit((unsigned char)*at))
		return false;
	*count = 0;
	for (digit = at; digit < *end && *digit != '.'; digit++)
		overflow |= __builtin_mul_overflow(*count, 10, count) ||
			    __builtin_add_overflow(*count, *digit - '0', count);
	if (digit + 1 < *end && digit[1] >= '5')
		++*count;
	for (; at > stack && at[-1] == ' ';)
		at--;
	*end = at;
	return !overflow && at > stack;
}

/* The next line, without the blanks at its end; false at the end of the text. */
static bool take_line(struct reader *r, struct line *line)
{
	const char *stop;

	if (r->at >= r->end)
		return false;
	stop = memchr(r->at, '\n', r->end - r->at);
	if (!stop)
		stop = r->end;
	line->stack = r->at;
	line->end = stop;
	while (line->end > line->stack && isspace((unsigned char)line->end[-1]))
		line->end--;
	r->at = stop < r->end ? stop + 1 : r->end;
	r->number++;
	return true;
}

/* The next line that is neither empty nor a comment, and its counts; false at the end. */
static bool next_line(struct reader *r, struct line *line, int max_counts)
{
	uint64_t count;

	do {
		if (!take_line(r, line))
			return false;
	} while (line->end == line->stack || *line->stack == '#');
	line->nr_counts = 0;
	line->counts[0] = 0;
	while (line->nr_counts < max_counts && take_count(line->stack, &line->end, &count)) {
		line->counts[1] = line->counts[0];
		line->counts[0] = count;
		line->nr_counts++;
	}
	return true;
}

static struct reader reader_of(const struct source *source)
{
	return (struct reader){ .at = source->text, .end = source->text + source->size };
}

int folded_columns(const struct source *source)
{
	struct reader r = reader_of(source);
	struct line line;
	int columns = NR_COUNTS;
	bool some = false;

	while (next_line(&r, &line, NR_COUNTS)) {
		columns = line.nr_counts < columns ? line.nr_counts : columns;
		some = true;
	}
	return some ? columns : 0;
}

/* ---- the recording ---- */

static int reserve(struct folded *f, size_t size)
{
	size_t cap = f->cap ? f->cap : FIRST_SIZE;
	uint8_t *bytes;

	while (cap - f->size < size)
		cap *= 2;
	if (cap == f->cap)
		return 0;
	bytes = realloc(f->bytes, cap);
	if (!bytes)
		return -ENOMEM;
	f->bytes = bytes;
	f->cap = cap;
	return 0;
}

static void put(struct folded *f, const void *bytes, size_t size)
{
	memcpy(f->bytes + f->size, bytes, size);
	f->size += size;
}

static void put32(struct folded *f, uint32_t value)
{
	put(f, &value, sizeof(value));
}

static void put64(struct folded *f, uint64_t value)
{
	put(f, &value, sizeof(value));
}

static void put_record(struct folded *f, uint32_t type, uint16_t misc, uint16_t size)
{
	put32(f, type);
	put(f, &misc, sizeof(misc));
	put(f, &size, sizeof(size));
}

static int put_head(struct folded *f)
{
	static const char name[8] = "samples";
	size_t attr;

	if (reserve(f, FIRST_SIZE))
		return -ENOMEM;
	put(f, "PERFILE2", 8);
	put64(f, 16);
	put_record(f, RECORD_HEADER_ATTR, 0, 8 + ATTR_SIZE + 8);
	attr = f->size;
	put32(f, FOLDED_TYPE);
	put32(f, ATTR_SIZE);
	put64(f, 0);
	put64(f, 1);
	put64(f, SAMPLE_TYPE);
	memset(f->bytes + f->size, 0, ATTR_SIZE);
	f->size = attr + ATTR_SIZE;
	put64(f, FOLDED_ID);
	put_record(f, RECORD_EVENT_UPDATE, 0, 8 + 16 + sizeof(name));
	put64(f, EVENT_UPDATE_NAME);
	put64(f, FOLDED_ID);
	put(f, name, sizeof(name));
	return 0;
}

/* ---- frames ---- */

struct frame {
	uint64_t addr;
	uint16_t mode;
};

/* "name_[i]" is shown as --inline shows it. */
static int name_frame(struct folded *f, const char *text, size_t length, const char *what,
		      uint32_t *number)
{
	char *name;
	int err;

	if (!what)
		return names_add_piece(&f->frames, text, length, number);
	if (asprintf(&name, "%.*s%s", (int)length, text, what) < 0)
		return -ENOMEM;
	err = names_add(&f->frames, name, number);
	free(name);
	return err;
}

static int read_frame(struct folded *f, const char *text, size_t length, struct frame *frame)
{
	const char *tail = text + length - ANNOTATION_CHARS, *what = NULL;
	uint32_t number = 0;
	int err;

	frame->mode = PERFDATA_MODE_USER;
	if (length > ANNOTATION_CHARS && tail[0] == '_' && tail[1] == '[' && tail[3] == ']' &&
	    strchr("kjiw", tail[2])) {
		length -= ANNOTATION_CHARS;
		if (tail[2] == 'k')
			frame->mode = PERFDATA_MODE_KERNEL;
		what = tail[2] == 'i' ? " (inlined)" : tail[2] == 'w' ? " (waker)" : NULL;
	}
	err = name_frame(f, text, length, what, &number);
	frame->addr = 16ull * number + 8;
	return err;
}

static void put_frame(struct folded *f, const struct frame *frame, uint16_t *mode)
{
	if (frame->mode != *mode)
		put64(f, frame->mode == PERFDATA_MODE_KERNEL ? PERFDATA_CONTEXT_KERNEL :
							       PERFDATA_CONTEXT_USER);
	*mode = frame->mode;
	put64(f, frame->addr);
}

/* The last frame of the stack before @end; false where there is none. */
static bool last_frame(const char *stack, const char **end, const char **text, size_t *length)
{
	const char *at;

	while (*end > stack && (*end)[-1] == ';')
		--*end;
	for (at = *end; at > stack && at[-1] != ';';)
		at--;
	*text = at;
	*length = *end - at;
	*end = at;
	return *length;
}

static uint32_t count_frames(const struct line *line)
{
	const char *at;
	uint32_t nr = 1;

	for (at = line->stack; at < line->end; at++)
		nr += *at == ';';
	return nr;
}

static void finish_sample(struct folded *f, size_t at, const struct line *line, int column,
			  uint64_t nr)
{
	uint16_t size = f->size - at;
	uint64_t first, mode, tail[] = { 0, line->counts[column], nr };
	uint16_t misc = PERFDATA_MODE_USER;

	memcpy(&mode, f->bytes + at + SAMPLE_HEAD, sizeof(mode));
	memcpy(&first, f->bytes + at + SAMPLE_HEAD + 8, sizeof(first));
	if ((int64_t)mode == PERFDATA_CONTEXT_KERNEL)
		misc = PERFDATA_MODE_KERNEL;
	memcpy(f->bytes + at + 4, &misc, sizeof(misc));
	memcpy(f->bytes + at + 6, &size, sizeof(size));
	memcpy(f->bytes + at + 8, &first, sizeof(first));
	memcpy(f->bytes + at + 16, tail, sizeof(tail));
}

static int fail(struct perfdata_error *error, int err, uint32_t line, const char *what)
{
	error->err = err;
	error->offset = PERFDATA_NO_OFFSET;
	snprintf(error->text, sizeof(error->text), "line %u: %s", line, what);
	return err;
}

static int put_sample(struct folded *f, const struct reader *r, const struct line *line, int column,
		      struct perfdata_error *error)
{
	size_t at = f->size, length, room = SAMPLE_HEAD + 16 * (size_t)count_frames(line);
	const char *end = line->end, *text;
	uint16_t mode = PERFDATA_MODE_UNKNOWN;
	struct frame frame;
	int err = 0;

	if (room > RECORD_SIZE_MAX)
		return fail(error, -E2BIG, r->number, "has more than 4000 frames; cut the stacks");
	if (reserve(f, room))
		return -ENOMEM;
	put_record(f, RECORD_SAMPLE, 0, 0);
	f->size = at + SAMPLE_HEAD;
	while (!err && last_frame(line->stack, &end, &text, &length)) {
		err = read_frame(f, text, length, &frame);
		put_frame(f, &frame, &mode);
	}
	if (mode == PERFDATA_MODE_UNKNOWN)
		return fail(error, -EINVAL, r->number, "has no stack before its count");
	finish_sample(f, at, line, column, (f->size - at - SAMPLE_HEAD) / 8);
	return err;
}

static int put_lines(struct folded *f, const struct source *source, int column,
		     struct perfdata_error *error)
{
	struct reader r = reader_of(source);
	int columns = folded_columns(source), err = 0;
	struct line line;

	while (!err && next_line(&r, &line, columns == NR_COUNTS ? NR_COUNTS : 1)) {
		if (!line.nr_counts)
			err = fail(error, -EINVAL, r.number,
				   "does not end in a count; folded stacks are 'main;work 12'");
		else if (line.counts[column])
			err = put_sample(f, &r, &line, column, error);
	}
	return err;
}

int folded_open(const struct source *source, int column, struct folded **out, struct perfdata **pd,
		struct perfdata_error *error)
{
	struct folded *f = calloc(1, sizeof(*f));
	int err = f ? names_init(&f->frames) : -ENOMEM;

	*out = f;
	if (!err)
		err = put_head(f);
	if (!err)
		err = put_lines(f, source, column, error);
	if (err && error->err)
		return err;
	if (!err)
		return perfdata_open_memory(f->bytes, f->size, pd, error);
	error->err = err;
	error->offset = PERFDATA_NO_OFFSET;
	snprintf(error->text, sizeof(error->text), "%s", strerror(-err));
	return err;
}

void folded_free(struct folded *f)
{
	if (!f)
		return;
	names_free(&f->frames);
	free(f->bytes);
	free(f);
}

const char *folded_frame(const struct folded *f, uint64_t addr)
{
	uint64_t number = addr / 16;

	return number && number < f->frames.nr ? f->frames.text[number] : "";
}

bool event_is_folded(const struct perfdata_event *event)
{
	return event->type == FOLDED_TYPE;
}
