// SPDX-License-Identifier: GPL-2.0-only
/*
 * compare_report.c - a comparison as text and as JSON
 *
 *	{ "tool": "markbench", "version": 1, "level": 0.05, "adjusted_by": "Holm",
 *	  "warnings": [ ..., ... ],
 *	  "figures": [ { "name": ..., "event": ..., "over": ..., "first": INTERVAL, "second": INTERVAL,
 *			 "change": INTERVAL, "floor": x, "p": x, "p_adjusted": x,
 *			 "verdict": "same" | "faster" | "slower" | "fewer" | "more" | "cannot tell",
 *			 "why": ... } ],
 *	  "alone": [ { "name": ..., "why": ... } ] }
 */
#include "compare_report.h"

#include <math.h>

#include <string.h>

#include "../json.h"

static const char *verdict_name(const struct figure *figure)
{
	static const char *const names[][2] = {
		[COMPARE_UNTOLD] = { "cannot tell", "cannot tell" },
		[COMPARE_SAME] = { "same", "same" },
		[COMPARE_LESS] = { "faster", "fewer" },
		[COMPARE_MORE] = { "slower", "more" },
	};

	return names[figure->verdict][figure->event != NULL];
}

/* ---- text ---------------------------------------------------------------------------------- */

static bool is_told(const struct figure *figure)
{
	return figure->verdict == COMPARE_LESS || figure->verdict == COMPARE_MORE;
}

static void print_figure(const struct figure *figure, FILE *file)
{
	char change[32] = "~", ratio[32] = "-";

	if (is_told(figure)) {
		snprintf(change, sizeof(change), "%+.3f", figure->change.mid);
		if (!figure->base && figure->first.mid > 0)
			snprintf(ratio, sizeof(ratio), "%.3f",
				 figure->second.mid / figure->first.mid);
	}
	fprintf(file, "%-30s %10.3f %10.3f %10s [%+.3f, %+.3f] %6s  %s", figure->name,
		figure->first.mid, figure->second.mid, change, figure->change.low,
		figure->change.high, ratio, verdict_name(figure));
	if (figure->why)
		fprintf(file, ": %s", figure->why);
	fputc('\n', file);
}

static bool is_of(const struct figure *figure, const char *event, bool over)
{
	return !figure->base == !over && !figure->event == !event &&
	       (!event || !strcmp(figure->event, event));
}

static void print_table(const struct comparison *comparison, const char *event, bool over,
			FILE *file)
{
	bool any = false;
	char title[64];
	unsigned int i;

	snprintf(title, sizeof(title), "%.40s%s", event ? event : "core cycles a site",
		 over ? ", over its base" : "");
	for (i = 0; i < comparison->nr; i++) {
		const struct figure *figure = &comparison->figures[i];

		if (!is_of(figure, event, over))
			continue;
		if (!any)
			fprintf(file, "\n%-30s %10s %10s %10s %s\n", title, "first", "second",
				"change", "[95 %]            ratio  verdict");
		any = true;
		print_figure(figure, file);
	}
}

static void print_count(const struct comparison *comparison, bool events, FILE *file)
{
	fprintf(file, "%u %s, %u %s, %u the same, %u cannot be told",
		compare_count(comparison, events, COMPARE_LESS), events ? "fewer" : "faster",
		compare_count(comparison, events, COMPARE_MORE), events ? "more" : "slower",
		compare_count(comparison, events, COMPARE_SAME),
		compare_count(comparison, events, COMPARE_UNTOLD));
}

/** compare_print() - tables of figures, rows that are alone, and how many of each verdict */
void compare_print(const struct comparison *comparison, const struct saved *first, FILE *file)
{
	unsigned int i;

	print_table(comparison, NULL, false, file);
	print_table(comparison, NULL, true, file);
	for (i = 0; i < first->run.nr_events; i++) {
		print_table(comparison, first->run.events[i].event->name, false, file);
		print_table(comparison, first->run.events[i].event->name, true, file);
	}
	if (comparison->nr_alone)
		fputc('\n', file);
	for (i = 0; i < comparison->nr_alone; i++)
		fprintf(file, "%-30s %s\n", comparison->alone[i].name, comparison->alone[i].why);
	fputs("\ncycles: ", file);
	print_count(comparison, false, file);
	if (first->run.nr_events) {
		fputs("; events: ", file);
		print_count(comparison, true, file);
	}
	fputc('\n', file);
}

/* ---- JSON ---------------------------------------------------------------------------------- */

static struct json_object *figure_json(const struct figure *figure)
{
	struct json_object *json = json_object_new_object();

	json_add_string(json, "name", figure->name);
	json_add_string(json, "event", figure->event);
	json_add_string(json, "over", figure->base);
	json_add_interval(json, "first", &figure->first);
	json_add_interval(json, "second", &figure->second);
	json_add_interval(json, "change", &figure->change);
	json_add_number(json, "floor", figure->floor);
	json_add_number(json, "p", figure->p);
	json_add_number(json, "p_adjusted", figure->adjusted);
	json_add_string(json, "verdict", verdict_name(figure));
	json_add_string(json, "why", figure->why);
	return json;
}

static struct json_object *alone_json(const struct alone *alone)
{
	struct json_object *json = json_object_new_object();

	json_add_string(json, "name", alone->name);
	json_add_string(json, "why", alone->why);
	return json;
}

/**
 * compare_json() - a comparison as an object
 *
 * Return: the object, to be put.
 */
struct json_object *compare_json(const struct comparison *comparison,
				 const struct compare_warnings *warnings)
{
	struct json_object *json = json_object_new_object(), *texts = json_object_new_array();
	struct json_object *figures = json_object_new_array(), *alone = json_object_new_array();
	unsigned int i;

	for (i = 0; i < warnings->nr; i++)
		json_object_array_add(texts, json_object_new_string(warnings->text[i]));
	for (i = 0; i < comparison->nr; i++)
		json_object_array_add(figures, figure_json(&comparison->figures[i]));
	for (i = 0; i < comparison->nr_alone; i++)
		json_object_array_add(alone, alone_json(&comparison->alone[i]));
	json_add_string(json, "tool", "markbench");
	json_object_object_add(json, "version", json_object_new_int(1));
	json_add_number(json, "level", COMPARE_LEVEL);
	json_add_string(json, "adjusted_by", "Holm");
	json_object_object_add(json, "warnings", texts);
	json_object_object_add(json, "figures", figures);
	json_object_object_add(json, "alone", alone);
	return json;
}
