// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a probe is given, and what it may do: lists, direct arguments, nesting, signal handlers.
 */
#include "core_test.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

/* ---- lists ----------------------------------------------------------------------------------- */

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

/* ---- direct ---------------------------------------------------------------------------------- */

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

static void direct_and_list_probes_at_one_marker(void **state)
{
	struct taken taken = { .calls = 0 };

	WITHOUT_DIRECT_SKIP();
	assert_true(marker_probe_register("direct_both", "%d", take_one_too_many, &taken) > 0);
	assert_true(marker_probe_register_direct("direct_both", "%d", direct_int, &direct, int) >
		    0);
	MARK(direct_both, "%d", 77);
	assert_int_equal(taken.i, 77);
	assert_int_equal(direct.i, 77);
	UNREGISTER("direct_both", direct_int);
	marker_probe_unregister("direct_both", take_one_too_many, &taken);
}

static void direct_with_another_format(void **state)
{
	WITHOUT_DIRECT_SKIP();
	assert_int_equal(marker_probe_register_direct("direct_fmt", "%d", direct_int, &direct, int),
			 -EINVAL);
	MARK(direct_fmt, "%i", 1);
	assert_int_equal(direct.calls, 0);
}

/* ---- nesting --------------------------------------------------------------------------------- */

static struct {
	unsigned int calls, deepest, depth;
} nest;

static void hit_again(void)
{
	MARK(t32_again, "%d", 1);
}

static void probe_that_hits_its_marker(void *private_data, const struct marker_info *marker,
				       va_list *args)
{
	nest.calls++;
	if (++nest.depth > nest.deepest)
		nest.deepest = nest.depth;
	hit_again();
	nest.depth--;
}

static void t32_probe_that_hits_its_own_marker(void **state)
{
	unsigned int i;

	memset(&nest, 0, sizeof(nest));
	assert_true(marker_probe_register("t32_again", "%d", probe_that_hits_its_marker, NULL) > 0);
	for (i = 1; i <= 3; i++) {
		hit_again();
		assert_int_equal(nest.calls, 4 * i);
		assert_int_equal(nest.deepest, 4);
		assert_int_equal(seek("t32_again", NULL).status.missed, i);
	}
	assert_int_equal(marker_synchronize(), 0);
	marker_probe_unregister("t32_again", probe_that_hits_its_marker, NULL);
}

static void hit_other(void);

static void probe_of_one(void *private_data, const struct marker_info *marker, va_list *args)
{
	nest.calls++;
	hit_other();
}

static void hit_one(void)
{
	MARK(t32_one, "%d", 1);
}

static void probe_of_other(void *private_data, const struct marker_info *marker, va_list *args)
{
	nest.calls++;
	hit_one();
}

static void hit_other(void)
{
	MARK(t32_other, "%d", 1);
}

static void t32_two_probes_that_hit_each_other(void **state)
{
	memset(&nest, 0, sizeof(nest));
	assert_true(marker_probe_register("t32_one", "%d", probe_of_one, NULL) > 0);
	assert_true(marker_probe_register("t32_other", "%d", probe_of_other, NULL) > 0);
	hit_one();
	assert_int_equal(nest.calls, 4);
	assert_int_equal(seek("t32_one", NULL).status.missed, 1);
	assert_int_equal(seek("t32_other", NULL).status.missed, 0);
	hit_other();
	assert_int_equal(nest.calls, 8);
	assert_int_equal(seek("t32_other", NULL).status.missed, 1);
	marker_probe_unregister("t32_one", probe_of_one, NULL);
	marker_probe_unregister("t32_other", probe_of_other, NULL);
}

/* A read side that is left open is taken for a probe that runs, and ends no grace period. */
static void t33_missed_hits_leave_the_read_side(void **state)
{
	memset(&nest, 0, sizeof(nest));
	assert_true(marker_probe_register("t32_again", "%d", probe_that_hits_its_marker, NULL) > 0);
	hit_again();
	assert_int_equal(marker_synchronize(), 0);
	marker_probe_unregister("t32_again", probe_that_hits_its_marker, NULL);
	assert_int_equal(marker_synchronize(), 0);
}

