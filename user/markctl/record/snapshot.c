// SPDX-License-Identifier: GPL-2.0-only
/*
 * snapshot.c - markctl record --snapshot: a copy of a recording that is being written
 *
 * A file is one packet.  Its writer stores an event, the time of the packet's end, and the content's
 * size, in this order.  So the copy takes the size, then so many bytes, then the time again, which is
 * no less than that of the last event taken; and the copy's packet ends where its content does.
 *
 * A flight recorder writes over its oldest file, and takes its name away before that.  So bytes
 * that were read are of the packet whose name is still there afterwards; if it is not, the file is
 * left out, for its events are older than the recorder's length.  The newest files are copied
 * first: what is lost of a stream meanwhile is its oldest end, never a piece out of the middle.
 *
 * The description comes last: it only grows, and an event is described before it is recorded, so
 * the last one describes all that was copied.  And until it is there, the copy is no trace.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "user/markctl/command.h"
#include "user/markctl/record/record.h"
#include "user/ctf/find.h"
#include "user/ctf/packet.h"

#define CHUNK	   (1u << 20)
#define PASSES_MAX 100

static int complain(const char *where, const char *what)
{
	fprintf(stderr, "markctl: record: %s: %s\n", where, what);
	return EXIT_SYSTEM;
}

struct copying {
	int from; /* directories */
	int to;
	char *chunk;
	size_t filled; /* files that were copied and have events */
	size_t gone;   /* that were written over before they were */
	size_t bad;    /* that are no packets, and are left out */
};

static int write_all(int fd, const char *data, size_t size, size_t offset)
{
	ssize_t length;

	while (size) {
		length = pwrite(fd, data, size, offset);
		if (length < 0 && errno != EINTR)
			return -errno;
		if (length > 0) {
			data += length;
			size -= length;
			offset += length;
		}
	}
	return 0;
}

/* From @offset to @end; -ENODATA if the file ends before. */
static int copy_bytes(const struct copying *copying, int from, int to, size_t offset, size_t end)
{
	ssize_t length;
	int err = 0;

	for (; offset < end && !err; offset += length) {
		length = pread(from, copying->chunk, end - offset < CHUNK ? end - offset : CHUNK,
			       offset);
		if (length <= 0)
			return length ? -errno : -ENODATA;
		err = write_all(to, copying->chunk, length, offset);
	}
	return err;
}

static bool is_there(const struct copying *copying, const char *name, int fd)
{
	struct stat named, open;

	return !fstatat(copying->from, name, &named, AT_SYMLINK_NOFOLLOW) && !fstat(fd, &open) &&
	       named.st_ino == open.st_ino && named.st_dev == open.st_dev;
}

/* 0, -ESTALE if it was written over meanwhile, -EILSEQ if it is no packet, or of the system. */
static int copy_packet(struct copying *copying, const char *name, int from, int to)
{
	struct marker_ctf_packet packet, later;
	struct stat info;
	int err;

	if (fstat(from, &info))
		return -errno;
	err = ctf_packet_read(from, 0, &packet);
	if (err)
		return err;
	if (ctf_packet_check(&packet, info.st_size))
		return is_there(copying, name, from) ? -EILSEQ : -ESTALE;
	err = copy_bytes(copying, from, to, sizeof(packet), packet.content_size / 8);
	if (!err)
		err = ctf_packet_read(from, 0, &later);
	if (err || !is_there(copying, name, from))
		return err ? err : -ESTALE;
	copying->filled += packet.content_size / 8 > sizeof(packet);
	packet.timestamp_end = later.timestamp_end;
	packet.packet_size = packet.content_size;
	return write_all(to, (const char *)&packet, sizeof(packet), 0);
}

