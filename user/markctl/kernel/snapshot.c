// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel/snapshot.c - from the files snapshotN of debugfs to a trace
 *
 * A gap in the records of a CPU is where the recorder has come round meanwhile: what is older is left out, and
 * counted as lost.  That may leave nothing of a CPU whose hits are many: of pieces of two moments one could not say
 * what was between them, and a second try would be as late.  The kernel reads a small recorder at once when its file
 * is opened; but what comes after the moment of the first CPU is left out of the others, and that may be all of one
 * whose recorder has been round since.
 */
#include "user/markctl/kernel/snapshot.h"

#include "user/markctl/kernel/files.h"
#include "user/markctl/kernel/stream.h"
#include "user/markctl/kernel/trace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHUNK	  (256u << 10) /* what one read gives at most */
#define BYTES_MAX (2ull << 30)
#define CPUS_MAX  4096

/**
 * struct piece - one CPU's records
 * @begin, @end:	what is written, of @len
 */
struct piece {
	unsigned int cpu;
	u8 *bytes;
	size_t len, room, begin, end;
};

struct pieces {
	struct piece *items;
	size_t nr;
};

static void free_pieces(struct pieces *pieces)
{
	size_t i;

	for (i = 0; i < pieces->nr; i++)
		free(pieces->items[i].bytes);
	free(pieces->items);
	*pieces = (struct pieces){ NULL, 0 };
}

static bool has_room(struct piece *piece)
{
	size_t room = piece->room ? 2 * piece->room : 2 * CHUNK;
	u8 *bytes;

	if (piece->room - piece->len >= CHUNK)
		return true;
	bytes = room > BYTES_MAX ? NULL : realloc(piece->bytes, room);
	if (!bytes)
		return false;
	piece->bytes = bytes;
	piece->room = room;
	return true;
}

static int read_piece(struct piece *piece, int fd)
{
	ssize_t len;

	do {
		if (!has_room(piece))
			return -ENOMEM;
		len = read(fd, piece->bytes + piece->len, CHUNK);
		if (len < 0)
			return -errno;
		piece->len += len;
	} while (len);
	return kernel_stream_whole(piece->bytes, piece->len) == (ssize_t)piece->len ? 0 : -EPROTO;
}

static int explain(int err, unsigned int cpu, char *why, size_t why_size)
{
	if (err == -EOPNOTSUPP)
		snprintf(
			why, why_size,
			"the kernel is recorded, but not by a flight recorder: copy its directory, "
			"markctl record --snapshot DIR");
	else if (err == -ENODATA)
		snprintf(why, why_size, "the kernel is not being recorded");
	else if (err == -ESTALE)
		snprintf(why, why_size,
			 "the recording has ended, or somebody else reads record/cpu%u of debugfs",
			 cpu);
	else if (err == -EBUSY)
		snprintf(why, why_size, "CPU %u does nothing but record", cpu);
	else if (err == -EPROTO)
		snprintf(why, why_size, "CPU %u: what the kernel has recorded makes no sense", cpu);
	else
		snprintf(why, why_size, "CPU %u: %s", cpu, strerror(-err));
	return err;
}

/* All are opened before any is read: a file's moment is that in which it was opened. */
static int open_all(const struct pieces *pieces, int *fds, char *why, size_t why_size)
{
	char name[32];
	size_t i;

	for (i = 0; i < pieces->nr; i++) {
		snprintf(name, sizeof(name), "record/snapshot%u", pieces->items[i].cpu);
		fds[i] = kernel_open(name, O_RDONLY, why, why_size);
		if (fds[i] == -EOPNOTSUPP || fds[i] == -ENODATA || fds[i] == -ESTALE ||
		    fds[i] == -EBUSY)
			explain(fds[i], pieces->items[i].cpu, why, why_size);
		if (fds[i] < 0)
			return fds[i];
	}
	return 0;
}

static int read_all(struct pieces *pieces, char *why, size_t why_size)
{
	int *fds = malloc((pieces->nr + 1) * sizeof(*fds)), ret;
	size_t i;

	if (!fds)
		return explain(-ENOMEM, 0, why, why_size);
	memset(fds, 0xff, pieces->nr * sizeof(*fds));
	ret = open_all(pieces, fds, why, why_size);
	for (i = 0; i < pieces->nr && !ret; i++) {
		pieces->items[i].len = 0;
		ret = read_piece(&pieces->items[i], fds[i]);
		if (ret)
			explain(ret, pieces->items[i].cpu, why, why_size);
	}
	for (i = 0; i < pieces->nr; i++)
		if (fds[i] >= 0)
			close(fds[i]);
	free(fds);
	return ret;
}

/* In the first record. */
static u64 moment_of(const struct piece *piece)
{
	struct kernel_record_head head;

	return kernel_stream_head(piece->bytes, piece->len, 0, &head) ? head.time : UINT64_MAX;
}

