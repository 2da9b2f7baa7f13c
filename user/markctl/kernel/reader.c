// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel/reader.c - reading all CPUs in turn
 *
 * Until all are empty; then the thread sleeps, the longer the less there was, but no longer than it takes
 * a busy CPU to fill a part of its buffer.  A flight recorder is read at the end alone, and has kept the
 * newest then.
 */
#include "user/markctl/kernel/reader.h"

#include "user/markctl/kernel/files.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define CPUS_MAX     65536
#define SLEEP_MIN_NS 5000000
#define SLEEP_MAX_NS 40000000

void kernel_reader_fail(struct kernel_reader *reader, int err, const char *format, ...)
{
	va_list args;

	if (reader->error)
		return;
	reader->error = err;
	va_start(args, format);
	vsnprintf(reader->why, sizeof(reader->why), format, args);
	va_end(args);
}

/* The description is there before the first event of a marker. */
static int describe_new(struct kernel_reader *reader, size_t len)
{
	char why[256];
	size_t at = 0;
	int id, ret;

	while ((id = kernel_stream_next_id(reader->chunk, len, &at)) > 0) {
		if (kernel_events_has(&reader->trace->events, id))
			continue;
		ret = kernel_trace_describe(reader->trace, why, sizeof(why));
		if (ret && !kernel_stream_is_full(ret))
			kernel_reader_fail(reader, ret, "%s", why);
		if (ret)
			return ret;
		if (!kernel_events_has(&reader->trace->events, id))
			return -EPROTO;
	}
	return id;
}

/* The kernel gives whole records.  Of a copy of its file the rest is read again, with what follows. */
static ssize_t read_whole(struct kernel_reader *reader, unsigned int cpu)
{
	ssize_t len = read(reader->cpus[cpu], reader->chunk, KERNEL_READER_CHUNK), whole;

	if (len <= 0)
		return len < 0 ? -errno : 0;
	whole = kernel_stream_whole(reader->chunk, len);
	if (whole < len && (whole <= 0 || lseek(reader->cpus[cpu], whole - len, SEEK_CUR) < 0))
		return -EPROTO;
	return whole;
}

/* A full disk is no error: what was dropped is counted, and so is what could not be described. */
static int write_whole(struct kernel_reader *reader, unsigned int cpu, size_t len)
{
	struct kernel_stream *stream = &reader->streams[cpu];
	int ret = describe_new(reader, len);

	if (kernel_stream_is_full(ret))
		ret = kernel_stream_drop(stream, reader->chunk, len, ret);
	else if (!ret)
		ret = kernel_stream_write(stream, reader->chunk, len);
	return kernel_stream_is_full(ret) ? 0 : ret;
}

/* Some of one CPU; how many bytes. */
static size_t read_some(struct kernel_reader *reader, unsigned int cpu)
{
	ssize_t len = read_whole(reader, cpu);
	int ret = len < 0 ? len : write_whole(reader, cpu, len);

	if (ret == -EPROTO)
		kernel_reader_fail(reader, ret,
				   "CPU %u: what the kernel has recorded makes no sense", cpu);
	else if (ret)
		kernel_reader_fail(reader, ret, "CPU %u: %s", cpu, strerror(-ret));
	return len < 0 ? 0 : len;
}

static size_t read_round(struct kernel_reader *reader)
{
	unsigned int cpu;
	size_t len = 0;

	for (cpu = 0; cpu < reader->nr_cpus; cpu++)
		if (reader->cpus[cpu] >= 0)
			len += read_some(reader, cpu);
	return len;
}

static void *run(void *data)
{
	struct timespec moment = { .tv_nsec = SLEEP_MIN_NS };
	struct kernel_reader *reader = data;

	while (!atomic_load(&reader->stopping)) {
		if (!reader->late && read_round(reader)) {
			moment.tv_nsec = SLEEP_MIN_NS;
			continue;
		}
		nanosleep(&moment, NULL);
		if (moment.tv_nsec < SLEEP_MAX_NS)
			moment.tv_nsec *= 2;
	}
	while (read_round(reader))
		;
	return NULL;
}

int kernel_reader_start(struct kernel_reader *reader)
{
	sigset_t all, before;
	int ret;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	ret = pthread_create(&reader->thread, NULL, run, reader);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return -ret;
}

static int open_cpu(struct kernel_reader *reader, unsigned int cpu, char *why, size_t why_size)
{
	char name[32];
	int fd;

	snprintf(name, sizeof(name), "record/cpu%u", cpu);
	fd = kernel_open(name, O_RDONLY, why, why_size);
	reader->cpus[cpu] = fd;
	if (fd < 0)
		return fd;
	kernel_stream_init(&reader->streams[cpu], cpu, reader->trace->dir, reader->trace->uuid);
	if (reader->limited)
		kernel_stream_limit(&reader->streams[cpu], &reader->left);
	return 0;
}

/* Of the possible CPUs, some numbers of which may be nobody's, "lost" has a line each. */
static bool next_cpu(const char **text, unsigned int *cpu)
{
	bool found = sscanf(*text, "%u", cpu) == 1 && *cpu < CPUS_MAX;

	*text += strcspn(*text, "\n");
	*text += **text == '\n';
	return found;
}

static int alloc_cpus(struct kernel_reader *reader, const char *lost)
{
	unsigned int cpu;

	while (next_cpu(&lost, &cpu))
		reader->nr_cpus = cpu < reader->nr_cpus ? reader->nr_cpus : cpu + 1;
	reader->cpus = malloc((reader->nr_cpus + 1) * sizeof(*reader->cpus));
	reader->streams = calloc(reader->nr_cpus + 1, sizeof(*reader->streams));
	if (!reader->cpus || !reader->streams)
		return -ENOMEM;
	memset(reader->cpus, 0xff, reader->nr_cpus * sizeof(*reader->cpus));
	return 0;
}

int kernel_reader_open(struct kernel_reader *reader, struct kernel_trace *trace, char *why,
		       size_t why_size)
{
	unsigned int cpu;
	char *text;
	const char *lost;
	int ret = kernel_read("record/lost", &text, why, why_size);

	reader->trace = trace;
	if (ret)
		return ret;
	ret = alloc_cpus(reader, text);
	if (ret)
		snprintf(why, why_size, "no memory");
	lost = text;
	while (!ret && next_cpu(&lost, &cpu))
		ret = open_cpu(reader, cpu, why, why_size);
	free(text);
	return ret;
}

void kernel_reader_stop(struct kernel_reader *reader)
{
	atomic_store(&reader->stopping, true);
	pthread_join(reader->thread, NULL);
}

void kernel_reader_close(struct kernel_reader *reader)
{
	unsigned int cpu;

	for (cpu = 0; reader->streams && cpu < reader->nr_cpus; cpu++) {
		if (reader->cpus[cpu] < 0)
			continue;
		close(reader->cpus[cpu]);
		kernel_stream_close(&reader->streams[cpu]);
	}
	free(reader->streams);
	free(reader->cpus);
}