/* ---- calls from a probe ---------------------------------------------------------------------- */

static struct {
	unsigned int calls;
	int connect, enroll, unregister, unregister_all, synchronize, refresh, walk;
} inside;

static int visit_nothing(const struct marker_status *status, void *data)
{
	return 1;
}

static void probe_that_calls_the_registry(void *private_data, const struct marker_info *marker,
					  va_list *args)
{
	struct marker_result result;

	inside.calls++;
	inside.enroll = marker_probe_register("t19", NULL, count_hit, &inside);
	inside.connect = connect_as("t19", NULL, 0, count_hit, &inside, &result);
	inside.unregister = marker_probe_unregister("t19", probe_that_calls_the_registry, NULL);
	inside.unregister_all = marker_probe_unregister_all(probe_that_calls_the_registry, NULL);
	inside.synchronize = marker_synchronize();
	inside.refresh = marker_refresh(&result);
	inside.walk = marker_for_each(visit_nothing, NULL);
}

static void hit_t19(void)
{
	MARK_NOARGS(t19);
}

static void t19_registry_calls_from_a_probe_are_edeadlk(void **state)
{
	assert_true(marker_probe_register("t19", "", probe_that_calls_the_registry, NULL) > 0);
	hit_t19();
	assert_int_equal(inside.calls, 1);
	assert_int_equal(inside.enroll, -EDEADLK);
	assert_int_equal(inside.connect, -EDEADLK);
	assert_int_equal(inside.unregister, -EDEADLK);
	assert_int_equal(inside.unregister_all, -EDEADLK);
	assert_int_equal(inside.synchronize, -EDEADLK);
	assert_int_equal(inside.refresh, -EDEADLK);
	assert_int_equal(inside.walk, -EDEADLK);
	hit_t19();
	assert_int_equal(inside.calls, 2);
	assert_int_equal(marker_probe_unregister("t19", probe_that_calls_the_registry, NULL), 0);
	assert_int_equal(marker_probe_unregister("t19", count_hit, &inside), -ENOENT);
}

/* ---- signal handlers ------------------------------------------------------------------------- */

static volatile unsigned int handled;

static void hit_signalled(void)
{
	MARK(t38_signal, "%d", 1);
}

static void handler(int signal)
{
	handled++;
	hit_signalled();
}

static void probe_that_is_interrupted(void *private_data, const struct marker_info *marker,
				      va_list *args)
{
	raise(SIGUSR1);
	count_hit(private_data, marker, args);
	raise(SIGUSR1);
}

static void t38_handler_hits_another_marker_during_a_probe(void **state)
{
	unsigned int outer = 0, inner = 0;

	signal(SIGUSR1, handler);
	handled = 0;
	assert_true(marker_probe_register("t38_outer", NULL, probe_that_is_interrupted, &outer) >
		    0);
	assert_true(marker_probe_register("t38_signal", NULL, count_hit, &inner) > 0);
	MARK_NOARGS(t38_outer);
	assert_int_equal(outer, 1);
	assert_int_equal(inner, 2);
	assert_int_equal(handled, 2);
	assert_int_equal(marker_synchronize(), 0);
	marker_probe_unregister("t38_outer", probe_that_is_interrupted, &outer);
	marker_probe_unregister("t38_signal", count_hit, &inner);
}

/* The handler's marker interrupts itself: as a probe that hits its own marker, bounded. */
static void t38_handler_hits_the_marker_it_interrupts(void **state)
{
	struct sigaction action = { .sa_handler = handler, .sa_flags = SA_NODEFER };
	unsigned int hits = 0;

	sigaction(SIGUSR1, &action, NULL);
	assert_true(marker_probe_register("t38_signal", NULL, probe_that_is_interrupted, &hits) >
		    0);
	hit_signalled();
	assert_int_equal(hits, 1 + 2 + 4 + 8);
	assert_int_equal(seek("t38_signal", NULL).status.missed, 16);
	assert_int_equal(marker_synchronize(), 0);
	marker_probe_unregister("t38_signal", probe_that_is_interrupted, &hits);
}

