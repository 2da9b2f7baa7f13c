// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is said about recordings that do not compare well.  Each case is two recordings made for
 * it, and words that must (or must not) be in the remarks.
 */
#include "tests/unit/markdiff_table.h"
#include "user/markdiff/remarks/remarks.h"

enum {
	HOSTNAME = 3,
	OSRELEASE = 4,
	ARCH = 6,
	NRCPUS = 7,
	CPUDESC = 8,
	SAMPLE_TIME = 21
};

static char paths[2][TABLE_PATH_SIZE];

static void write_file(int file, const struct build *b)
{
	table_write(paths[file], b->bytes, b->size);
}

static void feature_string(struct build *b, int bit, const char *text)
{
	build_feature_begin(b, bit);
	build_sized_string(b, text);
	build_feature_end(b);
}

/* A recording of one event with samples of a period each. */
static void build_simple(struct build *b, const struct build_event *event, int nr, uint64_t period)
{
	b->big = b->stream = false;
	b->attr_size = 0;
	build_events(b, event, 1);
	build_mmap(b, 10, 1, 0x400000, 0x1000, 0, "/no/prog", 2);
	for (int i = 0; i < nr; i++)
		build_sample_of(b, 0, 10, 2 + i, 0x400010, period, 2);
}

static char *collect(const char *option, enum remark_weight *first)
{
	char *argv[] = { "markdiff", (char *)option, paths[0], paths[1] };
	char message[OPTIONS_MESSAGE], *text;
	struct remarks remarks;
	struct options o;
	struct diff diff;
	enum action action;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_int_equal(options_parse(&o, 4, argv, &action, message), 0);
	assert_int_equal(diff_load(&diff, &o), 0);
	assert_int_equal(diff_resolve(&diff, NULL), 0);
	assert_int_equal(remarks_collect(&remarks, &diff), 0);
	*first = remarks.nr ? remarks.list[0].weight : REMARK_DETAIL;
	remarks_print(out, &remarks, &diff);
	fclose(out);
	remarks_free(&remarks);
	diff_free(&diff);
	options_free(&o);
	unlink(paths[0]);
	unlink(paths[1]);
	return text;
}

static void check(const struct build *a, const struct build *b, const char *option,
		  enum remark_weight weight, const char *words)
{
	enum remark_weight first;
	char *text;

	write_file(0, a);
	write_file(1, b);
	text = collect(option, &first);
	if (!strstr(text, words))
		fail_msg("'%s' is not in\n%s", words, text);
	assert_int_equal(first, weight);
	free(text);
}

static const struct build_event clock = { .type = 1,
					  .flags = 1ull << PERFDATA_FREQ,
					  .period = 4000 };
static struct build a, b;

static void totals_and_chance(void **state)
{
	build_simple(&a, &clock, 100, 250000);
	build_simple(&b, &clock, 300, 250000);
	check(&a, &b, "-sdso", REMARK_CAREFUL, ": 100 samples, 0.025 s of cpu-clock:HG\n");
	check(&a, &b, "-sdso", REMARK_CAREFUL, ": 300 samples, 0.075 s of cpu-clock:HG (x3.000)\n");
	check(&a, &b, "-sdso", REMARK_CAREFUL, "has 200.0 % more cpu-clock:HG in all");
	/* 196 * sqrt(1.3 * 0.5 * 0.5 * (1 / 100 + 1 / 300)) */
	check(&a, &b, "-sdso", REMARK_CAREFUL, "shares of about 50 % differ by up to 12.9 points");
	check(&a, &b, "-sdso", REMARK_CAREFUL, "those of 5 % by 5.6");
}

static void build_text(struct build *b, const char *text)
{
	b->size = strlen(text);
	memcpy(b->bytes, text, b->size);
}

/* A line that counts 90 is 90 samples, not a sample that is 90 % of all. */
static void folded_lines_are_as_many_samples(void **state)
{
	enum remark_weight first;
	char *text;

	build_text(&a, "main;work 90\nmain;read 10\n");
	build_text(&b, "main;work 290\nmain;read 10\n");
	check(&a, &b, "-v", REMARK_CAREFUL, ": 100 samples\n");
	check(&a, &b, "-v", REMARK_CAREFUL, ": 300 samples (x3.000)\n");
	check(&a, &b, "-v", REMARK_CAREFUL, "shares of about 50 % differ by up to 12.9 points");
	write_file(0, &a);
	write_file(1, &b);
	text = collect("-v", &first);
	assert_null(strstr(text, "one sample"));
	free(text);
}

