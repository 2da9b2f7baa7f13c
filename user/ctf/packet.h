/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * packet.h - what a stream file of ours begins with, read from a file that is not trusted
 *
 * Only traces that say tracer_name = "marker" have these (probes/ctf/ctf.h).
 */
#ifndef CTF_PACKET_H
#define CTF_PACKET_H

#include <stdbool.h>
#include <stddef.h>

#include "probes/ctf/ctf.h"

/** ctf_trace_is_ours() - does the description of a trace say that we have recorded it? */
bool ctf_trace_is_ours(const char *trace);

/** ctf_is_stream_name() - may a file of that name in a trace be a stream's? */
bool ctf_is_stream_name(const char *name);

/**
 * ctf_packet_read() - read a head, in the byte order of this machine
 * @offset:	in bytes
 *
 * Return: 0; -ENODATA if the file ends before; -EILSEQ if it is none; or -errno of pread().
 */
int ctf_packet_read(int fd, size_t offset, struct marker_ctf_packet *packet);

/**
 * ctf_packet_check() - are the sizes and times of a head possible?
 * @room:	bytes from the head to the end of the file
 *
 * Return: NULL, or what is wrong.
 */
const char *ctf_packet_check(const struct marker_ctf_packet *packet, size_t room);

/**
 * ctf_packet_find() - the file that has the @nth packet, from 1, of a stream, in the order of time
 * @name:	its name in the trace
 *
 * Return: false if there is none.
 */
bool ctf_packet_find(const char *trace, uint64_t stream, uint64_t nth, char *name, size_t size);

#endif