/* From the last gap on, up to the moment. */
static void trim(struct piece *piece, u64 until)
{
	struct kernel_record_head head;
	size_t at;

	piece->begin = 0;
	piece->end = piece->len;
	for (at = 0; kernel_stream_head(piece->bytes, piece->len, at, &head); at += head.bytes) {
		if (!head.id) {
			piece->begin = at;
		} else if (head.time > until) {
			piece->end = at;
			break;
		}
	}
}

/* All up to the moment in which the first of them was opened. */
static void trim_all(struct pieces *pieces)
{
	u64 until = UINT64_MAX;
	size_t i;

	for (i = 0; i < pieces->nr; i++)
		if (moment_of(&pieces->items[i]) < until)
			until = moment_of(&pieces->items[i]);
	for (i = 0; i < pieces->nr; i++)
		trim(&pieces->items[i], until);
}

/* A line each in "lost". */
static int find_cpus(struct pieces *pieces, char *why, size_t why_size)
{
	const char *at;
	char *text;
	int ret = kernel_read("record/lost", &text, why, why_size);

	if (ret)
		return ret;
	pieces->items = calloc(CPUS_MAX, sizeof(*pieces->items));
	for (at = text; pieces->items && *at && pieces->nr < CPUS_MAX; at += *at == '\n') {
		if (sscanf(at, "%u", &pieces->items[pieces->nr].cpu) == 1)
			pieces->nr++;
		at += strcspn(at, "\n");
	}
	free(text);
	return pieces->items ? 0 : explain(-ENOMEM, 0, why, why_size);
}

static int read_pieces(struct pieces *pieces, struct kernel_clock *clock, char *why,
		       size_t why_size)
{
	int ret = find_cpus(pieces, why, why_size);

	if (!ret)
		ret = kernel_clock_read(clock, why, why_size);
	if (!ret)
		ret = read_all(pieces, why, why_size);
	if (!ret)
		trim_all(pieces);
	return ret;
}

static int write_piece(const struct kernel_trace *trace, const struct piece *piece,
		       struct kernel_record_result *result)
{
	struct kernel_stream stream;
	int ret;

	kernel_stream_init(&stream, piece->cpu, trace->dir, trace->uuid);
	ret = kernel_stream_write(&stream, piece->bytes + piece->begin, piece->end - piece->begin);
	kernel_stream_close(&stream);
	result->events += stream.written;
	result->lost += stream.lost;
	result->dropped += stream.dropped;
	return ret;
}

static bool are_known(const struct kernel_events *events, const struct piece *piece)
{
	size_t at = piece->begin;
	int id, last = 0;

	while ((id = kernel_stream_next_id(piece->bytes, piece->end, &at)) > 0) {
		if (id != last && !kernel_events_has(events, id))
			return false;
		last = id;
	}
	return true;
}

/* What was recorded anew since then has other numbers. */
static int describe(struct kernel_trace *trace, const struct pieces *pieces, char *why,
		    size_t why_size)
{
	int ret = kernel_trace_describe(trace, why, why_size);
	size_t i;

	for (i = 0; i < pieces->nr && !ret; i++)
		if (!are_known(&trace->events, &pieces->items[i]))
			ret = explain(-EPROTO, pieces->items[i].cpu, why, why_size);
	return ret;
}

static int write_pieces(const struct kernel_trace *trace, const struct pieces *pieces,
			struct kernel_record_result *result, char *why, size_t why_size)
{
	int ret = 0;
	size_t i;

	strcpy(result->folder, trace->name);
	for (i = 0; i < pieces->nr && !ret; i++) {
		ret = write_piece(trace, &pieces->items[i], result);
		if (ret)
			explain(ret, pieces->items[i].cpu, why, why_size);
	}
	return ret;
}

static int write_trace(const char *directory, const struct pieces *pieces,
		       const struct kernel_clock *clock, struct kernel_record_result *result,
		       char *why, size_t why_size)
{
	struct kernel_trace trace;
	int ret = kernel_trace_create(&trace, directory, why, why_size);

	if (ret)
		return ret;
	trace.clock = *clock;
	ret = describe(&trace, pieces, why, why_size);
	if (ret)
		kernel_trace_remove(&trace, directory);
	else
		ret = write_pieces(&trace, pieces, result, why, why_size);
	kernel_trace_close(&trace);
	return ret;
}

int kernel_snapshot(const char *directory, struct kernel_record_result *result, char *why,
		    size_t why_size)
{
	struct pieces pieces = { NULL, 0 };
	struct kernel_clock clock;
	int ret = read_pieces(&pieces, &clock, why, why_size);

	*result = (struct kernel_record_result){ .events = 0 };
	if (!ret)
		ret = write_trace(directory, &pieces, &clock, result, why, why_size);
	free_pieces(&pieces);
	return ret;
}
