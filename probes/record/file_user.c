// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * file_user.c - stream files: made, written over, ended
 *
 *	grow mode	.T7.0-3 --> T7.0-3, for good.  64 KiB, then twice the last one, up to 4 MiB
 *	flight mode	.T7.0-3 --> T7.0-3 --> .T9.0-8 --> T9.0-8 ...: a stream's first file has 64 KiB, the
 *			others a sixteenth of all; the oldest file of all threads is written over when there
 *			is no room for one more
 *
 * A file has its blocks and its header before it has its name, so none that can be seen is not a packet,
 * and no store can find the disk full, which would be a SIGBUS.  At its end a file keeps its size, for size
 * and header could not be changed at once; what is behind the content becomes a hole.
 *
 * All is under record_lock().
 */
#include "clock_user.h"
#include "sys_user.h"
#include "record_user.h"

#include <sys/resource.h>

#define PAGE 4096u

static void put_name(char name[RECORD_NAME], bool hidden, u32 tid, u32 level, u64 number)
{
	const char *end = &name[RECORD_NAME - 1];
	char *at = record_put_text(name, end, hidden ? ".T" : "T");

	at = record_put_number(at, end, tid);
	at = record_put_text(at, end, ".");
	at = record_put_number(at, end, level);
	at = record_put_text(at, end, "-");
	record_put_number(at, end, number);
}

void record_packet_init(const struct recorder *recorder, struct marker_ctf_packet *packet, u64 size,
			u64 now)
{
	*packet = (struct marker_ctf_packet){
		.magic = MARKER_CTF_MAGIC,
		.timestamp_begin = now,
		.timestamp_end = now,
		.content_size = MARKER_CTF_PACKET * 8,
		.packet_size = size * 8,
	};
	memcpy(packet->uuid, recorder->uuid, sizeof(packet->uuid));
}

/* Where blocks cannot be had otherwise, zeros are written. */
static int write_zeros(int fd, u64 size)
{
	static const char zeros[PAGE];
	u64 at;

	for (at = 0; at < size; at += sizeof(zeros)) {
		long len = sys_pwrite(fd, zeros, sizeof(zeros), at);

		if (len != (long)sizeof(zeros))
			return len < 0 ? len : -ENOSPC;
	}
	return 0;
}

/* More than a process may write is asked first: it would be told so by SIGXFSZ. */
static int reserve(int fd, u64 size)
{
	struct rlimit limit;
	int err;

	if (!getrlimit(RLIMIT_FSIZE, &limit) && limit.rlim_cur < size)
		return -EFBIG;
	err = sys_fallocate(fd, size);
	return err == -EOPNOTSUPP || err == -ENOSYS ? write_zeros(fd, size) : err;
}

/** record_file_make() - a new file under a hidden name, with its blocks, mapped; 0 or a negative errno */
int record_file_make(int dir, const char *hidden, u64 size, void **map)
{
	int fd = sys_openat(dir, hidden, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0600);
	int err;

	if (fd < 0)
		return fd;
	err = reserve(fd, size);
	if (!err) {
		*map = sys_map_file(fd, size);
		err = *map == MAP_FAILED ? -errno : 0;
	}
	sys_close(fd);
	if (err) {
		sys_unlink(dir, hidden);
		return err;
	}
	madvise(*map, size, MADV_DONTFORK);
	if (size >= RECORD_HUGE_SIZE)
		madvise(*map, size, MADV_HUGEPAGE);
	return 0;
}

/** record_file_trim() - give back what is behind a packet's content, and unmap it */
void record_file_trim(struct marker_ctf_packet *packet, size_t size, u64 *bytes)
{
	size_t used = (packet->content_size / 8 + PAGE - 1) & ~(size_t)(PAGE - 1);

	if (used < size && !madvise((u8 *)packet + used, size - used, MADV_REMOVE))
		*bytes -= size - used;
	munmap(packet, size);
}

/*
 * A first event does not pay for pages that a thread which has no second one would not use.  Of a file in
 * large pages the first window that is in one brings it in, and costs what 512 small ones would, or less.
 */
static void fault_in(struct record_stream *stream)
{
	size_t part = stream->limit - stream->end;

	if (stream->file && stream->file->present) {
		stream->end = stream->limit;
		return;
	}
	if (part > RECORD_WINDOW)
		part = RECORD_WINDOW;
	if (stream->size > RECORD_FIRST_SIZE)
		madvise(stream->end, part, MADV_POPULATE_WRITE);
	stream->end += part;
}

/* ---- a stream's file, in use ---- */

