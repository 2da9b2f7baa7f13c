// SPDX-License-Identifier: GPL-2.0-only
/*
 * enable.c - markctl enable, markctl disable: probes of a process, or of the kernel, come and go
 */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "user/markctl/command.h"
#include "user/markctl/near.h"
#include "user/markctl/control/session.h"
#include "user/lib/text.h"

enum {
	OPT_IF = 256,
	OPT_EVERY,
	OPT_RATE,
	OPT_TID,
	OPT_LATER,
};

struct change {
	struct session session;
	const struct command *command;
	bool enables;
	const char *probe; /* NAME[,ARG] */
	const char *condition, *every, *rate, *tid;
	bool later;
	json_object *results;
};

static void add_quoted(FILE *out, const char *text)
{
	char *quoted = malloc(MARKER_QUOTED_MAX(strlen(text)));

	if (quoted)
		fwrite(quoted, 1, marker_line_quote(quoted, text), out);
	free(quoted);
}

/* NAME,ARG as NAME=ARG. */
static void add_probe(FILE *out, const char *probe)
{
	char *copy = strdup(probe), *comma = copy ? strchr(copy, ',') : NULL;

	if (comma)
		*comma = '=';
	fputc(' ', out);
	add_quoted(out, copy ? copy : "");
	free(copy);
}

static void add_option(FILE *out, const char *key, const char *value)
{
	if (!value)
		return;
	fprintf(out, " %s=", key);
	add_quoted(out, value);
}

/* NULL if there is no memory. */
static char *make_command(const struct change *change, const char *glob)
{
	size_t size;
	char *text = NULL;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	fprintf(out, "%s ", change->command->name);
	add_quoted(out, glob);
	if (change->probe)
		add_probe(out, change->probe);
	add_option(out, "if", change->condition);
	add_option(out, "every", change->every);
	add_option(out, "rate", change->rate);
	add_option(out, "tid", change->tid);
	if (change->later)
		fprintf(out, " later=1");
	if (fclose(out)) {
		free(text);
		return NULL;
	}
	return text;
}

static void add_near(struct change *change, const char *glob)
{
	char *why = change->session.why;
	struct near near = { .nr = 0 };
	struct session session = change->session;
	struct reply reply;
	size_t i, used = strlen(why);

	if (session_request(&session, "list", &reply))
		return;
	for (i = 0; i < reply.nr; i++)
		if (reply_is(&reply.lines[i], "marker"))
			near_add(&near, glob, reply_value(&reply.lines[i], "name"));
	for (i = 0; i < near.nr && used < sizeof(change->session.why); i++)
		used += snprintf(why + used, sizeof(change->session.why) - used, "%s%s",
				 i ? ", " : "; there is ", near.names[i]);
	reply_free(&reply);
}

static void tell(const struct change *change, const char *glob, const struct marker_line *ok)
{
	if (!change->enables) {
		printf("%s: %s disconnected\n", glob, reply_value(ok, "disconnected"));
		return;
	}
	printf("%s: %s sites on\n", glob, reply_value(ok, "matched"));
	reply_warn(ok, glob);
}

static void add_result(struct change *change, const char *glob, const struct marker_line *ok,
		       int err)
{
	json_object *object;

	if (!change->results)
		return;
	object = ok ? reply_json(ok) : json_object_new_object();
	json_object_object_add(object, "glob", json_text(glob));
	if (err) {
		json_object_object_add(object, "error", json_text(strerrorname_np(-err)));
		json_object_object_add(object, "text", json_text(change->session.why));
	}
	json_object_array_add(change->results, object);
}

static int change_one(struct change *change, const char *glob)
{
	char *command = make_command(change, glob);
	const struct marker_line *ok;
	struct reply reply;
	int ret;

	if (!command) {
		fprintf(stderr, "markctl: %s\n", strerror(ENOMEM));
		return EXIT_SYSTEM;
	}
	ret = session_request(&change->session, command, &reply);
	free(command);
	if (ret) {
		if (ret == -ENOENT && change->enables)
			add_near(change, glob);
		add_result(change, glob, NULL, ret);
		return session_fail(&change->session, change->command->name, ret);
	}
	ok = &reply.lines[reply.nr - 1];
	add_result(change, glob, ok, 0);
	if (!change->results)
		tell(change, glob, ok);
	reply_free(&reply);
	return 0;
}

