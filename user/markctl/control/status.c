// SPDX-License-Identifier: GPL-2.0-only
/*
 * status.c - markctl status: how a process, or the kernel, is instrumented at this moment
 */
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "user/markctl/read/columns.h"
#include "user/markctl/command.h"
#include "user/markctl/control/session.h"
#include "user/markctl/control/status_recorded.h"
#include "user/lib/text.h"

static void print_fact(const struct marker_line *line, const char *label, const char *key)
{
	char escaped[1024];

	text_escape(escaped, sizeof(escaped), reply_value(line, key));
	if (escaped[0])
		printf("%-14s%s\n", label, escaped);
}

static void print_process(const struct session *session, const struct marker_line *line)
{
	const char *cost = reply_value(line, "ps_per_hit"), *cpu = reply_value(line, "cpu_ns");

	if (session->pid)
		printf("%-14s%d\n", "process", (int)session->pid);
	print_fact(line, "program", "program");
	print_fact(line, "patching", "patching");
	print_fact(line, "RCU", "rcu");
	if (*cpu)
		printf("%-14s%.3f s\n", "CPU time", strtod(cpu, NULL) * 1e-9);
	if (*cost)
		printf("%-14s%.1f ns, and what the probe takes\n", "a hit",
		       strtod(cost, NULL) * 1e-3);
}

static void add_or_dash(struct columns *columns, const char *value)
{
	columns_add(columns, *value ? value : "-");
}

static void add_seconds(struct columns *columns, const char *ns)
{
	char text[32] = "-";

	if (*ns)
		snprintf(text, sizeof(text), "%.1f", strtod(ns, NULL) * 1e-9);
	columns_add(columns, text);
}

static void add_probe(struct columns *columns, const struct marker_line *line)
{
	const char *arg = reply_value(line, "arg"), *filter = reply_value(line, "filter");
	char text[1024];

	snprintf(text, sizeof(text), "%s%s%s%s%s", reply_value(line, "probe"), *arg ? "=" : "", arg,
		 *filter ? " " : "", filter);
	columns_add(columns, text);
}

static int print_connections(const struct reply *reply)
{
	static const char *const headings[] = { "CONNECTED", "AGE s", "HITS",
						"DROPPED",   "CPU %", "PROBE" };
	struct columns columns = { .nr = 6, .right = "-rrrr-" };
	size_t i;

	for (i = 0; i < columns.nr; i++)
		columns_add(&columns, headings[i]);
	for (i = 0; i < reply->nr; i++) {
		const struct marker_line *line = &reply->lines[i];

		if (!reply_is(line, "connection"))
			continue;
		columns_add(&columns, reply_value(line, "glob"));
		add_seconds(&columns, reply_value(line, "age_ns"));
		add_or_dash(&columns, reply_value(line, "hits"));
		add_or_dash(&columns, reply_value(line, "dropped"));
		add_or_dash(&columns, reply_value(line, "percent"));
		add_probe(&columns, line);
	}
	printf("\n");
	return columns_print(&columns, stdout);
}

static void add_number(struct columns *columns, bool is_known, uint64_t number)
{
	char text[32] = "-";

	if (is_known)
		snprintf(text, sizeof(text), "%" PRIu64, number);
	columns_add(columns, text);
}

static void add_marker(struct columns *columns, const struct reply *reply,
		       const struct marker_line *line, const struct recorded_traces *traces)
{
	static const char *const keys[] = { "dropped", "missed", "on", "sites", "probes" };
	uint64_t events, hits;
	int known = recorded_of(traces, reply, line, &events, &hits);
	size_t i;

	columns_add(columns, reply_value(line, "name"));
	if (*reply_value(line, "hits"))
		columns_add(columns, reply_value(line, "hits"));
	else
		add_number(columns, known > 1, hits);
	add_number(columns, known, events);
	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		add_or_dash(columns, reply_value(line, keys[i]));
}

