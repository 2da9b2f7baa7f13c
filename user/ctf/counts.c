// SPDX-License-Identifier: GPL-2.0-only
/*
 * counts.c - walking over the files of a trace
 *
 * A file is one packet.  Its writer stores an event before the packet's content size, and describes an
 * event before it records it.  So the sizes are taken first, the description after them, and then the
 * events are counted, up to those sizes: all of them are whole, and described.
 *
 * A flight recorder takes a file's name away before it writes over it, and gives no name twice.  So what was
 * read is of the packet whose name is still there afterwards; if it is not, it is not counted.
 */
#include "counts.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "packet.h"
#include "user/lib/array.h"

/* Longer than any event. */
#define CHUNK (1u << 20)

int ctf_counts_open(struct ctf_counts *counts, const char *trace)
{
	*counts = (struct ctf_counts){ .known = true };
	if (!ctf_trace_is_ours(trace))
		return -EINVAL;
	counts->trace = strdup(trace);
	return counts->trace ? 0 : -ENOMEM;
}

void ctf_counts_close(struct ctf_counts *counts)
{
	size_t i;

	for (i = 0; i < counts->nr_files; i++)
		free(counts->files[i].name);
	free(counts->files);
	free(counts->events);
	free(counts->trace);
	ctf_sizes_free(&counts->sizes);
	*counts = (struct ctf_counts){ .known = true };
}