/* ---- unregister beside a running probe ------------------------------------------------------- */

static struct {
	sem_t entered, go_on;
	volatile bool left, synchronized;
} slow;

static void slow_probe(void *private_data, const struct marker_info *marker, va_list *args)
{
	sem_post(&slow.entered);
	sem_wait(&slow.go_on);
	__atomic_store_n(&slow.left, true, __ATOMIC_RELEASE);
}

static void *hit_slowly(void *unused)
{
	MARK_NOARGS(slow_marker);
	return NULL;
}

static void *synchronize(void *unused)
{
	marker_synchronize();
	__atomic_store_n(&slow.synchronized, true, __ATOMIC_RELEASE);
	return NULL;
}

static void t17_synchronize_waits_for_running_probes(void **state)
{
	pthread_t in_probe, waiting;

	sem_init(&slow.entered, 0, 0);
	sem_init(&slow.go_on, 0, 0);
	assert_true(marker_probe_register("slow_marker", "", slow_probe, NULL) > 0);
	pthread_create(&in_probe, NULL, hit_slowly, NULL);
	sem_wait(&slow.entered);
	assert_int_equal(marker_probe_unregister("slow_marker", slow_probe, NULL), 0);
	assert_false(__atomic_load_n(&slow.left, __ATOMIC_ACQUIRE));
	pthread_create(&waiting, NULL, synchronize, NULL);
	usleep(50000);
	assert_false(__atomic_load_n(&slow.synchronized, __ATOMIC_ACQUIRE));
	sem_post(&slow.go_on);
	pthread_join(waiting, NULL);
	assert_true(__atomic_load_n(&slow.left, __ATOMIC_ACQUIRE));
	pthread_join(in_probe, NULL);
}

/* A probe in the middle that is disconnected is skipped; there is no stub in its place. */
static void t06_disconnected_probe_is_skipped(void **state)
{
	unsigned int hits[3] = { 0 }, i;

	for (i = 0; i < 3; i++)
		assert_true(marker_probe_register("t06", "%d", count_hit, &hits[i]) > 0);
	assert_int_equal(marker_probe_unregister("t06", count_hit, &hits[1]), 0);
	for (i = 0; i < 5; i++)
		MARK(t06, "%d", 1);
	assert_int_equal(hits[0], 5);
	assert_int_equal(hits[1], 0);
	assert_int_equal(hits[2], 5);
	marker_probe_unregister("t06", count_hit, &hits[0]);
	marker_probe_unregister("t06", count_hit, &hits[2]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t26_three_probes_each_read_all_arguments),
		cmocka_unit_test(t27_list_by_pointer_is_consumed_by_callees),
		cmocka_unit_test(a_probe_is_told_its_marker),
		cmocka_unit_test(t25_noargs_has_a_valid_list),
		cmocka_unit_test(t30_null_and_wild_strings_are_passed_on),
		cmocka_unit_test(direct_without_arguments),
		cmocka_unit_test(direct_one_int),
		cmocka_unit_test(direct_five_words),
		cmocka_unit_test(direct_one_double),
		cmocka_unit_test(direct_words_and_doubles_in_turns),
		cmocka_unit_test(direct_five_words_and_seven_doubles),
		cmocka_unit_test(direct_four_words_and_eight_doubles),
		cmocka_unit_test(direct_and_list_probes_at_one_marker),
		cmocka_unit_test(direct_with_another_format),
		cmocka_unit_test(t32_probe_that_hits_its_own_marker),
		cmocka_unit_test(t32_two_probes_that_hit_each_other),
		cmocka_unit_test(t33_missed_hits_leave_the_read_side),
		cmocka_unit_test(t19_registry_calls_from_a_probe_are_edeadlk),
		cmocka_unit_test(t38_handler_hits_another_marker_during_a_probe),
		cmocka_unit_test(t38_handler_hits_the_marker_it_interrupts),
		cmocka_unit_test(t17_synchronize_waits_for_running_probes),
		cmocka_unit_test(t06_disconnected_probe_is_skipped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
