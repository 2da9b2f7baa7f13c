// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel/stream.c - from records of the kernel to events in packets
 *
 * A record has the payload as an event has it; only the header is another one.  Times of a CPU never go
 * back: the kernel has seen to that.
 */
#include "user/markctl/kernel/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define FIRST_SIZE (64u << 10)
#define LAST_SIZE  (4u << 20)
#define SIZE_MIN   4096u
#define BATCH	   (64u << 10)

/* Events that were not written yet, to come behind what the file has. */
struct batch {
	u32 len;
	u64 nr;
	u64 last;
	u8 bytes[BATCH];
};

void kernel_stream_init(struct kernel_stream *stream, u32 cpu, int dir, const u8 uuid[16])
{
	*stream = (struct kernel_stream){ .dir = dir, .cpu = cpu, .uuid = uuid, .fd = -1 };
}

void kernel_stream_limit(struct kernel_stream *stream, u64 *left)
{
	stream->left = left;
}

void kernel_stream_close(struct kernel_stream *stream)
{
	if (stream->fd >= 0)
		close(stream->fd);
	stream->fd = -1;
}

static int put(int fd, const void *from, size_t len, off_t at)
{
	ssize_t done = pwrite(fd, from, len, at);

	if (done < 0)
		return -errno;
	return (size_t)done == len ? 0 : -ENOSPC;
}

/* ---- files ----------------------------------------------------------------------------------- */

static void name_file(const struct kernel_stream *stream, char name[64], const char *prefix)
{
	snprintf(name, 64, "%sC%u-%llu", prefix, stream->cpu, (unsigned long long)stream->seq);
}

static int write_header(struct kernel_stream *stream, u64 begin)
{
	struct marker_ctf_packet packet = {
		.magic = MARKER_CTF_MAGIC,
		.stream_instance = stream->cpu,
		.timestamp_begin = begin,
		.timestamp_end = begin,
		.content_size = 8 * sizeof(packet),
		.packet_size = 8ull * stream->size,
		.packet_seq_num = stream->seq,
		.events_discarded = stream->lost + stream->dropped,
		.of = stream->cpu,
	};

	memcpy(packet.uuid, stream->uuid, sizeof(packet.uuid));
	return put(stream->fd, &packet, sizeof(packet), 0);
}

