// SPDX-License-Identifier: GPL-2.0-only
/*
 * Verdicts as JSON.
 *
 * Numbers are written with the digits of the table (cell_text.h), and what has no figure is null: a
 * reader sees what a human sees, and never "nan".  Members and rows always come in the same order.
 */
#include "user/markdiff/out/json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "user/markdiff/remarks/command.h"
#include "user/markdiff/out/json_add.h"
#include "user/markdiff/out/json_aa.h"
#include "user/markdiff/out/verdicts.h"
#include "user/markdiff/rows/row_key.h"

/* ---- runs ---- */

struct json_object *out_json_run(const struct verdict_report *r, uint32_t file)
{
	const struct profile *p = &r->diff->profiles[file];
	const struct perfdata_counts *counts = perfdata_counts(p->pd);
	const struct perfdata_info *info = perfdata_info(p->pd);
	struct json_object *o = json_object_new_object();
	char digits[CELL_SIZE], *command = command_text(info);

	add_text(o, "file", p->path);
	add_count(o, "samples", counts->samples);
	add_count(o, "lost", counts->lost);
	cell_number(p->span_ns / 1e9, 3, digits);
	add(o, "seconds", number(p->span_ns, digits));
	if (r->nr_events)
		add_plain(o, "work", r->events[0].observation.work[file]);
	else
		add(o, "work", NULL);
	add_text(o, "program", command_program(info));
	add_text(o, "command", command && *command ? command : NULL);
	add_text(o, "kernel", info->os_release);
	add_text(o, "cpu", info->cpu_desc ? info->cpu_desc : info->cpu_id);
	free(command);
	return o;
}

static struct json_object *side(const struct verdict_report *r, enum side which)
{
	const struct sides *s = &r->diff->options->verdicts.sides;
	struct json_object *o = json_object_new_object(), *runs = json_object_new_array();
	uint32_t i;

	for (i = 0; i < s->nr[which]; i++)
		json_object_array_add(runs, out_json_run(r, side_first(s, which) + i));
	add(o, "runs", runs);
	return o;
}

/* ---- options, remarks ---- */

static struct json_object *excluded(const struct filter *filter)
{
	struct json_object *list = json_object_new_array();
	uint32_t i;

	for (i = 0; i < filter->nr; i++)
		json_object_array_add(list, json_text(filter->values[i]));
	return list;
}

static struct json_object *keys(const struct options *options)
{
	struct json_object *list = json_object_new_array();
	uint32_t i;

	for (i = 0; i < options->nr_keys; i++)
		json_object_array_add(list, json_text(key_info(options->keys[i])->name));
	return list;
}

static const char *method_of(const struct verdict_options *v)
{
	if (v->sides.paired)
		return method_name(METHOD_PAIRED);
	if (v->aa)
		return method_name(METHOD_WELCH);
	return method_name(v->sides.nr[SIDE_BASE] > 1 || v->sides.nr[SIDE_NEW] > 1 ? METHOD_WELCH :
										     METHOD_SINGLE);
}

static void add_work(struct json_object *to, const struct work *work)
{
	static const char *const names[] = { "run", "units", "time" };
	char text[256];

	snprintf(text, sizeof(text), "event:%s", work->event ? work->event : "");
	add_text(to, "work", work->kind == WORK_EVENT ? text : names[work->kind]);
}

static struct json_object *options(const struct options *options)
{
	const struct verdict_options *v = &options->verdicts;
	struct json_object *o = json_object_new_object();

	add_text(o, "method", method_of(v));
	add_plain(o, "confidence", v->confidence);
	add_plain(o, "fdr", v->fdr);
	add_text(o, "adjust", v->by ? "by" : "bh");
	add_plain(o, "tolerance", v->tolerance);
	add_plain(o, "abs_tolerance", v->abs_tolerance);
	add_plain(o, "dispersion", v->dispersion);
	add_plain(o, "min_samples", v->min_samples);
	add_work(o, &v->work);
	add_count(o, "bootstrap", v->replicates);
	add_count(o, "seed", v->seed);
	add_text(o, "order", options->children ? "inclusive" : "self");
	add(o, "keys", keys(options));
	add(o, "excluded", excluded(&v->excluded));
	return o;
}

