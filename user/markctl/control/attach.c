// SPDX-License-Identifier: GPL-2.0-only
/*
 * attach.c - commands to a process's agent, and what takes them back
 */
#include "user/markctl/control/attach.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "user/markctl/command.h"
#include "user/markctl/control/session.h"
#include "marker/agent/line.h"

/* A blank and a word, quoted. */
static void add_word(FILE *out, const char *word)
{
	char *quoted = malloc(MARKER_QUOTED_MAX(strlen(word)));

	if (!quoted)
		return;
	marker_line_quote(quoted, word);
	fprintf(out, " %s", quoted);
	free(quoted);
}

static void add_option(FILE *out, const char *key, const char *value)
{
	char *quoted = value ? malloc(MARKER_QUOTED_MAX(strlen(value))) : NULL;

	if (!quoted)
		return;
	marker_line_quote(quoted, value);
	fprintf(out, " %s=%s", key, quoted);
	free(quoted);
}

/* To be freed; NULL if there is no memory. */
static char *make_command(const char *verb, const char *glob, const char *probe,
			  const struct attach_filter *filter)
{
	size_t size = 0;
	char *text = NULL;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	fputs(verb, out);
	add_word(out, glob);
	if (probe)
		add_word(out, probe);
	if (filter) {
		add_option(out, "if", filter->condition);
		add_option(out, "every", filter->every);
		add_option(out, "rate", filter->rate);
		add_option(out, "tid", filter->tid);
	}
	if (fclose(out)) {
		free(text);
		return NULL;
	}
	return text;
}

/* @reply: to be freed; empty on an error */
static int ask(struct attach *attach, const char *command, struct reply *reply, char *why,
	       size_t why_size)
{
	struct session session = { .control = &control_process, .handle = attach->client };
	int err = session_request(&session, command, reply);

	attach->refused = err != 0;
	if (err)
		snprintf(why, why_size, "%s", session.why);
	return err;
}

/* Asked before, because a probe that is opened for nothing leaves an empty trace behind. */
static int find_markers(struct attach *attach, const char *glob, char *why, size_t why_size)
{
	char *command = make_command("list", glob, NULL, NULL);
	struct reply reply = { .nr = 0 };
	int err = -ENOMEM;

	snprintf(why, why_size, "%s", strerror(ENOMEM));
	if (command)
		err = ask(attach, command, &reply, why, why_size);
	if (!err && !strcmp(reply_value(&reply.lines[reply.nr - 1], "markers"), "0")) {
		snprintf(why, why_size, "no marker matches '%s'", glob);
		attach->refused = true;
		err = -ENOENT;
	}
	free(command);
	reply_free(&reply);
	return err;
}

int attach_open(struct attach *attach, pid_t pid, char *why, size_t why_size)
{
	*attach = (struct attach){ .pid = pid };
	children_of(&attach->children, pid);
	return client_open(&attach->client, pid, why, why_size);
}

static int enable(struct attach *attach, const char *glob, const char *command, char *why,
		  size_t why_size)
{
	struct reply reply;
	int err = find_markers(attach, glob, why, why_size);

	if (!err)
		err = ask(attach, command, &reply, why, why_size);
	if (err)
		return err;
	reply_warn(&reply.lines[reply.nr - 1], glob);
	reply_free(&reply);
	return 0;
}

int attach_status(const struct attach *attach)
{
	return attach->refused ? EXIT_REFUSED : EXIT_PROCESS;
}

int attach_enable(struct attach *attach, const char *glob, const char *probe,
		  const struct attach_filter *filter, char *why, size_t why_size)
{
	char *command = make_command("enable", glob, probe, filter);
	char *undo = make_command("disable", glob, probe, NULL);
	int err = -ENOMEM;

	if (attach->nr == ATTACH_MAX)
		err = -E2BIG;
	if (err == -E2BIG || !command || !undo)
		snprintf(why, why_size, "%s", strerror(-err));
	else
		err = enable(attach, glob, command, why, why_size);
	free(command);
	if (err)
		free(undo);
	else
		attach->undo[attach->nr++] = undo;
	return err;
}

void attach_pause(struct attach *attach)
{
	client_close(attach->client);
	attach->client = NULL;
}

/* The process has ended, or runs another program now. */
static bool is_gone(int err)
{
	return err == -EPIPE || err == -ECONNRESET || err == -ESRCH || err == -ENOEXEC;
}

static int take_back(struct attach *attach, char *why, size_t why_size)
{
	struct reply reply;
	size_t i;
	int err = 0;

	if (!attach->client)
		err = client_open(&attach->client, attach->pid, why, why_size);
	for (i = attach->nr; i > 0 && !err; i--) {
		err = ask(attach, attach->undo[i - 1], &reply, why, why_size);
		reply_free(&reply);
		/* Somebody else has taken it back already. */
		if (err == -ENOENT)
			err = 0;
	}
	return is_gone(err) ? 0 : err;
}

int attach_detach(struct attach *attach, char *why, size_t why_size)
{
	int err = attach->nr ? take_back(attach, why, why_size) : 0;

	attach_pause(attach);
	attach->detached = true;
	return err;
}

int attach_close(struct attach *attach, char *why, size_t why_size)
{
	int err = attach->detached ? 0 : attach_detach(attach, why, why_size);

	children_tell(&attach->children, attach->undo, attach->nr);
	while (attach->nr)
		free(attach->undo[--attach->nr]);
	return err;
}
