// SPDX-License-Identifier: GPL-2.0-only
/*
 * The header of a perf.data file, and where its sections are.
 *
 *	  0  "PERFILE2"			 40  data offset, size
 *	  8  size of the header, 104	 56  event types offset, size (unused)
 *	 16  size of an attr entry	 72  feature bits, 256 of them
 *	 24  attrs offset, size		104  end
 *
 * The data section is records; the table of the feature sections follows it.  A stream (perf record
 * -o -) has the first 16 bytes, with the size 16, and then records.  The magic is a number: a
 * machine of the other byte order wrote "2ELIFREP", and all the numbers that way.
 */
#include <errno.h>
#include <stdlib.h>

#include "user/perfdata/internal.h"

#define HEADER_SIZE	104
#define HEADER_SIZE_OLD 72 /* without feature bits */
#define STREAM_SIZE	16

struct header {
	uint64_t size, attr_size;
	struct section attrs, data;
};

/* What is at the begin: 0, or a sentence. */
static int check_magic(struct perfdata *pd, const uint8_t *bytes, size_t size,
		       struct perfdata_error *error)
{
	const char *what = "is not a perf.data file; give a file that perf record wrote";

	if (!size)
		return fail(error, -ENODATA, PERFDATA_NO_OFFSET,
			    "is empty; record again with perf record -o FILE");
	if (size >= 8 && (!memcmp(bytes, "PERFFILE", 8) || !memcmp(bytes, "ELIFFREP", 8)))
		what = "is of the format of perf before 2010, which is not read; record again";
	else if (size >= 8 && (!memcmp(bytes, "PERFILE2", 8) || !memcmp(bytes, "2ELIFREP", 8))) {
		pd->swap = (bytes[0] == '2') != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
		if (size >= STREAM_SIZE)
			return 0;
		what = "ends inside its header; copy it again or record again";
	}
	return fail(error, -EINVAL, 0, "%s", what);
}

static bool has_feature(const struct perfdata *pd, int bit)
{
	return pd->features[bit / 64] >> bit % 64 & 1;
}

/*
 * The feature bits are an array of C's unsigned long: where a machine with 32-bit ones wrote the
 * other byte order, halves are swapped.  Every perf says its host's name, so that bit tells.
 */
static void decode_features(struct perfdata *pd, struct cursor c)
{
	int i;

	for (i = 0; i < 4; i++)
		cursor_u64(&c, &pd->features[i]);
	if (!pd->swap || has_feature(pd, FEATURE_HOSTNAME))
		return;
	if (pd->features[0] >> 32 >> FEATURE_HOSTNAME & 1)
		for (i = 0; i < 4; i++)
			pd->features[i] = pd->features[i] << 32 | pd->features[i] >> 32;
}

/* False where the bytes end first. */
static bool decode(struct perfdata *pd, struct header *h, const uint8_t *bytes, size_t size)
{
	struct cursor c = { bytes + 8, bytes + size, pd->swap };

	if (!cursor_u64(&c, &h->size) || h->size == STREAM_SIZE)
		return true;
	if (!cursor_u64(&c, &h->attr_size) || !cursor_u64(&c, &h->attrs.offset) ||
	    !cursor_u64(&c, &h->attrs.size) || !cursor_u64(&c, &h->data.offset) ||
	    !cursor_u64(&c, &h->data.size) || !cursor_take(&c, 16))
		return false;
	if (h->size == HEADER_SIZE_OLD)
		return true;
	if (cursor_left(&c) < sizeof(pd->features))
		return false;
	decode_features(pd, c);
	return true;
}

static void damage(struct perfdata *pd, enum perfdata_damage what, uint64_t offset)
{
	pd->damage = what;
	pd->damage_offset = offset;
}

static uint64_t nr_features(const struct perfdata *pd)
{
	uint64_t nr = 0;

	for (int i = 0; i < 4; i++)
		nr += __builtin_popcountll(pd->features[i]);
	return nr;
}

/* The data section, as much of it as is there, and the table behind it. */
static int find_data(struct perfdata *pd, const struct section *data, struct perfdata_error *error)
{
	struct segment *s = &pd->segments[0];
	uint64_t size = pd->inputs[0].size, left;

	if (data->offset > size || data->offset < HEADER_SIZE_OLD)
		return fail(error, -EINVAL, 40,
			    "says that its records lie outside of it; copy it again or record "
			    "again");
	left = size - data->offset;
	s->offset = data->offset;
	s->end = data->size < left ? data->offset + data->size : size;
	if (data->size > left) {
		damage(pd, PERFDATA_TRUNCATED, size);
		return 0;
	}
	/* A directory's first file may have no records of its own, but it has features. */
	if (!data->size && !pd->directory) {
		s->end = size;
		damage(pd, PERFDATA_UNFINISHED, 48);
		return 0;
	}
	pd->feature_table.offset = data->offset + data->size;
	pd->feature_table.size = nr_features(pd) * sizeof(struct section);
	if (pd->feature_table.size > left - data->size) {
		pd->feature_table.size = left - data->size;
		damage(pd, PERFDATA_TRUNCATED, size);
	}
	return 0;
}

int header_read(struct perfdata *pd, struct perfdata_error *error)
{
	uint8_t bytes[HEADER_SIZE];
	struct header h = { 0 };
	size_t size;
	int err;

	err = input_read(&pd->inputs[0], 0, bytes, sizeof(bytes), &size);
	if (err)
		return fail(error, err, 0, "cannot be read: %s; check the disk", strerror(-err));
	err = check_magic(pd, bytes, size, error);
	if (err)
		return err;
	if (!decode(pd, &h, bytes, size))
		return fail(error, -EINVAL, 0,
			    "ends inside its header; copy it again or record again");
	pd->pipe = h.size == STREAM_SIZE;
	pd->info.other_byte_order = pd->swap;
	pd->info.stream = pd->pipe;
	if (pd->pipe) {
		pd->segments[0].offset = STREAM_SIZE;
		pd->segments[0].end = pd->inputs[0].size;
		return 0;
	}
	err = find_data(pd, &h.data, error);
	return err ? err : attrs_read(pd, &h.attrs, h.attr_size, error);
}