static int copy_stream(struct copying *copying, const char *name)
{
	int from = openat(copying->from, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK), to,
	    err;

	if (from < 0)
		return errno == ENOENT ? -ESTALE : -errno;
	to = openat(copying->to, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	err = to < 0 ? -errno : copy_packet(copying, name, from, to);
	close(from);
	if (to >= 0 && close(to) && !err)
		err = -errno;
	if (err && to >= 0)
		unlinkat(copying->to, name, 0);
	return err;
}

static int copy_metadata(const struct copying *copying)
{
	int from = openat(copying->from, "metadata", O_RDONLY | O_CLOEXEC | O_NONBLOCK), to, err;
	struct stat info;

	if (from < 0)
		return -errno;
	to = openat(copying->to, ".metadata", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (to < 0 || fstat(from, &info))
		err = -errno;
	else
		err = copy_bytes(copying, from, to, 0, info.st_size);
	close(from);
	if (to >= 0 && close(to) && !err)
		err = -errno;
	if (!err && renameat(copying->to, ".metadata", copying->to, "metadata"))
		err = -errno;
	return err;
}

/* T<tid>.<level>-<number>, C<cpu>-<number>: the higher, the newer. */
static unsigned long long number_of(const char *name)
{
	const char *last = strrchr(name, '-');

	return last ? strtoull(last + 1, NULL, 10) : 0;
}

static int newest_first(const struct dirent **a, const struct dirent **b)
{
	unsigned long long x = number_of((*a)->d_name), y = number_of((*b)->d_name);

	return x < y ? 1 : x > y ? -1 : strcmp((*a)->d_name, (*b)->d_name);
}

static int is_stream(const struct dirent *entry)
{
	return ctf_is_stream_name(entry->d_name);
}

static int copy_or_skip(struct copying *copying, const char *name)
{
	int err = copy_stream(copying, name);

	if (err == -ESTALE) {
		copying->gone++;
		return 0;
	}
	if (err != -EILSEQ && err != -ENODATA)
		return err;
	complain(name, "no packet is in it; it is left out");
	copying->bad++;
	return 0;
}

/* Once over all files; how many there were, or a negative errno. */
static int pass(struct copying *copying)
{
	struct dirent **names;
	int i, err = 0, nr = scandirat(copying->from, ".", &names, is_stream, newest_first);

	if (nr < 0)
		return -errno;
	for (i = 0; i < nr; i++) {
		if (!err)
			err = copy_or_skip(copying, names[i]->d_name);
		free(names[i]);
	}
	free(names);
	return err ? err : nr;
}

static int remove_copies(const struct copying *copying)
{
	struct dirent **names;
	int i, nr = scandirat(copying->to, ".", &names, is_stream, NULL);

	if (nr < 0)
		return -errno;
	for (i = 0; i < nr; i++) {
		unlinkat(copying->to, names[i]->d_name, 0);
		free(names[i]);
	}
	free(names);
	return 0;
}

/*
 * A recorder that is short and fast may have gone round before anything of it is copied.  Then all is
 * copied anew: pieces of two moments would have a hole between them.
 */
static int copy_trace(struct copying *copying)
{
	unsigned int passes;
	int ret;

	for (passes = 0; passes < PASSES_MAX; passes++) {
		copying->filled = copying->gone = copying->bad = 0;
		ret = pass(copying);
		if (ret < 0)
			return ret;
		if (copying->filled || !copying->gone)
			return copy_metadata(copying);
		ret = remove_copies(copying);
		if (ret)
			return ret;
	}
	return -EAGAIN;
}

/* A directory of the trace's own name, or with a number behind it; its descriptor, or -errno. */
static int make_directory(int dir, const char *trace)
{
	const char *slash = strrchr(trace, '/'), *base = slash ? slash + 1 : trace;
	char name[NAME_MAX + 1];
	unsigned int again;
	int fd;

	snprintf(name, sizeof(name), "%.*s", NAME_MAX, base);
	for (again = 2; mkdirat(dir, name, 0700); again++) {
		if (errno != EEXIST || again > 1000)
			return -errno;
		snprintf(name, sizeof(name), "%.*s-%u", NAME_MAX - 8, base, again);
	}
	fd = openat(dir, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

static int snapshot_trace(const char *trace, int dir)
{
	struct copying copying = { .chunk = malloc(CHUNK) };
	char absolute[PATH_MAX];
	int err = 0;

	if (!copying.chunk || !realpath(trace, absolute)) {
		err = copying.chunk ? -errno : -ENOMEM;
		goto free_chunk;
	}
	copying.from = open(absolute, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (copying.from < 0) {
		err = -errno;
		goto free_chunk;
	}
	copying.to = make_directory(dir, absolute);
	if (copying.to < 0) {
		err = copying.to;
	} else {
		err = copy_trace(&copying);
		if (!err && copying.bad)
			err = -EILSEQ;
		close(copying.to);
	}
	close(copying.from);
free_chunk:
	free(copying.chunk);
	return err;
}

static const char *words_for(int err)
{
	if (err == -EAGAIN)
		return "it is written over faster than it can be copied; it needs to be larger";
	return err == -EILSEQ ? "damaged" : strerror(-err);
}

static int snapshot_all(const struct ctf_traces *traces, const struct record_dir *dir)
{
	int fd = open(dir->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), err, status = 0;
	size_t i;

	if (fd < 0)
		return complain(dir->shown, strerror(errno));
	for (i = 0; i < traces->nr; i++) {
		const char *path = traces->items[i].path;

		if (!ctf_trace_is_ours(path)) {
			complain(path, "not a recording of markers");
			status = EXIT_INPUT;
			continue;
		}
		err = snapshot_trace(path, fd);
		if (err) {
			complain(path, words_for(err));
			status = err == -EILSEQ ? EXIT_INPUT : EXIT_SYSTEM;
		}
	}
	close(fd);
	return status;
}

int record_snapshot(const struct record_options *options)
{
	struct ctf_traces traces = { NULL, 0, 0 };
	const char *from = options->argv[0];
	struct record_dir dir;
	int err, status;

	err = ctf_traces_add(&traces, from);
	if (err) {
		complain(from, err == -ENOENT ? "no trace is there" : strerror(-err));
		status = EXIT_INPUT;
	} else if (record_dir_make(&dir, options->dir)) {
		status = EXIT_SYSTEM;
	} else {
		status = snapshot_all(&traces, &dir);
		record_summary(&dir);
	}
	ctf_traces_free(&traces);
	return status;
}
