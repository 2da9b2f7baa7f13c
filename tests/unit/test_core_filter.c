// SPDX-License-Identifier: GPL-2.0-only
/*
 * Conditions of filters: a table of what is true and what is not, and what is refused, where and why.
 */
#include "core_test.h"
#include "probes/filter/code.h"
#include "probes/filter/filter.h"

#include <limits.h>
#include <math.h>
#include <sys/prctl.h>
#include <unistd.h>

#define WHY 160

struct outcome {
	int err; /* of the parser or of the binding */
	bool is_true, general;
	char why[WHY];
};

/* Evaluates a condition over the arguments of a marker "m" of this format. */
static struct outcome evaluate(const char *condition, const char *format, ...)
{
	struct marker_field fields[MARKER_FIELDS_MAX];
	struct marker_info marker = { .name = "m_filter", .format = format, .fields = fields };
	struct marker_filter_program *program = NULL;
	struct marker_filter_code *code = NULL;
	struct outcome outcome = { 0 };
	va_list args;

	marker.nfields = marker_format_parse(format, fields, MARKER_FIELDS_MAX);
	outcome.err = marker_filter_parse(condition, &code, outcome.why, WHY);
	if (outcome.err)
		return outcome;
	outcome.err = marker_filter_bind(code, &marker, &program, outcome.why, WHY);
	if (!outcome.err) {
		va_start(args, format);
		outcome.is_true = marker_filter_eval(program, &marker, &args);
		va_end(args);
		outcome.general = program->general;
	}
	os_free(program);
	marker_filter_code_free(code);
	return outcome;
}

#define expect(truth, condition, ...)                                                        \
	do {                                                                                 \
		struct outcome outcome_ = evaluate(condition, __VA_ARGS__);                  \
		if (outcome_.err)                                                            \
			fail_msg("%s: error %d: %s", condition, outcome_.err, outcome_.why); \
		if (outcome_.is_true != (truth))                                             \
			fail_msg("%s is %s", condition, (truth) ? "false" : "true");         \
	} while (0)
#define is_true(...)  expect(true, __VA_ARGS__)
#define is_false(...) expect(false, __VA_ARGS__)

/* A marker with one argument of each kind. */
#define KINDS "i %d u %u l %ld z %zu p %p s %s d %f c %c"
#define OF_KINDS(i, u, l, z, p, s, d, c)                                                       \
	KINDS, (int)(i), (unsigned int)(u), (long)(l), (size_t)(z), (void *)(uintptr_t)(p), s, \
		(double)(d), c

struct truth {
	const char *condition;
	bool is_true;
};

static void check_table(const struct truth *table, size_t nr)
{
	size_t n;

	for (n = 0; n < nr; n++)
		expect(table[n].is_true, table[n].condition,
		       OF_KINDS(-5, UINT_MAX, LONG_MIN, SIZE_MAX, 0xffff888000001000, "eth0", 2.5,
				'x'));
}

#define check(table) check_table(table, sizeof(table) / sizeof((table)[0]))

static void comparisons(void **state)
{
	static const struct truth table[] = {
		{ "i == -5", true },
		{ "i != -5", false },
		{ "i < -4", true },
		{ "i < -5", false },
		{ "i <= -5", true },
		{ "i > -6", true },
		{ "i > -5", false },
		{ "i >= -5", true },
		{ "-5 == i", true },
		{ "u == 4294967295", true },
		{ "u == 0xffffffff", true },
		{ "l == -9223372036854775808", true },
		{ "z == 18446744073709551615", true },
		{ "z == 0xFFFFFFFFFFFFFFFF", true },
		{ "p == 0xffff888000001000", true },
		{ "p", true },
		{ "!p", false },
		{ "c == 'x'", true },
		{ "c == '\\x78'", true },
		{ "c != '\\n'", true },
		{ "c == 120", true },
		{ "arg0 == i && arg1 == u && arg7 == c", true },
	};

	check(table);
}

