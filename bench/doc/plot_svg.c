// SPDX-License-Identifier: GPL-2.0-only
/*
 * plot_svg.c - a plot as SVG, in a page or as a file of its own
 *
 *	      legend
 *	  loop  |----o-|            |       a line a label; a mark and an interval a series
 *	 label  |      |   |-o-|    | 6.02  one point a label: its value is printed too
 *	        +------+------+-----+
 *	        0      2      4     6
 *	              cycles
 *
 * Colours are chosen after Okabe and Ito ("Color Universal Design", 2008), darker on white and lighter on
 * black; each series has a shape of its own too.  A page or a viewer that is dark is asked for by
 * prefers-color-scheme, as the page itself does.
 */
#include <math.h>
#include <string.h>

#include "escape.h"
#include "number.h"
#include "plot.h"
#include "scale.h"

#define WIDTH	   720
#define LETTER	   6.9 /* of the labels' font, on the average and a little more */
#define LABELS_MAX 250
#define VALUES	   64
#define LINE	   24 /* of a label with one point */
#define SERIES	   9  /* each further series */
#define TOP	   10
#define LEGEND	   22
#define BOTTOM	   52

const char plot_css[] =
	".plot text{font:13px system-ui,-apple-system,\"Segoe UI\",\"DejaVu Sans\",sans-serif;"
	"fill:#2b2f36}"
	".plot .soft{fill:#6b7280;font-size:12px}.plot .num{font-variant-numeric:tabular-nums}"
	".plot .grid{stroke:#e3e5e9}.plot .base{stroke:#9aa1ab}.plot .span{fill:#8a8f98;"
	"fill-opacity:.16}.plot .mark{stroke:#8a8f98;stroke-dasharray:4 3}"
	".plot .whisker{stroke-width:1.5;fill:none}.plot .bar{fill-opacity:.35;stroke:none}"
	".plot .s0{fill:#0068a8;stroke:#0068a8}.plot .s1{fill:#c2410c;stroke:#c2410c}"
	".plot .s2{fill:#00785a;stroke:#00785a}.plot .s3{fill:#a04a8c;stroke:#a04a8c}"
	".plot .s4{fill:#8a6400;stroke:#8a6400}.plot .s5{fill:#4b5563;stroke:#4b5563}"
	"@media (prefers-color-scheme:dark){.plot text{fill:#dfe2e7}.plot .soft{fill:#9aa1ab}"
	".plot .grid{stroke:#31353d}.plot .base{stroke:#6b7280}.plot .span{fill:#aab0ba}"
	".plot .s0{fill:#6db9f0;stroke:#6db9f0}.plot .s1{fill:#f5996b;stroke:#f5996b}"
	".plot .s2{fill:#4fcfa8;stroke:#4fcfa8}.plot .s3{fill:#e3a3cb;stroke:#e3a3cb}"
	".plot .s4{fill:#e8bd4e;stroke:#e8bd4e}.plot .s5{fill:#b4bac4;stroke:#b4bac4}}";

/* Of a file of its own: what the page's style has for all plots. */
static const char alone_css[] = ".plot .ground{fill:#fff}"
				"@media (prefers-color-scheme:dark){.plot .ground{fill:#16181d}}";

/* From a shape's middle: circle, square, diamond, two triangles, and a bar. */
static const char *const shapes[PLOT_SERIES] = {
	"m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z",
	"m-4-4h8v8h-8z",
	"m0-5.5l5.5 5.5-5.5 5.5-5.5-5.5z",
	"m0-5l5 9h-10z",
	"m0 5l5-9h-10z",
	"m-1.5-5.5h3v11h-3z",
};

/* Where things are, in units of the picture. */
struct layout {
	double left;
	double right;
	double top;
	double bottom;
	double height;
	double line;
	bool single; /* one point a label: on the line's middle, with its value */
	struct scale scale;
};

static void put_text(const char *text, FILE *file)
{
	escape_xml(text, strlen(text), file);
}

/* ---- layout ---------------------------------------------------------------------------------- */

static void widen(struct scale *scale, double value, bool *any)
{
	if (!isfinite(value) || (scale->log && !(value > 0)))
		return;
	scale->low = *any ? fmin(scale->low, value) : value;
	scale->high = *any ? fmax(scale->high, value) : value;
	*any = true;
}

static void fit_scale(const struct plot *plot, struct scale *scale)
{
	bool any = false;
	size_t i;

	*scale = (struct scale){ .high = 1, .log = plot->log };
	for (i = 0; i < plot->nr; i++) {
		if (plot->points[i].missing)
			continue;
		widen(scale, plot->points[i].mid, &any);
		widen(scale, plot->points[i].low, &any);
		widen(scale, plot->points[i].high, &any);
	}
	for (i = 0; i < plot->nr_spans; i++) {
		widen(scale, plot->spans[i].low, &any);
		widen(scale, plot->spans[i].high, &any);
	}
	if (!plot->log)
		widen(scale, 0, &any);
	if (!any)
		scale->low = plot->log ? 1 : 0;
	scale_nice(scale);
}

