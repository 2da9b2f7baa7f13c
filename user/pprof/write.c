// SPDX-License-Identifier: GPL-2.0-only
/*
 * A message in pieces is the same message: of a field that repeats, readers add up what they find.
 * So each sample is a profile with one sample, and a large profile needs no more memory than that.
 * The texts are known at the end, and come last.
 */
#include <errno.h>
#include <json-c/linkhash.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "pprof.pb-c.h"
#include "user/lib/array.h"
#include "user/pprof/pprof.h"

#define FIRST_TEXTS 1024

struct pprof {
	ProtobufCBuffer buffer; /* what protobuf-c appends to; first, as it is given that */
	gzFile file;
	int err;
	struct lh_table *numbers; /* of texts */
	char **texts;
	size_t nr, cap;
	uint64_t nr_mappings, nr_functions, nr_locations;
};

const char *pprof_left_out(void)
{
	return NULL;
}

/* ---- writing ---- */

/* zlib says Z_ERRNO where the file would not take it. */
static int why(gzFile file)
{
	int number = 0;

	gzerror(file, &number);
	return number == Z_ERRNO && errno ? -errno : number == Z_MEM_ERROR ? -ENOMEM : -EIO;
}

static void append(ProtobufCBuffer *buffer, size_t len, const uint8_t *data)
{
	struct pprof *p = (struct pprof *)buffer;

	errno = 0;
	if (!p->err && len && gzwrite(p->file, data, len) != (int)len)
		p->err = why(p->file);
}

static void put(struct pprof *p, const Pprof__Profile *piece)
{
	if (!p->err)
		protobuf_c_message_pack_to_buffer(&piece->base, &p->buffer);
}

/* ---- texts ---- */

static int64_t fail(struct pprof *p, int err)
{
	if (!p->err)
		p->err = err;
	return 0;
}

static int64_t add_text(struct pprof *p, char *text)
{
	if (!text)
		return fail(p, -ENOMEM);
	if (array_room(p->texts, p->nr, p->cap)) {
		free(text);
		return fail(p, -ENOMEM);
	}
	p->texts[p->nr] = text;
	if (lh_table_insert(p->numbers, text, (void *)(uintptr_t)p->nr))
		fail(p, -ENOMEM);
	return p->nr++;
}

static int64_t text_number(struct pprof *p, const char *text)
{
	void *number;

	if (!text)
		text = "";
	if (lh_table_lookup_ex(p->numbers, text, &number))
		return (int64_t)(uintptr_t)number;
	return add_text(p, strdup(text));
}

static void put_texts(struct pprof *p)
{
	Pprof__Profile piece = PPROF__PROFILE__INIT;

	piece.n_texts = p->nr;
	piece.texts = p->texts;
	put(p, &piece);
}

/* ---- pieces ---- */

static Pprof__Type make_type(struct pprof *p, const struct pprof_type *from)
{
	Pprof__Type type = PPROF__TYPE__INIT;

	type.name = text_number(p, from->name);
	type.unit = text_number(p, from->unit);
	return type;
}

static void put_comments(struct pprof *p, const struct pprof_head *head)
{
	Pprof__Profile piece = PPROF__PROFILE__INIT;
	int64_t number;
	uint32_t i;

	piece.n_comments = 1;
	piece.comments = &number;
	for (i = 0; i < head->nr_comments; i++) {
		number = text_number(p, head->comments[i]);
		put(p, &piece);
	}
}

void pprof_head(struct pprof *p, const struct pprof_head *head)
{
	Pprof__Profile piece = PPROF__PROFILE__INIT;
	Pprof__Type types[PPROF_TYPES], *list[PPROF_TYPES], period_type;
	uint32_t i;

	for (i = 0; i < head->nr_types; i++) {
		types[i] = make_type(p, &head->types[i]);
		list[i] = &types[i];
	}
	piece.n_types = head->nr_types;
	piece.types = list;
	period_type = make_type(p, &head->period_type);
	piece.period_type = &period_type;
	piece.period = head->period;
	piece.time_ns = head->time_ns;
	piece.duration_ns = head->duration_ns;
	piece.default_type = text_number(p, head->types[head->default_type].name);
	put(p, &piece);
	put_comments(p, head);
}