/* Where C converts the signed side, and says the contrary. */
static void integers_compare_by_value(void **state)
{
	static const struct truth table[] = {
		{ "i < u", true },    { "u > i", true },	 { "i < z", true },
		{ "l < z", true },    { "z > l", true },	 { "i != u", true },
		{ "-1 == z", false }, { "-1 == u", false },	 { "l < i", true },
		{ "z >= u", true },   { "z - z - 1 < 0", true }, { "u - z < 0", true },
	};

	check(table);
	is_true("len - 5 < 0", "len %zu", (size_t)3);
	is_true("-1 < len", "len %u", 0u);
}

static void arithmetic_is_exact(void **state)
{
	static const struct truth table[] = {
		{ "1 + 2 * 3 == 7", true },
		{ "(1 + 2) * 3 == 9", true },
		{ "10 - 4 - 3 == 3", true },
		{ "100 / 10 / 5 == 2", true },
		{ "7 / 2 == 3", true },
		{ "-7 / 2 == -3", true },
		{ "7 / -2 == -3", true },
		{ "-7 % 3 == -1", true },
		{ "7 % -3 == 1", true },
		{ "7 % 7 == 0", true },
		{ "2 - 5 == -3", true },
		{ "-2 + 5 == 3", true },
		{ "-2 + 2 == 0", true },
		{ "-(3) == -3", true },
		{ "- -3 == 3", true },
		{ "0 == -0", true },
		{ "z - 1 + 1 == z", true },
		{ "-3 * -4 == 12", true },
		{ "-3 * 4 == -12", true },
		{ "0x100000000 * 0xffffffff == 0xffffffff00000000", true },
		{ "-z < l", true },
	};

	check(table);
}

static void bits(void **state)
{
	static const struct truth table[] = {
		{ "(0xf0 | 0x0f) == 0xff", true },
		{ "(0xff & 0x3c) == 0x3c", true },
		{ "(0xff ^ 0x0f) == 0xf0", true },
		{ "-1 & 0xff == 0xff", true }, /* not as in C, and that is said */
		{ "1 == 3 & 1", true },
		{ "(-8 & -4) == -8", true },
		{ "(-8 | 3) == -5", true },
		{ "(-8 ^ -1) == 7", true },
		{ "(i & 7) == 3", true },
		{ "1 << 10 == 1024", true },
		{ "1 << 63 == 0x8000000000000000", true },
		{ "-1 << 4 == -16", true },
		{ "1024 >> 3 == 128", true },
		{ "-1 >> 1 == -1", true },
		{ "-16 >> 2 == -4", true },
		{ "-17 >> 2 == -5", true },
		{ "p >> 48 == 0xffff", true },
		{ "1 | 2 ^ 3 & 1 == 3", true },
		{ "1 + 1 << 2 == 8", true },
	};

	check(table);
}

/* Each is false, and so is what says the contrary. */
static void no_value_is_false(void **state)
{
	static const struct truth table[] = {
		{ "1 / 0 == 0", false },
		{ "1 / 0 != 0", false },
		{ "!(1 / 0 == 0)", false },
		{ "i % 0 == 0", false },
		{ "u / (i + 5) > 0", false },
		{ "d / 0 > 1", false },
		{ "!(d / 0 > 1)", false },
		{ "z + 1 > 0", false },
		{ "z + 1 <= 0", false },
		{ "-z - 1 < 0", false },
		{ "z * 2 > 0", false },
		{ "l * l * 4 > 0", false },
		{ "1 << 64 != 1", false },
		{ "1 << -1 != 1", false },
		{ "1 >> 64 == 0", false },
		{ "2 << 63 != 1", false },
		{ "(-z ^ z) != 0", true },
		{ "(-z & -2) < 0", false },
		/* Not asked for. */
		{ "i != -5 && 1 / 0 == 0", false },
		{ "i == -5 || 1 / 0 == 0", true },
	};

	check(table);
}

