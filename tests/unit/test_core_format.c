// SPDX-License-Identifier: GPL-2.0-only
/*
 * A format as a list of fields: every conversion of printf, and what is refused.
 */
#include "core_test.h"

/* One letter a field: what va_arg() has to take. */
static const char type_letters[] = {
	[MARKER_INT] = 'i',    [MARKER_UINT] = 'u',	   [MARKER_LONG] = 'l',
	[MARKER_ULONG] = 'm',  [MARKER_POINTER] = 'p',	   [MARKER_STRING] = 's',
	[MARKER_DOUBLE] = 'd', [MARKER_LONG_DOUBLE] = 'D',
};

static const char *types_of(const char *format)
{
	static char text[MARKER_FIELDS_MAX + 1];
	struct marker_field fields[MARKER_FIELDS_MAX];
	int i, nr = marker_format_parse(format, fields, MARKER_FIELDS_MAX);

	if (nr < 0)
		return nr == -EINVAL ? "refused" : "another error";
	for (i = 0; i < nr; i++)
		text[i] = type_letters[fields[i].type];
	text[nr] = '\0';
	return text;
}

struct typed {
	const char *format, *types;
};

static void check_types(const struct typed *cases, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		if (strcmp(types_of(cases[i].format), cases[i].types) != 0)
			fail_msg("\"%s\" has the types \"%s\", not \"%s\"", cases[i].format,
				 types_of(cases[i].format), cases[i].types);
}

#define check_all(cases) check_types(cases, sizeof(cases) / sizeof((cases)[0]))

static void every_conversion(void **state)
{
	static const struct typed cases[] = {
		{ "%d", "i" }, { "%i", "i" }, { "%c", "i" }, { "%u", "u" }, { "%o", "u" },
		{ "%x", "u" }, { "%X", "u" }, { "%p", "p" }, { "%s", "s" }, { "%f", "d" },
		{ "%F", "d" }, { "%e", "d" }, { "%E", "d" }, { "%g", "d" }, { "%G", "d" },
		{ "%a", "d" }, { "%A", "d" },
	};

	check_all(cases);
}

static void every_length(void **state)
{
	static const struct typed cases[] = {
		{ "%hhd", "i" }, { "%hd", "i" },  { "%ld", "l" }, { "%lld", "l" }, { "%jd", "l" },
		{ "%zd", "l" },	 { "%td", "l" },  { "%qd", "l" }, { "%hhu", "u" }, { "%hx", "u" },
		{ "%lu", "m" },	 { "%llu", "m" }, { "%lo", "m" }, { "%llx", "m" }, { "%lX", "m" },
		{ "%ju", "m" },	 { "%zu", "m" },  { "%tx", "m" }, { "%lf", "d" },  { "%Lf", "D" },
		{ "%Le", "D" },	 { "%LG", "D" },  { "%La", "D" },
	};

	check_all(cases);
}

static void flags_widths_precisions(void **state)
{
	static const struct typed cases[] = {
		{ "%-5d", "i" },  { "%+d", "i" },  { "% d", "i" },	 { "%#x", "u" },
		{ "%05d", "i" },  { "%'d", "i" },  { "%-+ #0'5d", "i" }, { "%10.3f", "d" },
		{ "%.f", "d" },	  { "%.0f", "d" }, { "%5.ld", "l" },	 { "%016llx", "m" },
		{ "%.30s", "s" },
	};

	check_all(cases);
}

static void stars_take_an_int_each(void **state)
{
	static const struct typed cases[] = {
		{ "%*d", "ii" },  { "%.*d", "ii" },   { "%*.*f", "iid" }, { "%-*s", "is" },
		{ "%.*s", "is" }, { "%5.*lu", "im" }, { "%*.3Lf", "iD" }, { "%*p%*p", "ipip" },
	};

	check_all(cases);
}