static struct json_object *remark_list(const struct remarks *remarks)
{
	static const char *const weights[] = { "detail", "careful", "wrong" };
	struct json_object *list = json_object_new_array(), *o;
	uint32_t i;

	for (i = 0; i < remarks->nr; i++) {
		o = json_object_new_object();
		add_text(o, "weight", weights[remarks->list[i].weight]);
		add_text(o, "text", remarks->list[i].text);
		json_object_array_add(list, o);
	}
	return list;
}

/* ---- figures ---- */

static void add_cell(struct json_object *to, const char *name, const struct event_report *e,
		     const struct figures *f, enum figure_cell cell)
{
	char digits[CELL_SIZE];
	bool known = cell_text(&e->unit, f, cell, digits);

	add(to, name, number(known, digits));
}

static struct json_object *run_costs(const struct event_report *e, const struct figures *f,
				     enum side which)
{
	struct json_object *list = json_object_new_array();
	char digits[CELL_SIZE];
	uint32_t i;
	bool known;

	for (i = 0; i < e->observation.nr_files; i++) {
		if (e->table.sides[i] != which)
			continue;
		known = cell_cost(&e->unit, f->costs[i].value, digits);
		json_object_array_add(list, number(known, digits));
	}
	return list;
}

static struct json_object *runs_of(const struct event_report *e, const struct figures *f)
{
	struct json_object *o = json_object_new_object();

	add(o, "base", run_costs(e, f, SIDE_BASE));
	add(o, "new", run_costs(e, f, SIDE_NEW));
	return o;
}

static struct json_object *interval(const struct event_report *e, const struct figures *f,
				    enum figure_cell value, enum figure_cell low,
				    enum figure_cell high)
{
	struct json_object *o = json_object_new_object();

	add_cell(o, "value", e, f, value);
	add_cell(o, "low", e, f, low);
	add_cell(o, "high", e, f, high);
	return o;
}

static struct json_object *share(const struct event_report *e, const struct figures *f)
{
	struct json_object *o;

	if (!f->share.known)
		return NULL;
	o = json_object_new_object();
	add_cell(o, "base", e, f, CELL_SHARE_BASE);
	add_cell(o, "new", e, f, CELL_SHARE_NEW);
	add_cell(o, "difference", e, f, CELL_SHARE_DIFFERENCE);
	add_cell(o, "low", e, f, CELL_SHARE_LOW);
	add_cell(o, "high", e, f, CELL_SHARE_HIGH);
	add_cell(o, "p", e, f, CELL_SHARE_P);
	add_cell(o, "q", e, f, CELL_SHARE_Q);
	return o;
}

/* What gave the interval, of costs; NULL where there is none. */
static const char *interval_name(const struct event_report *e, const struct figures *f)
{
	if (!f->tested)
		return NULL;
	if (f->from == INTERVAL_OF_METHOD)
		return method_name(e->table.method);
	return f->from == INTERVAL_OF_BCA ? "bca" : "percentile";
}

static struct json_object *figures(const struct event_report *e, const struct figures *f)
{
	struct json_object *o = json_object_new_object();

	add_cell(o, "base", e, f, CELL_BASE);
	add_cell(o, "new", e, f, CELL_NEW);
	add(o, "runs", runs_of(e, f));
	add(o, "difference",
	    interval(e, f, CELL_DIFFERENCE, CELL_DIFFERENCE_LOW, CELL_DIFFERENCE_HIGH));
	add(o, "ratio", interval(e, f, CELL_RATIO, CELL_RATIO_LOW, CELL_RATIO_HIGH));
	add(o, "share", share(e, f));
	add_cell(o, "p", e, f, CELL_P);
	add_cell(o, "q", e, f, CELL_Q);
	add_cell(o, "detectable", e, f, CELL_DETECTABLE);
	add_text(o, "interval", interval_name(e, f));
	add(o, "tested", json_object_new_boolean(f->tested));
	add_text(o, "verdict", verdict_name(f->verdict));
	add_text(o, "reason", figures_reason(&e->table, f));
	return o;
}

