// SPDX-License-Identifier: GPL-2.0-only
/*
 * record_bytes.c - how many bytes an event takes in the trace, counted
 *
 * From what the packets say of their content before and after some events.
 */
#include "recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../../probes/ctf/ctf.h"
#include "../bench.h"
#include "../kinds.h"

#define EVENTS 1000

static BENCH_CODE void hit(unsigned long loops)
{
	for (; loops; loops--) {
		BENCH_BARRIER();
		MARK(bench_record_bytes, BENCH_FORMAT, 1, (void *)0);
	}
}

/* Bytes of a packet; negative if the file is none. */
static long content_of(const char *path)
{
	struct marker_ctf_packet packet;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t got = fd < 0 ? -1 : read(fd, &packet, sizeof(packet));

	if (fd >= 0)
		close(fd);
	return got == sizeof(packet) && packet.magic == MARKER_CTF_MAGIC ?
		       (long)(packet.content_size / 8) :
		       -1;
}

/* Of all packets. */
static long content(const struct recorder_row *row)
{
	char pattern[sizeof(row->folder.path) + 8];
	long bytes = 0, one = 0;
	glob_t found;
	size_t i;

	snprintf(pattern, sizeof(pattern), "%s/*/T*", row->folder.path);
	if (glob(pattern, 0, NULL, &found))
		return -1;
	for (i = 0; i < found.gl_pathc && one >= 0; i++) {
		one = content_of(found.gl_pathv[i]);
		bytes += one;
	}
	globfree(&found);
	return one < 0 ? -1 : bytes;
}

/**
 * record_bytes() - bytes of an event with an int and a pointer
 *
 * Return: 0, or a negative errno with a sentence.
 */
int record_bytes(double *bytes, char *why, size_t len)
{
	static struct recorder_row row;
	int ret = recorder_row_open(&row, "bench_record_bytes", "", why, len);
	long before, after;

	if (ret)
		return ret;
	hit(EVENTS);
	before = content(&row);
	hit(EVENTS);
	after = content(&row);
	recorder_row_close(&row);
	if (before < 0 || after < before) {
		snprintf(why, len, "the trace has no packets");
		return -EBADMSG;
	}
	*bytes = (double)(after - before) / EVENTS;
	return 0;
}
