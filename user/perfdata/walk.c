// SPDX-License-Identifier: GPL-2.0-only
/*
 * A walk over the records of a recording, from front to back: through its files, into compressed
 * records and out again, over the bytes that stand behind some records.  A record's end is checked
 * here and nowhere else.
 *
 *	file     [rec][rec][COMPRESSED........][rec][AUXTRACE] bytes [rec]
 *	                     |                                 ~~~~~ stepped over
 *	unpacked           [rec][rec][re|
 *	                                 c][rec]  ... goes on in the next COMPRESSED
 *
 * Where a file makes no sense any more, or ends too early, the walk notes the damage and goes on
 * with the next file.
 */
#include <errno.h>

#include "user/perfdata/internal.h"

#define COMPRESSED2_HEAD 16 /* header, u64 size of what follows */
#define COMPRESSED2_MAX	 65535

/* Of a record: its bytes in the file; of a compressed one, what of it is for zstd. */
struct bounds {
	uint64_t size;
	uint64_t head, payload;
	uint64_t overflow; /* see compressed2_bounds() */
};

int walk_begin(struct walk *w, struct perfdata *pd)
{
	uint64_t largest = 0;

	for (uint32_t i = 0; i < pd->nr_segments; i++)
		if (pd->segments[i].end - pd->segments[i].offset > largest)
			largest = pd->segments[i].end - pd->segments[i].offset;
	memset(w, 0, sizeof(*w));
	w->pd = pd;
	w->from = &w->file;
	return window_alloc(&w->file, largest);
}

void walk_end(struct walk *w)
{
	window_free(&w->file);
	unpack_free(&w->unpack);
}

/* What moves the bytes of a window, or goes to another one, keeps the place. */
static void place_keep(struct walk *w, uint64_t place)
{
	w->bias = place - (uintptr_t)w->from->at;
}

static void go_to(struct walk *w, struct window *window)
{
	uint64_t place = walk_place(w);

	w->from = window;
	place_keep(w, place);
}

static bool segment_next(struct walk *w)
{
	uint64_t place = walk_place(w);
	const struct segment *s;

	if (w->nr_begun == w->pd->nr_segments)
		return false;
	s = &w->pd->segments[w->nr_begun++];
	w->has_zstd = false;
	w->overflow = 0;
	window_set(&w->file, s->input, s->offset, s->end);
	place_keep(w, place);
	return true;
}

static void note_damage(struct walk *w, enum perfdata_damage why)
{
	struct perfdata *pd = w->pd;

	if (pd->damage != PERFDATA_WHOLE)
		return;
	pd->damage = why;
	pd->damage_file = pd->segments[w->nr_begun - 1].name;
	pd->damage_offset = w->from == &w->file ? window_offset(&w->file) : w->offset;
}

/* This file is done, whatever is left of it. */
static void give_up(struct walk *w)
{
	note_damage(w, PERFDATA_CORRUPT);
	go_to(w, &w->file);
	window_skip(&w->file, UINT64_MAX);
}

/* Without a true size, what pads a record to 8 bytes has to be told by being zero. */
static uint64_t without_padding(const uint8_t *payload, uint64_t size)
{
	for (int i = 0; i < 7 && size && !payload[size - 1]; i++)
		size--;
	return size;
}

/*
 * COMPRESSED2 is { header; u64 data_size; u8 data[data_size]; }, padded to 8 bytes.  perf 6.16 gave
 * it the size of all that a call of zstd made, in 16 bits.  Where that overflowed, the record has
 * its 16 + data_size bytes and no padding; and where one record could not hold so many, it is full
 * and those behind it have a true size, no padding, and a data_size that nobody set.
 */
static void compressed2_bounds(const struct walk *w, uint16_t size, uint64_t data_size,
			       struct bounds *b)
{
	uint64_t all = COMPRESSED2_HEAD + data_size; /* of use below UINT32_MAX only */

	b->head = COMPRESSED2_HEAD;
	if (w->overflow) {
		b->overflow = size < w->overflow ? w->overflow - size : 0;
	} else if (data_size < UINT32_MAX && all + 7 > UINT16_MAX &&
		   (uint16_t)((all + 7) & ~7ull) == size) {
		b->size = all > COMPRESSED2_MAX ? COMPRESSED2_MAX : all;
		b->overflow = all - b->size;
	} else if (data_size && size >= b->head && data_size <= size - b->head) {
		b->payload = data_size;
		return;
	}
	b->payload = b->size < b->head ? 0 : b->size - b->head;
}

