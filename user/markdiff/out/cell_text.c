// SPDX-License-Identifier: GPL-2.0-only
/*
 * Digits of figures.
 *
 *	cost		2 decimals of a unit in which the total has 3 digits or more: what is one ten
 *			thousandth of the total is seen
 *	ratio		4 decimals
 *	share		2 decimals of a percent
 *	p, q		2 digits
 */
#include "user/markdiff/out/cell_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "user/markdiff/match/match.h"

#define COST_DECIMALS  2
#define RATIO_DECIMALS 4
#define SHARE_DECIMALS 2
#define MAX_DECIMALS   9
#define UNIT_BEGIN     100.0 /* the total is at least so much, if a smaller unit can do it */

/* The event's name without modifiers, which say what was counted and not in what. */
static int name_length(const struct perfdata_event *event)
{
	if (event_is_tracepoint(event))
		return strlen(event->name);
	return strcspn(event->name, ":/");
}

static void unit_name(struct cost_unit *unit, const struct perfdata_event *event, int step)
{
	static const char *const times[] = { "ns", "us", "ms", "s" };
	static const char *const counts[] = { "", "k ", "M ", "G ", "T " };

	if (event_is_clock(event))
		snprintf(unit->name, sizeof(unit->name), "%s", times[step]);
	else
		snprintf(unit->name, sizeof(unit->name), "%s%.*s", counts[step], name_length(event),
			 event->name);
}

void cost_unit_choose(struct cost_unit *unit, const struct perfdata_event *event, double largest)
{
	int steps = event_is_clock(event) ? 3 : 4, step = 0;

	*unit = (struct cost_unit){ .scale = 1, .decimals = COST_DECIMALS };
	while (step < steps && largest * unit->scale >= 1000 * UNIT_BEGIN) {
		unit->scale /= 1000;
		step++;
	}
	for (; largest > 0 && largest < UNIT_BEGIN && unit->decimals < MAX_DECIMALS; largest *= 10)
		unit->decimals++;
	unit_name(unit, event, step);
}

/* "-0.00" is 0. */
static void drop_sign_of_zero(char *text)
{
	if (text[0] == '-' && !text[strspn(text, "-0.")])
		memmove(text, text + 1, strlen(text));
}

bool cell_number(double value, int decimals, char text[CELL_SIZE])
{
	text[0] = 0;
	if (!isfinite(value) || fabs(value) >= 1e30)
		return false;
	snprintf(text, CELL_SIZE, "%.*f", decimals, value);
	drop_sign_of_zero(text);
	return true;
}

bool cell_cost(const struct cost_unit *unit, double value, char text[CELL_SIZE])
{
	return cell_number(value * unit->scale, unit->decimals, text);
}

bool cell_percent(double value, char text[CELL_SIZE])
{
	return cell_number(value, SHARE_DECIMALS, text);
}

bool cell_probability(double value, char text[CELL_SIZE])
{
	text[0] = 0;
	if (!isfinite(value))
		return false;
	snprintf(text, CELL_SIZE, "%.2g", value);
	return true;
}

bool cell_plain(double value, char text[CELL_SIZE])
{
	text[0] = 0;
	if (!isfinite(value))
		return false;
	snprintf(text, CELL_SIZE, "%.15g", value);
	return true;
}

static bool share_text(const struct share_figures *s, enum figure_cell cell, char text[CELL_SIZE])
{
	text[0] = 0;
	if (!s->known)
		return false;
	switch (cell) {
	case CELL_SHARE_BASE:
		return cell_number(s->share[SIDE_BASE], SHARE_DECIMALS, text);
	case CELL_SHARE_NEW:
		return cell_number(s->share[SIDE_NEW], SHARE_DECIMALS, text);
	case CELL_SHARE_DIFFERENCE:
		return cell_number(s->difference, SHARE_DECIMALS, text);
	case CELL_SHARE_LOW:
		return s->tested && cell_number(s->interval.low, SHARE_DECIMALS, text);
	case CELL_SHARE_HIGH:
		return s->tested && cell_number(s->interval.high, SHARE_DECIMALS, text);
	case CELL_SHARE_P:
		return s->tested && cell_probability(s->p, text);
	default:
		return s->tested && cell_probability(s->q, text);
	}
}

/* Of what was tested; of a row that is new or gone, its ratio says nothing. */
static bool tested_text(const struct cost_unit *unit, const struct figures *f,
			enum figure_cell cell, char text[CELL_SIZE])
{
	bool ratio = f->presence == PRESENT_IN_BOTH;

	text[0] = 0;
	if (!f->tested)
		return false;
	switch (cell) {
	case CELL_DIFFERENCE_LOW:
		return cell_cost(unit, f->difference_interval.low, text);
	case CELL_DIFFERENCE_HIGH:
		return cell_cost(unit, f->difference_interval.high, text);
	case CELL_RATIO_LOW:
		return ratio && cell_number(f->ratio_interval.low, RATIO_DECIMALS, text);
	case CELL_RATIO_HIGH:
		return ratio && cell_number(f->ratio_interval.high, RATIO_DECIMALS, text);
	case CELL_P:
		return cell_probability(f->p, text);
	case CELL_Q:
		return cell_probability(f->q, text);
	default:
		return cell_number(100 * f->detectable, SHARE_DECIMALS, text);
	}
}

bool cell_text(const struct cost_unit *unit, const struct figures *f, enum figure_cell cell,
	       char text[CELL_SIZE])
{
	switch (cell) {
	case CELL_BASE:
		return cell_cost(unit, f->cost[SIDE_BASE], text);
	case CELL_NEW:
		return cell_cost(unit, f->cost[SIDE_NEW], text);
	case CELL_DIFFERENCE:
		return cell_cost(unit, f->difference, text);
	case CELL_RATIO:
		return cell_number(f->ratio, RATIO_DECIMALS, text);
	case CELL_SHARE_BASE:
	case CELL_SHARE_NEW:
	case CELL_SHARE_DIFFERENCE:
	case CELL_SHARE_LOW:
	case CELL_SHARE_HIGH:
	case CELL_SHARE_P:
	case CELL_SHARE_Q:
		return share_text(&f->share, cell, text);
	default:
		return tested_text(unit, f, cell, text);
	}
}