static int open_file(int dir, const char *name)
{
	return openat(dir, name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
}

static bool is_there(int dir, const char *name, int fd)
{
	struct stat named, open;

	return !fstatat(dir, name, &named, 0) && !fstat(fd, &open) && named.st_ino == open.st_ino &&
	       named.st_dev == open.st_dev;
}

/* ---- which files there are, and how much is in them ---------------------------------------------- */

static int by_name(const void *a, const void *b)
{
	const struct ctf_counted_file *x = a, *y = b;

	return strcmp(x->name, y->name);
}

/* Of the first @nr, which are in the order of names; else a new one behind all. */
static struct ctf_counted_file *find_file(struct ctf_counts *counts, size_t nr, const char *name)
{
	struct ctf_counted_file key = { .name = (char *)name }, *found;

	found = nr ? bsearch(&key, counts->files, nr, sizeof(key), by_name) : NULL;
	if (found)
		return found;
	if (array_room(counts->files, counts->nr_files, counts->room))
		return NULL;
	key.name = strdup(name);
	key.at = MARKER_CTF_PACKET;
	if (!key.name)
		return NULL;
	counts->files[counts->nr_files] = key;
	return &counts->files[counts->nr_files++];
}

/* What is no packet is not counted; markctl view tells of it. */
static int look_at(struct ctf_counts *counts, size_t nr, int dir, const char *name)
{
	int fd = open_file(dir, name);
	struct marker_ctf_packet packet;
	struct ctf_counted_file *file;
	struct stat info;
	int err = 0;

	if (fd < 0)
		return 0;
	if (fstat(fd, &info) || !S_ISREG(info.st_mode))
		goto close;
	if (ctf_packet_read(fd, 0, &packet) || ctf_packet_check(&packet, info.st_size)) {
		if (is_there(dir, name, fd))
			counts->known = false;
		goto close;
	}
	file = find_file(counts, nr, name);
	if (file) {
		file->end = packet.content_size / 8;
		file->stream = packet.stream_instance;
		file->discarded = packet.events_discarded;
		file->seen = true;
	}
	err = file ? 0 : -ENOMEM;
close:
	close(fd);
	return err;
}

static void forget_gone(struct ctf_counts *counts)
{
	size_t i, nr = 0;

	for (i = 0; i < counts->nr_files; i++) {
		if (counts->files[i].seen)
			counts->files[nr++] = counts->files[i];
		else
			free(counts->files[i].name);
	}
	counts->nr_files = nr;
}

static int list_files(struct ctf_counts *counts, DIR *dir)
{
	const struct dirent *entry;
	size_t i, nr = counts->nr_files;
	int err = 0;

	for (i = 0; i < nr; i++)
		counts->files[i].seen = false;
	while (!err && (entry = readdir(dir)))
		if (ctf_is_stream_name(entry->d_name))
			err = look_at(counts, nr, dirfd(dir), entry->d_name);
	forget_gone(counts);
	if (counts->nr_files)
		qsort(counts->files, counts->nr_files, sizeof(*counts->files), by_name);
	return err;
}

/* ---- what they are -------------------------------------------------------------------------------- */

/* Descriptions only grow: numbers stay. */
static int describe(struct ctf_counts *counts, int dir)
{
	int fd = open_file(dir, "metadata"), err;
	FILE *metadata = fd < 0 ? NULL : fdopen(fd, "r");
	struct ctf_sizes sizes;
	uint64_t *events;

	if (!metadata)
		return -errno;
	err = ctf_sizes_read(&sizes, metadata);
	fclose(metadata);
	if (err == -EINVAL)
		counts->known = false;
	events = calloc(sizes.nr + 1, sizeof(*events));
	if (!events || (err && err != -EINVAL)) {
		free(events);
		ctf_sizes_free(&sizes);
		return -ENOMEM;
	}
	if (counts->events)
		memcpy(events, counts->events,
		       (counts->sizes.nr < sizes.nr ? counts->sizes.nr : sizes.nr) *
			       sizeof(*events));
	free(counts->events);
	ctf_sizes_free(&counts->sizes);
	counts->events = events;
	counts->sizes = sizes;
	return 0;
}

/* ---- counting -------------------------------------------------------------------------------------- */

/* What is read, and what was found in one file. */
struct walking {
	uint8_t *chunk;
	uint64_t *events;
};

/* From @at to @end; 0, or -EINVAL if they are not the events that are described. */
static int walk(const struct ctf_counts *counts, const struct walking *walking, int fd, size_t at,
		size_t end)
{
	ssize_t length, whole;

	for (; at < end; at += whole) {
		length = pread(fd, walking->chunk, end - at < CHUNK ? end - at : CHUNK, at);
		if (length <= 0)
			return -EINVAL;
		whole = ctf_sizes_walk(&counts->sizes, walking->chunk, length, walking->events);
		if (whole <= 0)
			return -EINVAL;
	}
	return 0;
}

static void count_file(struct ctf_counts *counts, const struct walking *walking, int dir,
		       struct ctf_counted_file *file)
{
	int fd, err;
	size_t i;

	if (file->at >= file->end)
		return;
	fd = open_file(dir, file->name);
	if (fd < 0)
		return;
	memset(walking->events, 0, counts->sizes.nr * sizeof(*walking->events));
	err = walk(counts, walking, fd, file->at, file->end);
	if (is_there(dir, file->name, fd)) {
		counts->known &= !err;
		for (i = 0; i < counts->sizes.nr; i++)
			counts->events[i] += walking->events[i];
		file->at = file->end;
	}
	close(fd);
}

static int count_files(struct ctf_counts *counts, int dir)
{
	struct walking walking = {
		.chunk = malloc(CHUNK),
		.events = calloc(counts->sizes.nr + 1, sizeof(uint64_t)),
	};
	int err = walking.chunk && walking.events ? 0 : -ENOMEM;
	size_t i;

	counts->bytes = 0;
	for (i = 0; i < counts->nr_files && !err; i++) {
		count_file(counts, &walking, dir, &counts->files[i]);
		counts->bytes += counts->files[i].end;
	}
	free(walking.chunk);
	free(walking.events);
	return err;
}

/* ---- what was lost --------------------------------------------------------------------------------- */

static int by_loss(const void *a, const void *b)
{
	const struct ctf_counted_file *x = a, *y = b;

	if (x->stream != y->stream)
		return x->stream < y->stream ? -1 : 1;
	return x->discarded < y->discarded ? -1 : x->discarded > y->discarded;
}

/* A packet says how many its stream has lost up to there: the most that any says is the sum. */
static void add_losses(struct ctf_counts *counts)
{
	struct ctf_counted_file *files = counts->files;
	size_t i, nr = counts->nr_files;

	counts->discarded = 0;
	if (!nr)
		return;
	qsort(files, nr, sizeof(*files), by_loss);
	for (i = 0; i < nr; i++)
		if (i + 1 == nr || files[i].stream != files[i + 1].stream)
			counts->discarded += files[i].discarded;
	qsort(files, nr, sizeof(*files), by_name);
}

int ctf_counts_update(struct ctf_counts *counts)
{
	DIR *dir = opendir(counts->trace);
	int err;

	if (!dir)
		return -errno;
	err = list_files(counts, dir);
	if (!err)
		err = describe(counts, dirfd(dir));
	if (!err)
		err = count_files(counts, dirfd(dir));
	if (!err)
		add_losses(counts);
	closedir(dir);
	return err;
}
