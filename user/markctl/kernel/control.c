// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel/control.c - commands for the kernel: enable, disable, and what kernel/show.c does
 */
#include "user/markctl/kernel/control.h"

#include "user/markctl/kernel/files.h"
#include "user/markctl/kernel/show.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int refuse(const struct kernel_request *request, int err, const char *sentence)
{
	snprintf(request->why, request->why_size, "%s", sentence);
	return err;
}

/* ---- enable, disable ------------------------------------------------------------------------- */

/* The kernel says yes to "later", and awaits every marker: here it is known whether that was asked for. */
static bool is_later(const char *word)
{
	return !strncmp(word, "later=", 6);
}

static int check_words(const struct kernel_request *request)
{
	unsigned int i;
	u64 later;

	for (i = 0; i < request->line->nr; i++)
		if (!*request->line->words[i])
			return refuse(request, -EINVAL, "a word for the kernel is empty");
	if (marker_line_number(request->line, "later", 1, &later) == -EINVAL)
		return refuse(request, -EINVAL, "later= is 0 or 1");
	return 0;
}

/* In quotes where it has to be. */
static void put_word(FILE *out, const char *word)
{
	char *quoted = malloc(MARKER_QUOTED_MAX(strlen(word)));

	if (quoted && word[strcspn(word, " \"\\\t\n\v\f\r")]) {
		marker_line_quote(quoted, word);
		word = quoted;
	}
	fputs(word, out);
	free(quoted);
}

static int send_words(const struct kernel_request *request)
{
	char command[4096];
	FILE *out = fmemopen(command, sizeof(command), "w");
	unsigned int i;

	if (!out)
		return refuse(request, -ENOMEM, "no memory");
	for (i = 0; i < request->line->nr; i++) {
		if (i > 2 && is_later(request->line->words[i]))
			continue;
		if (i)
			fputc(' ', out);
		put_word(out, request->line->words[i]);
	}
	fputc('\0', out);
	if (fclose(out))
		return refuse(request, -E2BIG, "the kernel takes a command of 4095 bytes");
	return kernel_command(command, request->why, request->why_size);
}

static int explain(const struct kernel_request *request, int err)
{
	char *const *words = request->line->words;
	const char *probe = request->line->nr > 2 ? words[2] : "count";
	int len = strcspn(probe, "=");

	if (err == -ENXIO)
		snprintf(request->why, request->why_size,
			 "the kernel has no probe '%.*s': marker-%.*s.ko is not loaded", len, probe,
			 len, probe);
	else if (err == -EEXIST)
		snprintf(request->why, request->why_size, "'%.*s' is connected to '%s' already",
			 len, probe, words[1]);
	else if (err == -ENOENT && !strcmp(words[0], "disable"))
		snprintf(request->why, request->why_size, "nothing is connected to '%s'%s%s",
			 words[1], request->line->nr > 2 ? " by " : "",
			 request->line->nr > 2 ? probe : "");
	return err;
}

static void reply_enabled(const struct kernel_request *request, const struct kernel_count *count)
{
	char note[256], ignored[256];

	if (!request->reply)
		return;
	fprintf(request->reply, "ok matched=%lu mismatched=0 failed=0 pending=%d", count->sites_on,
		!count->markers);
	if (count->markers && !kernel_note(note, sizeof(note), ignored, sizeof(ignored)))
		kernel_put_quoted(request->reply, "reason", note);
	fputc('\n', request->reply);
}

static int enable(const struct kernel_request *request)
{
	const char *glob = request->line->words[1];
	struct kernel_count count;
	u64 later = 0;
	int ret = check_words(request);

	if (!ret)
		ret = kernel_count_markers(request, glob, &count);
	if (ret)
		return ret;
	marker_line_number(request->line, "later", 1, &later);
	if (!count.markers && !later) {
		snprintf(request->why, request->why_size, "no marker matches '%s'", glob);
		return -ENOENT;
	}
	ret = send_words(request);
	if (ret)
		return explain(request, ret);
	ret = kernel_count_markers(request, glob, &count);
	if (!ret)
		reply_enabled(request, &count);
	return ret;
}

static int disable(const struct kernel_request *request)
{
	unsigned long before, after;
	int ret = check_words(request);

	if (!ret)
		ret = kernel_count_connections(request, &before);
	if (ret)
		return ret;
	ret = send_words(request);
	if (ret)
		return explain(request, ret);
	ret = kernel_count_connections(request, &after);
	if (!ret && request->reply)
		fprintf(request->reply, "ok disconnected=%lu\n",
			before > after ? before - after : 0);
	return ret;
}

/* ---- the interface --------------------------------------------------------------------------- */

static const struct {
	const char *name;
	unsigned int min, max; /* words */
	int (*run)(const struct kernel_request *request);
} commands[] = {
	{ "list", 1, 2, kernel_list },
	{ "status", 1, 1, kernel_status },
	{ "enable", 2, MARKER_LINE_WORDS, enable },
	{ "disable", 2, 3, disable },
};

static int execute(const struct kernel_request *request)
{
	size_t i;

	for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (!request->line->nr || strcmp(commands[i].name, request->line->words[0]) != 0)
			continue;
		if (request->line->nr < commands[i].min || request->line->nr > commands[i].max)
			break;
		return commands[i].run(request);
	}
	return refuse(request, -EINVAL, "no such command");
}

static int ask(void *handle, const char *command, FILE *reply, char *why, size_t why_size)
{
	char *text = strdup(command);
	struct marker_line line;
	struct kernel_request request = {
		.line = &line, .reply = reply, .why = why, .why_size = why_size
	};
	int ret = text ? marker_line_parse(text, &line) : -ENOMEM;

	(void)handle;
	if (ret)
		refuse(&request, ret, strerror(-ret));
	else
		ret = execute(&request);
	free(text);
	return ret;
}

/* Each request opens what it needs: this finds out whether there is anybody to ask. */
static int kernel_control_open(void **handle, pid_t pid, char *why, size_t why_size)
{
	int fd = kernel_open("markers", O_RDONLY, why, why_size);

	(void)pid;
	*handle = NULL;
	if (fd < 0)
		return fd;
	close(fd);
	return 0;
}

static void kernel_control_close(void *handle)
{
	(void)handle;
}

const struct control kernel_control = {
	.open = kernel_control_open,
	.request = ask,
	.close = kernel_control_close,
};
