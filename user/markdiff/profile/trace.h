/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The text of a tracepoint's fields, as the kernel's own trace file has it: the sort key trace.
 *
 * The recording has the format of each tracepoint, a piece of C; libtraceevent reads and evaluates
 * it.  That library trusts formats and records, which come from a kernel.  Recordings come from
 * anywhere: so no format and no record gets there that could make it read outside of its memory, or
 * divide by zero (trace_check.h).
 */
#ifndef USER_MARKDIFF_TRACE_H
#define USER_MARKDIFF_TRACE_H

#include "user/perfdata/perfdata.h"

struct trace;

/**
 * trace_new - read a recording's formats
 *
 * Several threads may, each for its own recording.  Returns 0 or -ENOMEM, or what reading failed with.
 */
int trace_new(struct trace **out, struct perfdata *pd);
void trace_free(struct trace *trace);

/**
 * trace_text - the fields of a sample
 * @fields: the sample's; of a recording of either byte order
 *
 * Returns a text until the next call, "N/A" for a sample of no tracepoint, "[unknown]" where the
 * recording does not have the format or the sample does not fit it.  NULL: no memory.
 */
const char *trace_text(struct trace *trace, const struct perfdata_sample *sample,
		       const struct perfdata_fields *fields);

#endif
