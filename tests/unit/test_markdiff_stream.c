// SPDX-License-Identifier: GPL-2.0-only
/*
 * --stream.  Few processors write branch stacks, and virtual machines have none: so all recordings
 * here are built.
 */
#include "tests/unit/markdiff_table.h"
#include "user/markdiff/rows/stream.h"

#define WORK 0xffffffffc0000000ull
#define MAIN 0xffffffffc0000100ull

static void begin(struct build *b)
{
	static const struct build_event event = { .type = 1, .sample_type = BUILD_BRANCHES };

	b->big = b->stream = false;
	b->attr_size = 0;
	build_events(b, &event, 1);
	build_ksymbol(b, 1, WORK, 0x100, 0, "work");
	build_ksymbol(b, 1, MAIN, 0x100, 0, "main");
}

#define SAMPLE(b, period, ...)                                                       \
	build_sample_branches(b, 10, 100, WORK, period, 1,                           \
			      (const struct build_branch[]){ __VA_ARGS__ },          \
			      sizeof((const struct build_branch[]){ __VA_ARGS__ }) / \
				      sizeof(struct build_branch))

static void finish(const struct build *b, char path[TABLE_PATH_SIZE])
{
	table_write(path, b->bytes, b->size);
}

static char *report(const char *options, const char *base, const char *new)
{
	char line[512], *text;
	struct options o;
	struct diff diff;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	snprintf(line, sizeof(line), "--stream %s %s %s", options, base, new);
	table_parse(&o, line);
	if (diff_load(&diff, &o))
		fail_msg("%s: %s", line, table_refusal(&diff));
	assert_int_equal(diff_resolve(&diff, NULL), 0);
	assert_int_equal(out_stream(out, &diff, 0, true), 0);
	fclose(out);
	diff_free(&diff);
	options_free(&o);
	return text;
}

static void reports(const char *options, const char *base, const char *new, const char *want)
{
	char *text = report(options, base, new);

	assert_string_equal(text, want);
	free(text);
}

static void streams_are_matched(void **state)
{
	static struct build b;
	char base[TABLE_PATH_SIZE], new[TABLE_PATH_SIZE];

	begin(&b);
	SAMPLE(&b, 60, { MAIN + 0x20, WORK, 4 }, { WORK + 0x40, MAIN, 6 });
	SAMPLE(&b, 15, { MAIN + 0x20, WORK, 20 }, { WORK + 0x40, MAIN, 10 });
	SAMPLE(&b, 25, { MAIN + 0x30, WORK, 5 });
	finish(&b, base);
	begin(&b);
	SAMPLE(&b, 50, { MAIN + 0x20, WORK, 7 }, { WORK + 0x40, MAIN, 7 });
	SAMPLE(&b, 150, { 0x400010, 0x500000, 9 });
	finish(&b, new);
	reports("", base, new,
		"# Event 'cpu-clock:HG'\n#\n"
		"[ Matched hot streams ]\n"
		"\nhot chain pair 1:\n"
		"           cycles: 20, hits: 75.00%\t           cycles: 14, hits: 25.00%\n"
		"        ---------------------------\t         --------------------------\n"
		"                               work\t                               work\n"
		"                          main+0x20\t                          main+0x20\n"
		"                               main\t                               main\n"
		"                          work+0x40\t                          work+0x40\n"
		"\n[ Hot streams in old perf data only ]\n"
		"\nhot chain 1:\n"
		"            cycles: 5, hits: 25.00%\n"
		"         --------------------------\n"
		"                               work\n"
		"                          main+0x30\n"
		"\n[ Hot streams in new perf data only ]\n"
		"\nhot chain 1:\n"
		"                                   \t            cycles: 9, hits: 75.00%\n"
		"                                   \t         --------------------------\n"
		"                                   \t                           0x500000\n"
		"                                   \t                           0x400010\n");
	unlink(base);
	unlink(new);
}

