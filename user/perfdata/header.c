// SPDX-License-Identifier: GPL-2.0-only
/*
 * The header of a perf.data file, and where its sections are.
 *
 *	  0  "PERFILE2"			 40  data offset, size
 *	  8  size of the header, 104	 56  event types offset, size (unused)
 *	 16  size of an attr entry	 72  feature bits, 256 of them
 *	 24  attrs offset, size		104  end
 *
 * The data section is records; the table of the feature sections follows it.
 */
#include "user/perfdata/internal.h"

#include <errno.h>
#include <stdlib.h>

#define HEADER_SIZE 104
#define MAGIC_2	    "PERFILE2"
#define MAGIC_2_BE  "2ELIFREP"
#define MAGIC_1	    "PERFFILE"

struct raw_header {
	char magic[8];
	uint64_t size;
	uint64_t attr_size;
	struct section attrs;
	struct section data;
	struct section event_types;
	uint64_t features[4];
};

_Static_assert(sizeof(struct raw_header) == HEADER_SIZE, "the file's header");

/* A cursor over a section, where the section lies inside the file. */
bool section_cursor(const struct bytes *file, const struct section *section, struct cursor *c)
{
	if (section->offset > file->size || section->size > file->size - section->offset)
		return false;
	c->at = file->data + section->offset;
	c->end = c->at + section->size;
	return true;
}

static int check_magic(const struct bytes *file, struct perfdata_error *error)
{
	const char *what = "is not a perf.data file; give a file that perf record wrote";

	if (!file->size)
		return fail(error, -ENODATA, PERFDATA_NO_OFFSET,
			    "is empty; record again with perf record -o FILE");
	if (file->size >= 8 && !memcmp(file->data, MAGIC_2_BE, 8))
		what = "was recorded on a big-endian machine, which is not read; use the "
		       "machine's own perf diff";
	else if (file->size >= 8 && !memcmp(file->data, MAGIC_1, 8))
		what = "is of the format of perf before 2010, which is not read; record again";
	else if (file->size >= 16 && !memcmp(file->data, MAGIC_2, 8) &&
		 load64(file->data + 8) == 16)
		what = "was written into a pipe (perf record -o -), which is not read; record "
		       "with perf record -o FILE";
	else if (file->size >= HEADER_SIZE && !memcmp(file->data, MAGIC_2, 8))
		return 0;
	else if (file->size >= 8 && !memcmp(file->data, MAGIC_2, 8))
		what = "ends inside its header; copy it again or record again";
	return fail(error, -EINVAL, 0, "%s", what);
}

static int damage(struct perfdata *pd, enum perfdata_damage what, uint64_t offset)
{
	pd->damage = what;
	pd->damage_offset = offset;
	return 0;
}

static uint64_t nr_features(const struct raw_header *header)
{
	uint64_t nr = 0;

	for (int i = 0; i < 4; i++)
		nr += __builtin_popcountll(header->features[i]);
	return nr;
}

/* The data section, as much of it as is there. */
static int data_segment(struct perfdata *pd, const struct raw_header *header,
			struct perfdata_error *error)
{
	const struct bytes *file = &pd->files[0];
	uint64_t left;

	if (header->data.offset > file->size || header->data.offset < HEADER_SIZE)
		return fail(error, -EINVAL, 40,
			    "says that its records lie outside of it; copy it again or record "
			    "again");
	left = file->size - header->data.offset;
	pd->segments = calloc(1, sizeof(*pd->segments));
	if (!pd->segments)
		return fail(error, -ENOMEM, PERFDATA_NO_OFFSET, "%s", strerror(ENOMEM));
	pd->nr_segments = 1;
	pd->segments[0] = (struct segment){
		.data = file->data + header->data.offset,
		.size = header->data.size < left ? header->data.size : left,
		.origin = header->data.offset,
	};
	if (header->data.size > left)
		return damage(pd, PERFDATA_TRUNCATED, file->size);
	/* A directory's first file may have no records of its own, but it has features. */
	if (!header->data.size && pd->nr_files == 1) {
		pd->segments[0].size = left;
		return damage(pd, PERFDATA_UNFINISHED, 48);
	}
	pd->feature_table.offset = header->data.offset + header->data.size;
	pd->feature_table.size = left - header->data.size;
	if (pd->feature_table.size < nr_features(header) * sizeof(struct section))
		return damage(pd, PERFDATA_TRUNCATED, file->size);
	return 0;
}

int header_read(struct perfdata *pd, struct perfdata_error *error)
{
	struct raw_header header;
	int err;

	err = check_magic(&pd->files[0], error);
	if (err)
		return err;
	memcpy(&header, pd->files[0].data, sizeof(header));
	memcpy(pd->features, header.features, sizeof(pd->features));
	err = data_segment(pd, &header, error);
	if (!err)
		err = attrs_read(pd, &header.attrs, header.attr_size, error);
	return err;
}
