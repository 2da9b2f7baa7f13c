// SPDX-License-Identifier: GPL-2.0-only
/*
 * goal_json.c - a goal as JSON
 *
 *	{ "tool": "markbench", "version": 1, "host": { host_report.c }, "seed": n, "full": bool,
 *	  "goals": [ { "id": "S1", "what": ..., "verdict": "ok" | "short", "error": ..., "rounds": n,
 *		       "parts": [ { "what": ..., "unit": ..., "limit": x, "measured": INTERVAL,
 *				    "verdict": "ok" | "short" | "missing",
 *				    "interval_holds_limit": bool, "note": ...,
 *				    "missing": ..., "peer": true } ] } ] }
 *
 * A part with "missing" has no "measured"; with "peer" it is missing because a peer or a right is, and
 * the goal is not short for it.  "note" says what the figure cannot be told from.
 */
#include <string.h>

#include "../json.h"

#include "goal.h"

static void add_measured(struct json_object *json, const struct goal_part *part)
{
	const struct stat_interval *m = &part->measured;

	json_add_interval(json, "measured", m);
	json_object_object_add(json, "interval_holds_limit",
			       json_object_new_boolean(m->low <= part->limit &&
						       part->limit < m->high));
	json_add_string(json, "note", part->note);
}

static void add_missing(struct json_object *json, const struct goal_part *part)
{
	json_add_string(json, "missing", part->missing);
	if (part->peer)
		json_object_object_add(json, "peer", json_object_new_boolean(true));
}

static struct json_object *part_json(const struct goal_part *part)
{
	struct json_object *json = json_object_new_object();

	json_add_string(json, "what", part->what);
	/* Units are printed right behind figures, some with a space. */
	json_add_string(json, "unit", part->unit + strspn(part->unit, " "));
	json_object_object_add(json, "limit", json_object_new_double(part->limit));
	if (part->missing[0]) {
		json_add_string(json, "verdict", "missing");
		add_missing(json, part);
		return json;
	}
	json_add_string(json, "verdict", goal_part_is_short(part) ? "short" : "ok");
	add_measured(json, part);
	return json;
}

/**
 * goal_json() - a goal that was measured
 * @ret:	what its measure() returned
 *
 * Return: the object, to be put.
 */
struct json_object *goal_json(const struct goal *goal, const struct goal_report *report, int ret)
{
	struct json_object *json = json_object_new_object(), *parts = json_object_new_array();
	unsigned int i;

	json_add_string(json, "id", goal->id);
	json_add_string(json, "what", goal->what);
	json_add_string(json, "verdict", ret || goal_is_short(report) ? "short" : "ok");
	if (ret)
		json_add_string(json, "error", strerror(-ret));
	json_object_object_add(json, "rounds", json_object_new_int((int)report->rounds));
	for (i = 0; i < report->nr; i++)
		json_object_array_add(parts, part_json(&report->parts[i]));
	json_object_object_add(json, "parts", parts);
	return json;
}
