// SPDX-License-Identifier: GPL-2.0-only
/*
 * Probes that get their arguments in registers.
 */
#include "core_test.h"

static struct {
	int i;
	unsigned int u;
	long l;
	unsigned long m;
	const char *s;
	void *p;
	double d[8];
	void *private_data;
	unsigned int calls;
} direct;

static void forget(void)
{
	memset(&direct, 0, sizeof(direct));
}

static void direct_none(void *private_data)
{
	direct.private_data = private_data;
	direct.calls++;
}

static void direct_int(void *private_data, int i)
{
	direct.i = i;
	direct_none(private_data);
}

static void direct_words(void *private_data, int i, unsigned long m, const char *s, unsigned int u,
			 long l)
{
	direct.m = m;
	direct.s = s;
	direct.u = u;
	direct.l = l;
	direct_int(private_data, i);
}

static void direct_double(void *private_data, double d)
{
	direct.d[0] = d;
	direct_none(private_data);
}

static void direct_turns(void *private_data, double a, int i, double b, long l, void *p)
{
	direct.d[1] = b;
	direct.l = l;
	direct.p = p;
	direct.i = i;
	direct_double(private_data, a);
}

static void direct_five_seven(void *private_data, int i, double a, void *p, double b, long l,
			      double c, double d, double e, const char *s, double f, unsigned int u,
			      double g)
{
	double all[] = { a, b, c, d, e, f, g };

	memcpy(direct.d, all, sizeof(all));
	direct_words(private_data, i, (unsigned long)p, s, u, l);
}

static void direct_four_eight(void *private_data, double a, double b, double c, double d, double e,
			      double f, double g, double h, int i, unsigned long m, const char *s,
			      unsigned int u)
{
	double all[] = { a, b, c, d, e, f, g, h };

	memcpy(direct.d, all, sizeof(all));
	direct_words(private_data, i, m, s, u, 0);
}

static void check_doubles(unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		assert_true(direct.d[i] == i + 0.25);
	for (; i < 8; i++)
		assert_true(direct.d[i] == 0);
}

#define WITHOUT_DIRECT_SKIP()         \
	do {                          \
		if (!OS_DIRECT_WORDS) \
			skip();       \
		forget();             \
	} while (0)

static void unregister_direct(const char *name, void (*function)(void), void *private_data)
{
	assert_int_equal(direct.calls, 1);
	assert_ptr_equal(direct.private_data, private_data);
	assert_int_equal(marker_probe_unregister(name, (marker_probe_fn *)function, private_data),
			 0);
}

#define UNREGISTER(name, function) unregister_direct(name, (void (*)(void))(function), &direct)

static void direct_without_arguments(void **state)
{
	WITHOUT_DIRECT_SKIP();
	assert_true(marker_probe_register_direct("direct_none", "", direct_none, &direct) > 0);
	MARK_NOARGS(direct_none);
	UNREGISTER("direct_none", direct_none);
}

static void direct_one_int(void **state)
{
	WITHOUT_DIRECT_SKIP();
	assert_true(marker_probe_register_direct("direct_int", "%d", direct_int, &direct, int) > 0);
	MARK(direct_int, "%d", INT32_MIN);
	assert_int_equal(direct.i, INT32_MIN);
	UNREGISTER("direct_int", direct_int);
}

static void direct_five_words(void **state)
{
	WITHOUT_DIRECT_SKIP();
	assert_true(marker_probe_register_direct("direct_words", "%d %lu %s %u %ld", direct_words,
						 &direct, int, unsigned long, const char *,
						 unsigned int, long) > 0);
	MARK(direct_words, "%d %lu %s %u %ld", -1, ~0ul, "text", 0xdeadbeef, INTPTR_MIN);
	assert_int_equal(direct.i, -1);
	assert_true(direct.m == ~0ul);
	assert_string_equal(direct.s, "text");
	assert_true(direct.u == 0xdeadbeef);
	assert_true(direct.l == INTPTR_MIN);
	UNREGISTER("direct_words", direct_words);
}

static void direct_one_double(void **state)
{
	WITHOUT_DIRECT_SKIP();
	assert_true(marker_probe_register_direct("direct_double", "%f", direct_double, &direct,
						 double) > 0);
	MARK(direct_double, "%f", 0.25f);
	check_doubles(1);
	UNREGISTER("direct_double", direct_double);
}

