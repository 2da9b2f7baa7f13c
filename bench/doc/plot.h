/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * plot.h - a plot of figures with their intervals, a line for each thing
 *
 *	plot_axis(plot, "cycles a site", false);
 *	ours = plot_series(plot, "ours");
 *	plot_point(plot, ours, "jump", 0.069, 0.068, 0.070);
 *	plot_svg(plot, file, true);
 *
 * Things stand below each other, values run to the right: names of rows are long, and a page is narrow.
 * All functions take NULL for a plot and do nothing.
 */
#ifndef BENCH_DOC_PLOT_H
#define BENCH_DOC_PLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define PLOT_ID	    32
#define PLOT_SERIES 6

/**
 * struct plot_point - a figure
 * @label:	of what
 * @series:	whose
 * @missing:	why there is none; NULL if there is one
 */
struct plot_point {
	char *label;
	size_t series;
	double mid;
	double low;
	double high;
	char *missing;
};

/**
 * struct plot_span - a band between two values, or a line at one: low == high
 */
struct plot_span {
	char *label;
	double low;
	double high;
};

/**
 * struct plot - a plot
 * @title, @describe:	what it is and what it shows, for those who do not see it
 * @axis:		what the values are, with their unit
 * @log:		logarithmic
 * @bars:		bars from nought, not dots
 * @spans:		bands and lines behind the points
 */
struct plot {
	char id[PLOT_ID];
	char *title;
	char *describe;
	char *axis;
	bool log;
	bool bars;
	char *series[PLOT_SERIES];
	size_t nr_series;
	struct plot_span *spans;
	size_t nr_spans;
	struct plot_point *points;
	size_t nr;
	int error;
};

/* plot.c */
struct plot *plot_alloc(const char *id, const char *title);
void plot_free(struct plot *plot);
void plot_describe(struct plot *plot, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void plot_axis(struct plot *plot, const char *label, bool log);
size_t plot_series(struct plot *plot, const char *name);
void plot_span(struct plot *plot, const char *label, double low, double high);
void plot_point(struct plot *plot, size_t series, const char *label, double mid, double low,
		double high);
void plot_missing(struct plot *plot, const char *label, const char *why);

/* plot_svg.c */
extern const char plot_css[];
void plot_svg(const struct plot *plot, FILE *file, bool alone);

#endif
