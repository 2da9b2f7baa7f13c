// SPDX-License-Identifier: GPL-2.0-only
/*
 * The sort key trace: texts of tracepoints' fields, from formats and records that are right, damaged,
 * or of no kernel.
 */
#include "tests/unit/markdiff_run.h"

/* libtraceevent 1.7.1 keeps parts of formats that do not parse; asked for by the leak sanitizer. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
	return "leak:libtraceevent\n";
}

#define TRACEPOINT 2
#define ID	   77
#define RAW_SAMPLE (1 | 2 | 4 | 256 | 1024)

static const char fields_text[] =
	"name: event\n"
	"ID: 77\n"
	"format:\n"
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n"
	"\n"
	"\tfield:int n;\toffset:8;\tsize:4;\tsigned:1;\n"
	"\tfield:char comm[8];\toffset:12;\tsize:8;\tsigned:0;\n"
	"\tfield:__data_loc char[] name;\toffset:20;\tsize:4;\tsigned:0;\n"
	"\tfield:unsigned long a[2];\toffset:24;\tsize:16;\tsigned:0;\n"
	"\tfield:unsigned char len;\toffset:40;\tsize:1;\tsigned:0;\n"
	"\tfield:const char * why;\toffset:48;\tsize:8;\tsigned:0;\n"
	"\n"
	"print fmt: ";

/* What the fields of put_sample() are, one by one. */
#define LISTED                                                                                  \
	" n=-5 comm=worker name=hello a=ARRAY[11, 00, 00, 00, 00, 00, 00, 11, 22, 00, 00, 00, " \
	"00, 00, 00, 22] len=5 why=0x10"

static void put_text64(struct build *b, const char *text)
{
	build_u64(b, strlen(text));
	build_put(b, text, strlen(text));
}

static void put_text32(struct build *b, const char *text)
{
	build_u32(b, strlen(text));
	build_put(b, text, strlen(text));
}

/* TRACING_DATA with one format. */
static void put_tracing(struct build *b, const char *format)
{
	static const char magic[] = "\27\10Dtracing0.6";
	const uint8_t big_and_long[2] = { b->big, 8 };

	build_put(b, magic, sizeof(magic));
	build_put(b, big_and_long, 2);
	build_u32(b, 4096);
	build_put(b, "header_page", 12);
	put_text64(b, "");
	build_put(b, "header_event", 13);
	put_text64(b, "");
	build_u32(b, 0);
	build_u32(b, 1);
	build_put(b, "system", 7);
	build_u32(b, 1);
	put_text64(b, format);
	put_text32(b, "");
	put_text32(b, "0x10 : \"sixteen\"\n");
}

/* In a stream the bytes come behind a record, padded. */
static void put_tracing_record(struct build *b, const char *format)
{
	size_t at = build_record(b, 66, 0), begin;

	build_u32(b, 0);
	build_u32(b, 0);
	build_close(b, at);
	begin = b->size;
	put_tracing(b, format);
	build_set32(b, at + 8, b->size - begin);
	while (b->size % 8)
		b->bytes[b->size++] = 0;
}

static void put_raw(struct build *b, uint32_t name, uint32_t size)
{
	size_t at = b->size, raw;

	build_u32(b, size);
	raw = b->size;
	build_u16(b, ID);
	build_u16(b, 0);
	build_u32(b, 10);
	build_u32(b, -5);
	build_put(b, "worker\0", 8);
	build_u32(b, name);
	build_u64(b, 0x1100000000000011);
	build_u64(b, 0x2200000000000022);
	build_put(b, "\5hello\0", 8);
	build_u64(b, 0x10);
	build_u32(b, 0);
	assert_true(b->size - raw == 60);
	if (size < 60)
		b->size = raw + size;
	while ((b->size - at) % 8)
		b->bytes[b->size++] = 0;
}

/* A name is 6 bytes at 41; a record has 60. */
#define GOOD_NAME (6 << 16 | 41)

static void put_sample(struct build *b, uint64_t time, uint32_t name, uint32_t size)
{
	size_t at = build_record(b, 9, 1);

	build_u64(b, 0x400010);
	build_u32(b, 10);
	build_u32(b, 10);
	build_u64(b, time);
	if (b->nr_events > 1)
		build_u64(b, 1000);
	build_u64(b, 1);
	put_raw(b, name, size);
	build_close(b, at);
}

