// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a probe is given: its marker, and the arguments as a list.
 */
#include "core_test.h"

struct taken {
	int i;
	long l;
	double d;
	const char *s;
	void *p;
	unsigned int calls;
};

/* A list handed on by pointer goes on where the callee left it, in every ABI. */
static void take_two_more(struct taken *taken, va_list *args)
{
	taken->s = va_arg(*args, const char *);
	taken->p = va_arg(*args, void *);
}

static void take_all(void *private_data, const struct marker_info *marker, va_list *args)
{
	struct taken *taken = private_data;

	taken->i = va_arg(*args, int);
	taken->l = va_arg(*args, long);
	taken->d = va_arg(*args, double);
	take_two_more(taken, args);
	taken->calls++;
}

static void check_taken(const struct taken *taken)
{
	assert_int_equal(taken->calls, 1);
	assert_int_equal(taken->i, -7);
	assert_int_equal(taken->l, 1L << (8 * sizeof(long) - 2));
	assert_true(taken->d == 2.5);
	assert_string_equal(taken->s, "text");
	assert_ptr_equal(taken->p, &errno);
}

#define FIVE "i %d l %ld d %f s %s p %p"
#define HIT_FIVE(name) \
	MARK(name, FIVE, -7, 1L << (8 * sizeof(long) - 2), 2.5, "text", (void *)&errno)

static void t26_three_probes_each_read_all_arguments(void **state)
{
	struct taken taken[3] = { { 0 } };
	unsigned int i;

	for (i = 0; i < 3; i++)
		assert_true(marker_probe_register("t26", FIVE, take_all, &taken[i]) > 0);
	HIT_FIVE(t26);
	for (i = 0; i < 3; i++) {
		check_taken(&taken[i]);
		marker_probe_unregister("t26", take_all, &taken[i]);
	}
}

static void t27_list_by_pointer_is_consumed_by_callees(void **state)
{
	struct taken taken = { 0 };

	assert_true(marker_probe_register("t27", FIVE, take_all, &taken) > 0);
	HIT_FIVE(t27);
	check_taken(&taken);
	marker_probe_unregister("t27", take_all, &taken);
}

struct seen {
	struct marker_info info;
	char name[32], format[64], field[16];
	bool list;
};

static void look(void *private_data, const struct marker_info *marker, va_list *args)
{
	struct seen *seen = private_data;
	va_list copy;

	seen->info = *marker;
	snprintf(seen->name, sizeof(seen->name), "%s", marker->name);
	snprintf(seen->format, sizeof(seen->format), "%s", marker->format);
	if (marker->nfields)
		snprintf(seen->field, sizeof(seen->field), "%.*s", marker->fields[0].name_len,
			 marker->fields[0].name);
	seen->list = args != NULL;
	va_copy(copy, *args);
	va_end(copy);
}

static void a_probe_is_told_its_marker(void **state)
{
	struct seen seen = { .list = false };

	assert_true(marker_probe_register("told", NULL, look, &seen) > 0);
	MARK(told, "len %d skb %p", 1, (void *)&seen);
	assert_string_equal(seen.name, "told");
	assert_string_equal(seen.format, "len %d skb %p");
	assert_int_equal(seen.info.nfields, 2);
	assert_string_equal(seen.field, "len");
	assert_true(seen.list);
	marker_probe_unregister("told", look, &seen);
}

static void take_one_too_many(void *private_data, const struct marker_info *marker, va_list *args)
{
	struct taken *taken = private_data;

	taken->calls++;
	taken->i = va_arg(*args, int);
}

static void t25_noargs_has_a_valid_list(void **state)
{
	struct seen seen = { .list = false };
	struct taken taken = { .calls = 0 };

	assert_true(marker_probe_register("t25", "", look, &seen) > 0);
	assert_true(marker_probe_register("t25", NULL, take_one_too_many, &taken) > 0);
	assert_int_equal(marker_probe_register("t25", " ", look, &taken), -EINVAL);
	MARK_NOARGS(t25);
	assert_string_equal(seen.format, "");
	assert_int_equal(seen.info.nfields, 0);
	assert_true(seen.list);
	assert_int_equal(taken.calls, 1);
	marker_probe_unregister("t25", look, &seen);
	marker_probe_unregister("t25", take_one_too_many, &taken);
}

/* The core hands pointers on and never looks behind them. */
static void t30_null_and_wild_strings_are_passed_on(void **state)
{
	struct taken taken = { .s = "something" };

	assert_true(marker_probe_register("t30", FIVE, take_all, &taken) > 0);
	MARK(t30, FIVE, 1, 1L, 1.0, (const char *)NULL, (void *)NULL);
	assert_null(taken.s);
	assert_null(taken.p);
	marker_probe_unregister("t30", take_all, &taken);
	assert_true(marker_probe_register("t30", FIVE, take_all, &taken) > 0);
	MARK(t30, FIVE, 1, 1L, 1.0, (const char *)16, (void *)24);
	assert_ptr_equal(taken.s, 16);
	assert_ptr_equal(taken.p, 24);
	marker_probe_unregister("t30", take_all, &taken);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t26_three_probes_each_read_all_arguments),
		cmocka_unit_test(t27_list_by_pointer_is_consumed_by_callees),
		cmocka_unit_test(a_probe_is_told_its_marker),
		cmocka_unit_test(t25_noargs_has_a_valid_list),
		cmocka_unit_test(t30_null_and_wild_strings_are_passed_on),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