static int change_all(struct change *change, char **globs, int nr)
{
	int i, status = session_open(&change->session);
	json_object *root;

	if (status)
		return status;
	if (change->session.json)
		change->results = json_object_new_array();
	for (i = 0; i < nr; i++) {
		int one = change_one(change, globs[i]);

		status = status ? status : one;
	}
	session_close(&change->session);
	if (!change->results)
		return status;
	root = json_object_new_object();
	json_object_object_add(root, "version", json_object_new_int(1));
	json_object_object_add(root, "results", change->results);
	return command_json(root, status);
}

static int take_option(struct change *change, int c, char *arg)
{
	switch (c) {
	case 'P':
		change->probe = arg;
		return 0;
	case OPT_IF:
		change->condition = arg;
		return 0;
	case OPT_EVERY:
		change->every = arg;
		return 0;
	case OPT_RATE:
		/* "N/s" is how people say it. */
		if (strlen(arg) > 2 && !strcmp(arg + strlen(arg) - 2, "/s"))
			arg[strlen(arg) - 2] = '\0';
		change->rate = arg;
		return 0;
	case OPT_TID:
		change->tid = arg;
		return 0;
	case OPT_LATER:
		change->later = true;
		return 0;
	default:
		return session_option(&change->session, c, arg);
	}
}

static int change_command(struct change *change, int argc, char **argv, const struct option *longs)
{
	int c;

	while ((c = getopt_long(argc, argv, SESSION_SHORTS "P:", longs, NULL)) != -1) {
		if (c == 'h')
			return command_help(change->command);
		if (take_option(change, c, optarg))
			return command_usage(change->command);
	}
	if (optind == argc)
		return command_usage(change->command);
	return change_all(change, argv + optind, argc - optind);
}

static int run_enable(int argc, char **argv)
{
	static const struct option longs[] = {
		SESSION_LONGS,
		{ "probe", required_argument, NULL, 'P' },
		{ "if", required_argument, NULL, OPT_IF },
		{ "every", required_argument, NULL, OPT_EVERY },
		{ "rate", required_argument, NULL, OPT_RATE },
		{ "tid", required_argument, NULL, OPT_TID },
		{ "later", no_argument, NULL, OPT_LATER },
		{ NULL, 0, NULL, 0 },
	};
	struct change change = { .command = &enable_command, .enables = true, .probe = "count" };

	return change_command(&change, argc, argv, longs);
}

static int run_disable(int argc, char **argv)
{
	static const struct option longs[] = {
		SESSION_LONGS,
		{ "probe", required_argument, NULL, 'P' },
		{ NULL, 0, NULL, 0 },
	};
	struct change change = { .command = &disable_command };

	return change_command(&change, argc, argv, longs);
}

const struct command enable_command = {
	.name = "enable",
	.usage =
		"GLOB... (-p PID | -k) [--probe NAME[,ARG]] [--if CONDITION] [--every N] [--rate N]\n"
		"                      [--tid N] [--later] [--json]",
	.summary = "connect a probe to markers of a process or of the kernel",
	.help = SESSION_HELP
	"  -P, --probe NAME[,ARG]  what is called; count unless told\n"
	"      --if CONDITION      only hits whose arguments are so: 'len > 100 && name == \"x\"'\n"
	"      --every N           only one of N hits\n"
	"      --rate N[/s]        at most N hits a second\n"
	"      --tid N             only hits of one thread\n"
	"      --later             also if there is no such marker yet\n",
	.run = run_enable,
};

const struct command disable_command = {
	.name = "disable",
	.usage = "GLOB... (-p PID | -k) [--probe NAME] [--json]",
	.summary = "disconnect what was connected to a name or pattern",
	.help = SESSION_HELP "  -P, --probe NAME        that probe alone\n",
	.run = run_disable,
};
