// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * command.c - list, status, enable, disable
 *
 * A reply is lines of a word and key=value pairs, and a last one that begins with "ok" or "error".
 *
 * Locking: marker_named_lock() around a status, os_lock() by marker_for_each().
 */
#include "command.h"
#include "cost.h"
#include "request.h"
#include "../named_user.h"
#include "../plugin.h"
#include "../registry.h"

#include <time.h>
#include <unistd.h>

struct walk {
	struct marker_reply *reply;
	const char *glob;
	unsigned int nr;
};

/* ---- list ---------------------------------------------------------------------------------------- */

static void add_kinds(struct marker_reply *reply, const struct marker_status *status)
{
	const char *before = " kinds=";
	unsigned int kind;

	for (kind = 0; kind < MARKER_NR_KINDS; kind++) {
		if (!status->sites[kind])
			continue;
		marker_reply_add(reply, "%s%s", before, marker_kind_name(kind));
		before = ",";
	}
}

static unsigned int count_sites(const struct marker_status *status)
{
	unsigned int kind, nr = 0;

	for (kind = 0; kind < MARKER_NR_KINDS; kind++)
		nr += status->sites[kind];
	return nr;
}

static void add_marker(struct marker_reply *reply, const struct marker_status *status)
{
	marker_reply_add(reply, "marker");
	marker_reply_add_quoted(reply, "name", status->info.name);
	marker_reply_add_quoted(reply, "format", status->info.format);
	marker_reply_add(reply, " sites=%u on=%u probes=%u missed=%lu", count_sites(status),
			 status->on, status->probes, status->missed);
}

static int list_marker(const struct marker_status *status, void *data)
{
	struct walk *walk = data;

	if (!marker_glob_match(walk->glob, status->info.name))
		return 0;
	add_marker(walk->reply, status);
	add_kinds(walk->reply, status);
	marker_reply_add(walk->reply, "\n");
	walk->nr++;
	return walk->reply->full;
}

static void list(const struct marker_request *request, struct marker_reply *reply)
{
	struct walk walk = { .reply = reply, .glob = request->glob };
	int ret = marker_for_each(list_marker, &walk);

	if (ret < 0)
		marker_reply_error(reply, ret, "%s", strerror(-ret));
	else
		marker_reply_add(reply, "ok markers=%u\n", walk.nr);
}

/* ---- status -------------------------------------------------------------------------------------- */

static const char *rcu_flavour(void)
{
	return urcu_bp_has_sys_membarrier ? "liburcu-bp, membarrier" : "liburcu-bp, full barriers";
}

static void add_process(struct marker_reply *reply, u64 ps_per_hit)
{
	marker_reply_add(reply, "process pid=%d", getpid());
	marker_reply_add_quoted(reply, "program", program_invocation_short_name);
	marker_reply_add_quoted(reply, "patching", marker_patch_mode());
	marker_reply_add_quoted(reply, "rcu", rcu_flavour());
	marker_reply_add(reply, " cpu_ns=%llu ps_per_hit=%llu\n",
			 (unsigned long long)marker_clock_ns(CLOCK_PROCESS_CPUTIME_ID),
			 (unsigned long long)ps_per_hit);
}

/* Hits of a connection that is older than the process, which a fork() made, are others' too. */
static void add_share(struct marker_reply *reply, const struct marker_named_connection *connection,
		      u64 hits, u64 ps_per_hit)
{
	u64 cpu_ns = marker_clock_ns(CLOCK_PROCESS_CPUTIME_ID) - connection->since_cpu_ns;

	marker_reply_add(reply, " cpu_ns=%llu", (unsigned long long)cpu_ns);
	if (connection->inherited || !cpu_ns)
		return;
	marker_reply_add(reply, " percent=%.4f", hits * 1e-3 * ps_per_hit / cpu_ns * 100);
}

static void add_trace(struct marker_reply *reply, const struct marker_named_status *status)
{
	if (!status->dir || !status->trace)
		return;
	marker_reply_add_quoted(reply, "dir", status->dir);
	marker_reply_add_quoted(reply, "trace", status->trace);
}

static void add_connection(struct marker_reply *reply,
			   const struct marker_named_connection *connection, u64 ps_per_hit)
{
	struct marker_named_status status;
	u64 age_ns = marker_clock_ns(CLOCK_MONOTONIC) - connection->since_ns;

	marker_reply_add(reply, "connection");
	marker_reply_add_quoted(reply, "glob", connection->glob);
	marker_reply_add_quoted(reply, "probe", connection->probe->name);
	marker_reply_add_quoted(reply, "arg", connection->arg);
	if (connection->before) {
		marker_reply_add_quoted(reply, "filter", connection->filter);
		marker_reply_add(reply, " stopped=%llu",
				 (unsigned long long)marker_named_stopped(connection));
	}
	marker_reply_add(reply, " age_ns=%llu", (unsigned long long)age_ns);
	if (!marker_named_status(connection, NULL, &status)) {
		marker_reply_add(reply, " hits=%lu dropped=%lu", status.hits, status.dropped);
		add_share(reply, connection, status.hits + marker_named_stopped(connection),
			  ps_per_hit);
		add_trace(reply, &status);
	}
	marker_reply_add(reply, "\n");
}

/* Each probe that counts has seen the same hits, if it was there as long: the most is taken. */
static void add_hits(struct marker_reply *reply, const struct marker_info *info)
{
	const struct marker_named_connection *connection;
	struct marker_named_status status;
	unsigned long hits = 0, dropped = 0;
	bool counted = false, known = false;

	for (connection = marker_named_first(); connection; connection = connection->next) {
		if (!marker_glob_match(connection->glob, info->name) ||
		    marker_named_status(connection, info, &status))
			continue;
		hits = status.hits > hits ? status.hits : hits;
		dropped = status.dropped > dropped ? status.dropped : dropped;
		counted |= !status.dropped_only;
		known = true;
	}
	if (counted)
		marker_reply_add(reply, " hits=%lu", hits);
	if (known)
		marker_reply_add(reply, " dropped=%lu", dropped);
}

