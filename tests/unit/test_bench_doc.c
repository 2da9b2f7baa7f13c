// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_doc.c - a document, and what its three writers make of it
 */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <json-c/json.h>

#include "bench/doc/doc.h"
#include "bench/doc/escape.h"
#include "bench/doc/number.h"

/* ---- numbers --------------------------------------------------------------------------------- */

static void assert_number(double mid, double low, double high, bool sign, const char *expected)
{
	char text[NUMBER_TEXT];

	assert_string_equal(number_text(mid, number_digits(mid, low, high), sign, text), expected);
}

static void test_digits_follow_the_size(void **state)
{
	assert_number(0.0688, 0.068, 0.07, false, "0.069");
	assert_number(5.0114, 5, 5.02, false, "5.011");
	assert_number(52.114, 52, 53, false, "52.11");
	assert_number(118.26, 118, 119, false, "118.3");
	assert_number(1298.16, 1290, 1310, false, "1298");
	/* The interval is what is large: no more digits than it has. */
	assert_number(0.5, -12, 13, false, "0.50");
}

static void test_exact_counts_have_no_digits(void **state)
{
	assert_number(32, 32, 32, false, "32");
	assert_number(14.03, 14.03, 14.03, false, "14.03");
	assert_number(0, 0, 0, true, "0");
}

static void test_signs_and_commas(void **state)
{
	assert_number(0.875, 0.874, 0.876, true, "+0.875");
	assert_number(-0.875, -0.876, -0.874, false, "-0.875");
	assert_number(-0.0001, -0.0002, 0.0001, true, "0.000");
	assert_number(4233.97, 4233, 4234, false, "4234");
	assert_number(12345.6, 12000, 13000, false, "12,346");
	assert_number(-1234567, -1234567, -1234567, true, "-1,234,567");
	assert_number(100000, 100000, 100000, false, "100,000");
}

/* ---- escapes --------------------------------------------------------------------------------- */

static void assert_escaped(escape_fn *escape, const char *text, const char *expected)
{
	char *out = NULL;
	size_t len;
	FILE *file = open_memstream(&out, &len);

	assert_non_null(file);
	escape(text, strlen(text), file);
	fclose(file);
	assert_string_equal(out, expected);
	free(out);
}

static void test_xml(void **state)
{
	assert_escaped(escape_xml, "a<b> & \"c\" 'd'",
		       "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;");
	assert_escaped(escape_xml, "]]></style><script>", "]]&gt;&lt;/style&gt;&lt;script&gt;");
	assert_escaped(escape_xml, "tab\there\n", "tab\there\n");
}

static void test_bytes_that_no_document_has(void **state)
{
	assert_escaped(escape_xml, "a\001b\033c\177d", "a?b?c?d");
	assert_escaped(escape_xml, "\xe2\x88\x92 \xc3\xa9", "\xe2\x88\x92 \xc3\xa9");
	/* Latin-1, a cut character, an overlong one, a surrogate, what is beyond Unicode. */
	assert_escaped(escape_xml, "\xe9t\xe9", "?t?");
	assert_escaped(escape_xml, "\xe2\x88", "??");
	assert_escaped(escape_xml, "\xc0\xaf", "??");
	assert_escaped(escape_xml, "\xed\xa0\x80", "???");
	assert_escaped(escape_xml, "\xf4\x90\x80\x80", "????");
}

static void test_markdown(void **state)
{
	assert_escaped(escape_markdown, "a|b *c* _d_ [e](f) <g> `h` \\",
		       "a\\|b \\*c\\* \\_d\\_ \\[e\\](f) \\<g\\> \\`h\\` \\\\");
	assert_escaped(escape_markdown, "two\nlines", "two lines");
	assert_escaped(escape_clean, "a|b*c", "a\\|b*c");
}

static void as_code(const char *text, size_t len, FILE *file)
{
	fprintf(file, "{%.*s}", (int)len, text);
}

static void assert_spans(const char *text, const char *expected)
{
	char *out = NULL;
	size_t len;
	FILE *file = open_memstream(&out, &len);

	assert_non_null(file);
	escape_spans(text, escape_xml, as_code, file);
	fclose(file);
	assert_string_equal(out, expected);
	free(out);
}

static void test_code_stands_between_backticks(void **state)
{
	assert_spans("`a` and `b`.", "{a} and {b}.");
	assert_spans("no code", "no code");
	assert_spans("one ` alone", "one ` alone");
	assert_spans("`a` then ` alone & more", "{a} then ` alone &amp; more");
	assert_spans("``", "{}");
}