static void logic(void **state)
{
	static const struct truth table[] = {
		{ "1", true },
		{ "0", false },
		{ "!0", true },
		{ "!7", false },
		{ "!!7 == 1", true },
		{ "(2 && 3) == 1", true },
		{ "(0 || 3) == 1", true },
		{ "(0 || 0) == 0", true },
		{ "1 && 1 && 0", false },
		{ "0 || 0 || 1", true },
		{ "1 || 0 && 0", true },
		{ "(1 || 0) && 0", false },
		{ "0 && 0 || 1", true },
		{ "0 && (0 || 1)", false },
		{ "!(i > 0) && !(s == \"lo\")", true },
		{ "i > 0 || u > 0 && (l > 0 || z > 0)", true },
		{ "1&&!0||0", true },
		{ "((((((((1))))))))", true },
	};

	check(table);
}

static void texts(void **state)
{
	static const struct truth table[] = {
		{ "s == \"eth0\"", true },     { "s == \"eth\"", false },
		{ "s == \"eth00\"", false },   { "s != \"lo\"", true },
		{ "\"eth0\" == s", true },     { "s == s", true },
		{ "s ~ \"eth*\"", true },      { "s ~ \"*0\"", true },
		{ "s ~ \"eth[1-9]\"", false }, { "s ~ \"e?h0\"", true },
		{ "s ~ \"eth\"", false },      { "!(s ~ \"lo*\")", true },
		{ "s == \"\\x65th0\"", true }, { "name == \"m_filter\"", true },
		{ "name ~ \"m_*\"", true },    { "s == \"\"", false },
	};

	check(table);
	is_true("s == \"a\\\"b\\\\\\n\"", "s %s", "a\"b\\\n");
	is_true("s == \"\"", "s %s", "");
	is_true("src == dst", "src %s dst %s", "same", "same");
	is_false("src == dst", "src %s dst %s", "same", "other");
}

static void a_null_text_is_unlike_all(void **state)
{
	is_false("s == \"\"", "s %s", (char *)NULL);
	is_true("s != \"\"", "s %s", (char *)NULL);
	is_false("s ~ \"*\"", "s %s", (char *)NULL);
	is_false("s == s", "s %s", (char *)NULL);
}

/* Not a byte more than the precision says is there. */
static void texts_are_read_to_their_precision(void **state)
{
	char *exact = malloc(3);

	memcpy(exact, "abc", 3);
	is_true("s == \"abc\"", "s %.3s", exact);
	is_false("s == \"abcd\"", "s %.3s", exact);
	is_true("s ~ \"a*\"", "s %.3s", exact);
	is_true("s == \"ab\"", "s %.*s", 2, exact);
	is_true("arg2 == \"abc\"", "s %*.*s", 10, 3, exact);
	is_true("s == \"\"", "s %.0s", exact);
	is_true("s == \"abc\"", "s %.*s", -1, "abc");
	is_true("s == \"abc\"", "s %*s", 1, "abc");
	is_true("s == t", "s %.3s t %.*s", exact, 3, exact);
	free(exact);
}

static void long_texts_are_cut(void **state)
{
	char *one = malloc(10001), *other = malloc(10001);

	memset(one, 'a', 10000);
	memset(other, 'a', 10000);
	one[10000] = other[10000] = '\0';
	other[MARKER_FILTER_TEXT_MAX] = 'b';
	is_true("x == y", "x %s y %s", one, other);
	other[MARKER_FILTER_TEXT_MAX - 1] = 'b';
	is_false("x == y", "x %s y %s", one, other);
	is_true("x ~ \"a*a\"", "x %s", one);
	free(one);
	free(other);
}