/* A hidden file becomes the stream's packet. */
static int begin_packet(struct recorder *recorder, struct record_thread *thread, unsigned int level,
			void *map, const char *hidden, u64 number)
{
	struct record_stream *stream = &thread->streams[level];
	struct marker_ctf_packet *packet = map;
	u64 now = record_now();
	char name[RECORD_NAME];
	int err;

	/* It may be the same one, written over. */
	if (stream->packet && (int64_t)(now - stream->packet->timestamp_end) < 0)
		now = stream->packet->timestamp_end;
	record_packet_init(recorder, packet, stream->size, now);
	packet->stream_instance = stream->instance;
	packet->packet_seq_num = stream->sequence;
	packet->events_discarded = stream->discarded;
	packet->of = thread->tid;
	packet->level = level;
	put_name(name, false, thread->tid, level, number);
	err = sys_rename(recorder->home_fd, hidden, name);
	if (err)
		return err;
	stream->sequence++;
	stream->packet = packet;
	stream->number = number;
	stream->limit = (u8 *)map + stream->size;
	stream->at = (u8 *)map + MARKER_CTF_PACKET;
	/* In steps from the page's beginning; the first holds the header. */
	stream->end = map;
	fault_in(stream);
	return 0;
}

/* ---- grow mode ---- */

static u64 next_size(const struct recorder *recorder, const struct record_stream *stream)
{
	u64 size = stream->size ? 2 * stream->size : RECORD_FIRST_SIZE;

	if (size > RECORD_LARGEST_SIZE)
		size = RECORD_LARGEST_SIZE;
	while (size > RECORD_FIRST_SIZE && recorder->limit &&
	       recorder->bytes + size > recorder->limit)
		size /= 2;
	return size;
}

static bool is_no_room(int err)
{
	return err == -ENOSPC || err == -EDQUOT || err == -EFBIG;
}

/* The largest that there is room for. */
static int make_file(struct recorder *recorder, u64 *size, const char *hidden, void **map)
{
	int err;

	if (recorder->limit && recorder->bytes + *size > recorder->limit)
		return -ENOSPC;
	err = record_file_make(recorder->home_fd, hidden, *size, map);
	while (is_no_room(err) && *size > RECORD_FIRST_SIZE) {
		*size /= 2;
		err = record_file_make(recorder->home_fd, hidden, *size, map);
	}
	return err;
}

static int grow(struct recorder *recorder, struct record_thread *thread, unsigned int level)
{
	struct record_stream *stream = &thread->streams[level];
	struct record_stream old = *stream;
	u64 size = next_size(recorder, stream), number = recorder->nr_files;
	char hidden[RECORD_NAME];
	void *map;
	int err;

	put_name(hidden, true, thread->tid, level, number);
	err = make_file(recorder, &size, hidden, &map);
	if (err)
		return err;
	recorder->nr_files++;
	recorder->bytes += size;
	stream->size = size;
	err = begin_packet(recorder, thread, level, map, hidden, number);
	if (err) {
		*stream = old;
		sys_unlink(recorder->home_fd, hidden);
		recorder->bytes -= size;
		munmap(map, size);
	} else if (old.packet) {
		record_file_trim(old.packet, old.size, &recorder->bytes);
	}
	return err;
}

/* ---- flight mode ---- */

/*
 * Small for a thread that may have few events, so that there is room for many of them.  What a change of
 * files costs, some microseconds, is to be little beside the events of a file.
 */
static size_t flight_size(const struct recorder *recorder, const struct record_stream *stream)
{
	u64 size = RECORD_FIRST_SIZE;

	if (!stream->size)
		return size;
	while (size < RECORD_LARGEST_SIZE / 4 && 2 * size * RECORD_FLIGHT_FILES <= recorder->flight)
		size *= 2;
	while (size > RECORD_FIRST_SIZE && recorder->bytes + size > recorder->flight)
		size /= 2;
	return size;
}

static struct record_file *take_oldest(struct recorder *recorder)
{
	struct record_file *file = recorder->oldest;

	if (file) {
		recorder->oldest = file->next;
		if (!recorder->oldest)
			recorder->newest = NULL;
	}
	return file;
}

static void put_newest(struct recorder *recorder, struct record_file *file)
{
	file->next = NULL;
	if (recorder->newest)
		recorder->newest->next = file;
	else
		recorder->oldest = file;
	recorder->newest = file;
}

/* A stream has filled it. */
static void retire(struct recorder *recorder, struct record_file *file)
{
	file->present = recorder->in_memory;
	put_newest(recorder, file);
}

/* There are never more than fit into the flight recorder. */
static struct record_file *cell_alloc(struct recorder *recorder)
{
	struct record_file *file = recorder->spare;