static void test_width_is_of_characters(void **state)
{
	assert_int_equal(escape_width("abc"), 3);
	assert_int_equal(escape_width("\xe2\x88\x92"
				      "1"),
			 2);
}

/* ---- documents ------------------------------------------------------------------------------- */

static const struct doc_column columns[] = {
	{ .head = "row" },
	{ .head = "now", .group = "cycles", .figures = true },
	{ .head = "then", .group = "cycles", .figures = true },
};

static void fill_table(struct doc *doc)
{
	struct doc_table *table = doc_table(doc, "rows", "Rows <of> 2006", columns, 3);

	doc_heading(table, "first %d", 1);
	doc_row(table);
	doc_text(table, "a|b");
	doc_number(table,
		   &(struct doc_number){ .mid = 1.5, .low = 1.25, .high = 1.75, .unit = "cycles" });
	doc_number(table, &(struct doc_number){
				  .mid = 1298.16, .low = 1298.16, .high = 1298.16, .digits = 2 });
	doc_row(table);
	doc_text(table, "c");
	doc_number(table, &(struct doc_number){ .mid = 0.1,
						.low = -0.1,
						.high = 0.3,
						.sign = true,
						.blurred = true,
						.why = "not told apart" });
	doc_none(table, "no %s", "peer");
}

static struct doc *fill_doc(void)
{
	struct doc *doc = doc_alloc("Title & more");
	struct plot *plot;

	assert_non_null(doc);
	doc_section(doc, "one", "One");
	doc_paragraph(doc, "Text with `code<>` and %d %%.", 5);
	doc_note(doc, "A note.");
	doc_code(doc, "Listing", "mov $0, %eax\n\tret < 1\n");
	fill_table(doc);
	plot = doc_plot(doc, "dots", "Dots");
	plot_axis(plot, "cycles", false);
	plot_point(plot, plot_series(plot, "ours"), "jump", 1, 0.5, 2);
	doc_section(doc, "two", "Two");
	doc_paragraph(doc, "End.");
	assert_int_equal(doc_error(doc), 0);
	return doc;
}

static char *written(const struct doc *doc, int (*write)(const struct doc *doc, FILE *file))
{
	char *out = NULL;
	size_t len;
	FILE *file = open_memstream(&out, &len);

	assert_non_null(file);
	assert_int_equal(write(doc, file), 0);
	fclose(file);
	return out;
}

static void assert_has(const char *text, const char *words)
{
	if (!strstr(text, words))
		fail_msg("'%s' is not in:\n%s", words, text);
}

static void test_markdown_table_is_aligned(void **state)
{
	struct doc *doc = fill_doc();
	char *text = written(doc, doc_markdown);

	assert_has(text, "# Title & more\n\n## One\n\n"
			 "Text with `code<>` and 5 %.\n\n> A note.\n\n"
			 "**Listing**\n\n```\nmov $0, %eax\n\tret < 1\n```\n\n"
			 "**Rows \\<of\\> 2006**\n\n");
	assert_has(text, "| row         |                        cycles: now | cycles: then |\n"
			 "| ----------- | ---------------------------------: | -----------: |\n"
			 "| **first 1** |                                    |              |\n"
			 "| a\\|b        |               1.500 [1.250, 1.750] |      1298.16 |\n"
			 "| c           | ~ [-0.100, +0.300]; not told apart |      no peer |\n\n");
	assert_has(text, "![Dots](dots.svg)\n\n## Two\n\nEnd.\n");
	free(text);
	doc_free(doc);
}

static void test_html(void **state)
{
	struct doc *doc = fill_doc();
	char *text = written(doc, doc_html);

	assert_has(text, "<!DOCTYPE html>\n");
	assert_has(text, "<title>Title &amp; more</title>");
	assert_has(text, "<li><a href=\"#two\">Two</a></li>");
	assert_has(text, "<p>Text with <code>code&lt;&gt;</code> and 5 %.</p>");
	assert_has(text, "<p class=\"note\">A note.</p>");
	assert_has(text, "<pre>mov $0, %eax\n\tret &lt; 1\n</pre>");
	assert_has(text, "<th colspan=\"1\"></th><th class=\"group\" colspan=\"2\">cycles</th>");
	assert_has(text, "<td class=\"n\">1.500<small>[1.250, 1.750]</small></td>"
			 "<td class=\"n\">1298.16</td>");
	/* A minus as wide as a plus, and the reason below. */
	assert_has(text, "<td class=\"n\">~<small>[\xe2\x88\x92"
			 "0.100, +0.300]</small>"
			 "<small class=\"why\">not told apart</small></td>");
	assert_has(text, "<td class=\"none\">no peer</td>");
	assert_has(text, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\"");
	assert_null(strstr(text, "<script"));
	assert_null(strstr(text, "href=\"http"));
	assert_null(strstr(text, "src="));
	free(text);
	doc_free(doc);
}

