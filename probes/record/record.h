/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * record.h - the probe "record": events into a trace that is valid at every instant
 *
 *	record=DIR[;flight=SIZE][;limit=SIZE]
 *
 * Documentation/man/marker-trace.5.rst has the trace, Documentation/design.rst why it is one.
 */
#ifndef MARKER_RECORD_H
#define MARKER_RECORD_H

#include <stdint.h>

#include "../../marker/named_probe.h"

extern const struct marker_named_probe marker_record_named;

/* A file of that name in DIR: nobody is to record into it any more. */
#define RECORD_ENDED ".ended"

/** record_size() - the bytes that @text says; 0 for NULL, and for what is no size or too large */
uint64_t record_size(const char *text);

#endif
