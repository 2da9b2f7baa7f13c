// SPDX-License-Identifier: GPL-2.0-only
/*
 * Markers as TSDL: types, names, escapes.  tests/e2e/test_record.sh has babeltrace2 read such text.
 */
#include "core_test.h"

#include "marker/registry.h"
#include "probes/ctf/text.h"
#include "probes/ctf/text_user.h"

static char *text;

static const char *event_of(const char *name, const char *format)
{
	struct marker_field fields[MARKER_FIELDS_MAX];
	struct marker_info info = { .name = name, .format = format };
	int nr = marker_format_parse(format, fields, MARKER_FIELDS_MAX);
	size_t size;
	FILE *out;

	free(text);
	out = open_memstream(&text, &size);
	assert_non_null(out);
	if (nr >= 0) {
		info.fields = fields;
		info.nfields = nr;
	}
	assert_int_equal(marker_ctf_event(out, 7, 0, &info), 0);
	assert_int_equal(fclose(out), 0);
	return text;
}

static void assert_has(const char *whole, const char *part)
{
	if (!strstr(whole, part))
		fail_msg("no \"%s\" in:\n%s", part, whole);
}

static void an_event(void **state)
{
	assert_string_equal(
		event_of("net_rx", "len %d skb %p"),
		"/* format: \"len %d skb %p\" */\n"
		"event {\n"
		"\tname = \"net_rx\";\n"
		"\tid = 7;\n"
		"\tstream_id = 0;\n"
		"\tfields := struct {\n"
		"\t\tinteger { size = 32; align = 8; signed = true; base = 10; } len;\n"
		"\t\tinteger { size = 64; align = 8; signed = false; base = 16; } skb;\n"
		"\t};\n"
		"};\n\n");
	assert_string_equal(event_of("tick", ""), "/* format: \"\" */\n"
						  "event {\n"
						  "\tname = \"tick\";\n"
						  "\tid = 7;\n"
						  "\tstream_id = 0;\n"
						  "\tfields := struct {\n"
						  "\t};\n"
						  "};\n\n");
}

static void every_type(void **state)
{
	static const struct {
		const char *format, *type;
	} cases[] = {
		{ "v %d", "{ size = 32; align = 8; signed = true; base = 10; } v;" },
		{ "v %c", "{ size = 32; align = 8; signed = true; base = 10; } v;" },
		{ "v %hhu", "{ size = 32; align = 8; signed = false; base = 10; } v;" },
		{ "v %#010x", "{ size = 32; align = 8; signed = false; base = 16; } v;" },
		{ "v %X", "{ size = 32; align = 8; signed = false; base = 16; } v;" },
		{ "v %o", "{ size = 32; align = 8; signed = false; base = 8; } v;" },
		{ "v %lld", "{ size = 64; align = 8; signed = true; base = 10; } v;" },
		{ "v %zu", "{ size = 64; align = 8; signed = false; base = 10; } v;" },
		{ "v %jx", "{ size = 64; align = 8; signed = false; base = 16; } v;" },
		{ "v %p", "{ size = 64; align = 8; signed = false; base = 16; } v;" },
		{ "v %g", "\tfloating_point { exp_dig = 11; mant_dig = 53; align = 8; } v;" },
		{ "v %Lf", "\tfloating_point { exp_dig = 11; mant_dig = 53; align = 8; } v;" },
		{ "v %.3s", "\tstring { encoding = UTF8; } v;" },
		{ "v %*x", "{ size = 32; align = 8; signed = true; base = 10; } arg0;" },
		{ "v %*x", "{ size = 32; align = 8; signed = false; base = 16; } v;" },
	};
	unsigned int i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_has(event_of("m", cases[i].format), cases[i].type);
}

static void names_that_would_be_none(void **state)
{
	static const struct {
		const char *format, *name;
	} cases[] = {
		{ "event %d", " _event;" },
		{ "int %d", " _int;" },
		{ "floating_point %d", " _floating_point;" },
		{ "_x %d", " __x;" },
		{ "__x %d", " ___x;" },
		{ "2nd %d", " _2nd;" },
		{ "%d", " arg0;" },
		{ "a %d %d", " arg1;" },
		{ "events %d", " events;" },
		{ "len=%d", " len;" },
		{ "len: %d", " len;" },
	};
	unsigned int i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_has(event_of("m", cases[i].format), cases[i].name);
}