static int fill_file(struct kernel_stream *stream, u64 begin)
{
	char hidden[64], name[64];
	int ret;

	name_file(stream, hidden, ".");
	name_file(stream, name, "");
	stream->fd = openat(stream->dir, hidden, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (stream->fd < 0)
		return -errno;
	ret = ftruncate(stream->fd, stream->size) ? -errno : write_header(stream, begin);
	if (!ret && renameat(stream->dir, hidden, stream->dir, name))
		ret = -errno;
	if (ret) {
		unlinkat(stream->dir, hidden, 0);
		kernel_stream_close(stream);
	}
	return ret;
}

/* Twice as long as the one before, as far as the limit of the trace has that; 0: it has nothing. */
static u32 next_size(const struct kernel_stream *stream)
{
	u32 size = stream->size == 0	    ? FIRST_SIZE :
		   stream->size < LAST_SIZE ? 2 * stream->size :
					      stream->size;

	if (stream->left && *stream->left < size)
		size = *stream->left;
	return size < SIZE_MIN ? 0 : size;
}

/*
 * The next file, which begins with an event of that time.  If there is none, the last one stays, to be told
 * how many were dropped.
 */
static int next_file(struct kernel_stream *stream, u64 begin)
{
	struct kernel_stream next = *stream;
	int ret;

	next.fd = -1;
	next.size = next_size(stream);
	ret = next.size ? fill_file(&next, begin) : -ENOSPC;
	if (ret)
		return ret;
	kernel_stream_close(stream);
	next.seq++;
	next.used = sizeof(struct marker_ctf_packet);
	next.last = begin;
	if (next.left)
		*next.left -= next.size;
	*stream = next;
	return 0;
}

/* ---- events ---------------------------------------------------------------------------------- */

/* The header comes last, and in it the size: a reader that comes in between sees less, but no half. */
static int flush(struct kernel_stream *stream, struct batch *batch)
{
	u64 used = stream->used + batch->len, size = 8 * used;
	u64 discarded = stream->lost + stream->dropped;
	int ret = batch->nr ? put(stream->fd, batch->bytes, batch->len, stream->used) : 0;

	if (!ret)
		ret = put(stream->fd, &discarded, sizeof(discarded),
			  offsetof(struct marker_ctf_packet, events_discarded));
	if (!ret)
		ret = put(stream->fd, &batch->last, sizeof(batch->last),
			  offsetof(struct marker_ctf_packet, timestamp_end));
	if (!ret)
		ret = put(stream->fd, &size, sizeof(size),
			  offsetof(struct marker_ctf_packet, content_size));
	if (ret) {
		stream->dropped += batch->nr;
	} else {
		stream->written += batch->nr;
		stream->used = used;
		stream->last = batch->last;
	}
	batch->len = 0;
	batch->nr = 0;
	batch->last = stream->last;
	return ret;
}

/* Room in the file and in the batch; a new file begins with an event that has its whole time. */
static int make_room(struct kernel_stream *stream, struct batch *batch, u32 len, u64 time)
{
	int ret = 0;

	if (stream->fd >= 0 && batch->len + len <= BATCH &&
	    stream->used + batch->len + len <= stream->size)
		return 0;
	if (stream->fd >= 0)
		ret = flush(stream, batch);
	if (!ret && (stream->fd < 0 || stream->used + len > stream->size))
		ret = next_file(stream, time);
	batch->last = stream->last;
	return ret;
}

static void add_event(const struct kernel_stream *stream, struct batch *batch,
		      const struct kernel_record_head *head, const u8 *payload)
{
	bool first = stream->used + batch->len == sizeof(struct marker_ctf_packet);
	u8 *to = batch->bytes + batch->len;
	u32 payload_len = head->bytes - sizeof(*head), header = MARKER_CTF_LONG, word;

	if (!first && head->id < MARKER_CTF_LONG_ID &&
	    head->time - batch->last < 1ull << MARKER_CTF_TIME_BITS) {
		word = marker_ctf_short(head->id, head->time);
		memcpy(to, &word, sizeof(word));
		header = MARKER_CTF_SHORT;
	} else {
		marker_ctf_long(to, head->id, head->time);
	}
	memcpy(to + header, payload, payload_len);
	batch->len += header + payload_len;
	batch->last = head->time;
	batch->nr++;
}

static int write_event(struct kernel_stream *stream, struct batch *batch,
		       const struct kernel_record_head *head, const u8 *payload)
{
	int ret = make_room(stream, batch, MARKER_CTF_LONG + head->bytes, head->time);

	if (ret)
		stream->dropped++;
	else
		add_event(stream, batch, head, payload);
	return ret;
}

/* ---- records --------------------------------------------------------------------------------- */

/* The one at @at: 1, 0 if it does not end there, or -EPROTO. */
static int next_record(const u8 *records, size_t len, size_t at, struct kernel_record_head *head)
{
	if (len - at < sizeof(*head))
		return 0;
	memcpy(head, records + at, sizeof(*head));
	if (head->bytes < sizeof(*head) ||
	    (!head->id && head->bytes != sizeof(*head) + sizeof(u64)))
		return -EPROTO;
	return head->bytes <= len - at;
}

bool kernel_stream_head(const u8 *records, size_t len, size_t at, struct kernel_record_head *head)
{
	return next_record(records, len, at, head) > 0;
}

ssize_t kernel_stream_whole(const u8 *records, size_t len)
{
	struct kernel_record_head head;
	size_t at = 0;
	int ret;

	while ((ret = next_record(records, len, at, &head)) > 0)
		at += head.bytes;
	return ret < 0 ? ret : (ssize_t)at;
}

int kernel_stream_next_id(const u8 *records, size_t len, size_t *at)
{
	struct kernel_record_head head;
	int ret;

	do {
		ret = next_record(records, len, *at, &head);
		if (ret <= 0)
			return ret;
		*at += head.bytes;
	} while (!head.id);
	return head.id;
}

/* From an error on they are counted alone. */
static int write_records(struct kernel_stream *stream, const u8 *records, size_t len, int error)
{
	struct batch batch = { .last = stream->last };
	struct kernel_record_head head;
	size_t at;
	int ret;

	if (kernel_stream_whole(records, len) != (ssize_t)len)
		return -EPROTO;
	for (at = 0; next_record(records, len, at, &head) > 0; at += head.bytes) {
		const u8 *payload = records + at + sizeof(head);

		if (!head.id)
			memcpy(&stream->lost, payload, sizeof(stream->lost));
		else if (error)
			stream->dropped++;
		else
			error = write_event(stream, &batch, &head, payload);
	}
	if (stream->fd < 0)
		return error;
	ret = flush(stream, &batch);
	return error ? error : ret;
}

int kernel_stream_write(struct kernel_stream *stream, const u8 *records, size_t len)
{
	return write_records(stream, records, len, 0);
}

int kernel_stream_drop(struct kernel_stream *stream, const u8 *records, size_t len, int err)
{
	return write_records(stream, records, len, err);
}