/* ---- rows ---- */

static void skip_blanks(const char **text)
{
	while (**text == ' ')
		(*text)++;
}

/* A symbol's mode is a member of its own; its prefix is the address where there is no name. */
static struct json_object *key_value(const struct hist *h, const struct row *row, uint32_t i)
{
	char prefix[ROW_KEY_PREFIX];
	const char *name = row_key_text(h, row, i, prefix), *begin = prefix;
	struct json_object *value;
	char *text;

	if (h->options->keys[i] == KEY_SYMBOL)
		begin = *name ? "" : prefix + strlen("[.] ");
	skip_blanks(&begin);
	if (asprintf(&text, "%s%s", begin, name) < 0)
		return NULL;
	value = json_text(text);
	free(text);
	return value;
}

struct json_object *out_json_keys(const struct hist *h, const struct row *row)
{
	struct json_object *o = json_object_new_object();
	uint32_t i;

	for (i = 0; i < h->options->nr_keys; i++)
		add(o, key_info(h->options->keys[i])->name, key_value(h, row, i));
	return o;
}

const char *out_json_mode(uint32_t mode)
{
	switch (mode) {
	case PERFDATA_MODE_USER:
		return "user";
	case PERFDATA_MODE_KERNEL:
		return "kernel";
	case PERFDATA_MODE_GUEST_USER:
		return "guest user";
	case PERFDATA_MODE_GUEST_KERNEL:
		return "guest";
	case PERFDATA_MODE_HYPERVISOR:
		return "hypervisor";
	default:
		return "unknown";
	}
}

static struct json_object *row(const struct event_report *e, const struct verdict_row *r)
{
	static const char *const presence[] = { "both", "new", "gone" };
	struct json_object *o = json_object_new_object(), *samples = json_object_new_object();
	const struct row *of = r->observed->row;

	add(o, "keys", of ? out_json_keys(&e->observation.hist, of) : json_object_new_object());
	add_text(o, "mode", of ? out_json_mode(of->mode) : NULL);
	add_text(o, "presence", presence[r->presence]);
	add_count(samples, "base", r->samples[SIDE_BASE]);
	add_count(samples, "new", r->samples[SIDE_NEW]);
	add(o, "samples", samples);
	add(o, "self", figures(e, &r->figures[COST_SELF]));
	if (of && e->observation.nr_kinds > COST_INCLUSIVE)
		add(o, "inclusive", figures(e, &r->figures[COST_INCLUSIVE]));
	return o;
}

/* ---- markers ---- */

static struct json_object *percent(double value)
{
	char digits[CELL_SIZE];
	bool known = cell_percent(value, digits);

	return number(known, digits);
}

/* With the change in percent of the total, which other rows have no member for. */
static struct json_object *marker_figures(const struct event_report *e, const struct figures *f)
{
	struct json_object *o = figures(e, f), *of_total = json_object_new_object();
	struct marker_percent p = marker_percent(&e->table, f);

	add(of_total, "value", percent(p.value));
	add(of_total, "low", percent(p.interval.low));
	add(of_total, "high", percent(p.interval.high));
	add(o, "percent", of_total);
	return o;
}

static struct json_object *marker_row(const struct event_report *e, const struct marker_cost *m)
{
	struct json_object *o = json_object_new_object();

	add_text(o, "marker", m->group->markers);
	add_text(o, "function", m->group->function);
	add_text(o, "dso", dso_short_name(m->group->object->dso));
	add_count(o, "sites", m->group->nr_sites);
	add(o, "figures", marker_figures(e, &m->figures));
	return o;
}

static struct json_object *markers(const struct event_report *e)
{
	struct json_object *o = json_object_new_object(), *of = json_object_new_object();
	struct json_object *rows = json_object_new_array();
	uint32_t i;

