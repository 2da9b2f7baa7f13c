// SPDX-License-Identifier: GPL-2.0-only
/*
 * plot.c - filling in a plot
 */
#include "plot.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>

#include "grow.h"

/** plot_alloc() - an empty plot, NULL without memory */
struct plot *plot_alloc(const char *id, const char *title)
{
	struct plot *plot = calloc(1, sizeof(*plot));

	if (!plot)
		return NULL;
	snprintf(plot->id, sizeof(plot->id), "%s", id);
	plot->title = grow_string(&plot->error, "%s", title);
	return plot;
}

/** plot_free() - NULL is nothing */
void plot_free(struct plot *plot)
{
	size_t i;

	if (!plot)
		return;
	for (i = 0; i < plot->nr; i++) {
		free(plot->points[i].label);
		free(plot->points[i].missing);
	}
	for (i = 0; i < plot->nr_spans; i++)
		free(plot->spans[i].label);
	for (i = 0; i < plot->nr_series; i++)
		free(plot->series[i]);
	free(plot->points);
	free(plot->spans);
	free(plot->axis);
	free(plot->describe);
	free(plot->title);
	free(plot);
}

/** plot_describe() - what a reader who does not see it should know; once */
void plot_describe(struct plot *plot, const char *format, ...)
{
	va_list args;

	if (!plot || plot->describe)
		return;
	va_start(args, format);
	plot->describe = grow_string_args(&plot->error, format, args);
	va_end(args);
}

/** plot_axis() - what the values are, with the unit; once */
void plot_axis(struct plot *plot, const char *label, bool log)
{
	if (!plot || plot->axis)
		return;
	plot->axis = grow_string(&plot->error, "%s", label);
	plot->log = log;
}

/** plot_series() - one more colour and shape; beyond the last one the last is used again */
size_t plot_series(struct plot *plot, const char *name)
{
	if (!plot || plot->nr_series == PLOT_SERIES)
		return plot ? PLOT_SERIES - 1 : 0;
	plot->series[plot->nr_series++] = grow_string(&plot->error, "%s", name);
	return plot->nr_series - 1;
}

/** plot_span() - a band, or a line if both are the same, behind the points */
void plot_span(struct plot *plot, const char *label, double low, double high)
{
	struct plot_span *span;

	if (!plot)
		return;
	span = grow_by_one((void **)&plot->spans, &plot->nr_spans, sizeof(*span), &plot->error);
	if (!span)
		return;
	span->label = grow_string(&plot->error, "%s", label);
	span->low = low;
	span->high = high;
}

static struct plot_point *add_point(struct plot *plot, const char *label)
{
	struct plot_point *point;

	if (!plot)
		return NULL;
	point = grow_by_one((void **)&plot->points, &plot->nr, sizeof(*point), &plot->error);
	if (point)
		point->label = grow_string(&plot->error, "%s", label);
	return point;
}

/** plot_point() - a figure; those with one label share a line */
void plot_point(struct plot *plot, size_t series, const char *label, double mid, double low,
		double high)
{
	struct plot_point *point = add_point(plot, label);

	if (!point)
		return;
	point->series = series;
	point->mid = mid;
	point->low = low;
	point->high = high;
}

/** plot_missing() - a line without a figure, and why */
void plot_missing(struct plot *plot, const char *label, const char *why)
{
	struct plot_point *point = add_point(plot, label);

	if (point)
		point->missing = grow_string(&plot->error, "%s", why);
}
