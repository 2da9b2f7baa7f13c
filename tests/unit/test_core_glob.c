// SPDX-License-Identifier: GPL-2.0-only
/*
 * Names by pattern.
 */
#include "core_test.h"

struct matched {
	const char *pattern, *name;
	bool match;
};

static void check(const struct matched *cases, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		if (marker_glob_match(cases[i].pattern, cases[i].name) != cases[i].match)
			fail_msg("\"%s\" and \"%s\": should%s match", cases[i].pattern,
				 cases[i].name, cases[i].match ? "" : " not");
}

#define check_all(cases) check(cases, sizeof(cases) / sizeof((cases)[0]))

static void what_is_a_glob(void **state)
{
	assert_true(marker_is_glob("*"));
	assert_true(marker_is_glob("net_?x"));
	assert_true(marker_is_glob("net_[rt]x"));
	assert_true(marker_is_glob("["));
	assert_false(marker_is_glob("net_rx"));
	assert_false(marker_is_glob("net]rx"));
	assert_false(marker_is_glob(""));
}

static void letters(void **state)
{
	static const struct matched cases[] = {
		{ "", "", true },     { "", "a", false },	    { "a", "", false },
		{ "a", "a", true },   { "a", "b", false },	    { "ab", "a", false },
		{ "a", "ab", false }, { "net_rx", "net_rx", true }, { "net_rx", "net_rX", false },
	};

	check_all(cases);
}

static void question_marks(void **state)
{
	static const struct matched cases[] = {
		{ "?", "a", true },	{ "?", "", false },	{ "?", "ab", false },
		{ "a?c", "abc", true }, { "a?c", "ac", false }, { "??", "ab", true },
		{ "?b?", "abc", true },
	};

	check_all(cases);
}

static void stars(void **state)
{
	static const struct matched cases[] = {
		{ "*", "", true },	     { "*", "abc", true },
		{ "**", "abc", true },	     { "a*", "a", true },
		{ "a*", "abc", true },	     { "a*", "ba", false },
		{ "*a", "a", true },	     { "*a", "ab", false },
		{ "*a", "aba", true },	     { "*ab*", "xxaxaby", true },
		{ "*ab*", "axb", false },    { "a*b*c", "aXbXbXc", true },
		{ "a*b*c", "aXcXb", false }, { "*?", "", false },
		{ "*?", "a", true },	     { "net_*", "net_rx", true },
		{ "net_*", "net", false },   { "*_rx", "net_rx", true },
		{ "*aab", "aaaab", true },   { "*abab", "abababab", true },
	};

	check_all(cases);
}

static void classes(void **state)
{
	static const struct matched cases[] = {
		{ "[abc]", "b", true },	      { "[abc]", "d", false },
		{ "[abc]", "", false },	      { "[a-c]", "b", true },
		{ "[a-c]", "d", false },      { "[a-cx-z]", "y", true },
		{ "[a-c_]", "_", true },      { "[!a-c]", "d", true },
		{ "[!a-c]", "a", false },     { "[!a-c]", "", false },
		{ "[]]", "]", true },	      { "[]a]", "a", true },
		{ "[!]a]", "]", false },      { "[!]a]", "b", true },
		{ "[a-]", "-", true },	      { "[a-]", "b", false },
		{ "[-a]", "-", true },	      { "x[0-9]y", "x5y", true },
		{ "x[0-9]*", "x5yyy", true }, { "*[0-9]", "x5y6", true },
		{ "[c-a]", "b", false },
	};

	check_all(cases);
}

static void a_class_without_an_end_is_text(void **state)
{
	static const struct matched cases[] = {
		{ "[", "[", true },	{ "[", "a", false },  { "[abc", "[abc", true },
		{ "[abc", "a", false }, { "[!", "[!", true }, { "[a-", "[a-", true },
		{ "[]", "[]", true },	{ "[]", "]", false }, { "*[", "ab[", true },
	};

	check_all(cases);
}

/* A matcher that tries every star at every place never comes back from this. */
static void many_stars_on_a_long_name(void **state)
{
	char pattern[61], name[4001];
	unsigned int i;

	for (i = 0; i + 1 < sizeof(pattern); i += 2)
		memcpy(pattern + i, "*a", 2);
	memset(name, 'a', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	pattern[sizeof(pattern) - 1] = '\0';
	assert_true(marker_glob_match(pattern, name));
	pattern[sizeof(pattern) - 2] = 'b';
	assert_false(marker_glob_match(pattern, name));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_a_glob),
		cmocka_unit_test(letters),
		cmocka_unit_test(question_marks),
		cmocka_unit_test(stars),
		cmocka_unit_test(classes),
		cmocka_unit_test(a_class_without_an_end_is_text),
		cmocka_unit_test(many_stars_on_a_long_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