static void text_and_percent_signs(void **state)
{
	static const struct typed cases[] = {
		{ "", "" },
		{ "no conversion", "" },
		{ "%%", "" },
		{ "100%% of %d", "i" },
		{ "%d%%%d", "ii" },
		{ "%%%d", "i" },
		{ "%%d", "" },
		{ "%pS %pI4", "pp" },
		{ "%d %s %p %ld %lu %u %f", "isplmud" },
	};

	check_all(cases);
}

static void what_is_refused(void **state)
{
	static const struct typed cases[] = {
		{ "%n", "refused" },	{ "%hhn", "refused" },	 { "%ls", "refused" },
		{ "%lc", "refused" },	{ "%S", "refused" },	 { "%C", "refused" },
		{ "%m", "refused" },	{ "%1$d", "refused" },	 { "%*1$d", "refused" },
		{ "%", "refused" },	{ "text %", "refused" }, { "%5", "refused" },
		{ "%.", "refused" },	{ "%l", "refused" },	 { "%ll", "refused" },
		{ "%-", "refused" },	{ "%y", "refused" },	 { "%5%", "refused" },
		{ "%d %n", "refused" }, { "%.-5d", "refused" },	 { "%llc", "refused" },
		{ "\1", "" },
	};

	check_all(cases);
}

static void as_many_fields_as_there_is_room(void **state)
{
	static const struct typed cases[] = {
		{ "%d%d%d%d%d%d%d%d%d%d%d%d", "iiiiiiiiiiii" },
		{ "%d%d%d%d%d%d%d%d%d%d%d%d%d", "refused" },
		{ "%d%d%d%d%d%d%d%d%d%d%*d", "iiiiiiiiiiii" },
		{ "%d%d%d%d%d%d%d%d%d%d%d%*d", "refused" },
		{ "%d%d%d%d%d%d%d%d%d%d%*.*d", "refused" },
	};
	struct marker_field one;

	check_all(cases);
	assert_int_equal(marker_format_parse("%d", &one, 1), 1);
	assert_int_equal(marker_format_parse("%*d", &one, 1), -EINVAL);
	assert_int_equal(marker_format_parse("", &one, 0), 0);
	assert_int_equal(marker_format_parse("%d", &one, 0), -EINVAL);
}

/* ---- names, places, precisions --------------------------------------------------------------- */

static void check_name(const char *format, unsigned int i, const char *name)
{
	struct marker_field fields[MARKER_FIELDS_MAX];

	assert_true(marker_format_parse(format, fields, MARKER_FIELDS_MAX) > (int)i);
	if (!name) {
		assert_null(fields[i].name);
		assert_int_equal(fields[i].name_len, 0);
		return;
	}
	assert_non_null(fields[i].name);
	assert_int_equal(fields[i].name_len, strlen(name));
	assert_memory_equal(fields[i].name, name, strlen(name));
}

static void the_word_before_is_the_name(void **state)
{
	check_name("len %d", 0, "len");
	check_name("len=%d", 0, "len");
	check_name("len: %d", 0, "len");
	check_name("len %d skb %p", 1, "skb");
	check_name("first second %d", 0, "second");
	check_name("a_1 %d", 0, "a_1");
	check_name("dev:eth0 %d", 0, "eth0");
}

static void fields_without_a_name(void **state)
{
	check_name("%d", 0, NULL);
	check_name("%d%d", 1, NULL);
	check_name("(%d", 0, NULL);
	check_name("len, %d", 0, NULL);
	check_name("a %*d", 0, NULL);
	check_name("%lld%u", 1, NULL);
	check_name("%% %d", 0, NULL);
}

static void stars_leave_the_name_to_their_conversion(void **state)
{
	check_name("width %*d", 0, NULL);
	check_name("width %*d", 1, "width");
	check_name("x %*.*f", 2, "x");
}