/* Nothing is amiss: there is nothing but totals. */
static void nothing_to_say(void **state)
{
	enum remark_weight first;
	char want[256], *text;

	build_begin(&a, build_cpu_clock, 1);
	build_mmap(&a, 10, 1, 0x400000, 0x1000, 0, "/no/prog", 2);
	write_file(0, &a);
	write_file(1, &a);
	text = collect("-sdso", &first);
	snprintf(want, sizeof(want),
		 "# Total of %s: 0 samples, 0.000 s of cpu-clock:HG\n"
		 "# Total of %s: 0 samples, 0.000 s of cpu-clock:HG\n#\n",
		 paths[0], paths[1]);
	assert_string_equal(text, want);
	free(text);
}

static void rates_differ(void **state)
{
	static const struct build_event slow = { .type = 1,
						 .flags = 1ull << PERFDATA_FREQ,
						 .period = 99 };
	static const struct build_event fixed = { .type = 1, .period = 1000000 };

	build_simple(&a, &clock, 10, 1);
	build_simple(&b, &slow, 10, 1);
	check(&a, &b, "-sdso", REMARK_CAREFUL, "with a frequency of 4000 in ");
	check(&a, &b, "-sdso", REMARK_CAREFUL, "and a frequency of 99 in ");
	build_simple(&b, &fixed, 10, 1);
	check(&a, &b, "-sdso", REMARK_CAREFUL, "and periods of 1000000 in ");
}

static void one_large_sample(void **state)
{
	build_simple(&a, &clock, 1000, 10);
	build_sample_of(&a, 0, 10, 5000, 0x400010, 10000, 2);
	build_simple(&b, &clock, 1000, 10);
	check(&a, &b, "-sdso", REMARK_WRONG,
	      ": one sample of cpu-clock:HG alone is 50.0 % of all (a period of 10000)");
}

/* Few samples of one size are no reason. */
static void few_samples_are_not_large(void **state)
{
	enum remark_weight first;
	char *text;

	build_simple(&a, &clock, 3, 10);
	write_file(0, &a);
	write_file(1, &a);
	text = collect("-sdso", &first);
	assert_null(strstr(text, "one sample"));
	free(text);
}

static void lost_samples(void **state)
{
	size_t at;

	build_simple(&a, &clock, 90, 10);
	build_simple(&b, &clock, 90, 10);
	at = build_record(&b, 2, 0);
	build_u64(&b, 1000);
	build_u64(&b, 10);
	build_trailer(&b, 10, 10, 7);
	build_close(&b, at);
	check(&a, &b, "-sdso", REMARK_WRONG, ": 10 samples were lost while recording (10.0 %)");
}

static void machines_differ(void **state)
{
	build_simple(&a, &clock, 10, 10);
	feature_string(&a, OSRELEASE, "6.1.0");
	feature_string(&a, ARCH, "x86_64");
	build_feature_begin(&a, NRCPUS);
	build_u32(&a, 4);
	build_u32(&a, 4);
	build_feature_end(&a);
	feature_string(&a, CPUDESC, "Fast One");
	build_finish(&a);
	build_simple(&b, &clock, 10, 10);
	feature_string(&b, OSRELEASE, "6.12.0");
	feature_string(&b, ARCH, "aarch64");
	build_feature_begin(&b, NRCPUS);
	build_u32(&b, 8);
	build_u32(&b, 8);
	build_feature_end(&b);
	feature_string(&b, CPUDESC, "Slow One");
	build_finish(&b);
	check(&a, &b, "-sdso", REMARK_WRONG, "a machine of type x86_64, ");
	check(&a, &b, "-sdso", REMARK_WRONG, "the kernels differ: ");
	check(&a, &b, "-sdso", REMARK_WRONG, " 6.1.0, ");
	check(&a, &b, "-sdso", REMARK_WRONG, "the processors differ: ");
	check(&a, &b, "-sdso", REMARK_WRONG, " Slow One; ");
	check(&a, &b, "-sdso", REMARK_WRONG, "different numbers of CPUs: ");
}