static void doubles(void **state)
{
	static const struct truth table[] = {
		{ "d == 2.5", true },	     { "d > 2", true },
		{ "2 < d", true },	     { "d < i", false },
		{ "d * 2 == 5", true },	     { "d + 1 == 3.5", true },
		{ "1 - d == -1.5", true },   { "-d == -2.5", true },
		{ "d / 2 == 1.25", true },   { "2.5e0 == d", true },
		{ "0.25e1 == d", true },     { "d >= 2.5 && d <= 2.5", true },
		{ "d != 2.5", false },	     { "1e3 == 1000", true },
		{ "i * 1.5 == -7.5", true },
	};

	check(table);
	is_true("x == 0.1", "x %f", 0.1);
	is_true("x == 1.5", "x %Lf", 1.5L);
	is_false("x == x", "x %f", (double)NAN);
	is_true("x != x", "x %f", (double)NAN);
	is_false("x < 1 || x >= 1", "x %f", (double)NAN);
	/* 2^64 - 1 is no double; 2^64 is. */
	is_true("x > z", "x %f z %zu", 18446744073709551616.0, SIZE_MAX);
	is_true("x != n", "x %f n %lu", 9007199254740992.0, 9007199254740993ul);
}

/* Past the registers: the later ones of each kind travel in memory. */
static void twelve_arguments(void **state)
{
#define INTEGERS "%d %d %d %d %d %d %d %d %d %d %d %d", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
#define DOUBLES \
	"%f %f %f %f %f %f %f %f %f %f %f %d", 0.0, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11
	is_true("arg0 == 0 && arg5 == 5 && arg6 == 6 && arg11 == 11", INTEGERS);
	is_true("arg0 == 0 && arg7 == 7 && arg8 == 8 && arg10 == 10 && arg11 == 11", DOUBLES);
	is_true("a == 1 && x == 2.5 && s == \"t\" && b == -1", "a %d x %f s %s l %Lf b %ld", 1, 2.5,
		"t", 3.5L, -1l);
}

static void names(void **state)
{
	is_true("len == 1", "len %d len %d", 1, 2); /* the first */
	is_true("arg1 == 2", "len %d len %d", 1, 2);
	is_true("pid == 7", "pid %d", 7); /* the field and not the process */
	is_true("name == \"x\" && comm == 3", "name %s comm %d", "x", 3);
	is_true("arg1 == 5", "arg1 %d b %d", 5, 6);
	is_true("_a1 == 5", "_a1=%d", 5);
}

static void where_the_hit_is(void **state)
{
	char condition[64];

	snprintf(condition, sizeof(condition), "pid == %d && tid == %d", getpid(), gettid());
	is_true(condition, "");
	is_true("cpu >= 0 && cpu < 100000", "");
	prctl(PR_SET_NAME, "fifteen letters");
	is_true("comm == \"fifteen letters\"", "");
	prctl(PR_SET_NAME, "x");
	is_true("comm == \"x\" && comm ~ \"?\"", "");
}

/* ---- what is refused ------------------------------------------------------------------------- */

struct refusal {
	const char *condition, *why;
};

static void check_refusals(const struct refusal *table, size_t nr, int err)
{
	size_t n;

	for (n = 0; n < nr; n++) {
		struct outcome outcome =
			evaluate(table[n].condition, OF_KINDS(0, 0, 0, 0, 0, "", 0, 0));

		if (outcome.err != err)
			fail_msg("%s: error %d: %s", table[n].condition, outcome.err, outcome.why);
		if (strcmp(outcome.why, table[n].why) != 0)
			fail_msg("%s: \"%s\", not \"%s\"", table[n].condition, outcome.why,
				 table[n].why);
	}
}

#define check_refused(table, err) check_refusals(table, sizeof(table) / sizeof((table)[0]), err)

