// SPDX-License-Identifier: GPL-2.0-only
/*
 * What --aa has in its JSON.  Digits are those of the text.
 */
#include "user/markdiff/out/json_aa.h"

#include "user/markdiff/out/json_add.h"
#include "user/markdiff/out/aa.h"
#include "user/markdiff/out/json.h"

static void add_percent(struct json_object *to, const char *name, double part)
{
	char digits[CELL_SIZE];
	bool known = cell_percent(100 * part, digits);

	add(to, name, number(known, digits));
}

void out_json_add_aa(struct json_object *to, const struct verdict_report *r)
{
	struct json_object *runs = json_object_new_array(), *splits = json_object_new_object();
	const struct aa *aa = &r->aa;
	uint32_t i;

	for (i = 0; i < r->diff->options->nr_files; i++)
		json_object_array_add(runs, out_json_run(r, i));
	add(to, "runs", runs);
	add_count(splits, "number", aa->splits.nr);
	if (aa->possible == UINT64_MAX)
		add(splits, "possible", NULL);
	else
		add_count(splits, "possible", aa->possible);
	add_count(splits, "per_side", aa->per_side);
	add_count(splits, "seed", r->diff->options->verdicts.seed);
	add(to, "splits", splits);
}

/* ---- rates ---- */

static struct json_object *rate(const struct verdict_report *r, const struct aa_rate *rate)
{
	struct json_object *o = json_object_new_object();
	char digits[CELL_SIZE];
	bool known;

	add_count(o, "splits", rate->splits);
	known = aa_rate_text(rate->splits, r->aa.splits.nr, digits);
	add(o, "splits_percent", number(known, digits));
	add_count(o, "rows", rate->rows);
	add_count(o, "tested", rate->tested);
	known = aa_rate_text(rate->rows, rate->tested, digits);
	add(o, "rows_percent", number(known, digits));
	return o;
}

static struct json_object *rates(const struct verdict_report *r, const struct aa_rate *of)
{
	struct json_object *o = json_object_new_object();

	add(o, "costs", rate(r, &of[AA_COSTS]));
	add(o, "shares", rate(r, &of[AA_SHARES]));
	add(o, "verdicts", rate(r, &of[AA_VERDICTS]));
	return o;
}

/* ---- sizes ---- */

static struct json_object *size(const struct aa_size *s)
{
	struct json_object *o = json_object_new_object();

	add_plain(o, "from", s->from);
	add_count(o, "rows", s->rows);
	add_percent(o, "half", s->half);
	add_percent(o, "halves", s->within);
	add_percent(o, "detectable", s->detectable);
	add_count(o, "costs", s->found);
	return o;
}

static struct json_object *sizes(const struct aa_size *of)
{
	struct json_object *list = json_object_new_array();
	uint32_t i;

	for (i = 0; i < NR_AA_SIZES; i++)
		json_object_array_add(list, size(&of[i]));
	return list;
}

static struct json_object *needs(const struct aa_event *e)
{
	struct json_object *list = json_object_new_array(), *o;
	uint32_t i;

	for (i = 0; i < NR_AA_NEEDS; i++) {
		o = json_object_new_object();
		add_count(o, "per_side", e->needs[i].per_side);
		add_percent(o, "detectable", e->needs[i].detectable);
		json_object_array_add(list, o);
	}
	return list;
}

/* ---- rows ---- */

static struct json_object *figures(const struct event_report *e, const struct aa_figures *f,
				   const struct cost *costs)
{
	static const char *const names[NR_AA_CELLS] = { "cost",	    "share",  "scatter",
							"sampling", "halves", "detectable" };
	struct json_object *o = json_object_new_object(), *runs = json_object_new_array();
	char digits[CELL_SIZE];
	uint32_t i;
	bool known;

	for (enum aa_cell cell = 0; cell < NR_AA_CELLS; cell++) {
		known = aa_cell_text(&e->unit, f, cell, digits);
		add(o, names[cell], number(known, digits));
	}
	for (i = 0; i < e->observation.nr_files; i++) {
		known = cell_cost(&e->unit, costs[i].value, digits);
		json_object_array_add(runs, number(known, digits));
	}
	add(o, "runs", runs);
	add_count(o, "tested", f->tested);
	add_count(o, "costs", f->found[AA_COSTS]);
	add_count(o, "shares", f->found[AA_SHARES]);
	add_count(o, "verdicts", f->found[AA_VERDICTS]);
	return o;
}

static struct json_object *row(const struct event_report *e, const struct aa_row *r)
{
	struct json_object *o = json_object_new_object();
	const struct row *of = r->observed->row;

	add(o, "keys", of ? out_json_keys(&e->observation.hist, of) : json_object_new_object());
	add_text(o, "mode", of ? out_json_mode(of->mode) : NULL);
	add(o, "self", figures(e, &r->figures[COST_SELF], r->observed->costs[COST_SELF]));
	if (of && e->observation.nr_kinds > COST_INCLUSIVE)
		add(o, "inclusive",
		    figures(e, &r->figures[COST_INCLUSIVE], r->observed->costs[COST_INCLUSIVE]));
	return o;
}

/* ---- events ---- */

static struct json_object *noise(const struct event_report *e, enum cost_kind kind,
				 const struct verdict_report *r)
{
	struct json_object *o = json_object_new_object();

	add(o, "false", rates(r, e->aa.rates[kind]));
	add(o, "sizes", sizes(e->aa.sizes[kind]));
	return o;
}

struct json_object *out_json_aa_event(const struct verdict_report *r, const struct event_report *e)
{
	struct json_object *o = json_object_new_object(), *rows = json_object_new_array();
	uint32_t i;

	add_text(o, "name", e->event->name);
	add_text(o, "unit", e->unit.name);
	add_text(o, "per", verdict_report_per(r));
	add(o, "total", row(e, &e->aa.total));
	add(o, "total_false", rates(r, e->aa.total_rates));
	add(o, "needs", needs(&e->aa));
	add(o, "self", noise(e, COST_SELF, r));
	if (e->observation.nr_kinds > COST_INCLUSIVE)
		add(o, "inclusive", noise(e, COST_INCLUSIVE, r));
	for (i = 0; i < e->aa.nr; i++)
		json_object_array_add(rows, row(e, &e->aa.rows[i]));
	add(o, "rows", rows);
	add(o, "drift", out_json_drift(&e->aa.drift));
	return o;
}
