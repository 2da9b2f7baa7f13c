// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * home_user.c - the directory of a trace: DIR/PROGRAM-PID, its metadata, and the stream of the lost
 *
 * The metadata is written anew as a whole, under a hidden name, and renamed: appending to it would leave
 * half a description behind if the process were killed in the midst of the write.  It is written by
 * the first event of a marker that is not in it yet, with all that are connected by then: so a thousand
 * markers that one glob connects are one write, before the first of their events is a part of a packet.
 *
 * All is under record_lock(), and may be in a signal handler.
 */
#include "clock_user.h"
#include "sys_user.h"
#include "record_user.h"
#include "../../marker/fd_user.h"

#include <linux/magic.h>
#include <sys/vfs.h>

#define TRIES	    10000
#define LOST_SIZE   4096
#define LOST_BEFORE "T0.0-0"
#define LOST	    "T0.0-1"
#define METADATA    "metadata"

static int open_dir(int at, const char *path, int flags)
{
	return sys_openat(at, path, flags | O_DIRECTORY, 0);
}

/* A name of letters that no shell minds. */
static char *put_program(char *to, const char *end)
{
	const char *name = program_invocation_short_name;
	char *at = record_put_text(to, end, *name ? name : "program"), *c;

	for (c = to; c < at; c++)
		if (*c <= ' ' || *c == '/' || *c == '\\' || (unsigned char)*c >= 0x7f ||
		    (c == to && *c == '.'))
			*c = '_';
	return at;
}

static void name_home(struct recorder *recorder, unsigned int nth)
{
	const char *end = recorder->home + RECORD_NAME;
	/* The numbers must not be cut. */
	char *at = put_program(recorder->home, end - 24);

	at = record_put_text(at, end, "-");
	at = record_put_number(at, end, getpid());
	if (nth > 1) {
		at = record_put_text(at, end, "-");
		record_put_number(at, end, nth);
	}
}

static int make_home(struct recorder *recorder, int collection)
{
	unsigned int nth;
	int err = -EEXIST;

	for (nth = 1; nth < TRIES && err == -EEXIST; nth++) {
		name_home(recorder, nth);
		err = sys_mkdirat(collection, recorder->home, 0700);
	}
	return err;
}

static bool is_in_memory(int fd)
{
	struct statfs fs;

	return !fstatfs(fd, &fs) && (fs.f_type == TMPFS_MAGIC || fs.f_type == RAMFS_MAGIC);
}

/* What was made a moment ago, and not what another user has put in its place. */
static int enter_home(struct recorder *recorder, int collection)
{
	struct stat stat;
	int fd = open_dir(collection, recorder->home, O_NOFOLLOW);

	if (fd < 0)
		return fd;
	if (fstat(fd, &stat) || stat.st_uid != geteuid()) {
		sys_close(fd);
		return -EPERM;
	}
	fd = marker_fd_high(fd);
	recorder->home_fd = fd;
	recorder->home_dev = stat.st_dev;
	recorder->home_ino = stat.st_ino;
	recorder->in_memory = is_in_memory(fd);
	return 0;
}

static int make_lost_packet(struct recorder *recorder, const char *hidden, u64 sequence,
			    struct marker_ctf_packet **packet)
{
	void *map;
	int err = record_file_make(recorder->home_fd, hidden, LOST_SIZE, &map);

	if (err)
		return err;
	*packet = map;
	record_packet_init(recorder, *packet, LOST_SIZE, record_now());
	(*packet)->packet_seq_num = sequence;
	err = sys_rename(recorder->home_fd, hidden, hidden + 1);
	if (err)
		munmap(map, LOST_SIZE);
	return err;
}

/* Two packets: what was discarded is the difference, and from one alone readers know no number. */
static int make_lost(struct recorder *recorder)
{
	struct marker_ctf_packet *before;
	int err = make_lost_packet(recorder, "." LOST_BEFORE, 0, &before);

	if (err)
		return err;
	munmap(before, LOST_SIZE);
	err = make_lost_packet(recorder, "." LOST, 1, &recorder->lost);
	recorder->bytes = 2 * LOST_SIZE;
	recorder->nr_files = 2;
	return err;
}

static int fill_home(struct recorder *recorder, int collection)
{
	int err = make_home(recorder, collection);

	if (err)
		return err;
	err = enter_home(recorder, collection);
	if (!err)
		err = make_lost(recorder);
	if (!err)
		err = record_describe(recorder);
	if (err)
		record_home_close(recorder);
	return err;
}

/*
 * Who began the recording has ended it.  A process that it could not speak to, as a child that has no agent
 * yet, learns it here: before its first event, and before each file.
 */
static int check_ended(struct recorder *recorder, int dir, const char *mark)
{
	if (likely(!recorder->ended && sys_faccessat(dir, mark)))
		return 0;
	WRITE_ONCE(recorder->ended, true);
	return -ESHUTDOWN;
}