static void wrong_syntax(void **state)
{
	static const struct refusal table[] = {
		{ "", "column 1: a value is missing at the end" },
		{ "  ", "column 3: a value is missing at the end" },
		{ "i >", "column 4: a value is missing at the end" },
		{ "i > > 1", "column 5: expected a value, found '>'" },
		{ "&& 1", "column 1: expected a value, found '&&'" },
		{ "()", "column 2: expected a value, found ')'" },
		{ "(1", "column 1: this '(' is not closed" },
		{ "1 + (2 * (3 + 4)", "column 5: this '(' is not closed" },
		{ "1)", "column 2: this ')' has no '(' before it" },
		{ "(1 2)", "column 4: expected an operator or ')', found '2'" },
		{ "i u", "column 3: expected an operator, found 'u'" },
		{ "s == \"x\" \"y\"", "column 10: expected an operator, found '\"y\"'" },
		{ "i = 1", "column 3: '=': to compare is '=='" },
		{ "i $ 1", "column 3: '$' means nothing here" },
		{ "i \x01", "column 3: the byte 0x01 means nothing here" },
		{ "i \xc3", "column 3: the byte 0xc3 means nothing here" },
		{ "s == \"x", "column 6: the closing \" is missing" },
		{ "s == \"x\\", "column 8: no escape that is known: \\" },
		{ "s == \"\\q\"", "column 7: no escape that is known: \\q" },
		{ "s == \"\\x4\"", "column 7: no escape that is known: \\x" },
		{ "s == \"a\\0\"", "column 9: a text cannot hold a zero" },
		{ "c == ''", "column 6: a character is missing" },
		{ "c == 'ab'", "column 6: 'c' is one character; a text has double quotes" },
		{ "c == 'a", "column 6: 'c' is one character; a text has double quotes" },
		{ "c == '", "column 6: the closing ' is missing" },
		{ "i == 12abc", "column 8: a number goes on with 'a'" },
		{ "i == 0x", "column 7: a number goes on with 'x'" },
		{ "i == 1.2.3", "column 9: a number goes on with '.'" },
		{ "i == 18446744073709551616", "column 6: the number has more than 64 bits" },
		{ "i == 0x10000000000000000", "column 6: the number has more than 64 bits" },
		{ "i == 0755", "column 6: a number with a 0 before it: is it meant octal? "
			       "There are 10, 0x10" },
		{ "1 < i < 3",
		  "column 7: comparisons do not chain: write && between them, or ( )" },
		{ "i == u != 1",
		  "column 8: comparisons do not chain: write && between them, or ( )" },
	};

	check_refused(table, -EINVAL);
}

static void wrong_types(void **state)
{
	static const struct refusal table[] = {
		{ "s == 1", "marker m_filter: column 3: a text is compared with a number" },
		{ "1 < s", "marker m_filter: column 3: a text is compared with a number" },
		{ "comm == pid", "marker m_filter: column 6: a text is compared with a number" },
		{ "s < \"x\"", "marker m_filter: column 3: texts have == and != and ~ only" },
		{ "s + s == s", "marker m_filter: column 3: texts have == and != and ~ only" },
		{ "s ~ comm",
		  "marker m_filter: column 3: '~' wants a pattern in quotes on its right" },
		{ "i ~ 1", "marker m_filter: column 3: '~' compares texts" },
		{ "i ~ \"1\"", "marker m_filter: column 3: a text is compared with a number" },
		{ "s", "marker m_filter: column 1: a text is no condition" },
		{ "!s", "marker m_filter: column 1: a text is neither true nor a number" },
		{ "-s == s", "marker m_filter: column 1: a text is neither true nor a number" },
		{ "i && s", "marker m_filter: column 3: a text is neither true nor a number" },
		{ "d", "marker m_filter: column 1: a double is neither true nor false: "
		       "compare it with something" },
		{ "i || d", "marker m_filter: column 3: a double is neither true nor false: "
			    "compare it with something" },
		{ "d % 2 == 0",
		  "marker m_filter: column 3: this operator wants integers, not doubles" },
		{ "d & 1 == 0",
		  "marker m_filter: column 3: this operator wants integers, not doubles" },
		{ "1 << d == 0",
		  "marker m_filter: column 3: this operator wants integers, not doubles" },
	};

	check_refused(table, -EINVAL);
}