static int print_markers(const struct reply *reply, const struct recorded_traces *traces)
{
	static const char *const headings[] = { "MARKER", "HITS", "RECORDED", "DROPPED",
						"MISSED", "ON",	  "SITES",    "PROBES" };
	struct columns columns = { .nr = 8, .right = "-rrrrrrr" };
	size_t i;

	for (i = 0; i < columns.nr; i++)
		columns_add(&columns, headings[i]);
	for (i = 0; i < reply->nr; i++)
		if (reply_is(&reply->lines[i], "marker"))
			add_marker(&columns, reply, &reply->lines[i], traces);
	printf("\n");
	return columns_print(&columns, stdout);
}

static int print_text(const struct session *session, const struct reply *reply,
		      const struct recorded_traces *traces)
{
	size_t i;

	for (i = 0; i < reply->nr; i++)
		if (reply_is(&reply->lines[i], "process"))
			print_process(session, &reply->lines[i]);
	return print_connections(reply) || print_markers(reply, traces) ? EXIT_SYSTEM : 0;
}

static json_object *markers_json(const struct reply *reply, const struct recorded_traces *traces)
{
	json_object *array = json_object_new_array(), *marker;
	uint64_t events, hits;
	size_t i;
	int known;

	for (i = 0; i < reply->nr; i++) {
		if (!reply_is(&reply->lines[i], "marker"))
			continue;
		marker = reply_json(&reply->lines[i]);
		known = recorded_of(traces, reply, &reply->lines[i], &events, &hits);
		if (known > 1 && !*reply_value(&reply->lines[i], "hits"))
			json_object_object_add(marker, "hits", json_object_new_uint64(hits));
		if (known)
			json_object_object_add(marker, "recorded", json_object_new_uint64(events));
		json_object_array_add(array, marker);
	}
	return array;
}

static int print_json(const struct session *session, const struct reply *reply,
		      const struct recorded_traces *traces)
{
	json_object *root = json_object_new_object(), *process = NULL;
	size_t i;

	for (i = 0; i < reply->nr && !process; i++)
		if (reply_is(&reply->lines[i], "process"))
			process = reply_json(&reply->lines[i]);
	json_object_object_add(root, "version", json_object_new_int(1));
	json_object_object_add(root, "pid",
			       session->pid ? json_object_new_int(session->pid) : NULL);
	json_object_object_add(root, "process", process);
	json_object_object_add(root, "connections", reply_json_all(reply, "connection"));
	json_object_object_add(root, "markers", markers_json(reply, traces));
	return command_json(root, 0);
}

static int print(const struct session *session, const struct reply *reply)
{
	struct recorded_traces traces;
	int ret;

	if (recorded_read(&traces, session->pid, reply))
		ret = EXIT_SYSTEM;
	else
		ret = session->json ? print_json(session, reply, &traces) :
				      print_text(session, reply, &traces);
	recorded_free(&traces);
	return ret;
}

static int show(struct session *session)
{
	struct reply reply;
	int ret = session_open(session);

	if (ret)
		return ret;
	ret = session_request(session, "status", &reply);
	if (ret)
		ret = session_fail(session, "status", ret);
	else
		ret = print(session, &reply);
	reply_free(&reply);
	session_close(session);
	return ret;
}

static int run(int argc, char **argv)
{
	static const struct option longs[] = {
		SESSION_LONGS,
		{ NULL, 0, NULL, 0 },
	};
	struct session session = { .pid = 0 };
	int c;

	while ((c = getopt_long(argc, argv, SESSION_SHORTS, longs, NULL)) != -1) {
		if (c == 'h')
			return command_help(&status_command);
		if (session_option(&session, c, optarg))
			return command_usage(&status_command);
	}
	return optind == argc ? show(&session) : command_usage(&status_command);
}

const struct command status_command = {
	.name = "status",
	.usage = "(-p PID | -k) [--json]",
	.summary = "how a process or the kernel is instrumented at this moment",
	.help = SESSION_HELP,
	.run = run,
};