/* How often a loop went round does not matter, nor where the stack cuts it off. */
static void rounds_are_left_out(void **state)
{
	static struct build b;
	char base[TABLE_PATH_SIZE], new[TABLE_PATH_SIZE];

	begin(&b);
	SAMPLE(&b, 1, { WORK + 0x40, WORK + 8, 1 }, { WORK + 0x30, WORK + 4, 1 },
	       { WORK + 0x40, WORK + 8, 1 }, { WORK + 0x30, WORK + 4, 1 },
	       { MAIN + 0x20, WORK, 1 });
	SAMPLE(&b, 1, { WORK + 0x40, WORK + 8, 1 }, { WORK + 0x30, WORK + 4, 1 },
	       { MAIN + 0x20, WORK, 1 });
	finish(&b, base);
	begin(&b);
	SAMPLE(&b, 1, { WORK + 0x40, WORK + 8, 1 }, { WORK + 0x30, WORK + 4, 1 });
	SAMPLE(&b, 1, { WORK + 0x40, WORK + 8, 1 }, { WORK + 0x30, WORK + 4, 1 },
	       { WORK + 0x40, WORK + 8, 1 }, { WORK + 0x30, WORK + 4, 1 },
	       { WORK + 0x40, WORK + 8, 1 });
	finish(&b, new);
	reports("-q", base, new,
		"[ Matched hot streams ]\n\n[ Hot streams in old perf data only ]\n"
		"\nhot chain 1:\n"
		"           cycles: 3, hits: 100.00%\n"
		"         --------------------------\n"
		"                           work+0x8\n"
		"                          work+0x40\n"
		"                           work+0x4\n"
		"                          work+0x30\n"
		"                               work\n"
		"                          main+0x20\n"
		"\n[ Hot streams in new perf data only ]\n"
		"\nhot chain 1:\n"
		"                                   \t           cycles: 2, hits: 100.00%\n"
		"                                   \t         --------------------------\n"
		"                                   \t                           work+0x8\n"
		"                                   \t                          work+0x40\n"
		"                                   \t                           work+0x4\n"
		"                                   \t                          work+0x30\n");
	unlink(base);
	unlink(new);
}

/* Of each file the five hottest. */
static void five_are_shown(void **state)
{
	static struct build b;
	char base[TABLE_PATH_SIZE], *text, *at;
	int nr = 0;

	begin(&b);
	for (int i = 1; i <= 7; i++)
		SAMPLE(&b, i, { MAIN + 0x10 * i, WORK, 4 });
	build_sample_branches(&b, 10, 100, WORK, 1000, 1, NULL, 0);
	finish(&b, base);
	text = report("-q", base, base);
	for (at = text; (at = strstr(at, "hot chain pair ")); at++)
		nr++;
	assert_int_equal(nr, 5);
	assert_non_null(strstr(text, "hot chain pair 1:\n            cycles: 4, hits: 25.00%"));
	assert_non_null(strstr(text, "hot chain pair 5:\n            cycles: 4, hits: 10.71%"));
	assert_null(strstr(text, "main+0x20\n"));
	free(text);
	unlink(base);
}

/* As many branches as a record can have. */
static void long_stacks(void **state)
{
	static struct build_branch branches[2700];
	static struct build b;
	char base[TABLE_PATH_SIZE], *text;

	for (size_t i = 0; i < 2700; i++)
		branches[i] = (struct build_branch){ MAIN + i % 0x100, WORK + i / 0x100, 1 };
	begin(&b);
	build_sample_branches(&b, 10, 100, WORK, 1, 1, branches, 2700);
	finish(&b, base);
	text = report("-q", base, base);
	assert_non_null(strstr(text, "cycles: 128, hits: 100.00%"));
	free(text);
	unlink(base);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(streams_are_matched),
		cmocka_unit_test(rounds_are_left_out),
		cmocka_unit_test(five_are_shown),
		cmocka_unit_test(long_stacks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
