// SPDX-License-Identifier: GPL-2.0-only
/*
 * Lines of the protocol, and what they ask for.
 */
#include "core_test.h"
#include "marker/agent/reply.h"
#include "marker/agent/request.h"

static int parse(const char *text, struct marker_line *line)
{
	static char copy[4096];

	snprintf(copy, sizeof(copy), "%s", text);
	return marker_line_parse(copy, line);
}

static void expect(const char *text, unsigned int nr, ...)
{
	struct marker_line line;
	unsigned int i;
	va_list words;

	assert_int_equal(parse(text, &line), 0);
	assert_int_equal(line.nr, nr);
	va_start(words, nr);
	for (i = 0; i < nr; i++)
		assert_string_equal(line.words[i], va_arg(words, const char *));
	va_end(words);
}

static void words(void **state)
{
	expect("", 0);
	expect("   ", 0);
	expect("list", 1, "list");
	expect("  enable a*  count ", 3, "enable", "a*", "count");
	expect("a=b=c \xc3\xa4", 2, "a=b=c", "\xc3\xa4");
}

static void quotations(void **state)
{
	expect("\"\"", 1, "");
	expect("\"a b\" c", 2, "a b", "c");
	expect("if=\"x == \\\"y\\\"\"", 1, "if=x == \"y\"");
	expect("\"a\"\"b\"c", 1, "abc");
	expect("\"\\a\\b\\t\\n\\v\\f\\r\\\\\"", 1, "\a\b\t\n\v\f\r\\");
	expect("\"\\101\\001\\377\"", 1, "A\001\377");
	expect("a\\b", 1, "a\\b");
}

static void no_lines(void **state)
{
	static const char *const wrong[] = {
		"\"",	   "a\"b",	"\"a\\\"",   "\"\\", "\"\\x\"", "\"\\12\"",
		"\"\\8\"", "\"\\000\"", "\"\\400\"", "a\tb", "a\nb",	"\"\177\"",
	};
	struct marker_line line;
	unsigned int i;

	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		if (parse(wrong[i], &line) != -EILSEQ)
			fail_msg("%s is taken", wrong[i]);
}

static void number_of_words(void **state)
{
	struct marker_line line;
	char text[3 * MARKER_LINE_WORDS] = "";
	unsigned int i;

	for (i = 0; i < MARKER_LINE_WORDS; i++)
		strcat(text, "w ");
	assert_int_equal(parse(text, &line), 0);
	assert_int_equal(line.nr, MARKER_LINE_WORDS);
	strcat(text, "w");
	assert_int_equal(parse(text, &line), -E2BIG);
}

/* Every byte but zero. */
static void quoting_and_back(void **state)
{
	char text[256], quoted[MARKER_QUOTED_MAX(255)];
	struct marker_line line;
	int i;

	for (i = 0; i < 255; i++)
		text[i] = (char)(i + 1);
	text[255] = '\0';
	assert_true(marker_line_quote(quoted, text) < sizeof(quoted));
	assert_int_equal(marker_line_parse(quoted, &line), 0);
	assert_int_equal(line.nr, 1);
	assert_string_equal(line.words[0], text);
}

static void values(void **state)
{
	struct marker_line line;
	u64 value = 0;

	assert_int_equal(parse("x every=3 ever=4 rate=x tid=99999999999999999999 n=", &line), 0);
	assert_string_equal(marker_line_value(&line, "ever"), "4");
	assert_null(marker_line_value(&line, "eve"));
	assert_int_equal(marker_line_number(&line, "every", 3, &value), 0);
	assert_int_equal(value, 3);
	assert_int_equal(marker_line_number(&line, "every", 2, &value), -EINVAL);
	assert_int_equal(marker_line_number(&line, "rate", 9, &value), -EINVAL);
	assert_int_equal(marker_line_number(&line, "tid", UINT64_MAX, &value), -EINVAL);
	assert_int_equal(marker_line_number(&line, "n", 9, &value), -EINVAL);
	assert_int_equal(marker_line_number(&line, "x", 9, &value), -ENOENT);
}

