// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where reports go: one to standard output, whichever it is.
 */
#include <errno.h>

#include "tests/unit/markdiff_table.h"
#include "user/markdiff/out/outputs.h"
#include "user/page/page.h"
#include "user/pprof/pprof.h"

static bool is_left_out(const char *line)
{
	return (strstr(line, "html") && page_left_out()) ||
	       (strstr(line, "pprof") && pprof_left_out());
}

/* One report to standard output; the message names both options. */
static void two_reports_need_two_places(void **state)
{
	static const struct {
		const char *line, *first, *second;
	} lines[] = {
		{ "--json --folded a b", "--json and", "--folded both" },
		{ "--json=- --folded=- a b", "--json and", "--folded both" },
		{ "--json -D a b", "--dump-raw-trace and", "--json both" },
		{ "-D --folded a b", "--dump-raw-trace and", "--folded both" },
		{ "--html=- --json a b", "--json and", "--html both" },
		{ "--folded --html=- a b", "--html and", "--folded both" },
		{ "--pprof=- --folded a b", "--folded and", "--pprof both" },
		{ "--pprof=- --json a b", "--json and", "--pprof both" },
	};
	char message[OPTIONS_MESSAGE];
	struct options o;

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		if (is_left_out(lines[i].line))
			continue;
		assert_int_equal(table_options(&o, lines[i].line, message), -EINVAL);
		assert_non_null(strstr(message, lines[i].first));
		assert_non_null(strstr(message, lines[i].second));
		assert_non_null(strstr(message, "standard output"));
	}
}

static void output_is(const char *line, enum output want)
{
	char message[OPTIONS_MESSAGE];
	struct options o;

	if (is_left_out(line))
		return;
	if (table_options(&o, line, message))
		fail_msg("%s: %s", line, message);
	if (output_to_stdout(&o) != want)
		fail_msg("%s: %d, not %d", line, output_to_stdout(&o), want);
	options_free(&o);
}

static void one_goes_to_standard_output(void **state)
{
	output_is("a b", OUTPUT_TABLE);
	output_is("-D a b", OUTPUT_TABLE);
	output_is("-D --json=x --html=y --folded=z a b", OUTPUT_TABLE);
	output_is("--json a b", OUTPUT_JSON);
	output_is("--json=- a b", OUTPUT_JSON);
	output_is("--json=- --folded=x --html=y a b", OUTPUT_JSON);
	output_is("--html=- --json=x a b", OUTPUT_PAGE);
	output_is("--folded a b", OUTPUT_FOLDED);
	output_is("--folded=- --json=x a b", OUTPUT_FOLDED);
	output_is("--pprof=- --json=x a b", OUTPUT_PPROF);
	/* The last of one option counts. */
	output_is("--json --json=x --folded a b", OUTPUT_FOLDED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_reports_need_two_places),
		cmocka_unit_test(one_goes_to_standard_output),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