static void begin(struct build *b, bool big, bool stream)
{
	const struct build_event event = { .type = TRACEPOINT,
					   .config = ID,
					   .sample_type = RAW_SAMPLE };

	b->big = big;
	b->stream = stream;
	b->attr_size = 0;
	build_events(b, &event, 1);
}

static void end(struct build *b, const char *format)
{
	if (!b->stream) {
		build_feature_begin(b, 1);
		put_tracing(b, format);
		build_feature_end(b);
	}
	build_finish(b);
}

static const char *format_of(const char *print)
{
	static char text[4096];

	assert_true(strlen(fields_text) + strlen(print) + 2 < sizeof(text));
	snprintf(text, sizeof(text), "%s%s\n", fields_text, print);
	return text;
}

static void make(struct run *run, const char *print, bool big, bool stream)
{
	static struct build b;
	const char *format = format_of(print);

	*run = (struct run){ .nr = 0 };
	begin(&b, big, stream);
	if (stream)
		put_tracing_record(&b, format);
	put_sample(&b, 1, GOOD_NAME, 60);
	end(&b, format);
	run_file(run, &b);
}

/* The text of a sample, for a print format. */
static void text_is(const char *print, bool big, bool stream, const char *want)
{
	struct run run;
	char rows[256];

	make(&run, print, big, stream);
	snprintf(rows, sizeof(rows), "100.00;+0.00%%;%s\n", want);
	run_is(&run, "-qt;|-strace", "00", rows);
	run_unlink(&run);
}

static void texts_are_the_kernels(void **state)
{
	static const char *const good[][2] = {
		{ "\"n=%d comm=%s\", REC->n, REC->comm", "n=-5 comm=worker" },
		{ "\"%s %lx %lx\", __get_str(name), REC->a[0], REC->a[1]",
		  "hello 1100000000000011 2200000000000022" },
		{ "\"%.*s\", REC->len, __get_str(name)", "hello" },
		{ "\"%s\", __print_symbolic(REC->len & 3, { 1, \"ONE\" }, { 2, \"TWO\" })", "ONE" },
		{ "\"%s\", __print_flags(REC->len, \"|\", { 1, \"A\" }, { 4, \"C\" })", "A|C" },
		{ "\"%s\", __print_hex(REC->comm, REC->len)", "77 6f 72 6b 65" },
		{ "\"%s\", __print_hex(REC->comm, 2)", "77 6f" },
		{ "\"%d\", REC->len / 2", "2" },
		{ "\"a\tb %d\", REC->len", "a\tb 5" },
		{ "\"%s\", REC->len == 5 ? \"yes\" : \"no\"", "yes" },
	};

	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		text_is(good[i][0], false, false, good[i][1]);
		text_is(good[i][0], true, false, good[i][1]);
		text_is(good[i][0], false, true, good[i][1]);
		text_is(good[i][0], true, true, good[i][1]);
	}
}

/* libtraceevent 1.7.1 takes such addresses as if they were of this machine's byte order. */
static void pointers_to_texts_are_texts(void **state)
{
	text_is("\"%s\", REC->why", false, false, "sixteen");
	text_is("\"%s\", REC->why", false, true, "sixteen");
}

/* None of these may be evaluated.  The array is the same from either end. */
static void fields_are_listed_otherwise(void **state)
{
	static const char *const bad[] = {
		"\"%d\", REC->len / REC->n",
		"\"%d\", REC->len / 0",
		"\"%d\", REC->len % REC->n",
		"\"%lx\", REC->a[2]",
		"\"%lx\", REC->a[REC->len]",
		"\"%lx\", REC->a[99999999999]",
		"\"%*d\", REC->n, REC->n",
		"\"%9999d\", REC->n",
		"\"%s\", __print_hex(REC->comm, REC->n)",
		"\"%s\", __print_hex(REC->comm, 9)",
		"\"%s\", __print_hex((char *)REC->comm, 2)",
		"\"%s\", __print_array(REC->a, 3, 8)",
		"\"%s\", __print_array(REC->a, REC->n, 8)",
		"\"%s\", __get_str(n)",
	};
	static const char *const failing[] = { "\"%d\", strange(REC->n)", "\"%d\", REC->n +" };

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		text_is(bad[i], i & 1, false, LISTED);
	for (size_t i = 0; i < sizeof(failing) / sizeof(failing[0]); i++)
		text_is(failing[i], false, false, "[FAILED TO PARSE]" LISTED);
}

static void deep_formats_are_not_parsed(void **state)
{
	char print[1024] = "\"%d\", ";

	memset(print + strlen(print), '(', 200);
	strcat(print, "REC->n");
	text_is(print, false, false, "[unknown]");
}

