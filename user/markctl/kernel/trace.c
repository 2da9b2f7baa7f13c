// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel/trace.c - a folder for the kernel's trace, and the file "metadata" in it
 */
#include "user/markctl/kernel/trace.h"

#include "probes/ctf/text.h"
#include "user/lib/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#define NAMES_MAX 10000

static int fail(int err, const char *what, char *why, size_t why_size)
{
	snprintf(why, why_size, "%s: %s", what, strerror(-err));
	return err;
}

/* "kernel", or the first of "kernel-2", "kernel-3" ... that is not there. */
static int make_folder(struct kernel_trace *trace, int collection)
{
	unsigned int i;

	for (i = 1; i < NAMES_MAX; i++) {
		if (i == 1)
			strcpy(trace->name, "kernel");
		else
			snprintf(trace->name, sizeof(trace->name), "kernel-%u", i);
		if (!mkdirat(collection, trace->name, 0700))
			break;
		if (errno != EEXIST)
			return -errno;
	}
	trace->dir = openat(collection, trace->name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return trace->dir < 0 ? -errno : 0;
}

static void init_text(struct kernel_trace *trace)
{
	time_t now = time(NULL);
	struct tm utc;

	gmtime_r(&now, &utc);
	strftime(trace->creation, sizeof(trace->creation), "%Y-%m-%dT%H:%M:%SZ", &utc);
}

int kernel_trace_create(struct kernel_trace *trace, const char *collection, char *why,
			size_t why_size)
{
	int fd, ret;

	*trace = (struct kernel_trace){ .dir = -1 };
	if (getrandom(trace->uuid, sizeof(trace->uuid), 0) != sizeof(trace->uuid))
		return fail(-EIO, "no random numbers", why, why_size);
	init_text(trace);
	if (mkdir(collection, 0700) && errno != EEXIST)
		return fail(-errno, collection, why, why_size);
	fd = open(collection, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return fail(-errno, collection, why, why_size);
	ret = make_folder(trace, fd);
	close(fd);
	return ret ? fail(ret, collection, why, why_size) : 0;
}

void kernel_trace_close(struct kernel_trace *trace)
{
	if (trace->dir >= 0)
		close(trace->dir);
	trace->dir = -1;
	kernel_events_free(&trace->events);
}

void kernel_trace_remove(const struct kernel_trace *trace, const char *collection)
{
	int fd = open(collection, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	unlinkat(trace->dir, "metadata", 0);
	unlinkat(trace->dir, ".metadata", 0);
	if (fd < 0)
		return;
	unlinkat(fd, trace->name, AT_REMOVEDIR);
	close(fd);
}

/* Its first line; empty if it is not there. */
static void read_line(const char *path, char *line, size_t size)
{
	FILE *in = fopen(path, "re");

	*line = '\0';
	if (!in)
		return;
	if (fgets(line, size, in))
		line[strcspn(line, "\n")] = '\0';
	fclose(in);
}

/* By the name of the counter: programs whose times are of the same one name it so too. */
static void init_clock(struct marker_ctf_clock *to, const struct kernel_clock *clock)
{
	*to = (struct marker_ctf_clock){
		.name = clock->counter ? "marker_tsc" : "marker_monotonic",
		.description =
			clock->counter ? "the processor's counter" : "CLOCK_MONOTONIC, in ns",
		.freq = clock->freq,
	};
	marker_ctf_clock_origin(to, clock->start.realtime_ns, clock->start.counter);
}

static int write_text(const struct kernel_trace *trace, const struct kernel_events *events,
		      FILE *out)
{
	struct marker_ctf_trace head = { .domain = "kernel", .creation = trace->creation };
	struct utsname names;
	char boot_id[40], source[32];
	int ret;
	size_t i;

	memcpy(head.uuid, trace->uuid, sizeof(head.uuid));
	if (!uname(&names))
		head.hostname = names.nodename;
	read_line("/sys/devices/system/clocksource/clocksource0/current_clocksource", source,
		  sizeof(source));
	head.clock_source = source;
	init_clock(&head.clock, &trace->clock);
	read_line("/proc/sys/kernel/random/boot_id", boot_id, sizeof(boot_id));
	head.clock.uuid = boot_id;
	ret = marker_ctf_head(out, &head);
	for (i = 0; i < events->nr && !ret; i++)
		ret = marker_ctf_event(out, events->events[i].id, 0, &events->events[i].info);
	return ret;
}

/* Anew as a whole: what is there stays until all of it is written. */
static int replace_metadata(const struct kernel_trace *trace, const char *text, size_t len)
{
	int fd = openat(trace->dir, ".metadata", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	int ret;

	if (fd < 0)
		return -errno;
	ret = output_write(fd, text, len);
	if (close(fd) && !ret)
		ret = -errno;
	if (!ret && renameat(trace->dir, ".metadata", trace->dir, "metadata"))
		ret = -errno;
	if (ret)
		unlinkat(trace->dir, ".metadata", 0);
	return ret;
}

/* In memory first: a stream of stdio's would forget why it could not be written. */
static int write_metadata(const struct kernel_trace *trace, const struct kernel_events *events)
{
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);
	int ret;

	if (!out)
		return -ENOMEM;
	ret = write_text(trace, events, out);
	if (fclose(out))
		ret = -ENOMEM;
	if (!ret)
		ret = replace_metadata(trace, text, len);
	free(text);
	return ret;
}

int kernel_trace_describe(struct kernel_trace *trace, char *why, size_t why_size)
{
	struct kernel_events events;
	int ret = kernel_events_read(&events, why, why_size);

	if (!ret) {
		ret = write_metadata(trace, &events);
		if (ret)
			fail(ret, "metadata", why, why_size);
	}
	if (ret) {
		kernel_events_free(&events);
		return ret;
	}
	kernel_events_free(&trace->events);
	trace->events = events;
	return 0;
}