/** record_home_open() - make the trace's directory, if it is not there; 0 or a negative errno */
int record_home_open(struct recorder *recorder)
{
	int collection, err;

	if (likely(recorder->home_fd >= 0))
		return 0;
	collection = open_dir(AT_FDCWD, recorder->collection, O_PATH);
	if (collection < 0)
		return collection;
	err = check_ended(recorder, collection, RECORD_ENDED);
	if (!err)
		err = fill_home(recorder, collection);
	sys_close(collection);
	return err;
}

static bool is_home(const struct recorder *recorder, int fd)
{
	struct stat stat;

	return !fstat(fd, &stat) && stat.st_dev == recorder->home_dev &&
	       stat.st_ino == recorder->home_ino;
}

static int reopen_home(struct recorder *recorder, int collection)
{
	int fd = open_dir(collection, recorder->home, O_NOFOLLOW);

	if (fd < 0)
		return fd;
	if (!is_home(recorder, fd)) {
		sys_close(fd);
		return -ENOENT;
	}
	fd = marker_fd_high(fd);
	recorder->home_fd = fd;
	return 0;
}

/**
 * record_home_check() - is the directory's descriptor still ours, and the recording not ended?
 *
 * A program may close all descriptors, and open a file of its own that gets our number: that one is left
 * alone, and the directory opened again.
 */
int record_home_check(struct recorder *recorder)
{
	int collection, err;

	if (likely(is_home(recorder, recorder->home_fd)))
		return check_ended(recorder, recorder->home_fd, "../" RECORD_ENDED);
	collection = open_dir(AT_FDCWD, recorder->collection, O_PATH);
	if (collection < 0)
		return collection;
	err = check_ended(recorder, collection, RECORD_ENDED);
	if (!err)
		err = reopen_home(recorder, collection);
	sys_close(collection);
	return err;
}

static int write_all(int fd, const struct record_text *text, u64 at)
{
	size_t done = 0;

	while (done < text->len) {
		long len = sys_pwrite(fd, text->text + done, text->len - done, at + done);

		if (len <= 0)
			return len ? len : -ENOSPC;
		done += len;
	}
	return 0;
}

static int write_metadata(struct recorder *recorder)
{
	const int flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW;
	int fd = sys_openat(recorder->home_fd, "." METADATA, flags, 0600);
	int err;

	if (fd < 0)
		return fd;
	err = write_all(fd, &recorder->head, 0);
	if (!err)
		err = write_all(fd, &recorder->events, recorder->head.len);
	sys_close(fd);
	if (!err)
		err = sys_rename(recorder->home_fd, "." METADATA, METADATA);
	if (err)
		sys_unlink(recorder->home_fd, "." METADATA);
	return err;
}

static size_t need_of(const struct record_marker *marker)
{
	/* A word that is stored whole for four bytes of it takes four more. */
	return MARKER_CTF_LONG + marker->layout.max + 4;
}

static void allow_events(struct recorder *recorder)
{
	struct record_handle *handle;
	struct record_marker *marker;

	for (handle = recorder->handles; handle; handle = handle->next)
		for (marker = handle->markers; marker; marker = marker->next)
			if (marker->need == RECORD_UNDESCRIBED)
				WRITE_ONCE(marker->need, need_of(marker));
}

/** record_describe() - write the metadata, with all markers that are connected; 0 or a negative errno */
int record_describe(struct recorder *recorder)
{
	int err = record_home_check(recorder);

	if (!err)
		err = write_metadata(recorder);
	if (err)
		return err;
	recorder->described = recorder->nr_events;
	allow_events(recorder);
	return 0;
}

/** record_clock_keep() - measure the clock again if it is time to, and tell, if the disk has room for that */
void record_clock_keep(struct recorder *recorder)
{
	record_clock_refine();
	if (recorder->freq == record_clock.freq)
		return;
	record_head_clock(recorder);
	record_describe(recorder);
}

/** record_count_lost() - an event that no stream can tell of; any context, without a lock */
void record_count_lost(struct recorder *recorder)
{
	struct marker_ctf_packet *lost = READ_ONCE(recorder->lost);

	if (READ_ONCE(recorder->ended))
		return;
	os_count(&recorder->dropped);
	if (!lost)
		return;
	WRITE_ONCE(lost->timestamp_end, record_now());
	__atomic_fetch_add(&lost->events_discarded, 1, __ATOMIC_RELAXED);
}

/** record_home_close() - the trace is complete */
void record_home_close(struct recorder *recorder)
{
	if (recorder->lost)
		munmap(recorder->lost, LOST_SIZE);
	recorder->lost = NULL;
	if (recorder->home_fd >= 0 && is_home(recorder, recorder->home_fd))
		sys_close(recorder->home_fd);
	recorder->home_fd = -1;
}

/** record_home_forget() - in a forked child: it has none yet, and its parent's is not mapped */
void record_home_forget(struct recorder *recorder)
{
	recorder->lost = NULL;
	recorder->recorded = recorder->dropped = 0;
	record_home_close(recorder);
}