static struct json_object *at(struct json_object *json, const char *key, size_t index)
{
	struct json_object *value = json;

	if (key)
		assert_true(json_object_object_get_ex(json, key, &value));
	return json_object_is_type(value, json_type_array) ?
		       json_object_array_get_idx(value, index) :
		       value;
}

static void assert_member(struct json_object *json, const char *key, const char *expected)
{
	assert_string_equal(json_object_get_string(at(json, key, 0)), expected);
}

static void test_json(void **state)
{
	struct doc *doc = fill_doc();
	struct json_object *json = doc_json(doc), *one = at(json, NULL, 0), *table, *row, *cell;

	assert_int_equal(json_object_array_length(json), 2);
	assert_member(one, "title", "One");
	assert_member(at(one, "blocks", 0), "paragraph", "Text with `code<>` and 5 %.");
	table = at(one, "blocks", 3);
	assert_member(table, "table", "rows");
	assert_string_equal(json_object_get_string(at(table, "columns", 1)), "cycles: now");
	assert_member(at(table, "rows", 0), "heading", "first 1");
	row = at(table, "rows", 1);
	assert_string_equal(json_object_get_string(at(row, NULL, 0)), "a|b");
	cell = at(row, NULL, 1);
	assert_member(cell, "text", "1.500 [1.250, 1.750]");
	assert_member(cell, "unit", "cycles");
	assert_true(json_object_get_double(at(cell, "value", 0)) == 1.5);
	assert_true(json_object_get_double(at(cell, "high", 0)) == 1.75);
	row = at(table, "rows", 2);
	assert_member(at(row, NULL, 1), "text", "~ [-0.100, +0.300]");
	assert_member(at(row, NULL, 2), "missing", "no peer");
	assert_member(at(at(one, "blocks", 4), "points", 0), "label", "jump");
	json_object_put(json);
	doc_free(doc);
}

/* What is added without a section, or beyond the columns, is dropped and breaks nothing. */
static void test_misuse(void **state)
{
	struct doc *doc = doc_alloc("t");
	struct doc_table *table;

	doc_paragraph(doc, "nowhere");
	assert_int_equal(doc->nr, 0);
	doc_section(doc, "s", "S");
	table = doc_table(doc, "t", "T", columns, 1);
	doc_text(table, "no row yet");
	assert_int_equal(table->nr, 0);
	doc_row(table);
	doc_text(table, "one");
	doc_text(table, "one too many");
	assert_int_equal(table->rows[0].nr, 1);
	doc_number(table, &(struct doc_number){ .mid = 1 });
	doc_row(table);
	doc_number(table, &(struct doc_number){ .mid = NAN });
	assert_int_equal(table->rows[1].cells[0].kind, DOC_CELL_NONE);
	doc_row(NULL);
	doc_text(NULL, "nothing");
	doc_free(doc);
	doc_free(NULL);
}

static void test_full_disk(void **state)
{
	FILE *file = fopen("/dev/full", "w");
	struct doc *doc;

	if (!file)
		skip();
	doc = fill_doc();
	setvbuf(file, NULL, _IONBF, 0);
	assert_int_equal(doc_html(doc, file), -EIO);
	assert_int_equal(doc_markdown(doc, file), -EIO);
	fclose(file);
	doc_free(doc);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_digits_follow_the_size),
		cmocka_unit_test(test_exact_counts_have_no_digits),
		cmocka_unit_test(test_signs_and_commas),
		cmocka_unit_test(test_xml),
		cmocka_unit_test(test_bytes_that_no_document_has),
		cmocka_unit_test(test_markdown),
		cmocka_unit_test(test_code_stands_between_backticks),
		cmocka_unit_test(test_width_is_of_characters),
		cmocka_unit_test(test_markdown_table_is_aligned),
		cmocka_unit_test(test_html),
		cmocka_unit_test(test_json),
		cmocka_unit_test(test_misuse),
		cmocka_unit_test(test_full_disk),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
