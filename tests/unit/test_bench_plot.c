// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_plot.c - axes and their ticks, and plots as SVG
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bench/doc/plot.h"
#include "bench/doc/scale.h"

/* ---- scales ---------------------------------------------------------------------------------- */

/* The ticks of an axis that is to hold @low and @high, as text. */
static void assert_ticks(double low, double high, bool log, const char *expected)
{
	struct scale scale = { .low = low, .high = high, .log = log };
	double ticks[SCALE_TICKS];
	char text[512] = "", one[SCALE_TEXT];
	size_t nr, i;

	scale_nice(&scale);
	assert_true(scale.low <= low || (log && low <= 0));
	assert_true(scale.high >= high);
	nr = scale_ticks(&scale, ticks);
	for (i = 0; i < nr; i++) {
		strcat(text, i ? " " : "");
		strcat(text, scale_text(&scale, ticks[i], one));
	}
	assert_string_equal(text, expected);
}

static void test_linear_ticks(void **state)
{
	assert_ticks(0, 10, false, "0 2 4 6 8 10");
	assert_ticks(0, 0.87, false, "0.0 0.2 0.4 0.6 0.8");
	assert_ticks(-0.03, 0.11, false, "0.00 0.05 0.10");
	/* A step that the widened axis alone would not have asked for, and no tick beyond its end. */
	assert_ticks(-0.1, 11.9, false, "0 2 4 6 8 10 12");
	assert_ticks(0, 4234, false, "0 1000 2000 3000 4000");
	assert_ticks(-3, -1, false, "-3.0 -2.5 -2.0 -1.5 -1.0");
}

static void test_logarithmic_ticks(void **state)
{
	assert_ticks(1.5, 4234, true, "1 10 100 1000 10,000");
	assert_ticks(0.4, 7, true, "0.1 0.2 0.5 1 2 5 10");
	assert_ticks(100, 100, true, "100 200 500 1000");
}

/* An axis is drawn whatever it is asked to hold. */
static void test_odd_axes(void **state)
{
	assert_ticks(0, 0, false, "0.0 0.2 0.4 0.6 0.8 1.0");
	assert_ticks(5, 5, false, "5 6 7 8 9 10");
	assert_ticks(0, 1000, true, "1 10 100 1000");
	assert_ticks(-4, -4, false, "-4 -3 -2 -1 0");
}

static void test_places(void **state)
{
	const struct scale linear = { .low = -1, .high = 3 },
			   log = { .low = 1, .high = 1000, .log = true };

	assert_true(fabs(scale_at(&linear, 0) - 0.25) < 1e-12);
	assert_true(scale_at(&linear, -7) == 0 && scale_at(&linear, 7) == 1);
	assert_true(fabs(scale_at(&log, 10) - 1 / 3.) < 1e-12);
	assert_true(scale_at(&log, 0) == 0 && scale_at(&log, -1) == 0);
}

/* ---- SVG ------------------------------------------------------------------------------------- */

static char *svg_of(const struct plot *plot, bool alone)
{
	char *out = NULL;
	size_t len;
	FILE *file = open_memstream(&out, &len);

	assert_non_null(file);
	plot_svg(plot, file, alone);
	fclose(file);
	return out;
}

static size_t count(const char *text, const char *words)
{
	size_t nr = 0;

	for (; (text = strstr(text, words)); text += strlen(words))
		nr++;
	return nr;
}

static struct plot *make_plot(bool log)
{
	struct plot *plot = plot_alloc("p", "A <plot>");
	size_t ours = plot_series(plot, "ours & more"), peers = plot_series(plot, "peers");

	assert_non_null(plot);
	plot_axis(plot, "cycles a site", log);
	plot_describe(plot, "What it %s", "shows");
	plot_span(plot, "noise floor", 0.5, 0.75);
	plot_point(plot, ours, "jump", 1, 0.5, 2);
	plot_point(plot, peers, "jump", 3, 3, 3);
	plot_point(plot, ours, "generic", log ? -1 : 4, log ? -2 : 3, 5);
	plot_missing(plot, "sdt", "no <sys/sdt.h>");
	return plot;
}

static void test_svg_has_all_parts(void **state)
{
	struct plot *plot = make_plot(false);
	char *svg = svg_of(plot, false);

	assert_non_null(strstr(svg, "<title id=\"p-t\">A &lt;plot&gt;</title>"));
	assert_non_null(strstr(svg, "<desc id=\"p-d\">What it shows</desc>"));
	assert_non_null(strstr(svg, ">cycles a site</text>"));
	assert_non_null(strstr(svg, ">ours &amp; more</text>"));
	assert_non_null(strstr(svg, ">noise floor</text>"));
	assert_non_null(strstr(svg, ">no &lt;sys/sdt.h&gt;</text>"));
	assert_non_null(strstr(svg, "<title>jump, ours &amp; more: 1.000 [0.500, 2.000]</title>"));
	/* A whisker for each interval, none for an exact one; "jump" stands once. */
	assert_int_equal(count(svg, "class=\"whisker"), 2);
	assert_int_equal(count(svg, ">jump</text>"), 1);
	assert_null(strstr(svg, "<style"));
	free(svg);
	svg = svg_of(plot, true);
	assert_non_null(strstr(svg, "<style>"));
	assert_non_null(strstr(svg, "prefers-color-scheme:dark"));
	free(svg);
	plot_free(plot);
}

/* What a logarithmic axis cannot have is not drawn anywhere else. */
static void test_log_has_no_place_below_nought(void **state)
{
	struct plot *plot = make_plot(true);
	char *svg = svg_of(plot, false);

	assert_non_null(strstr(svg, ">&lt;</text>"));
	assert_null(strstr(svg, "nan"));
	assert_null(strstr(svg, "inf"));
	free(svg);
	plot_free(plot);
}

static void test_empty_plots(void **state)
{
	struct plot *plot = plot_alloc("e", "empty");
	char *svg = svg_of(plot, true);

	assert_non_null(strstr(svg, "</svg>"));
	assert_null(strstr(svg, "nan"));
	free(svg);
	plot_free(plot);
	svg = svg_of(NULL, true);
	assert_string_equal(svg, "");
	free(svg);
	plot_point(NULL, plot_series(NULL, "s"), "l", 1, 1, 1);
	plot_free(NULL);
}

static void test_more_series_than_colours(void **state)
{
	struct plot *plot = plot_alloc("s", "series");
	size_t i, series = 0;
	char *svg;

	for (i = 0; i < PLOT_SERIES + 2; i++)
		series = plot_series(plot, "s");
	assert_int_equal(series, PLOT_SERIES - 1);
	plot_point(plot, series, "l", 1, 1, 1);
	svg = svg_of(plot, true);
	assert_non_null(strstr(svg, "</svg>"));
	free(svg);
	plot_free(plot);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_linear_ticks),
		cmocka_unit_test(test_logarithmic_ticks),
		cmocka_unit_test(test_odd_axes),
		cmocka_unit_test(test_places),
		cmocka_unit_test(test_svg_has_all_parts),
		cmocka_unit_test(test_log_has_no_place_below_nought),
		cmocka_unit_test(test_empty_plots),
		cmocka_unit_test(test_more_series_than_colours),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
