// SPDX-License-Identifier: GPL-2.0-only
/*
 * Values of the options of verdicts.
 *
 * A threshold that is no number, or infinite, would let everything pass: "nan" is never exceeded.
 * So each number is read to its end, and has a range that is said where it is refused.
 */
#include "user/markdiff/options/verdict.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "user/markdiff/options/values.h"
#include "user/markdiff/out/outputs.h"
#include "user/page/page.h"

void verdict_options_defaults(struct verdict_options *v)
{
	*v = (struct verdict_options){
		.fdr = 0.05,
		.confidence = 0.95,
		.tolerance = 1,
		.dispersion = 1.3,
		.min_samples = 10,
		.seed = 1,
	};
}

void verdict_options_free(struct verdict_options *v)
{
	free(v->work.units);
	filter_free(&v->excluded);
	v->work.units = NULL;
}

/* ---- sides ---- */

static const char *wrong_sides(const struct verdict_options *v)
{
	const struct sides *s = &v->sides;

	if (!s->nr[SIDE_BASE])
		return "no runs of the baseline; give --runs A... --vs B...";
	if (!s->nr[SIDE_NEW] && s->named)
		return "no runs after --vs; give --runs A... --vs B...";
	if (!s->nr[SIDE_NEW])
		return "which of the files are of the baseline is not said; give --runs A... --vs "
		       "B...";
	if (s->paired && s->nr[SIDE_BASE] != s->nr[SIDE_NEW])
		return "--pairs needs as many runs after --vs as before";
	if (s->paired && s->nr[SIDE_BASE] < 2)
		return "--pairs needs two pairs or more; of single runs give --verdicts A B";
	return NULL;
}

/* Files are divided at random, so that nothing goes with it that needs two sides. */
static const char *wrong_aa(const struct verdict_options *v, uint32_t nr_files)
{
	if (v->sided)
		return "--aa divides the files itself; leave out --runs, --vs, --pairs and "
		       "--verdicts";
	if (v->markers)
		return "--aa is of runs of one build, whose markers cost nothing more; leave out "
		       "--markers";
	if (v->html.asked)
		return "--aa has no page; give --json";
	if (v->replicates)
		return "--aa is of the tests of runs; leave out --bootstrap";
	if (v->allow_single)
		return "--aa has two runs a side or more; leave out --allow-single";
	if (nr_files < AA_MIN_FILES)
		return "--aa needs 4 runs of one build or more: two sides of two runs; give --aa "
		       "FILE FILE FILE FILE...";
	return NULL;
}

/* What would be without effect. */
static const char *wrong_random(const struct verdict_options *v)
{
	if (v->nr_splits && !v->aa)
		return "--splits is of --aa; give that, or leave it out";
	if (v->seeded && !v->aa && !v->replicates)
		return "--seed is of --aa and --bootstrap; give one of them, or leave it out";
	if (v->replicates && v->sides.paired)
		return "--bootstrap draws the runs of each side apart; give --runs instead of "
		       "--pairs, or leave it out";
	return NULL;
}

void verdict_options_check(const struct verdict_options *v, uint32_t nr_files, char *message)
{
	const char *what = v->aa ? wrong_aa(v, nr_files) : wrong_sides(v);

	if (!what)
		what = wrong_random(v);
	if (what)
		snprintf(message, OPTIONS_MESSAGE, "%s", what);
	else if (v->work.nr_units > 1 && v->work.nr_units != nr_files)
		snprintf(message, OPTIONS_MESSAGE,
			 "--work has %u numbers, but there are %u files; give one, or one for "
			 "each, those of the baseline first",
			 v->work.nr_units, nr_files);
}

int value_verdicts(struct options *o, const char *text, char *why)
{
	o->verdicts.sided = true;
	return 0;
}

int value_runs(struct options *o, const char *text, char *why)
{
	o->given.side = SIDE_BASE;
	o->verdicts.sided = true;
	return 0;
}

int value_vs(struct options *o, const char *text, char *why)
{
	o->given.side = SIDE_NEW;
	o->verdicts.sided = true;
	o->verdicts.sides.named = true;
	return 0;
}

int value_pairs(struct options *o, const char *text, char *why)
{
	o->verdicts.sides.paired = true;
	return value_runs(o, text, why);
}

int value_aa(struct options *o, const char *text, char *why)
{
	o->verdicts.aa = true;
	return 0;
}

/* ---- numbers ---- */

static int wrong(char *why, const char *what, const char *value, const char *hint)
{
	snprintf(why, OPTION_WHY, "%s '%.300s'; %s", what, value, hint);
	return -EINVAL;
}

/* A decimal number, and nothing else; @end gets what follows it. */
static bool read_number(const char *text, double *value, const char **end)
{
	char *after;

	if (!isdigit((unsigned char)*text) && *text != '.')
		return false;
	if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
		return false;
	*value = strtod(text, &after);
	*end = after;
	return after != text && isfinite(*value);
}

static int take_number(double *to, const char *text, double low, double high, char *why,
		       const char *hint)
{
	const char *end;
	double value;

	if (!read_number(text, &value, &end) || *end || value < low || value > high)
		return wrong(why, "bad number", text, hint);
	*to = value;
	return 0;
}

/* Digits, and nothing else. */
static int take_count(uint64_t *to, const char *text, uint64_t low, uint64_t high, char *why,
		      const char *hint)
{
	uint64_t value;
	char *end;

	errno = 0;
	value = strtoull(text, &end, 10);
	if (!isdigit((unsigned char)*text) || *end || errno || value < low || value > high)
		return wrong(why, "bad number", text, hint);
	*to = value;
	return 0;
}

