// SPDX-License-Identifier: GPL-2.0-only
/*
 * Probes that use general registers only: where the target keeps registers, a lone one is called by a way
 * of its own, and by others as soon as it is not alone, or not the outermost.
 */
#include "core_test.h"

#include <pthread.h>

static struct {
	unsigned int calls, depth, deepest;
	long sum;
	void *private_data;
} got;

static void note(void *private_data, long sum)
{
	got.calls++;
	got.sum = sum;
	got.private_data = private_data;
}

static void check_got(unsigned int calls, long sum)
{
	assert_int_equal(got.calls, calls);
	assert_int_equal(got.sum, sum);
	assert_ptr_equal(got.private_data, &got);
	memset(&got, 0, sizeof(got));
}

static void connect_general(const char *name, marker_probe_fn *func)
{
	struct marker_probe probe = {
		.name = name,
		.func = func,
		.private_data = &got,
		.general = 1,
	};

	assert_true(marker_probe_connect(&probe, NULL) > 0);
}

/* ---- arguments ------------------------------------------------------------------------------- */

static void hit_words(unsigned int nr)
{
	switch (nr) {
	case 0:
		MARK_NOARGS(general_0);
		break;
	case 1:
		MARK(general_1, "%d", 1);
		break;
	case 2:
		MARK(general_2, "%d %ld", 1, 2l);
		break;
	case 3:
		MARK(general_3, "%d %ld %d", 1, 2l, -3);
		break;
	case 4:
		MARK(general_4, "%d %ld %d %p", 1, 2l, -3, (void *)4);
		break;
	case 5:
		MARK(general_5, "%d %ld %d %p %lu", 1, 2l, -3, (void *)4, 5ul << 40);
		break;
	}
}

static const long sums[] = { 0, 1, 1 + 2, 1 + 2 - 3, 1 + 2 - 3 + 4, 1 + 2 - 3 + 4 + (5l << 40) };

static void word_0(void *p)
{
	note(p, 0);
}

static void word_1(void *p, int a)
{
	note(p, a);
}

static void word_2(void *p, int a, long b)
{
	note(p, a + b);
}

static void word_3(void *p, int a, long b, int c)
{
	note(p, a + b + c);
}

static void word_4(void *p, int a, long b, int c, void *d)
{
	note(p, a + b + c + (long)d);
}

static void word_5(void *p, int a, long b, int c, void *d, unsigned long e)
{
	note(p, a + b + c + (long)d + (long)e);
}

