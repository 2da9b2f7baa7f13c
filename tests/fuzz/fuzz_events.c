// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer target of markbench's events.  The lines of the input are a list of events, and then what
 * files of a PMU of the processor say: cpus, format/term, events/name, caps/term_max.
 *
 *	make CC=clang O=build/fuzz SAN=fuzzer-no-link,address,undefined fuzz-programs
 *	build/fuzz/tests/fuzz/fuzz_events -max_len=4096 tests/fuzz/corpus/events
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/counter/event.h"
#include "bench/counter/exclude.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const files[] = { "cpus", "format/term", "events/name", "caps/term_max" };
static char root[128];

static void write_file(const char *name, const char *text, size_t len)
{
	char path[256];
	int fd;

	snprintf(path, sizeof(path), "%s/pmu/%s", root, name);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0 || write(fd, text, len) != (ssize_t)len)
		abort();
	close(fd);
}

static void make_folder(const char *name)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", root, name);
	if (mkdir(path, 0700))
		abort();
}

static void make_tree(void)
{
	const char *tmp = getenv("TMPDIR");

	snprintf(root, sizeof(root), "%s/fuzz_events.XXXXXX", tmp ? tmp : "/tmp");
	if (!mkdtemp(root))
		abort();
	make_folder("pmu");
	make_folder("pmu/format");
	make_folder("pmu/events");
	make_folder("pmu/caps");
	write_file("type", "8\n", 2);
}

static void remove_file(const char *name)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/pmu/%s", root, name);
	unlink(path);
}

/* What has no line is not there: nothing is left of the input before. */
static void write_lines(const char *line)
{
	size_t i, len;

	for (i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		len = line ? strcspn(line, "\n") : 0;
		if (line)
			write_file(files[i], line, len);
		else
			remove_file(files[i]);
		line = line && line[len] ? line + len + 1 : NULL;
	}
}

/* What came out is an event that could be opened, or there is a sentence. */
static void check(const struct event_place *place, const char *list)
{
	static struct events events;
	char why[EVENT_WHY] = "", levels[EXCLUDE_TEXT];
	unsigned int i;
	int ret;

	events.nr = 0;
	ret = events_add(&events, place, list, why);
	if (!ret != !*why || events.nr > EVENTS_MAX)
		abort();
	for (i = 0; i < events.nr; i++) {
		const struct event *event = &events.event[i];

		exclude_levels(&event->attr, EXCLUDE_NVHE, levels);
		if (event->attr.size != sizeof(event->attr) || !*event->name || !*event->pmu)
			abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1), *more;
	struct pmus pmus;
	cpu_set_t cpus;
	const struct event_place place = { &pmus, &cpus };

	if (!*root)
		make_tree();
	memcpy(text, data, size);
	text[size] = '\0';
	more = strchr(text, '\n');
	if (more)
		*more++ = '\0';
	write_lines(more);
	CPU_ZERO(&cpus);
	CPU_SET(0, &cpus);
	if (pmus_open(&pmus, root))
		abort();
	check(&place, text);
	pmus_close(&pmus);
	free(text);
	return 0;
}