static void names_are_different(void **state)
{
	event_of("m", "x %d x %d x %d x_2 %d int %d int %d");
	assert_has(text, " x;");
	assert_has(text, " x_2;");
	assert_has(text, " x_3;");
	assert_has(text, " x_2_2;");
	assert_has(text, " _int;");
	assert_has(text, " int_2;");
	event_of("m", "arg1 %d %d");
	assert_has(text, " arg1;");
	assert_has(text, " arg1_2;");
}

static void long_names_are_cut_and_different(void **state)
{
	char format[256], name[MARKER_CTF_NAME + 8];

	memset(format, 'n', 100);
	strcpy(format + 100, " %d ");
	memset(format + 104, 'n', 100);
	strcpy(format + 204, " %d");
	event_of("m", format);
	memset(name, 'n', MARKER_CTF_NAME);
	name[0] = ' ';
	strcpy(name + MARKER_CTF_NAME, "n;");
	assert_has(text, name);
	strcpy(name + MARKER_CTF_NAME, "n_2;");
	assert_has(text, name);
}

static void the_format_is_a_comment(void **state)
{
	assert_has(event_of("m", "a */ b \"q\" \\ \n\t\001 %d"),
		   "/* format: \"a *\\057 b \\\"q\\\" \\\\ \\n\\t\\001 %d\" */\n");
	event_of("m", "%ls is not recorded");
	assert_has(text, "fields := struct {\n\t};\n");
}

static const char *head_of(const struct marker_ctf_trace *trace)
{
	size_t size;
	FILE *out;

	free(text);
	out = open_memstream(&text, &size);
	assert_non_null(out);
	assert_int_equal(marker_ctf_head(out, trace), 0);
	assert_int_equal(fclose(out), 0);
	return text;
}

static void the_head(void **state)
{
	struct marker_ctf_trace trace = {
		.uuid = { 0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0, 1, 2, 3, 4, 5, 6, 7 },
		.domain = "ust",
		.hostname = "a \"host\"",
		.procname = "",
		.vpid = 42,
		.clock = { .name = "marker_tsc",
			   .uuid = "boot",
			   .freq = 4100000000ul,
			   .offset_s = 1800000000,
			   .offset = 4099999999ul },
	};

	head_of(&trace);
	assert_int_equal(strncmp(text, "/* CTF 1.8", 10), 0);
	assert_has(text, "uuid = \"01234567-89ab-cdef-0001-020304050607\";");
	assert_has(text, "hostname = \"a \\\"host\\\"\";");
	assert_null(strstr(text, "procname"));
	assert_null(strstr(text, "build_id"));
	assert_has(text, "vpid = 42        ;");
	assert_has(text, "freq = 4100000000          ;");
	assert_has(text, "offset_s = 1800000000          ;\n\toffset = 4099999999          ;");
	assert_has(text, "map = clock.marker_tsc.value;");
	assert_has(text, "uint32_t tid;");
	trace.domain = "kernel";
	trace.vpid = 0;
	head_of(&trace);
	assert_has(text, "uint32_t cpu_id;");
	assert_null(strstr(text, "vpid"));
}

static void a_file_that_fails(void **state)
{
	struct marker_info info = { .name = "m", .format = "" };
	struct marker_ctf_trace trace = { .clock = { .name = "c" } };
	FILE *full = fopen("/dev/full", "w");

	assert_non_null(full);
	setvbuf(full, NULL, _IONBF, 0);
	assert_int_equal(marker_ctf_event(full, 0, 0, &info), -EIO);
	assert_int_equal(marker_ctf_head(full, &trace), -EIO);
	info.nfields = MARKER_CTF_FIELDS + 1;
	assert_int_equal(marker_ctf_event(full, 0, 0, &info), -EINVAL);
	fclose(full);
}

static int teardown(void **state)
{
	free(text);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_event),
		cmocka_unit_test(every_type),
		cmocka_unit_test(names_that_would_be_none),
		cmocka_unit_test(names_are_different),
		cmocka_unit_test(long_names_are_cut_and_different),
		cmocka_unit_test(the_format_is_a_comment),
		cmocka_unit_test(the_head),
		cmocka_unit_test(a_file_that_fails),
	};

	return cmocka_run_group_tests(tests, NULL, teardown);
}