#define DIRECT(n, format, ...)                                                                  \
	assert_true(marker_probe_register_direct_general("general_" #n, format, word_##n, &got, \
							 ##__VA_ARGS__) > 0)
#define DROP(n)                                                                               \
	assert_int_equal(marker_probe_unregister("general_" #n,                               \
						 (marker_probe_fn *)(void (*)(void))word_##n, \
						 &got),                                       \
			 0)

static void arguments_in_registers(void **state)
{
	unsigned int i;

	if (!OS_DIRECT_WORDS)
		skip();
	DIRECT(0, "");
	DIRECT(1, "%d", int);
	DIRECT(2, "%d %ld", int, long);
	DIRECT(3, "%d %ld %d", int, long, int);
	DIRECT(4, "%d %ld %d %p", int, long, int, void *);
	DIRECT(5, "%d %ld %d %p %lu", int, long, int, void *, unsigned long);
	for (i = 0; i <= 5; i++) {
		hit_words(i);
		check_got(1, sums[i]);
	}
	DROP(0);
	DROP(1);
	DROP(2);
	DROP(3);
	DROP(4);
	DROP(5);
	for (i = 0; i <= 5; i++)
		hit_words(i);
	assert_int_equal(got.calls, 0);
}

static void add_list(void *private_data, const struct marker_info *marker, va_list *args)
{
	long sum = 0;
	unsigned int i;

	for (i = 0; i < marker->nfields; i++) {
		if (marker->fields[i].type == MARKER_INT)
			sum += va_arg(*args, int);
		else
			sum += va_arg(*args, long);
	}
	note(private_data, sum);
}

static void arguments_in_a_list(void **state)
{
	char name[] = "general_0";
	unsigned int i;

	for (i = 0; i <= 5; i++) {
		name[8] = '0' + i;
		connect_general(name, add_list);
		hit_words(i);
		check_got(1, sums[i]);
		assert_int_equal(marker_probe_unregister(name, add_list, &got), 0);
		hit_words(i);
		assert_int_equal(got.calls, 0);
	}
}

/* ---- quick: in the place of the list ---------------------------------------------------------- */

static struct {
	unsigned int calls;
	long sum;
	int done;
} quick;

static QUICK_CODE int try_words(void *private_data, const unsigned long *words)
{
	quick.calls++;
	quick.sum = private_data == &got ? (int)words[0] + (long)words[1] + (int)words[2] : -1;
	return quick.done;
}

static int attach_quick(void *private_data, const struct marker_info *marker,
			struct marker_attached *attached)
{
	attached->quick = (int (*)(void *, const unsigned long *))(void (*)(void))try_words;
	return 0;
}

static void connect_quick(unsigned int general)
{
	struct marker_probe probe = {
		.name = "general_3",
		.func = add_list,
		.private_data = &got,
		.general = general,
		.attach = attach_quick,
	};

	assert_true(marker_probe_connect(&probe, NULL) > 0);
	/* The first hit of all is not quick, where the thread is not known yet. */
	hit_words(3);
	memset(&quick, 0, sizeof(quick));
	memset(&got, 0, sizeof(got));
}

static void disconnect_quick(void)
{
	assert_int_equal(marker_probe_unregister("general_3", add_list, &got), 0);
	memset(&quick, 0, sizeof(quick));
	hit_words(3);
	assert_int_equal(quick.calls + got.calls, 0);
}

static void what_is_done_quickly_is_not_done_again(void **state)
{
	connect_quick(1);
	quick.done = 1;
	hit_words(3);
	assert_int_equal(quick.calls, QUICK_IS_CALLED);
	assert_int_equal(got.calls, !QUICK_IS_CALLED);
	assert_int_equal(quick.sum + got.sum, sums[3]);
	assert_false(os_in_probe());
	memset(&got, 0, sizeof(got));
	disconnect_quick();
}

static void what_is_not_done_quickly_is_done(void **state)
{
	unsigned int i;

	connect_quick(1);
	for (i = 1; i <= 3; i++) {
		hit_words(3);
		check_got(1, sums[3]);
		assert_int_equal(quick.calls, QUICK_IS_CALLED ? i : 0);
	}
	assert_false(os_in_probe());
	disconnect_quick();
}

static void nothing_is_quick_that_is_not_general(void **state)
{
	connect_quick(0);
	quick.done = 1;
	hit_words(3);
	check_got(1, sums[3]);
	assert_int_equal(quick.calls, 0);
	disconnect_quick();
}

static void nothing_is_quick_that_is_not_alone(void **state)
{
	unsigned int hits = 0;

	connect_quick(1);
	quick.done = 1;
	assert_true(marker_probe_register("general_3", NULL, count_hit, &hits) > 0);
	hit_words(3);
	check_got(1, sums[3]);
	assert_int_equal(hits, 1);
	assert_int_equal(quick.calls, 0);
	disconnect_quick();
	assert_int_equal(marker_probe_unregister("general_3", count_hit, &hits), 0);
}

static void nothing_is_quick_inside_a_read_side(void **state)
{
	connect_quick(1);
	quick.done = 1;
	urcu_bp_read_lock();
	hit_words(3);
	urcu_bp_read_unlock();
	check_got(1, sums[3]);
	assert_int_equal(quick.calls, 0);
	disconnect_quick();
}

/* ---- not alone ------------------------------------------------------------------------------- */

static void beside_any_other(void **state)
{
	unsigned int hits = 0;

	connect_general("general_3", add_list);
	assert_true(marker_probe_register("general_3", NULL, count_hit, &hits) > 0);
	hit_words(3);
	check_got(1, sums[3]);
	assert_int_equal(hits, 1);
	assert_int_equal(marker_probe_unregister("general_3", add_list, &got), 0);
	hit_words(3);
	assert_int_equal(got.calls, 0);
	assert_int_equal(hits, 2);
	connect_general("general_3", add_list);
	assert_int_equal(marker_probe_unregister("general_3", count_hit, &hits), 0);
	hit_words(3);
	check_got(1, sums[3]);
	assert_int_equal(hits, 2);
	assert_int_equal(marker_probe_unregister("general_3", add_list, &got), 0);
}

/* ---- not the outermost ----------------------------------------------------------------------- */

static void hit_again(void)
{
	MARK(general_again, "%d", 1);
}

static void again(void *private_data, const struct marker_info *marker, va_list *args)
{
	got.calls++;
	if (++got.depth > got.deepest)
		got.deepest = got.depth;
	hit_again();
	got.depth--;
}

static void t32_general_probe_that_hits_its_own_marker(void **state)
{
	unsigned int i;

	connect_general("general_again", again);
	for (i = 1; i <= 3; i++) {
		hit_again();
		assert_int_equal(got.calls, 4 * i);
		assert_int_equal(got.deepest, 4);
		assert_int_equal(seek("general_again", NULL).status.missed, i);
		assert_false(os_in_probe());
	}
	assert_int_equal(marker_probe_unregister("general_again", again, &got), 0);
	assert_int_equal(marker_synchronize(), 0);
	memset(&got, 0, sizeof(got));
}

static void ask(void *private_data, const struct marker_info *marker, va_list *args)
{
	note(private_data, os_in_probe());
}

static void hit_asked(void)
{
	MARK_NOARGS(general_asked);
}

static void the_read_side_is_begun_and_ended(void **state)
{
	connect_general("general_asked", ask);
	assert_false(os_in_probe());
	hit_asked();
	check_got(1, true);
	assert_false(os_in_probe());
	assert_int_equal(marker_probe_unregister("general_asked", ask, &got), 0);
}

static void inside_the_programs_own_read_side(void **state)
{
	connect_general("general_asked", ask);
	urcu_bp_read_lock();
	hit_asked();
	check_got(1, true);
	assert_true(os_in_probe());
	urcu_bp_read_lock();
	hit_asked();
	check_got(1, true);
	urcu_bp_read_unlock();
	assert_true(os_in_probe());
	urcu_bp_read_unlock();
	assert_false(os_in_probe());
	hit_asked();
	check_got(1, true);
	assert_int_equal(marker_probe_unregister("general_asked", ask, &got), 0);
	assert_int_equal(marker_synchronize(), 0);
}

/* The first hits of a thread register it. */
static void *hit_in_a_thread(void *unused)
{
	unsigned int i;

	for (i = 0; i < 3; i++)
		hit_asked();
	return os_in_probe() ? NULL : &got;
}

static void the_first_hits_of_a_thread(void **state)
{
	pthread_t thread;
	void *ret;

	connect_general("general_asked", ask);
	assert_int_equal(pthread_create(&thread, NULL, hit_in_a_thread, NULL), 0);
	assert_int_equal(pthread_join(thread, &ret), 0);
	assert_ptr_equal(ret, &got);
	check_got(3, true);
	assert_int_equal(marker_probe_unregister("general_asked", ask, &got), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arguments_in_registers),
		cmocka_unit_test(arguments_in_a_list),
		cmocka_unit_test(what_is_done_quickly_is_not_done_again),
		cmocka_unit_test(what_is_not_done_quickly_is_done),
		cmocka_unit_test(nothing_is_quick_that_is_not_general),
		cmocka_unit_test(nothing_is_quick_that_is_not_alone),
		cmocka_unit_test(nothing_is_quick_inside_a_read_side),
		cmocka_unit_test(beside_any_other),
		cmocka_unit_test(t32_general_probe_that_hits_its_own_marker),
		cmocka_unit_test(the_read_side_is_begun_and_ended),
		cmocka_unit_test(inside_the_programs_own_read_side),
		cmocka_unit_test(the_first_hits_of_a_thread),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