	add(o, "total", marker_figures(e, &e->markers.total));
	add(of, "library", marker_figures(e, &e->markers.library));
	add(of, "functions", marker_figures(e, &e->markers.functions));
	add(o, "of", of);
	for (i = 0; i < e->markers.nr; i++)
		json_object_array_add(rows, marker_row(e, &e->markers.rows[i]));
	add(o, "rows", rows);
	return o;
}

/* ---- events ---- */

struct json_object *out_json_drift(const struct drift *d)
{
	struct json_object *o;
	char digits[CELL_SIZE];
	bool known;

	if (!d->tested)
		return NULL;
	o = json_object_new_object();
	known = cell_number(100 * d->relative, 2, digits);
	add(o, "percent", number(known, digits));
	known = cell_probability(d->p, digits);
	add(o, "p", number(known, digits));
	return o;
}

static struct json_object *event(const struct verdict_report *r, const struct event_report *e)
{
	struct json_object *o = json_object_new_object(), *rows = json_object_new_array();
	struct json_object *drifts = json_object_new_object();
	uint32_t i;

	add_text(o, "name", e->event->name);
	add_text(o, "unit", e->unit.name);
	add_text(o, "per", verdict_report_per(r));
	add(o, "total", row(e, &e->table.total));
	for (i = 0; i < e->table.nr; i++)
		json_object_array_add(rows, row(e, &e->table.rows[i]));
	add(o, "rows", rows);
	add(drifts, "base", out_json_drift(&e->table.drift[SIDE_BASE]));
	add(drifts, "new", out_json_drift(&e->table.drift[SIDE_NEW]));
	add(o, "drift", drifts);
	if (r->diff->options->verdicts.markers)
		add(o, "markers", markers(e));
	return o;
}

static struct json_object *gate(const struct verdict_report *r)
{
	const struct verdict_options *v = &r->diff->options->verdicts;
	struct json_object *o = json_object_new_object(), *reasons = json_object_new_array();
	uint32_t i;

	add_plain(o, "percent", v->gate_percent);
	add_text(o, "inconclusive", v->inconclusive_passes ? "pass" : "fail");
	add_text(o, "result", gate_result_name(r->gate.result));
	add(o, "exit", json_object_new_int(r->gate.status));
	for (i = 0; i < r->gate.nr; i++)
		json_object_array_add(reasons, json_text(r->gate.reasons[i]));
	add(o, "reasons", reasons);
	return o;
}

struct json_object *out_json_make(const struct verdict_report *r)
{
	struct json_object *o = json_object_new_object(), *self = json_object_new_object();
	struct json_object *events = json_object_new_array();
	uint32_t i;

	if (!o || !self || !events)
		return NULL;
	add(self, "schema", json_object_new_int(JSON_SCHEMA));
	add_text(self, "version", r->version);
	add_text(self, "command", r->command);
	add(o, "markdiff", self);
	if (r->diff->options->verdicts.aa) {
		out_json_add_aa(o, r);
	} else {
		add(o, "base", side(r, SIDE_BASE));
		add(o, "new", side(r, SIDE_NEW));
	}
	add(o, "options", options(r->diff->options));
	add(o, "remarks", remark_list(&r->remarks));
	for (i = 0; i < r->nr_events; i++)
		json_object_array_add(events, r->diff->options->verdicts.aa ?
						      out_json_aa_event(r, &r->events[i]) :
						      event(r, &r->events[i]));
	add(o, "events", events);
	if (r->diff->options->verdicts.gate)
		add(o, "gate", gate(r));
	return o;
}

int out_json(FILE *out, const struct verdict_report *r)
{
	struct json_object *o = out_json_make(r);
	const char *text;

	if (!o)
		return -ENOMEM;
	text = json_object_to_json_string_ext(o, JSON_C_TO_STRING_PRETTY |
							 JSON_C_TO_STRING_PRETTY_TAB |
							 JSON_C_TO_STRING_NOSLASHESCAPE);
	if (text)
		fprintf(out, "%s\n", text);
	json_object_put(o);
	if (!text)
		return -ENOMEM;
	return ferror(out) ? -EIO : 0;
}
