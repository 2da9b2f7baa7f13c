// SPDX-License-Identifier: GPL-2.0-only
/*
 * What of perf's command line runs have in common, and which word of it is the program.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "user/markdiff/remarks/command.h"

#define MAX_WORDS 32

static void words_of(struct perfdata_info *info, const char **words, char *line)
{
	char *word;

	*info = (struct perfdata_info){ .words = words };
	while ((word = strsep(&line, "|")))
		words[info->nr_words++] = word;
	assert_true(info->nr_words <= MAX_WORDS);
}

static void command_is(const char *line, const char *text, const char *program)
{
	char *copy = strdup(line), *got;
	const char *words[MAX_WORDS];
	struct perfdata_info info;

	words_of(&info, words, copy);
	got = command_text(&info);
	assert_string_equal(got, text);
	if (program)
		assert_string_equal(command_program(&info), program);
	else
		assert_null(command_program(&info));
	free(got);
	free(copy);
}

static void the_recordings_name_is_left_out(void **state)
{
	command_is("/usr/bin/perf|record|-o|a/1.data|./server", "perf record server", "server");
	command_is("perf|record|-oa.data|server", "perf record server", "server");
	command_is("perf|record|--output|a.data|server", "perf record server", "server");
	command_is("perf|record|--output=a.data|server", "perf record server", "server");
	command_is("perf|record|--outp|a.data|server", "perf record server", "server");
	command_is("perf|record|-go|a.data|server", "perf record -g server", "server");
	command_is("perf|record|-goa.data|server", "perf record -g server", "server");
	command_is("perf|record|-o|a.data", "perf record", NULL);
	command_is("perf|record|-o", "perf record", NULL);
}

/* What the program is told is the program's, whatever it is called. */
static void the_programs_options_stay(void **state)
{
	command_is("perf|record|-o|a.data|gcc|-o|x|x.c", "perf record gcc -o x x.c", "gcc");
	command_is("perf|record|-o|a.data|--|gcc|--output=x|x.c", "perf record gcc --output=x x.c",
		   "gcc");
	command_is("perf|record|./old/server|-o|/tmp/x", "perf record server -o x", "server");
	command_is("perf|record|sed|s/a/|-", "perf record sed s/a/ -", "sed");
}

static void values_of_options_are_no_program(void **state)
{
	command_is("perf|record|-e|cpu/event=0x3c/u|-F|99|-g|--call-graph|fp|/bin/true|x",
		   "perf record -e cpu/event=0x3c/u -F 99 -g --call-graph fp true x", "true");
	command_is("perf|record|-F99|--event=cycles|-qB|true",
		   "perf record -F99 --event=cycles -qB true", "true");
	command_is("perf|record|-z|-I|-S|true", "perf record -z -I -S true", "true");
	command_is("perf|record|-zo|true", "perf record -zo true", "true");
	command_is("perf|record|--switch-output|--off-cpu|true",
		   "perf record --switch-output --off-cpu true", "true");
	command_is("perf|record|--switch-output-event|dummy|true",
		   "perf record --switch-output-event dummy true", "true");
	command_is("perf|--debug|x=1|mem|record|-a|sleep|1",
		   "perf --debug x=1 mem record -a sleep 1", "sleep");
}

static void nothing_was_started(void **state)
{
	command_is("perf|record|-a|-e|cycles", "perf record -a -e cycles", NULL);
	command_is("perf|record|-p|123", "perf record -p 123", NULL);
	command_is("perf|record|--", "perf record", NULL);
	command_is("other|thing", "other thing", NULL);
}

static void nothing_is_known(void **state)
{
	struct perfdata_info info = { .nr_words = 0 };
	char *text = command_text(&info);

	assert_string_equal(text, "");
	assert_null(command_program(&info));
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_recordings_name_is_left_out),
		cmocka_unit_test(the_programs_options_stay),
		cmocka_unit_test(values_of_options_are_no_program),
		cmocka_unit_test(nothing_was_started),
		cmocka_unit_test(nothing_is_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