uint64_t pprof_mapping(struct pprof *p, const struct pprof_mapping *from)
{
	Pprof__Profile piece = PPROF__PROFILE__INIT;
	Pprof__Mapping mapping = PPROF__MAPPING__INIT, *list[] = { &mapping };

	mapping.id = ++p->nr_mappings;
	mapping.start = from->start;
	mapping.limit = from->limit;
	mapping.offset = from->offset;
	mapping.file = text_number(p, from->file);
	mapping.build_id = text_number(p, from->build_id);
	mapping.has_functions = mapping.has_files = mapping.has_lines = from->symbolized;
	mapping.has_inlined = from->inlined;
	piece.n_mappings = 1;
	piece.mappings = list;
	put(p, &piece);
	return mapping.id;
}

uint64_t pprof_function(struct pprof *p, const struct pprof_function *from)
{
	Pprof__Profile piece = PPROF__PROFILE__INIT;
	Pprof__Function function = PPROF__FUNCTION__INIT, *list[] = { &function };

	function.id = ++p->nr_functions;
	function.name = text_number(p, from->name);
	function.raw_name = text_number(p, from->raw_name);
	function.file = text_number(p, from->file);
	piece.n_functions = 1;
	piece.functions = list;
	put(p, &piece);
	return function.id;
}

uint64_t pprof_location(struct pprof *p, const struct pprof_location *from)
{
	Pprof__Profile piece = PPROF__PROFILE__INIT;
	Pprof__Location location = PPROF__LOCATION__INIT, *list[] = { &location };
	Pprof__Line lines[PPROF_LINES], *line_list[PPROF_LINES];
	uint32_t i;

	for (i = 0; i < from->nr_lines; i++) {
		lines[i] = (Pprof__Line)PPROF__LINE__INIT;
		lines[i].function = from->lines[i].function;
		lines[i].line = from->lines[i].line;
		line_list[i] = &lines[i];
	}
	location.id = ++p->nr_locations;
	location.mapping = from->mapping;
	location.address = from->address;
	location.n_lines = from->nr_lines;
	location.lines = line_list;
	piece.n_locations = 1;
	piece.locations = list;
	put(p, &piece);
	return location.id;
}

void pprof_sample(struct pprof *p, uint64_t *locations, uint32_t nr, int64_t *values,
		  uint32_t nr_values)
{
	Pprof__Profile piece = PPROF__PROFILE__INIT;
	Pprof__Sample sample = PPROF__SAMPLE__INIT, *list[] = { &sample };

	sample.n_locations = nr;
	sample.locations = locations;
	sample.n_values = nr_values;
	sample.values = values;
	piece.n_samples = 1;
	piece.samples = list;
	put(p, &piece);
}

/* ---- the file ---- */

static int open_file(struct pprof *p, const char *path)
{
	int fd;

	if (strcmp(path, "-") != 0) {
		p->file = gzopen(path, "wbe");
	} else {
		fd = dup(STDOUT_FILENO);
		if (fd < 0)
			return -errno;
		p->file = gzdopen(fd, "wb");
		if (!p->file)
			close(fd);
	}
	if (!p->file)
		return errno ? -errno : -ENOMEM;
	return 0;
}

int pprof_create(const char *path, struct pprof **out)
{
	struct pprof *p = calloc(1, sizeof(*p));
	int err = -ENOMEM;

	if (p) {
		p->buffer.append = append;
		p->numbers = lh_kchar_table_new(FIRST_TEXTS, NULL);
	}
	errno = 0;
	if (p && p->numbers)
		err = open_file(p, path);
	if (!err)
		text_number(p, "");
	*out = p;
	if (err && p) {
		if (p->numbers)
			lh_table_free(p->numbers);
		free(p);
		*out = NULL;
	}
	return err;
}

int pprof_close(struct pprof *p)
{
	int err;
	size_t i;

	put_texts(p);
	err = p->err;
	errno = 0;
	if (gzclose(p->file) != Z_OK && !err)
		err = errno ? -errno : -EIO;
	for (i = 0; i < p->nr; i++)
		free(p->texts[i]);
	free(p->texts);
	lh_table_free(p->numbers);
	free(p);
	return err;
}