static void unknown_names(void **state)
{
	static const struct refusal table[] = {
		{ "lenn > 1", "column 1: marker m_filter has no field 'lenn'; it has "
			      "i, u, l, z, p, s, d, c" },
		{ "i > 1 && arg8", "column 10: marker m_filter has no field 'arg8'; it has "
				   "i, u, l, z, p, s, d, c" },
		{ "arg00", "column 1: marker m_filter has no field 'arg00'; it has "
			   "i, u, l, z, p, s, d, c" },
	};
	struct outcome outcome;

	check_refused(table, -ENOENT);
	outcome = evaluate("x == 1", "");
	assert_int_equal(outcome.err, -ENOENT);
	assert_string_equal(outcome.why, "column 1: marker m_filter has no field 'x'; it has none");
	outcome = evaluate("x == 1", "%d len %d", 1, 2);
	assert_string_equal(outcome.why,
			    "column 1: marker m_filter has no field 'x'; it has arg0, len");
}

static char *repeat(const char *text, unsigned int times)
{
	char *all = calloc(times, strlen(text) + 1);

	while (times--)
		strcat(all, text);
	return all;
}

static int error_of(const char *before, const char *repeated, unsigned int times, const char *after)
{
	char *middle = repeat(repeated, times), *condition;
	struct outcome outcome;

	assert_true(asprintf(&condition, "%s%s%s", before, middle, after) > 0);
	outcome = evaluate(condition, KINDS, 0, 0u, 0l, (size_t)0, (void *)0, "", 0.0, 0);
	if (!outcome.err)
		assert_true(outcome.is_true);
	else
		assert_non_null(strstr(outcome.why, "the condition is too "));
	free(middle);
	free(condition);
	return outcome.err;
}

static void everything_is_bounded(void **state)
{
	assert_int_equal(error_of("1", " ", MARKER_FILTER_LENGTH_MAX - 1, ""), 0);
	assert_int_equal(error_of("1", " ", MARKER_FILTER_LENGTH_MAX, ""), -E2BIG);
	assert_int_equal(error_of("1", "+1", 63, ""), 0);
	assert_int_equal(error_of("1", "+1", 64, ""), -E2BIG); /* nodes */
	assert_int_equal(error_of("", "(", 15, "1)))))))))))))))"), 0);
	assert_int_equal(error_of("", "(", 16, "1))))))))))))))))"), -E2BIG);
	assert_int_equal(error_of("!!", "!", 12, "1"), 0);
	assert_int_equal(error_of("!!", "!", 14, "1"), -E2BIG); /* nesting */
	assert_int_equal(error_of("", "1|1^1&(", 5, "1)))))"), 0);
	assert_int_equal(error_of("", "1|1^1&(", 6, "1))))))"), -E2BIG); /* stack */
}

/* Said of a condition that needs none but general registers, and of no other. */
static void general_or_not(void **state)
{
	assert_true(evaluate("i > 1 && s == \"x\"", "i %d s %s", 1, "").general);
	assert_true(evaluate("name != \"x\"", "d %f", 1.0).general);
	assert_false(evaluate("s ~ \"x\"", "s %s", "").general);
	assert_false(evaluate("d > 1", "d %f", 1.0).general);
	assert_false(evaluate("i > 1.5", "i %d", 1).general);
	assert_false(evaluate("i > 1", "d %f i %d", 1.0, 1).general);
	assert_true(evaluate("i > 1", "i %d d %f", 1, 1.0).general);
	assert_false(evaluate("comm == \"x\"", "").general);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(comparisons),
		cmocka_unit_test(integers_compare_by_value),
		cmocka_unit_test(arithmetic_is_exact),
		cmocka_unit_test(bits),
		cmocka_unit_test(no_value_is_false),
		cmocka_unit_test(logic),
		cmocka_unit_test(texts),
		cmocka_unit_test(a_null_text_is_unlike_all),
		cmocka_unit_test(texts_are_read_to_their_precision),
		cmocka_unit_test(long_texts_are_cut),
		cmocka_unit_test(doubles),
		cmocka_unit_test(twelve_arguments),
		cmocka_unit_test(names),
		cmocka_unit_test(where_the_hit_is),
		cmocka_unit_test(wrong_syntax),
		cmocka_unit_test(wrong_types),
		cmocka_unit_test(unknown_names),
		cmocka_unit_test(everything_is_bounded),
		cmocka_unit_test(general_or_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