static bool is_first_of_label(const struct plot *plot, size_t at)
{
	size_t i;

	for (i = 0; i < at; i++) {
		if (!strcmp(plot->points[i].label, plot->points[at].label))
			return false;
	}
	return true;
}

static size_t count_labels(const struct plot *plot)
{
	size_t i, nr = 0;

	for (i = 0; i < plot->nr; i++)
		nr += is_first_of_label(plot, i);
	return nr;
}

/* The width of the names; points that belong to one label stand on one line. */
static double labels_width(const struct plot *plot)
{
	size_t i, widest = 6;

	for (i = 0; i < plot->nr; i++) {
		size_t width = escape_width(plot->points[i].label);

		widest = width > widest ? width : widest;
	}
	return fmin((double)widest * LETTER + 16, LABELS_MAX);
}

static void lay_out(const struct plot *plot, struct layout *l)
{
	size_t labels = count_labels(plot);

	l->single = labels == plot->nr;
	l->line = LINE + (l->single ? 0 : (double)(plot->nr_series - 1) * SERIES);
	l->left = labels_width(plot);
	l->right = WIDTH - (l->single ? VALUES : 24);
	l->top = TOP + (plot->nr_series > 1 || plot->nr_spans ? LEGEND : 0);
	l->bottom = l->top + (double)labels * l->line;
	l->height = l->bottom + BOTTOM;
	fit_scale(plot, &l->scale);
}

static double x_of(const struct layout *l, double value)
{
	return l->left + scale_at(&l->scale, value) * (l->right - l->left);
}

/* ---- parts ----------------------------------------------------------------------------------- */

static void put_head(const struct plot *plot, const struct layout *l, FILE *file, bool alone)
{
	fprintf(file,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" viewBox=\"0 0 %d %.0f\" ",
		WIDTH, l->height);
	if (alone)
		fprintf(file, "width=\"%d\" height=\"%.0f\" ", WIDTH, l->height);
	fprintf(file, "role=\"img\" aria-labelledby=\"%s-t %s-d\">\n<title id=\"%s-t\">", plot->id,
		plot->id, plot->id);
	put_text(plot->title, file);
	fprintf(file, "</title>\n<desc id=\"%s-d\">", plot->id);
	put_text(plot->describe ? plot->describe : plot->title, file);
	fputs("</desc>\n", file);
	if (alone)
		fprintf(file,
			"<style>%s%s</style>\n<rect class=\"ground\" width=\"%d\" height=\"%.0f\"/>\n",
			plot_css, alone_css, WIDTH, l->height);
}

static void put_spans(const struct plot *plot, const struct layout *l, FILE *file)
{
	size_t i;

	for (i = 0; i < plot->nr_spans; i++) {
		double low = x_of(l, plot->spans[i].low), high = x_of(l, plot->spans[i].high);

		if (plot->spans[i].low == plot->spans[i].high)
			fprintf(file, "<path class=\"mark\" d=\"M%.1f %.1fV%.1f\"/>\n", low, l->top,
				l->bottom);
		else
			fprintf(file,
				"<rect class=\"span\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
				"height=\"%.1f\"/>\n",
				low, l->top, fmax(high - low, 1), l->bottom - l->top);
	}
}

static void put_axis(const struct plot *plot, const struct layout *l, FILE *file)
{
	double ticks[SCALE_TICKS];
	size_t nr = scale_ticks(&l->scale, ticks), i;
	char text[SCALE_TEXT];

	for (i = 0; i < nr; i++) {
		double x = x_of(l, ticks[i]);

		fprintf(file, "<path class=\"%s\" d=\"M%.1f %.1fV%.1f\"/>\n",
			ticks[i] == 0 ? "base" : "grid", x, l->top, l->bottom + 4);
		fprintf(file,
			"<text class=\"soft num\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>\n",
			x, l->bottom + 18, scale_text(&l->scale, ticks[i], text));
	}
	fprintf(file, "<path class=\"base\" d=\"M%.1f %.1fH%.1f\"/>\n", l->left, l->bottom,
		l->right);
	fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">",
		(l->left + l->right) / 2, l->bottom + 40);
	put_text(plot->axis ? plot->axis : "", file);
	fputs("</text>\n", file);
}

static void put_shape(size_t series, double x, double y, FILE *file)
{
	fprintf(file, "<path class=\"s%zu\" d=\"M%.1f %.1f%s\"/>", series, x, y, shapes[series]);
}

/* A name behind its sign; where the next one begins. */
static double put_name(const char *name, double x, FILE *file)
{
	fprintf(file, "<text class=\"soft\" x=\"%.1f\" y=\"%d\">", x, TOP + 9);
	put_text(name, file);
	fputs("</text>\n", file);
	return x + (double)escape_width(name) * LETTER + 24;
}

