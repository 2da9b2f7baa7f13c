// SPDX-License-Identifier: GPL-2.0-only
/*
 * Disconnecting beside probes that run.
 */
#include "core_test.h"

#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

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
		cmocka_unit_test(t17_synchronize_waits_for_running_probes),
		cmocka_unit_test(t06_disconnected_probe_is_skipped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
