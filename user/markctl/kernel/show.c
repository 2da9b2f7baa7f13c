// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel/show.c - list and status of the kernel, from the files of debugfs
 */
#include "user/markctl/kernel/show.h"

#include "user/markctl/kernel/files.h"
#include "user/markctl/kernel/lines.h"
#include "marker/registry.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

/* The fields of a line of "markers", and of "connections". */
enum {
	NAME,
	FORMAT,
	KINDS,
	MODULE,
	STATE,
	PROBES,
	HITS,
	MISSED,
	SITES,
};

enum {
	GLOB,
	PROBE,
	ARG,
	FILTER, /* and the next, only if there is one */
	STOPPED,
};

void kernel_put_quoted(FILE *out, const char *key, const char *text)
{
	char *quoted = malloc(MARKER_QUOTED_MAX(strlen(text)) + 1);

	if (!quoted)
		return;
	quoted[marker_line_quote(quoted, text)] = '\0';
	fprintf(out, " %s=%s", key, quoted);
	free(quoted);
}

/* ---- markers --------------------------------------------------------------------------------- */

/* "on", "off", or "2 of 3 on". */
static unsigned long sites_on(char *const *fields)
{
	if (!strcmp(fields[STATE], "on"))
		return strtoul(fields[SITES], NULL, 10);
	return strtoul(fields[STATE], NULL, 10);
}

static void put_marker(FILE *out, char *const *fields)
{
	fputs("marker", out);
	kernel_put_quoted(out, "name", fields[NAME]);
	kernel_put_quoted(out, "format", fields[FORMAT]);
	fprintf(out, " sites=%lu on=%lu probes=%lu missed=%lu kinds=%s module=%s",
		strtoul(fields[SITES], NULL, 10), sites_on(fields),
		strtoul(fields[PROBES], NULL, 10), strtoul(fields[MISSED], NULL, 10), fields[KINDS],
		fields[MODULE]);
	if (strcmp(fields[HITS], "-") != 0)
		fprintf(out, " hits=%lu", strtoul(fields[HITS], NULL, 10));
	fputc('\n', out);
}

/**
 * struct walk - over all markers
 * @glob:	only those
 * @connected:	only those that have a probe, or have missed hits
 * @reply:	NULL: they are counted alone
 * @count:	of those that are meant
 */
struct walk {
	const char *glob;
	bool connected;
	FILE *reply;
	struct kernel_count count;
};

static bool is_meant(const struct walk *walk, char *const *fields)
{
	if (walk->glob && !marker_glob_match(walk->glob, fields[NAME]))
		return false;
	return !walk->connected || strcmp(fields[PROBES], "0") != 0 ||
	       strcmp(fields[MISSED], "0") != 0;
}

/* The first line is a heading. */
static int walk_markers(struct walk *walk, char *why, size_t why_size)
{
	struct kernel_lines lines;
	int ret = kernel_lines_open(&lines, "markers", why, why_size);

	if (ret)
		return ret;
	if (kernel_lines_next(&lines) <= 0 || lines.nr != KERNEL_FIELDS)
		ret = -EPROTO;
	while (!ret && (ret = kernel_lines_next(&lines)) > 0) {
		ret = lines.nr == KERNEL_FIELDS ? 0 : -EPROTO;
		if (ret || !is_meant(walk, lines.fields))
			continue;
		walk->count.markers++;
		walk->count.sites_on += sites_on(lines.fields);
		if (walk->reply)
			put_marker(walk->reply, lines.fields);
	}
	kernel_lines_close(&lines);
	if (ret)
		snprintf(why, why_size,
			 "the kernel's list of markers cannot be read: "
			 "marker.ko is of another version");
	return ret;
}

int kernel_list(const struct kernel_request *request)
{
	struct walk walk = {
		.glob = request->line->nr > 1 ? request->line->words[1] : NULL,
		.reply = request->reply,
	};
	int ret = walk_markers(&walk, request->why, request->why_size);

	if (!ret && request->reply)
		fprintf(request->reply, "ok markers=%lu\n", walk.count.markers);
	return ret;
}

/* ---- status ---------------------------------------------------------------------------------- */