int value_splits(struct options *o, const char *text, char *why)
{
	uint64_t nr = 0;
	int err = take_count(&nr, text, 1, SPLITS_MAX, why, "give a number from 1 to 5000");

	o->verdicts.nr_splits = nr;
	return err;
}

int value_bootstrap(struct options *o, const char *text, char *why)
{
	const char *hint = "give a number from 100 to 1000000, then perhaps ,bca or ,percentile";
	const char *comma = text ? strchr(text, ',') : NULL;
	char digits[24];
	uint64_t nr = 0;
	int err;

	o->verdicts.replicates = REPLICATES_DEFAULT;
	o->verdicts.percentile = comma && !strcmp(comma, ",percentile");
	if (!text)
		return 0;
	if (comma && !o->verdicts.percentile && strcmp(comma, ",bca") != 0)
		return wrong(why, "bad bootstrap", text, hint);
	snprintf(digits, sizeof(digits), "%.*s", comma ? (int)(comma - text) : 23, text);
	err = take_count(&nr, digits, REPLICATES_MIN, REPLICATES_MAX, why, hint);
	o->verdicts.replicates = nr;
	return err;
}

int value_seed(struct options *o, const char *text, char *why)
{
	o->verdicts.seeded = true;
	return take_count(&o->verdicts.seed, text, 0, UINT64_MAX, why,
			  "give a whole number, 0 or more");
}

/* ---- work ---- */

static int add_units(struct work *w, double value)
{
	double *units = realloc(w->units, (w->nr_units + 1) * sizeof(*units));

	if (!units)
		return -ENOMEM;
	w->units = units;
	units[w->nr_units++] = value;
	return 0;
}

static int parse_units(struct work *w, const char *text, char *why)
{
	const char *at = text, *end;
	double value;
	int err;

	w->kind = WORK_UNITS;
	w->nr_units = 0;
	do {
		if (!read_number(at, &value, &end) || !(value > 0) || (*end && *end != ','))
			return wrong(why, "bad work", text,
				     "give a number above 0, or one for each file: 100,120; or "
				     "time; or event:NAME");
		err = add_units(w, value);
		at = end + 1;
	} while (!err && *end);
	return err;
}

int value_work(struct options *o, const char *text, char *why)
{
	struct work *w = &o->verdicts.work;

	if (!strcmp(text, "time")) {
		w->kind = WORK_TIME;
		return 0;
	}
	if (!strncmp(text, "event:", 6)) {
		if (!text[6])
			return wrong(why, "no event in", text, "give event:NAME");
		w->kind = WORK_EVENT;
		w->event = text + 6;
		return 0;
	}
	return parse_units(w, text, why);
}

int value_excluded(struct options *o, const char *text, char *why)
{
	int err = filter_parse(&o->verdicts.excluded, text);

	return err ? wrong(why, strerror(-err), text, "give NAME,NAME... or file://PATH") : 0;
}

/* ---- what a verdict needs ---- */

#define NEARLY_1 0.999999

int value_fdr(struct options *o, const char *text, char *why)
{
	return take_number(&o->verdicts.fdr, text, 1e-6, 0.5, why,
			   "give a rate from 0.000001 to 0.5, such as 0.05");
}

int value_confidence(struct options *o, const char *text, char *why)
{
	return take_number(&o->verdicts.confidence, text, 0.5, NEARLY_1, why,
			   "give a part of 1 from 0.5 to 0.999999, such as 0.95");
}

int value_tolerance(struct options *o, const char *text, char *why)
{
	return take_number(&o->verdicts.tolerance, text, 0, 1e6, why,
			   "give percent, 0 or more, such as 1");
}

int value_abs_tolerance(struct options *o, const char *text, char *why)
{
	return take_number(&o->verdicts.abs_tolerance, text, 0, 1e18, why,
			   "give a cost, 0 or more, in the event's own unit (ns for clocks)");
}

int value_dispersion(struct options *o, const char *text, char *why)
{
	return take_number(&o->verdicts.dispersion, text, 1, 1000, why,
			   "give how much samples vary, from 1 (independent) to 1000");
}

int value_min_samples(struct options *o, const char *text, char *why)
{
	return take_number(&o->verdicts.min_samples, text, 1, 1e15, why,
			   "give a number of samples, 1 or more");
}

/* ---- gate, outputs ---- */

int value_gate(struct options *o, const char *text, char *why)
{
	o->verdicts.gate = true;
	return take_number(&o->verdicts.gate_percent, text, 0, 1e6, why,
			   "give percent, 0 or more and finite, such as 2");
}

int value_inconclusive(struct options *o, const char *text, char *why)
{
	o->verdicts.inconclusive_passes = !strcmp(text, "pass");
	if (o->verdicts.inconclusive_passes || !strcmp(text, "fail"))
		return 0;
	return wrong(why, "unknown word", text, "give pass or fail");
}

int value_html(struct options *o, const char *text, char *why)
{
	if (!*text)
		return wrong(why, "no file", text, "give --html=FILE");
	if (page_left_out()) {
		snprintf(why, OPTION_WHY, "%s", page_left_out());
		return -EINVAL;
	}
	o->verdicts.html = (struct destination){ .asked = true, .path = output_path(text) };
	o->stacks = true;
	return 0;
}

int value_json(struct options *o, const char *text, char *why)
{
	o->verdicts.json = (struct destination){ .asked = true, .path = output_path(text) };
	return text && !*text ? wrong(why, "no file", text, "give --json alone, or --json=FILE") :
				0;
}

int value_markers(struct options *o, const char *text, char *why)
{
	o->verdicts.markers = true;
	o->verdicts.markers_file = text;
	return text && !*text ?
		       wrong(why, "no file", text, "give --markers alone, or --markers=FILE") :
		       0;
}