static int add_connected(const struct marker_status *status, void *data)
{
	struct walk *walk = data;

	if (!status->probes && !status->missed)
		return 0;
	add_marker(walk->reply, status);
	add_hits(walk->reply, &status->marker->info);
	marker_reply_add(walk->reply, "\n");
	walk->nr++;
	return walk->reply->full;
}

static void status(struct marker_reply *reply)
{
	const struct marker_named_connection *connection;
	struct walk walk = { .reply = reply };
	u64 ps_per_hit = 0;
	unsigned int nr = 0;
	int ret = marker_cost_measure(&ps_per_hit);

	add_process(reply, ps_per_hit);
	marker_named_lock();
	for (connection = marker_named_first(); connection; connection = connection->next, nr++)
		add_connection(reply, connection, ps_per_hit);
	if (!ret)
		ret = marker_for_each(add_connected, &walk);
	marker_named_unlock();
	if (ret < 0)
		marker_reply_error(reply, ret, "%s", strerror(-ret));
	else
		marker_reply_add(reply, "ok connections=%u markers=%u\n", nr, walk.nr);
}

/* ---- enable, disable ----------------------------------------------------------------------------- */

static void explain_enable(const struct marker_request *request, struct marker_reply *reply,
			   int err, const struct marker_result *result)
{
	if (err == -EEXIST)
		marker_reply_error(reply, err, "'%s' is connected to '%s' already", request->probe,
				   request->glob);
	else if (result->reason[0])
		marker_reply_error(reply, err, "%s", result->reason);
	else if (result->mismatched)
		marker_reply_error(reply, err,
				   "%u sites have another format than the first of their line",
				   result->mismatched);
	else
		marker_reply_error(reply, err, "'%s' cannot be connected: %s", request->probe,
				   strerror(-err));
}

static void add_result(struct marker_reply *reply, const struct marker_result *result)
{
	marker_reply_add(reply, "ok matched=%u mismatched=%u failed=%u pending=%u", result->matched,
			 result->mismatched, result->failed, result->pending);
	if (result->reason[0])
		marker_reply_add_quoted(reply, "reason", result->reason);
	marker_reply_add(reply, "\n");
}

static void add_number(struct marker_reply *text, const char *key, u64 value)
{
	if (value)
		marker_reply_add(text, " %s=%llu", key, (unsigned long long)value);
}

static bool has_filter(const struct marker_request *request)
{
	return request->condition || request->every || request->rate || request->tid;
}

/* The filter as text behind a blank, to be freed; NULL if there is no memory. */
static char *filter_text(const struct marker_request *request)
{
	struct marker_reply text = { .limit = MARKER_REPLY_MAX };

	if (request->condition)
		marker_reply_add_quoted(&text, "if", request->condition);
	add_number(&text, "every", request->every);
	add_number(&text, "rate", request->rate);
	add_number(&text, "tid", request->tid);
	return text.text;
}

static void enable_probe(const struct marker_request *request,
			 const struct marker_named_probe *probe, struct marker_reply *reply)
{
	char *filter = has_filter(request) ? filter_text(request) : NULL;
	struct marker_named_request named = {
		.glob = request->glob,
		.probe = probe,
		.arg = request->arg,
		.later = request->later,
		.filtered = has_filter(request),
		.condition = request->condition,
		.every = request->every,
		.rate = request->rate,
		.tid = request->tid,
		.filter_text = filter ? filter + 1 : "",
	};
	struct marker_result result = { .reason = "" };
	int ret = -ENOMEM;

	if (filter || !named.filtered)
		ret = marker_named_enable(&named, &result);
	if (ret == -ENOENT && result.pending)
		marker_reply_error(reply, ret, "no marker matches '%s'", request->glob);
	else if (ret < 0)
		explain_enable(request, reply, ret, &result);
	else
		add_result(reply, &result);
	free(filter);
}

static void enable(const struct marker_request *request, struct marker_reply *reply)
{
	const struct marker_named_probe *probe;
	char why[512];

	probe = marker_plugin_find(request->probe, why, sizeof(why));
	if (probe)
		enable_probe(request, probe, reply);
	else
		marker_reply_error(reply, -ENXIO, "%s", why);
}

static void disable(const struct marker_request *request, struct marker_reply *reply)
{
	int ret = marker_named_disable(request->glob, request->probe);

	if (ret == -ENOENT)
		marker_reply_error(reply, ret, "nothing is connected to '%s'%s%s", request->glob,
				   request->probe ? " by " : "",
				   request->probe ? request->probe : "");
	else if (ret < 0)
		marker_reply_error(reply, ret, "disconnected, but nothing can be freed: %s",
				   strerror(-ret));
	else
		marker_reply_add(reply, "ok disconnected=%d\n", ret);
}

void marker_command_execute(char *line, struct marker_reply *reply)
{
	struct marker_request request;
	const char *why;
	int ret = marker_request_parse(line, &request, &why);

	if (ret) {
		marker_reply_error(reply, ret, "%s", why);
		return;
	}
	switch (request.verb) {
	case MARKER_VERB_LIST:
		list(&request, reply);
		break;
	case MARKER_VERB_STATUS:
		status(reply);
		break;
	case MARKER_VERB_ENABLE:
		enable(&request, reply);
		break;
	default:
		disable(&request, reply);
		break;
	}
}