	if (file)
		recorder->spare = file->next;
	else if (recorder->nr_cells < recorder->flight / RECORD_FIRST_SIZE)
		file = &recorder->cells[recorder->nr_cells++];
	return file;
}

static void cell_free(struct recorder *recorder, struct record_file *file)
{
	file->next = recorder->spare;
	recorder->spare = file;
}

/* Of a file that somebody has removed, the space is gone too. */
static void drop_file(struct recorder *recorder, struct record_file *file)
{
	munmap(file->map, file->size);
	recorder->bytes -= file->size;
	cell_free(recorder, file);
}

static int new_flight_file(struct recorder *recorder, const struct record_stream *stream,
			   const char *hidden, struct record_file **file)
{
	size_t size = flight_size(recorder, stream);
	void *map;
	int err;

	if (recorder->bytes + size > recorder->flight)
		return -ENOSPC;
	*file = cell_alloc(recorder);
	if (!*file)
		return -ENOMEM;
	err = record_file_make(recorder->home_fd, hidden, size, &map);
	if (err) {
		cell_free(recorder, *file);
		return err;
	}
	(*file)->map = map;
	(*file)->size = size;
	(*file)->present = false;
	recorder->bytes += size;
	return 0;
}

/* The oldest that is not in use; else the stream's own, so that it has what is newest at least. */
static int recycle(struct recorder *recorder, struct record_stream *stream, const char *hidden,
		   struct record_file **file)
{
	char name[RECORD_NAME];
	int err;

	while ((*file = take_oldest(recorder)) || (*file = stream->file)) {
		if (*file == stream->file)
			stream->file = NULL;
		put_name(name, false, (*file)->tid, (*file)->level, (*file)->number);
		err = sys_rename(recorder->home_fd, name, hidden);
		if (!err)
			return 0;
		if (stream->packet == (void *)(*file)->map)
			stream->packet = NULL;
		drop_file(recorder, *file);
	}
	return -ENOSPC;
}

static void lose_file(struct record_stream *stream)
{
	stream->file = NULL;
	stream->packet = NULL;
	stream->at = stream->end = stream->limit = NULL;
}

static int fly(struct recorder *recorder, struct record_thread *thread, unsigned int level)
{
	struct record_stream *stream = &thread->streams[level];
	u64 number = recorder->nr_files;
	struct record_file *file;
	char hidden[RECORD_NAME];
	int err;

	put_name(hidden, true, thread->tid, level, number);
	err = new_flight_file(recorder, stream, hidden, &file);
	if (err)
		err = recycle(recorder, stream, hidden, &file);
	if (err) {
		lose_file(stream);
		return err;
	}
	recorder->nr_files++;
	if (stream->file)
		retire(recorder, stream->file);
	*file = (struct record_file){ .map = file->map,
				      .size = file->size,
				      .tid = thread->tid,
				      .level = level,
				      .number = number,
				      .present = file->present };
	stream->file = file;
	stream->size = file->size;
	err = begin_packet(recorder, thread, level, file->map, hidden, number);
	if (err) {
		lose_file(stream);
		sys_unlink(recorder->home_fd, hidden);
		drop_file(recorder, file);
	}
	return err;
}

/* ---- both ---- */

/**
 * record_file_next() - more room for a stream: the next window of its file, or another file
 *
 * Return: 0 or a negative errno; then the stream is as it was, but that it may have lost its oldest events.
 */
int record_file_next(struct recorder *recorder, struct record_thread *thread, unsigned int level)
{
	struct record_stream *stream = &thread->streams[level];
	int err;

	if (stream->end < stream->limit) {
		fault_in(stream);
		return 0;
	}
	err = record_home_check(recorder);
	if (err)
		return err;
	record_clock_keep(recorder);
	return recorder->flight ? fly(recorder, thread, level) : grow(recorder, thread, level);
}

/** record_file_end() - a stream gets no more events */
void record_file_end(struct recorder *recorder, struct record_stream *stream)
{
	if (stream->file)
		put_newest(recorder, stream->file);
	else if (stream->packet)
		record_file_trim(stream->packet, stream->size, &recorder->bytes);
	recorder->recorded += stream->events;
	memset(stream, 0, sizeof(*stream));
}

/** record_files_end() - all streams have ended: those files that might have been written over stay */
void record_files_end(struct recorder *recorder)
{
	struct record_file *file;

	while ((file = take_oldest(recorder)))
		record_file_trim((struct marker_ctf_packet *)file->map, file->size,
				 &recorder->bytes);
}

/** record_files_forget() - in a forked child, where none is mapped: they are its parent's */
void record_files_forget(struct recorder *recorder)
{
	recorder->oldest = recorder->newest = recorder->spare = NULL;
	recorder->nr_cells = 0;
	recorder->bytes = 0;
}