static void records_fit_or_are_unknown(void **state)
{
	static struct build b;
	static const struct {
		uint32_t name, size;
	} bad[] = {
		{ GOOD_NAME, 36 }, /* ends before its fields */
		{ GOOD_NAME, 4 },
		{ 6 << 16 | 61, 60 },	   /* the name begins behind the record */
		{ 60000u << 16 | 41, 60 }, /* ends behind it */
		{ 5 << 16 | 41, 60 },	   /* has no zero */
		{ 0 << 16 | 41, 60 },	   /* has nothing */
		{ 0xffffu << 16 | 41, 60 },
	};
	struct run run = { .nr = 0 };

	begin(&b, false, false);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		put_sample(&b, 1 + i, bad[i].name, bad[i].size);
	end(&b, format_of("\"%s\", __get_str(name)"));
	run_file(&run, &b);
	run_is(&run, "-qt;|-strace", "00", "100.00;+0.00%;[unknown]\n");
	run_unlink(&run);
}

/* The field listing, where a format is for another event, or there is none. */
static void events_have_formats_or_are_unknown(void **state)
{
	static struct build b;
	struct run run = { .nr = 0 };
	char *format = strdup(format_of("\"%d\", REC->n"));

	assert_non_null(format);
	memcpy(strstr(format, "ID: 77"), "ID: 78", 6);
	begin(&b, false, false);
	put_sample(&b, 1, GOOD_NAME, 60);
	end(&b, format);
	run_file(&run, &b);
	begin(&b, false, false);
	put_sample(&b, 1, GOOD_NAME, 60);
	build_finish(&b);
	run_file(&run, &b);
	run_is(&run, "-qt;|-strace", "00", "100.00;+0.00%;[unknown]\n");
	run_is(&run, "-qt;|-strace", "11", "100.00;+0.00%;[unknown]\n");
	run_unlink(&run);
	free(format);
}

/* Cut off anywhere, it is read as far as it goes. */
static void tracing_data_may_be_cut_off(void **state)
{
	static struct build b, whole;
	struct run run;

	begin(&whole, false, false);
	put_sample(&whole, 1, GOOD_NAME, 60);
	put_tracing(&whole, format_of("\"%d\", REC->n"));
	for (size_t size = 1; size < whole.size - whole.data; size += 7) {
		run = (struct run){ .nr = 0 };
		begin(&b, false, false);
		put_sample(&b, 1, GOOD_NAME, 60);
		build_feature_begin(&b, 1);
		build_put(&b, whole.bytes + b.size, size);
		build_feature_end(&b);
		build_finish(&b);
		run_file(&run, &b);
		free(table_print(run_line(&run, "-qt;|-strace", "00"), (char[TABLE_REFUSAL]){ 0 }));
		run_unlink(&run);
	}
}

static void other_events_have_none(void **state)
{
	static struct build b;
	const struct build_event events[] = {
		{ .type = 1, .sample_type = RAW_SAMPLE | 64 },
		{ .type = TRACEPOINT, .config = ID, .sample_type = RAW_SAMPLE | 64 },
	};
	struct run run = { .nr = 0 };

	b.big = b.stream = false;
	b.attr_size = 0;
	build_events(&b, events, 2);
	put_sample(&b, 1, GOOD_NAME, 60);
	end(&b, format_of("\"%d\", REC->n"));
	run_file(&run, &b);
	run_is(&run, "-qt;|-strace", "00", "100.00;+0.00%;N/A\n");
	run_unlink(&run);
}

static void the_key_needs_fields(void **state)
{
	static struct build b;
	struct run run = { .nr = 0 };

	build_begin(&b, build_cpu_clock, 1);
	build_sample(&b, 10, 1, 0x400010);
	run_file(&run, &b);
	run_refuses(&run, "-strace", "00",
		    "has no fields of tracepoints, which the sort key trace");
	run_unlink(&run);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_are_the_kernels),
		cmocka_unit_test(pointers_to_texts_are_texts),
		cmocka_unit_test(fields_are_listed_otherwise),
		cmocka_unit_test(deep_formats_are_not_parsed),
		cmocka_unit_test(records_fit_or_are_unknown),
		cmocka_unit_test(events_have_formats_or_are_unknown),
		cmocka_unit_test(tracing_data_may_be_cut_off),
		cmocka_unit_test(other_events_have_none),
		cmocka_unit_test(the_key_needs_fields),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