static void durations_differ(void **state)
{
	build_simple(&a, &clock, 10, 10);
	build_feature_begin(&a, SAMPLE_TIME);
	build_u64(&a, 1000000000);
	build_u64(&a, 2500000000);
	build_feature_end(&a);
	build_finish(&a);
	build_simple(&b, &clock, 10, 10);
	build_feature_begin(&b, SAMPLE_TIME);
	build_u64(&b, 1000000000);
	build_u64(&b, 5000000000);
	build_feature_end(&b);
	build_finish(&b);
	check(&a, &b, "-sdso", REMARK_CAREFUL, "the recordings took 1.500 s (");
	check(&a, &b, "-sdso", REMARK_CAREFUL, "and 4.000 s (");
}

static void events_without_a_partner(void **state)
{
	static const uint64_t both[2][3] = { { 1, 0, 0 }, { 1, 1, 0 } };
	static const uint64_t other[2][3] = { { 1, 0, 0 }, { 0, 0, 0 } };

	build_begin(&a, both, 2);
	build_sample_of(&a, 0, 10, 2, 0x400010, 1, 2);
	build_begin(&b, other, 2);
	build_sample_of(&b, 0, 10, 2, 0x400010, 1, 2);
	check(&a, &b, "-sdso", REMARK_WRONG, " has no task-clock:HG: its column is empty");
	check(&a, &b, "-sdso", REMARK_WRONG, " also has cycles:HG, which ");
}

static void symbols_that_are_missing(void **state)
{
	build_simple(&a, &clock, 10, 10);
	build_sample_of(&a, 0, 10, 900, 0x900000, 100, 2);
	build_mmap(&a, 10, 1, 0x500000, 0x1000, 0, "//anon", 2);
	build_sample_of(&a, 0, 10, 901, 0x500010, 20, 2);
	build_simple(&b, &clock, 10, 10);
	check(&a, &b, "-v", REMARK_WRONG,
	      ": 45.45 % in /no/prog have no symbol: it was not found; give the tree that has it "
	      "by --symfs");
	check(&a, &b, "-v", REMARK_WRONG, ": 45.45 % fell where nothing was mapped");
	check(&a, &b, "-v", REMARK_WRONG, "there is no perf map of its process");
	check(&a, &b, "-sdso", REMARK_CAREFUL, "chance");
}

static void the_weightiest_come_first(void **state)
{
	struct remarks r = { .nr = 0 };

	remark(&r, REMARK_DETAIL, "%s", "detail");
	remark(&r, REMARK_WRONG, "wrong %d", 1);
	assert_int_equal(r.nr, 2);
	assert_string_equal(r.list[1].text, "wrong 1");
	remarks_free(&r);
	build_simple(&a, &clock, 1000, 10);
	build_sample_of(&a, 0, 10, 5000, 0x400010, 10000, 2);
	feature_string(&a, HOSTNAME, "here");
	build_finish(&a);
	build_simple(&b, &clock, 1000, 10);
	feature_string(&b, HOSTNAME, "there");
	build_finish(&b);
	/* The large sample, the totals, chance; and the hosts with -v. */
	check(&a, &b, "-sdso", REMARK_WRONG, "# (-v shows 1 more)\n#\n");
	check(&a, &b, "-v", REMARK_WRONG, "# the machines differ: ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(totals_and_chance),
		cmocka_unit_test(folded_lines_are_as_many_samples),
		cmocka_unit_test(nothing_to_say),
		cmocka_unit_test(rates_differ),
		cmocka_unit_test(one_large_sample),
		cmocka_unit_test(few_samples_are_not_large),
		cmocka_unit_test(lost_samples),
		cmocka_unit_test(machines_differ),
		cmocka_unit_test(durations_differ),
		cmocka_unit_test(events_without_a_partner),
		cmocka_unit_test(symbols_that_are_missing),
		cmocka_unit_test(the_weightiest_come_first),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
