/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Recordings of kinds that the installed perf can make, made on the spot: the reader and perf
 * script must tell the same samples, with the same thread, time, period, event, address and object.
 */
#ifndef TESTS_UNIT_PERFDATA_RECORDED_H
#define TESTS_UNIT_PERFDATA_RECORDED_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/unit/perfdata_test.h"

#define WORKLOAD "sh -c 'i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; true'"
#define CLOCK	 "-F 2000 -e cpu-clock"

#define MAX_KINDS 16

static char dir[64];

/* A kind: how to record it into OUT, and what must have been there. */
struct kind {
	const char *name;
	const char *options;
	bool pipe;
	bool packed;
	bool (*has)(const struct perfdata_fields *f); /* of some sample at least */
};

/* What both sides say of a sample, as lines to be sorted. */
struct lines {
	char **line;
	size_t nr, cap;
};

static void lines_add(struct lines *l, const char *text)
{
	if (l->nr == l->cap) {
		l->cap = l->cap ? 2 * l->cap : 1024;
		l->line = realloc(l->line, l->cap * sizeof(*l->line));
		assert_non_null(l->line);
	}
	l->line[l->nr] = strdup(text);
	assert_non_null(l->line[l->nr++]);
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void lines_free(struct lines *l)
{
	while (l->nr)
		free(l->line[--l->nr]);
	free(l->line);
}

struct reading {
	struct perfdata *pd;
	const struct kind *kind;
	struct lines lines;
	bool has;
};

static int add_sample(void *ctx, const struct perfdata_sample *s)
{
	struct reading *r = ctx;
	const char *event = perfdata_event(r->pd, s->event)->name, *comm;
	struct perfdata_fields fields;
	struct perfdata_place place;
	char line[4096], name[16];

	assert_true(perfdata_fields(r->pd, s, &fields));
	r->has |= r->kind->has && r->kind->has(&fields);
	if (!strncmp(event, "dummy", 5))
		return 0;
	perfdata_locate(r->pd, s, &place);
	comm = perfdata_comm(r->pd, s);
	snprintf(name, sizeof(name), ":%d", (int)s->tid);
	snprintf(line, sizeof(line), "%s %d %llu.%06llu %llu %s %llx (%s)", comm ? comm : name,
		 (int)s->tid, (unsigned long long)s->time / 1000000000,
		 (unsigned long long)s->time / 1000 % 1000000, (unsigned long long)s->period, event,
		 (unsigned long long)s->ip,
		 place.object == PERFDATA_NO_OBJECT ? "[unknown]" :
						      perfdata_object(r->pd, place.object)->name);
	lines_add(&r->lines, line);
	return 0;
}

/* "  comm  tid  time:  period  event:  ip (dso)": without colons, one blank between words. */
static void add_script_line(struct lines *l, char *text)
{
	char line[4096], *rest = text;
	const char *word;
	size_t at = 0, length;

	while ((word = strsep(&rest, " \t\n"))) {
		length = strlen(word);
		if (!length)
			continue;
		if (word[length - 1] == ':' && length > 1)
			length--;
		/* perf names memory without a file by where its symbols might be. */
		if (!strncmp(word, "(/tmp/perf-", 11))
			length = strlen(word = "(//anon)");
		if (at + length + 2 > sizeof(line))
			return;
		if (at)
			line[at++] = ' ';
		memcpy(line + at, word, length);
		at += length;
	}
	line[at] = 0;
	if (at)
		lines_add(l, line);
}

static void script(const char *path, struct lines *l)
{
	char command[512], *text = NULL;
	size_t size = 0;
	FILE *out;

	snprintf(command, sizeof(command),
		 "perf script -i %s -G -F comm,tid,time,period,event,ip,dso 2>/dev/null", path);
	out = popen(command, "r");
	assert_non_null(out);
	while (getline(&text, &size, out) > 0)
		add_script_line(l, text);
	free(text);
	pclose(out);
}

static int record(const struct kind *kind, const char *path)
{
	char command[1024];

	snprintf(command, sizeof(command),
		 "rm -rf %s; perf record -q -N %s -o %s %s </dev/null >%s 2>%s/why", path,
		 kind->options, kind->pipe ? "-" : path, WORKLOAD, kind->pipe ? path : "/dev/null",
		 dir);
	return system(command);
}

static void same_samples(const struct kind *kind, const char *path)
{
	struct reading r = { .kind = kind };
	struct perfdata_error error;
	struct lines want = { 0 };
	uint64_t offset;
	const char *file;
	size_t i;

	if (perfdata_open(path, &r.pd, &error))
		fail_msg("%s: %s", kind->name, error.text);
	assert_int_equal(perfdata_each_sample(r.pd, add_sample, &r), 0);
	assert_int_equal(perfdata_damage(r.pd, &offset, &file), PERFDATA_WHOLE);
	assert_int_equal(perfdata_counts(r.pd)->unknown_id, 0);
	assert_int_equal(perfdata_counts(r.pd)->malformed, 0);
	assert_int_equal(perfdata_counts(r.pd)->unknown, 0);
	assert_int_equal(perfdata_counts(r.pd)->compressed > 0, kind->packed);
	assert_int_equal(perfdata_info(r.pd)->stream, kind->pipe);
	assert_non_null(perfdata_info(r.pd)->cmdline);
	assert_int_equal(r.has, kind->has != NULL);
	script(path, &want);
	if (want.nr != r.lines.nr)
		fail_msg("%s: %zu samples, perf script has %zu", kind->name, r.lines.nr, want.nr);
	assert_true(want.nr > 0);
	qsort(want.line, want.nr, sizeof(*want.line), compare);
	qsort(r.lines.line, want.nr, sizeof(*want.line), compare);
	for (i = 0; i < want.nr; i++)
		if (strcmp(want.line[i], r.lines.line[i]))
			fail_msg("%s: '%s', perf script has '%s'", kind->name, r.lines.line[i],
				 want.line[i]);
	lines_free(&want);
	lines_free(&r.lines);
	perfdata_close(r.pd);
}

static void reads_what_perf_records(void **state)
{
	const struct kind *kind = *state;
	char path[128];

	snprintf(path, sizeof(path), "%s/data", dir);
	if (record(kind, path)) {
		printf("skip - recording, %s: perf record %s ends with an error here\n", kind->name,
		       kind->options);
		skip();
	}
	same_samples(kind, path);
}

static int make_dir(void **state)
{
	snprintf(dir, sizeof(dir), "/tmp/test_perfdata.XXXXXX");
	return mkdtemp(dir) ? 0 : -1;
}

static int remove_dir(void **state)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf %s", dir);
	return system(command);
}

static int run_kinds(const struct kind *kinds, size_t nr)
{
	struct CMUnitTest tests[MAX_KINDS];

	assert_true(nr <= MAX_KINDS);
	for (size_t i = 0; i < nr; i++)
		tests[i] = (struct CMUnitTest){ .name = kinds[i].name,
						.test_func = reads_what_perf_records,
						.initial_state = (void *)&kinds[i] };
	return _cmocka_run_group_tests("recorded", tests, nr, make_dir, remove_dir);
}

#endif