static void put_legend(const struct plot *plot, const struct layout *l, FILE *file)
{
	double x = 12;
	size_t i;

	for (i = 0; i < plot->nr_series && plot->nr_series > 1; i++) {
		put_shape(i, x, TOP + 5, file);
		x = put_name(plot->series[i], x + 11, file);
	}
	for (i = 0; i < plot->nr_spans; i++) {
		const struct plot_span *span = &plot->spans[i];

		fprintf(file, "<path class=\"%s\" d=\"M%.1f %dh16v%dh-16z\"/>",
			span->low == span->high ? "mark" : "span", x - 6,
			span->low == span->high ? TOP + 5 : TOP, span->low == span->high ? 0 : 10);
		x = put_name(span->label, x + 15, file);
	}
}

/* ---- points ---------------------------------------------------------------------------------- */

static void put_tip(const struct plot *plot, const struct plot_point *point, FILE *file)
{
	int digits = number_digits(point->mid, point->low, point->high);
	char mid[NUMBER_TEXT], low[NUMBER_TEXT], high[NUMBER_TEXT];

	fputs("<title>", file);
	put_text(point->label, file);
	if (plot->nr_series > 1) {
		fputs(", ", file);
		put_text(plot->series[point->series], file);
	}
	fprintf(file, ": %s", number_text(point->mid, digits, false, mid));
	if (point->low != point->high)
		fprintf(file, " [%s, %s]", number_text(point->low, digits, false, low),
			number_text(point->high, digits, false, high));
	fputs("</title>", file);
}

static void put_whisker(const struct plot_point *point, const struct layout *l, double y,
			FILE *file)
{
	double low = x_of(l, point->low), high = x_of(l, point->high);

	if (point->low == point->high)
		return;
	fprintf(file, "<path class=\"whisker s%zu\" d=\"M%.1f %.1fv8m0-4H%.1fm0-4v8\"/>",
		point->series, low, y - 4, high);
}

static void put_bar(const struct plot *plot, const struct plot_point *point, const struct layout *l,
		    double y, FILE *file)
{
	double from = x_of(l, plot->log ? l->scale.low : 0), to = x_of(l, point->mid);

	fprintf(file,
		"<rect class=\"bar s%zu\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"8\"/>",
		point->series, fmin(from, to), y - 4, fabs(to - from));
}

/* A logarithmic axis has no place for what is not above 0: an open end shows where it would be. */
static void put_point(const struct plot *plot, const struct plot_point *point,
		      const struct layout *l, double y, FILE *file)
{
	fputs("<g>", file);
	put_tip(plot, point, file);
	if (plot->bars)
		put_bar(plot, point, l, y, file);
	put_whisker(point, l, y, file);
	if (plot->log && !(point->mid > 0))
		fprintf(file, "<text class=\"soft\" x=\"%.1f\" y=\"%.1f\">&lt;</text>", l->left + 2,
			y + 4);
	else
		put_shape(point->series, x_of(l, point->mid), y, file);
	fputs("</g>\n", file);
}

static void put_value(const struct plot_point *point, double y, FILE *file)
{
	int digits = number_digits(point->mid, point->low, point->high);
	char text[NUMBER_TEXT];

	fprintf(file,
		"<text class=\"soft num\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
		WIDTH - 6, y + 4.5, number_text(point->mid, digits, false, text));
}

static void put_missing(const struct plot_point *point, const struct layout *l, double y,
			FILE *file)
{
	fprintf(file, "<text class=\"soft\" x=\"%.1f\" y=\"%.1f\">", l->left + 8, y + 4.5);
	put_text(point->missing, file);
	fputs("</text>\n", file);
}

/* All points of the label of @at. */
static void put_line(const struct plot *plot, const struct layout *l, size_t at, double middle,
		     FILE *file)
{
	const char *label = plot->points[at].label;
	double first = l->single ? 0 : -(double)(plot->nr_series - 1) / 2;
	size_t i;

	fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">", l->left - 10,
		middle + 4.5);
	put_text(label, file);
	fputs("</text>\n", file);
	for (i = at; i < plot->nr; i++) {
		const struct plot_point *point = &plot->points[i];
		double at_series = l->single ? 0 : first + (double)point->series;
		double y = middle + at_series * SERIES;

		if (strcmp(point->label, label) != 0)
			continue;
		if (point->missing) {
			put_missing(point, l, middle, file);
			continue;
		}
		put_point(plot, point, l, y, file);
		if (l->single)
			put_value(point, y, file);
	}
}

/**
 * plot_svg() - write a plot
 * @alone:	a file of its own, with its style; else a part of a page that has plot_css
 */
void plot_svg(const struct plot *plot, FILE *file, bool alone)
{
	struct layout l;
	double middle;
	size_t i;

	if (!plot || plot->error)
		return;
	lay_out(plot, &l);
	put_head(plot, &l, file, alone);
	put_spans(plot, &l, file);
	put_axis(plot, &l, file);
	put_legend(plot, &l, file);
	middle = l.top + l.line / 2;
	for (i = 0; i < plot->nr; i++) {
		if (!is_first_of_label(plot, i))
			continue;
		put_line(plot, &l, i, middle, file);
		middle += l.line;
	}
	fputs("</svg>\n", file);
}