static void places_and_precisions(void **state)
{
	struct marker_field fields[MARKER_FIELDS_MAX];

	assert_int_equal(
		marker_format_parse("a %d b %.5s c %.*s %.3f %s", fields, MARKER_FIELDS_MAX), 6);
	assert_int_equal(fields[0].conversion, 2);
	assert_int_equal(fields[0].precision, -1);
	assert_int_equal(fields[1].conversion, 7);
	assert_int_equal(fields[1].precision, 5);
	assert_int_equal(fields[2].conversion, 14);
	assert_int_equal(fields[2].type, MARKER_INT);
	assert_int_equal(fields[3].conversion, 14);
	assert_int_equal(fields[3].precision, -1);
	assert_int_equal(fields[4].precision, 3);
	assert_int_equal(fields[5].precision, -1);
}

static void huge_precisions_do_not_overflow(void **state)
{
	struct marker_field field;

	assert_int_equal(marker_format_parse("%.99999999999999999999s", &field, 1), 1);
	assert_true(field.precision >= 100000);
	assert_int_equal(marker_format_parse("%99999999999999999999d", &field, 1), 1);
	assert_int_equal(field.precision, -1);
}

/* The place of a conversion is 16 bits wide: behind that it is told, not cut. */
static void a_conversion_too_far_behind_is_refused(void **state)
{
	static char format[70003];
	struct marker_field field;

	memset(format, 'x', sizeof(format) - 3);
	memcpy(format + sizeof(format) - 3, "%d", 3);
	assert_int_equal(marker_format_parse(format, &field, 1), -EINVAL);
	assert_int_equal(marker_format_parse(format + 4500, &field, 1), 1);
	assert_int_equal(field.conversion, 65500);
}

/* ---- arguments in registers ------------------------------------------------------------------ */

static int direct(const char *format, unsigned int *doubles)
{
	struct marker_field fields[MARKER_FIELDS_MAX];
	int nr = marker_format_parse(format, fields, MARKER_FIELDS_MAX);
	struct marker_info info = { .format = format, .fields = nr < 0 ? NULL : fields };

	info.nfields = nr < 0 ? 0 : nr;
	return marker_format_direct(&info, doubles);
}

static void what_fits_into_registers(void **state)
{
	unsigned int doubles;

	if (!OS_DIRECT_WORDS)
		skip();
	assert_int_equal(direct("", &doubles), 0);
	assert_int_equal(doubles, 0);
	assert_int_equal(direct("%d %s %p %ld %u", &doubles), 5);
	assert_int_equal(doubles, 0);
	assert_int_equal(direct("%d %f %s %g", &doubles), 4);
	assert_int_equal(doubles, 1u << 1 | 1u << 3);
	assert_int_equal(direct("%f%f%f%f%f%f%f%f %d%d%d%d", &doubles), 12);
	assert_int_equal(doubles, 0xff);
}

static void what_does_not(void **state)
{
	unsigned int doubles;

	assert_int_equal(direct("%d%d%d%d%d%d", &doubles), -EINVAL);
	assert_int_equal(direct("%f%f%f%f%f%f%f%f%f", &doubles), -EINVAL);
	assert_int_equal(direct("%Lf", &doubles), -EINVAL);
	assert_int_equal(direct("%n", &doubles), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_conversion),
		cmocka_unit_test(every_length),
		cmocka_unit_test(flags_widths_precisions),
		cmocka_unit_test(stars_take_an_int_each),
		cmocka_unit_test(text_and_percent_signs),
		cmocka_unit_test(what_is_refused),
		cmocka_unit_test(as_many_fields_as_there_is_room),
		cmocka_unit_test(the_word_before_is_the_name),
		cmocka_unit_test(fields_without_a_name),
		cmocka_unit_test(stars_leave_the_name_to_their_conversion),
		cmocka_unit_test(places_and_precisions),
		cmocka_unit_test(huge_precisions_do_not_overflow),
		cmocka_unit_test(a_conversion_too_far_behind_is_refused),
		cmocka_unit_test(what_fits_into_registers),
		cmocka_unit_test(what_does_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
