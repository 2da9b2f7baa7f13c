// SPDX-License-Identifier: GPL-2.0-only
/*
 * stage.c - what is sound of a damaged trace of ours
 */
#include "stage.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "packet.h"

typedef void complain_fn(void *data, const char *where, const char *what);

struct staging {
	struct ctf_trace *trace;
	complain_fn *complain;
	void *data;
	int bad;
};

static void say(const struct staging *staging, const char *name, size_t offset, const char *what)
{
	char where[PATH_MAX + 32];

	if (!staging->complain)
		return;
	snprintf(where, sizeof(where), "%s/%s: at byte %zu", staging->trace->path, name, offset);
	staging->complain(staging->data, where, what);
}

/* Each packet of a file, which is one where a recorder of ours was not disturbed. */
static bool packets_are_sound(const struct staging *staging, const char *name, int fd, size_t size)
{
	struct marker_ctf_packet packet;
	const char *wrong;
	size_t offset;
	int err;

	for (offset = 0; offset < size; offset += packet.packet_size / 8) {
		err = ctf_packet_read(fd, offset, &packet);
		if (err == -ENODATA)
			wrong = "the file ends in the head of a packet";
		else if (err == -EILSEQ)
			wrong = "no packet begins here";
		else
			wrong = err ? strerror(-err) : ctf_packet_check(&packet, size - offset);
		if (wrong) {
			say(staging, name, offset, wrong);
			return false;
		}
	}
	return true;
}

static bool file_is_sound(const struct staging *staging, int dir_fd, const char *name)
{
	/* Not to wait for a pipe's other end. */
	int fd = openat(dir_fd, name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	struct stat info;
	bool sound;

	if (fd < 0 || fstat(fd, &info)) {
		say(staging, name, 0, strerror(errno));
		sound = false;
	} else {
		/* What is no file is not read as one. */
		sound = !S_ISREG(info.st_mode) ||
			packets_are_sound(staging, name, fd, info.st_size);
	}
	if (fd >= 0)
		close(fd);
	return sound;
}

static char *new_directory(void)
{
	const char *tmp = getenv("TMPDIR");
	char path[PATH_MAX];

	if (snprintf(path, sizeof(path), "%s/markctl-XXXXXX",
		     tmp && tmp[0] == '/' ? tmp : "/tmp") >= (int)sizeof(path) ||
	    !mkdtemp(path))
		return NULL;
	return strdup(path);
}

static int link_file(const char *stage, const char *trace, const char *name)
{
	char from[2 * PATH_MAX], to[PATH_MAX];

	if (snprintf(from, sizeof(from), "%s/%s", trace, name) >= (int)sizeof(from) ||
	    snprintf(to, sizeof(to), "%s/%s", stage, name) >= (int)sizeof(to))
		return -ENAMETOOLONG;
	return symlink(from, to) ? -errno : 0;
}

/*
 * Who removes the directory when this process has ended, however that was: an interrupt, SIGKILL, or the
 * library's abort().  A child that has nothing of ours but the reading end of a pipe, which nobody writes to.
 */
static void wait_and_remove(const char *stage, int fd)
{
	static const int ignored[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGTSTP };
	unsigned int i;
	char byte;

	for (i = 0; i < sizeof(ignored) / sizeof(ignored[0]); i++)
		signal(ignored[i], SIG_IGN);
	if (dup2(fd, 0) < 0 || close_range(1, ~0u, 0))
		_exit(1);
	while (read(0, &byte, 1) < 0 && errno == EINTR)
		;
	ctf_stage_remove(stage);
	_exit(0);
}

/* Without a child it is removed by ctf_stage_remove() alone. */
static void guard(const char *stage)
{
	int ends[2];
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC))
		return;
	fflush(NULL);
	pid = fork();
	if (!pid)
		wait_and_remove(stage, ends[0]);
	close(ends[0]);
	/* The other end stays open as long as we live. */
	if (pid < 0)
		close(ends[1]);
}

/* Whoever ends this process waits until there is somebody who removes the directory. */
static char *guarded_directory(void)
{
	sigset_t all, before;
	char *stage;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	stage = new_directory();
	if (stage)
		guard(stage);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return stage;
}

/* @sound says which of the names are linked. */
static int make(struct ctf_trace *trace, struct dirent **names, const bool *sound, int nr)
{
	char absolute[PATH_MAX];
	int i, err;

	if (!realpath(trace->path, absolute))
		return -errno;
	trace->stage = guarded_directory();
	if (!trace->stage)
		return -errno;
	err = link_file(trace->stage, absolute, "metadata");
	for (i = 0; i < nr && !err; i++)
		if (sound[i])
			err = link_file(trace->stage, absolute, names[i]->d_name);
	return err;
}

static int is_stream(const struct dirent *entry)
{
	return ctf_is_stream_name(entry->d_name);
}

static int check(struct staging *staging, struct dirent **names, int nr)
{
	int dir_fd = open(staging->trace->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), i, err = 0;
	bool *sound = calloc(nr + 1, sizeof(*sound));

	if (dir_fd < 0 || !sound)
		err = sound ? -errno : -ENOMEM;
	for (i = 0; i < nr && !err; i++) {
		sound[i] = file_is_sound(staging, dir_fd, names[i]->d_name);
		staging->bad += !sound[i];
	}
	if (!err && staging->bad)
		err = make(staging->trace, names, sound, nr);
	free(sound);
	if (dir_fd >= 0)
		close(dir_fd);
	return err;
}

int ctf_stage(struct ctf_trace *trace, complain_fn *complain, void *data)
{
	struct staging staging = { .trace = trace, .complain = complain, .data = data };
	struct dirent **names;
	int i, nr, err;

	if (!ctf_trace_is_ours(trace->path))
		return 0;
	nr = scandir(trace->path, &names, is_stream, alphasort);
	if (nr < 0)
		return -errno;
	err = check(&staging, names, nr);
	for (i = 0; i < nr; i++)
		free(names[i]);
	free(names);
	return err ? err : staging.bad;
}

void ctf_stage_remove(const char *stage)
{
	struct dirent *entry;
	DIR *dir = stage ? opendir(stage) : NULL;

	if (!dir)
		return;
	while ((entry = readdir(dir)))
		if (entry->d_name[0] != '.')
			unlinkat(dirfd(dir), entry->d_name, 0);
	closedir(dir);
	rmdir(stage);
}
