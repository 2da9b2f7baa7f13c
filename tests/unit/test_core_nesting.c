// SPDX-License-Identifier: GPL-2.0-only
/*
 * Probes inside probes: hits, calls of the library, and signal handlers.
 */
#include "core_test.h"

#include <signal.h>

/* ---- hits ------------------------------------------------------------------------------------ */

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t32_probe_that_hits_its_own_marker),
		cmocka_unit_test(t32_two_probes_that_hit_each_other),
		cmocka_unit_test(t33_missed_hits_leave_the_read_side),
		cmocka_unit_test(t19_registry_calls_from_a_probe_are_edeadlk),
		cmocka_unit_test(t38_handler_hits_another_marker_during_a_probe),
		cmocka_unit_test(t38_handler_hits_the_marker_it_interrupts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
