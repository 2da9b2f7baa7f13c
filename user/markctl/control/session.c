// SPDX-License-Identifier: GPL-2.0-only
/*
 * session.c - from options to a connection, from a command to the lines of its reply
 */
#include "user/markctl/control/session.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "user/markctl/command.h"
#include "user/lib/text.h"

static int parse_pid(const char *text, pid_t *pid)
{
	char *end;
	long value;

	errno = 0;
	value = strtol(text, &end, 10);
	if (errno || end == text || *end || value <= 0 || value > INT_MAX) {
		fprintf(stderr, "markctl: -p '%s': not the number of a process\n", text);
		return -EINVAL;
	}
	*pid = (pid_t)value;
	return 0;
}

int session_option(struct session *session, int c, const char *arg)
{
	switch (c) {
	case 'p':
		return parse_pid(arg, &session->pid);
	case 'k':
		session->kernel = true;
		return 0;
	case 'j':
		session->json = true;
		return 0;
	default:
		return -EINVAL;
	}
}

/* What the exit status tells apart: nobody to speak to, a refusal, the system. */
static int status_of(int err)
{
	switch (err) {
	case -ESRCH:
	case -EACCES:
	case -ENOEXEC:
	case -ECONNREFUSED:
	case -ECONNRESET:
	case -EPIPE:
	case -EPROTO:
	case -ETIMEDOUT:
		return EXIT_PROCESS;
	case -ENOMEM:
		return EXIT_SYSTEM;
	default:
		return EXIT_REFUSED;
	}
}

int session_fail(const struct session *session, const char *what, int err)
{
	char escaped[sizeof(session->why) * 4];

	text_escape(escaped, sizeof(escaped), session->why);
	fprintf(stderr, "markctl: %s%s%s\n", what, *what ? ": " : "", escaped);
	return status_of(err);
}

int session_open(struct session *session)
{
	int ret;

	if (session->kernel == (session->pid != 0)) {
		fprintf(stderr, "markctl: one of -p PID and -k is needed\n");
		return EXIT_USAGE;
	}
	session->control = session->kernel ? control_of_kernel() : &control_process;
	if (!session->control) {
		fprintf(stderr, "markctl: -k: built without control of the kernel\n");
		return EXIT_SYSTEM;
	}
	ret = session->control->open(&session->handle, session->pid, session->why,
				     sizeof(session->why));
	if (!ret)
		return 0;
	session_fail(session, "", ret);
	return EXIT_PROCESS;
}

void session_close(struct session *session)
{
	if (session->control)
		session->control->close(session->handle);
}

static size_t count_lines(const char *text)
{
	size_t nr = 0;

	while ((text = strchr(text, '\n'))) {
		text++;
		nr++;
	}
	return nr;
}

static int split_lines(struct session *session, struct reply *reply)
{
	char *at = reply->text, *end;

	reply->lines = calloc(count_lines(at) + 1, sizeof(*reply->lines));
	if (!reply->lines)
		return -ENOMEM;
	while ((end = strchr(at, '\n'))) {
		*end = '\0';
		if (marker_line_parse(at, &reply->lines[reply->nr]) ||
		    !reply->lines[reply->nr].nr) {
			snprintf(session->why, sizeof(session->why), "a reply that is none");
			return -EPROTO;
		}
		reply->nr++;
		at = end + 1;
	}
	return 0;
}

int session_request(struct session *session, const char *command, struct reply *reply)
{
	FILE *out;
	int ret;

	memset(reply, 0, sizeof(*reply));
	snprintf(session->why, sizeof(session->why), "%s", strerror(ENOMEM));
	out = open_memstream(&reply->text, &reply->size);
	if (!out)
		return -ENOMEM;
	ret = session->control->request(session->handle, command, out, session->why,
					sizeof(session->why));
	if (fclose(out) && !ret)
		ret = -ENOMEM;
	if (!ret)
		ret = split_lines(session, reply);
	if (ret)
		reply_free(reply);
	return ret;
}

void reply_free(struct reply *reply)
{
	free(reply->lines);
	free(reply->text);
	memset(reply, 0, sizeof(*reply));
}

const char *reply_value(const struct marker_line *line, const char *key)
{
	const char *value = marker_line_value(line, key);

	return value ? value : "";
}

bool reply_is(const struct marker_line *line, const char *kind)
{
	return !strcmp(line->words[0], kind);
}

void reply_warn(const struct marker_line *ok, const char *glob)
{
	unsigned long failed = strtoul(reply_value(ok, "failed"), NULL, 10);
	unsigned long mismatched = strtoul(reply_value(ok, "mismatched"), NULL, 10);
	const char *reason = reply_value(ok, "reason");

	if (failed)
		fprintf(stderr, "markctl: %s: %lu sites could not be switched: %s\n", glob, failed,
			reason);
	else if (*reason)
		fprintf(stderr, "markctl: %s: the condition fits no marker: %s\n", glob, reason);
	if (mismatched)
		fprintf(stderr,
			"markctl: %s: %lu sites stay off: another format of that line and name\n",
			glob, mismatched);
}

/* Keys whose values are text, also where they look like numbers. */
static bool is_text(const char *key)
{
	static const char *const keys[] = { "name",  "format", "program", "patching", "rcu",
					    "glob",  "probe",  "arg",	  "filter",   "reason",
					    "kinds", "if",     "dir",	  "trace" };
	size_t i;

	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (!strcmp(keys[i], key))
			return true;
	return false;
}

static json_object *json_value(const char *key, const char *value)
{
	unsigned long long number;
	double real;
	char *end;

	if (is_text(key) || !*value)
		return json_text(value);
	number = strtoull(value, &end, 10);
	if (!*end)
		return json_object_new_uint64(number);
	real = strtod(value, &end);
	return *end ? json_text(value) : json_object_new_double_s(real, value);
}

json_object *reply_json(const struct marker_line *line)
{
	json_object *object = json_object_new_object();
	unsigned int i;

	for (i = 1; i < line->nr; i++) {
		char *word = line->words[i], *sign = strchr(word, '=');

		if (!sign)
			continue;
		*sign = '\0';
		json_object_object_add(object, word, json_value(word, sign + 1));
		*sign = '=';
	}
	return object;
}

json_object *reply_json_all(const struct reply *reply, const char *kind)
{
	json_object *array = json_object_new_array();
	size_t i;

	for (i = 0; i < reply->nr; i++)
		if (reply_is(&reply->lines[i], kind))
			json_object_array_add(array, reply_json(&reply->lines[i]));
	return array;
}