static int ask(const char *text, struct marker_request *request)
{
	static char copy[4096];
	const char *why = NULL;
	int ret;

	snprintf(copy, sizeof(copy), "%s", text);
	ret = marker_request_parse(copy, request, &why);
	assert_non_null(why);
	return ret;
}

static void requests(void **state)
{
	struct marker_request request;

	assert_int_equal(ask("list", &request), 0);
	assert_int_equal(request.verb, MARKER_VERB_LIST);
	assert_string_equal(request.glob, "*");
	assert_int_equal(ask("list \"a b\"", &request), 0);
	assert_string_equal(request.glob, "a b");
	assert_int_equal(ask("status", &request), 0);
	assert_int_equal(request.verb, MARKER_VERB_STATUS);
	assert_int_equal(ask("disable *", &request), 0);
	assert_int_equal(request.verb, MARKER_VERB_DISABLE);
	assert_null(request.probe);
	assert_int_equal(ask("disable * count", &request), 0);
	assert_string_equal(request.probe, "count");
}

static void enabling(void **state)
{
	struct marker_request request;

	assert_int_equal(ask("enable a count", &request), 0);
	assert_string_equal(request.probe, "count");
	assert_null(request.arg);
	assert_null(request.condition);
	assert_int_equal(
		ask("enable a record=/x;flight=1M if=\"len > 2\" every=4 rate=5 tid=6 later=1",
		    &request),
		0);
	assert_string_equal(request.probe, "record");
	assert_string_equal(request.arg, "/x;flight=1M");
	assert_string_equal(request.condition, "len > 2");
	assert_int_equal(request.every, 4);
	assert_int_equal(request.rate, 5);
	assert_int_equal(request.tid, 6);
	assert_true(request.later);
	/* An argument is no option. */
	assert_int_equal(ask("enable a print=every=9", &request), 0);
	assert_string_equal(request.arg, "every=9");
	assert_int_equal(request.every, 0);
}

static void no_requests(void **state)
{
	static const char *const wrong[] = {
		"",
		"lists",
		"list a b",
		"status a",
		"enable",
		"enable a",
		"enable a =x",
		"enable \"\" count",
		"enable a \"\"",
		"enable a count every",
		"enable a count evry=2",
		"enable a count every=x",
		"enable a count every=-1",
		"enable a count later=2",
		"enable a count tid=4294967295",
		"disable",
		"disable a b c",
		"disable a every=2 x",
	};
	struct marker_request request;
	unsigned int i;

	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		if (ask(wrong[i], &request) != -EINVAL)
			fail_msg("'%s' is taken", wrong[i]);
}

static void replies_have_a_limit(void **state)
{
	struct marker_reply reply = { .limit = 10000 };
	unsigned int i;

	for (i = 0; i < 1000 && !reply.full; i++)
		marker_reply_add(&reply, "line %u of many\n", i);
	assert_true(reply.full);
	assert_true(reply.len < 10000);
	marker_reply_end(&reply);
	assert_string_equal(reply.text, "error EMSGSIZE the reply is too long: ask for fewer\n");
	marker_reply_free(&reply);
	assert_int_equal(reply.len, 0);
	assert_int_equal(reply.limit, 10000);
}

static void replies_quote(void **state)
{
	struct marker_reply reply = { .limit = 1000 };

	marker_reply_add(&reply, "marker");
	marker_reply_add_quoted(&reply, "name", "a \"b\"\n");
	assert_string_equal(reply.text, "marker name=\"a \\\"b\\\"\\n\"");
	marker_reply_error(&reply, -ENOENT, "no %s", "marker");
	assert_string_equal(reply.text, "error ENOENT no marker\n");
	marker_reply_free(&reply);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words),
		cmocka_unit_test(quotations),
		cmocka_unit_test(no_lines),
		cmocka_unit_test(number_of_words),
		cmocka_unit_test(quoting_and_back),
		cmocka_unit_test(values),
		cmocka_unit_test(requests),
		cmocka_unit_test(enabling),
		cmocka_unit_test(no_requests),
		cmocka_unit_test(replies_have_a_limit),
		cmocka_unit_test(replies_quote),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