static void direct_words_and_doubles_in_turns(void **state)
{
	WITHOUT_DIRECT_SKIP();
	assert_true(marker_probe_register_direct("direct_turns", "%f %d %g %ld %p", direct_turns,
						 &direct, double, int, double, long, void *) > 0);
	MARK(direct_turns, "%f %d %g %ld %p", 0.25, -5, 1.25, -6L, (void *)&direct);
	check_doubles(2);
	assert_int_equal(direct.i, -5);
	assert_int_equal(direct.l, -6);
	assert_ptr_equal(direct.p, &direct);
	UNREGISTER("direct_turns", direct_turns);
}

#define FIVE_SEVEN "%d %f %p %f %ld %f %f %f %s %f %u %f"

static void direct_five_words_and_seven_doubles(void **state)
{
	WITHOUT_DIRECT_SKIP();
	assert_true(marker_probe_register_direct("direct_57", FIVE_SEVEN, direct_five_seven,
						 &direct, int, double, void *, double, long, double,
						 double, double, const char *, double, unsigned int,
						 double) > 0);
	MARK(direct_57, FIVE_SEVEN, 1, 0.25, (void *)&direct, 1.25, -3L, 2.25, 3.25, 4.25, "s",
	     5.25, 7u, 6.25);
	check_doubles(7);
	assert_int_equal(direct.i, 1);
	assert_int_equal(direct.m, (unsigned long)&direct);
	assert_int_equal(direct.l, -3);
	assert_string_equal(direct.s, "s");
	assert_int_equal(direct.u, 7);
	UNREGISTER("direct_57", direct_five_seven);
}

#define FOUR_EIGHT "%f %f %f %f %f %f %f %f %d %lu %s %u"

static void direct_four_words_and_eight_doubles(void **state)
{
	WITHOUT_DIRECT_SKIP();
	assert_true(marker_probe_register_direct("direct_48", FOUR_EIGHT, direct_four_eight,
						 &direct, double, double, double, double, double,
						 double, double, double, int, unsigned long,
						 const char *, unsigned int) > 0);
	MARK(direct_48, FOUR_EIGHT, 0.25, 1.25, 2.25, 3.25, 4.25, 5.25, 6.25, 7.25, -9, 1ul << 31,
	     "s", 8u);
	check_doubles(8);
	assert_int_equal(direct.i, -9);
	assert_int_equal(direct.m, 1ul << 31);
	assert_string_equal(direct.s, "s");
	assert_int_equal(direct.u, 8);
	UNREGISTER("direct_48", direct_four_eight);
}

static void take_int(void *private_data, const struct marker_info *marker, va_list *args)
{
	*(int *)private_data = va_arg(*args, int);
}

static void direct_and_list_probes_at_one_marker(void **state)
{
	int taken = 0;

	WITHOUT_DIRECT_SKIP();
	assert_true(marker_probe_register("direct_both", "%d", take_int, &taken) > 0);
	assert_true(marker_probe_register_direct("direct_both", "%d", direct_int, &direct, int) >
		    0);
	MARK(direct_both, "%d", 77);
	assert_int_equal(taken, 77);
	assert_int_equal(direct.i, 77);
	UNREGISTER("direct_both", direct_int);
	marker_probe_unregister("direct_both", take_int, &taken);
}

static void direct_with_another_format(void **state)
{
	WITHOUT_DIRECT_SKIP();
	assert_int_equal(marker_probe_register_direct("direct_fmt", "%d", direct_int, &direct, int),
			 -EINVAL);
	MARK(direct_fmt, "%i", 1);
	assert_int_equal(direct.calls, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(direct_without_arguments),
		cmocka_unit_test(direct_one_int),
		cmocka_unit_test(direct_five_words),
		cmocka_unit_test(direct_one_double),
		cmocka_unit_test(direct_words_and_doubles_in_turns),
		cmocka_unit_test(direct_five_words_and_seven_doubles),
		cmocka_unit_test(direct_four_words_and_eight_doubles),
		cmocka_unit_test(direct_and_list_probes_at_one_marker),
		cmocka_unit_test(direct_with_another_format),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
