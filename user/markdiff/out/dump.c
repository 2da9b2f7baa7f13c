// SPDX-License-Identifier: GPL-2.0-only
/*
 * -D: a line a record, as perf has it, but in the order of the file:
 *
 *	[processor] time offset [size]: PERF_RECORD_TYPE fields
 */
#include "user/markdiff/out/dump.h"

#include <errno.h>
#include <inttypes.h>

struct dumper {
	FILE *out;
	const char *file; /* of a directory, the one of the last record */
};

static int take_record(void *ctx, const struct perfdata_record *r)
{
	struct dumper *d = ctx;

	if (r->file != d->file)
		fprintf(d->out, "# %s\n", r->file);
	d->file = r->file;
	if (r->cpu >= 0)
		fprintf(d->out, "%" PRId64 " ", r->cpu);
	fprintf(d->out, "%" PRIu64 " %#" PRIx64 " [%#x]: PERF_RECORD_%s%s\n", r->time, r->offset,
		r->size, r->type_name, r->text);
	return ferror(d->out) ? -EIO : 0;
}

int out_dump(FILE *out, const struct profile *profile)
{
	struct dumper d = { .out = out };
	int err;

	fprintf(out, "# Records of %s\n", profile->path);
	err = perfdata_each_record(profile->pd, take_record, &d);
	putc('\n', out);
	return err;
}