/* -ENODATA: more bytes are needed.  -EBADMSG: they would not help. */
static int find_bounds(const struct walk *w, const struct record_header *h, const uint8_t *at,
		       size_t left, struct bounds *b)
{
	struct cursor c = { at + sizeof(*h), at + left, w->pd->swap };
	uint64_t data_size;

	*b = (struct bounds){ .size = h->size, .head = sizeof(*h) };
	b->payload = b->size - b->head;
	if (h->type == RECORD_COMPRESSED2 && w->from == &w->file) {
		if (!cursor_u64(&c, &data_size))
			return -ENODATA;
		compressed2_bounds(w, h->size, data_size, b);
	}
	if (b->size < b->head)
		return -EBADMSG;
	return b->size > left ? -ENODATA : 0;
}

static int unpack_record(struct walk *w, const struct record_header *h, const uint8_t *at,
			 const struct bounds *b)
{
	uint64_t payload = b->payload;
	struct cursor c = { at + sizeof(*h), at + b->size, w->pd->swap };
	uint64_t data_size;
	int err = 0;

	if (!w->has_zstd)
		err = unpack_reset(&w->unpack);
	if (err)
		return err;
	if (h->type == RECORD_COMPRESSED2 && !w->overflow && !b->overflow &&
	    cursor_u64(&c, &data_size) && data_size != payload)
		payload = without_padding(at + b->head, payload);
	w->has_zstd = true;
	w->overflow = b->overflow;
	w->nr_compressed++;
	unpack_begin(&w->unpack, at + b->head, payload);
	go_to(w, &w->unpack.out);
	return 0;
}

/* Bytes that follow a record and that its size does not count. */
static uint64_t bytes_behind(const struct record *record)
{
	struct cursor c = record->body;
	uint64_t size;
	uint32_t size32;

	if (record->header.type == RECORD_AUXTRACE && cursor_u64(&c, &size))
		return size;
	if (record->header.type == RECORD_HEADER_TRACING_DATA && cursor_u32(&c, &size32))
		return ((uint64_t)size32 + 7) & ~7ull;
	return 0;
}

static void skip_behind(struct walk *w, uint64_t size)
{
	uint64_t place = walk_place(w);

	if (!window_skip(w->from, size))
		note_damage(w, PERFDATA_TRUNCATED);
	place_keep(w, place);
}

/*
 * Takes the record at the front, if all of it is there.  1: here it is; 0: it was a compressed one,
 * and the front is now what was in it.
 */
static int take_record(struct walk *w, struct record *record)
{
	const uint8_t *at = w->from->at;
	size_t left = w->from->limit - at;
	struct record_header *h = &record->header;
	struct bounds b;
	int err;

	if (left < sizeof(*h))
		return -ENODATA;
	*h = walk_header(w, at);
	err = find_bounds(w, h, at, left, &b);
	if (err)
		return err;
	record->body = (struct cursor){ at + sizeof(*h), at + b.size, w->pd->swap };
	record->place = walk_place(w);
	record->behind = 0;
	if (w->from == &w->file)
		w->offset = window_offset(&w->file);
	w->from->at += b.size;
	if (w->from == &w->file && (h->type == RECORD_COMPRESSED || h->type == RECORD_COMPRESSED2))
		return unpack_record(w, h, at, &b);
	if (h->type == RECORD_HEADER_TRACING_DATA && w->from == &w->file)
		record->behind = window_offset(&w->file);
	if (h->type == RECORD_AUXTRACE || h->type == RECORD_HEADER_TRACING_DATA)
		skip_behind(w, bytes_behind(record));
	return 1;
}

/* More bytes at the front.  0: there are none, and the walk has gone elsewhere. */
static ssize_t refill(struct walk *w)
{
	uint64_t place = walk_place(w);
	ssize_t n;

	n = w->from == &w->file ? window_fill(w->from) : unpack_fill(&w->unpack);
	place_keep(w, place);
	return n;
}

/* After the end of a file, or of a compressed record.  False where that was the last. */
static bool go_on(struct walk *w)
{
	if (w->from != &w->file) {
		go_to(w, &w->file);
		return true;
	}
	if (w->file.limit != w->file.at || (w->has_zstd && w->unpack.out.limit != w->unpack.out.at))
		note_damage(w, PERFDATA_TRUNCATED);
	return segment_next(w);
}

int walk_next(struct walk *w, struct record *record)
{
	ssize_t n;
	int err;

	for (;;) {
		err = take_record(w, record);
		if (err == -ENODATA) {
			n = refill(w);
			if (!n && !go_on(w))
				return 0;
			err = n < 0 ? n : 0;
		}
		if (err > 0)
			return err;
		if (err == -EBADMSG)
			give_up(w);
		else if (err)
			return err;
	}
}