/* What stands behind a word at the beginning of a line, up to the line's end; false if there is none. */
static bool find_fact(const char *text, const char *word, char *fact, size_t size)
{
	const char *at = strstr(text, word);

	if (!at)
		return false;
	at += strlen(word);
	snprintf(fact, size, "%.*s", (int)strcspn(at, "\n"), at);
	return true;
}

static void put_kernel(FILE *out, const char *status)
{
	struct utsname names;
	char fact[256];

	fputs("process", out);
	if (!uname(&names)) {
		snprintf(fact, sizeof(fact), "%.60s %.100s", names.sysname, names.release);
		kernel_put_quoted(out, "program", fact);
	}
	if (find_fact(status, "patching: ", fact, sizeof(fact)))
		kernel_put_quoted(out, "patching", fact);
	if (find_fact(status, "read side: ", fact, sizeof(fact)))
		kernel_put_quoted(out, "rcu", fact);
	fputc('\n', out);
}

/* Of all CPUs; false if nothing was ever recorded. */
static bool read_lost(unsigned long long *lost)
{
	struct kernel_lines lines;
	unsigned long long of_cpu;
	char why[256];

	*lost = 0;
	if (kernel_lines_open(&lines, "record/lost", why, sizeof(why)))
		return false;
	while (kernel_lines_next(&lines) > 0)
		if (sscanf(lines.fields[0], "%*u %llu", &of_cpu) == 1)
			*lost += of_cpu;
	kernel_lines_close(&lines);
	return true;
}

static void put_connection(FILE *out, const struct kernel_lines *lines)
{
	char *const *fields = lines->fields;
	unsigned long long lost;

	fputs("connection", out);
	kernel_put_quoted(out, "glob", fields[GLOB]);
	kernel_put_quoted(out, "probe", fields[PROBE]);
	kernel_put_quoted(out, "arg", fields[ARG]);
	if (lines->nr > FILTER) {
		kernel_put_quoted(out, "filter", fields[FILTER]);
		fprintf(out, " stopped=%llu", strtoull(fields[STOPPED], NULL, 10));
	}
	if (!strcmp(fields[PROBE], "record") && read_lost(&lost))
		fprintf(out, " dropped=%llu", lost);
	fputc('\n', out);
}

static int put_connections(const struct kernel_request *request, unsigned long *nr)
{
	struct kernel_lines lines;
	int ret = kernel_lines_open(&lines, "connections", request->why, request->why_size);

	for (*nr = 0; !ret && (ret = kernel_lines_next(&lines)) > 0; ++*nr) {
		ret = lines.nr == ARG + 1 || lines.nr == STOPPED + 1 ? 0 : -EPROTO;
		if (!ret && request->reply)
			put_connection(request->reply, &lines);
	}
	kernel_lines_close(&lines);
	return ret;
}

int kernel_status(const struct kernel_request *request)
{
	struct walk walk = { .connected = true, .reply = request->reply };
	unsigned long connections;
	char *text;
	int ret = kernel_read("status", &text, request->why, request->why_size);

	if (ret)
		return ret;
	if (request->reply)
		put_kernel(request->reply, text);
	free(text);
	ret = put_connections(request, &connections);
	if (!ret)
		ret = walk_markers(&walk, request->why, request->why_size);
	if (!ret && request->reply)
		fprintf(request->reply, "ok connections=%lu markers=%lu\n", connections,
			walk.count.markers);
	return ret;
}

int kernel_note(char *note, size_t size, char *why, size_t why_size)
{
	char *text;
	int ret = kernel_read("status", &text, why, why_size);

	if (ret)
		return ret;
	if (!find_fact(text, "last note: ", note, size) || !strcmp(note, "none"))
		ret = -ENODATA;
	free(text);
	return ret;
}

int kernel_count_markers(const struct kernel_request *request, const char *glob,
			 struct kernel_count *count)
{
	struct walk walk = { .glob = glob };
	int ret = walk_markers(&walk, request->why, request->why_size);

	*count = walk.count;
	return ret;
}

int kernel_count_connections(const struct kernel_request *request, unsigned long *nr)
{
	struct kernel_request silent = *request;

	silent.reply = NULL;
	return put_connections(&silent, nr);
}
