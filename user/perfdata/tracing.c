// SPDX-License-Identifier: GPL-2.0-only
/*
 * TRACING_DATA: what tracefs said of the tracepoints that were recorded.  In the byte order of the
 * kernel, which it names itself:
 *
 *	23 8 68 "tracing"		magic
 *	version, as a string		"0.5" or "0.6", which goes on behind
 *	u8 big endian, u8 size of a long, u32 size of a page
 *	"header_page", u64 size, text	events/header_page
 *	"header_event", u64 size, text
 *	u32 nr, { u64 size, text }	formats of ftrace itself
 *	u32 nr, { system, u32 nr, { u64 size, text } }
 *	u32 size, text			kallsyms: empty
 *	u32 size, text			printk_formats: "0xADDRESS : "TEXT""
 *
 * perf does not say it in a document: tools/perf/util/trace-event-info.c writes it, and
 * trace-cmd.dat.v6(5) has the same.  In a file it is a section, in a stream it follows a record.  It
 * is read when somebody asks; what is damaged is left out.
 */
#include <errno.h>
#include <stdlib.h>

#include "user/lib/array.h"
#include "user/perfdata/internal.h"

#define MAX_TRACING ((uint64_t)256 << 20)

static const char magic[] = { 23, 8, 68, 't', 'r', 'a', 'c', 'i', 'n', 'g' };

/* A string that ends in a zero byte, and nothing behind it. */
static const char *take_string(struct cursor *c)
{
	const uint8_t *zero = memchr(c->at, 0, cursor_left(c));

	return zero ? cursor_take(c, zero + 1 - c->at) : NULL;
}

static bool take_text(struct cursor *c, uint64_t size, struct perfdata_bytes *text)
{
	const void *at = cursor_take(c, size);

	if (at)
		*text = (struct perfdata_bytes){ at, size };
	return at;
}

static bool take_text64(struct cursor *c, struct perfdata_bytes *text)
{
	uint64_t size;

	return cursor_u64(c, &size) && take_text(c, size, text);
}

static bool take_text32(struct cursor *c, struct perfdata_bytes *text)
{
	uint32_t size;

	return cursor_u32(c, &size) && take_text(c, size, text);
}

static bool take_head(struct cursor *c, struct perfdata_tracing *t)
{
	const char *found = cursor_take(c, sizeof(magic));
	const uint8_t *bytes;

	if (!found || memcmp(found, magic, sizeof(magic)) || !take_string(c))
		return false;
	bytes = cursor_take(c, 2);
	if (!bytes || bytes[0] > 1)
		return false;
	t->big_endian = bytes[0];
	t->long_size = bytes[1];
	c->swap = t->big_endian != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	return cursor_u32(c, &t->page_size);
}

static bool take_headers(struct cursor *c, struct perfdata_tracing *t)
{
	struct perfdata_bytes header_event;

	return take_string(c) && take_text64(c, &t->header_page) && take_string(c) &&
	       take_text64(c, &header_event);
}

static int add_format(struct tracing *tracing, const char *system, struct perfdata_bytes text)
{
	int err = array_room(tracing->formats, tracing->nr_formats, tracing->cap_formats);

	if (!err)
		tracing->formats[tracing->nr_formats++] =
			(struct perfdata_format){ .system = system, .text = text };
	return err;
}

/* The formats of a system: 1 where all of them were there, 0 where the bytes ended. */
static int take_formats(struct tracing *tracing, struct cursor *c, const char *system)
{
	struct perfdata_bytes text;
	uint32_t nr;
	int err = 0;

	if (!cursor_u32(c, &nr))
		return 0;
	while (nr && !err && take_text64(c, &text)) {
		err = add_format(tracing, system, text);
		nr--;
	}
	return err ? err : !nr;
}

static int take_systems(struct tracing *tracing, struct cursor *c)
{
	const char *system;
	uint32_t nr;
	int err = 1;

	if (!cursor_u32(c, &nr))
		return 0;
	while (nr-- && err > 0) {
		system = take_string(c);
		err = system ? take_formats(tracing, c, system) : 0;
	}
	return err;
}

static int parse(struct tracing *tracing, struct cursor c)
{
	struct perfdata_tracing *t = &tracing->pub;
	struct perfdata_bytes kallsyms;
	int err;

	if (!take_head(&c, t) || !take_headers(&c, t))
		return 0;
	err = take_formats(tracing, &c, "ftrace");
	if (err > 0)
		err = take_systems(tracing, &c);
	if (err > 0 && take_text32(&c, &kallsyms))
		take_text32(&c, &t->printk_formats);
	return err < 0 ? err : 0;
}

/* In a stream: the bytes behind a record. */
void tracing_record(struct perfdata *pd, const struct record *record)
{
	struct cursor c = record->body;
	uint32_t size;

	if (record->behind && cursor_u32(&c, &size))
		pd->tracing.section = (struct section){ record->behind, size };
}

int perfdata_tracing(struct perfdata *pd, const struct perfdata_tracing **out)
{
	struct tracing *tracing = &pd->tracing;
	int err = 0;

	if (!tracing->bytes) {
		err = input_load(&pd->inputs[0], &tracing->section, MAX_TRACING, &tracing->bytes);
		if (!err && tracing->bytes)
			err = parse(tracing,
				    (struct cursor){ tracing->bytes,
						     tracing->bytes + tracing->section.size,
						     false });
		tracing->pub.formats = tracing->formats;
		tracing->pub.nr_formats = tracing->nr_formats;
	}
	*out = tracing->nr_formats ? &tracing->pub : NULL;
	return err;
}

void tracing_free(struct tracing *tracing)
{
	free(tracing->bytes);
	free(tracing->formats);
}
