// SPDX-License-Identifier: GPL-2.0-only
/*
 * Threads that come, hit markers, and go, while probes come and go: no hit is lost or told twice.
 */
#include "crew.h"

#define BATCHES	      150
#define THREADS	      4
#define HITS_A_THREAD 200

static unsigned long always, sometimes, bad;

static void count_shared(void *private_data, const struct marker_info *marker, va_list *args)
{
	add_one(private_data);
}

/* One row a line, whatever is inlined. */
static __attribute__((noinline)) void hit_both(void)
{
	MARK(thread_jump, "%d", 1);
	MARK_GENERIC(thread_generic, "%d", 1);
}

/* The first hit of a thread, and the last, are hits like others. */
static void *short_life(void *unused)
{
	unsigned int i;

	for (i = 0; i < HITS_A_THREAD; i++)
		hit_both();
	return NULL;
}

static void toggle(void *unused)
{
	if (marker_probe_register("thread_*", NULL, count_shared, &sometimes) != 2)
		add_one(&bad);
	if (marker_probe_unregister("thread_*", count_shared, &sometimes))
		add_one(&bad);
	marker_synchronize();
}

static void batch_of_threads(void)
{
	pthread_t threads[THREADS];
	unsigned int i;

	for (i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, short_life, NULL), 0);
	for (i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
}

static void threads_come_and_go(void **state)
{
	static struct crew writer;
	unsigned int i;

	assert_int_equal(marker_probe_register("thread_*", "%d", count_shared, &always), 2);
	crew_start(&writer, 1, toggle, NULL);
	for (i = 0; i < BATCHES; i++)
		batch_of_threads();
	crew_stop(&writer);
	assert_int_equal(always, 2ul * BATCHES * THREADS * HITS_A_THREAD);
	assert_true(sometimes <= always);
	assert_int_equal(bad, 0);
	assert_int_equal(marker_probe_unregister("thread_*", count_shared, &always), 0);
	assert_int_equal(marker_synchronize(), 0);
}

/* A destructor of thread-local data is the last code of a thread. */
static pthread_key_t key;

static void hit_at_exit(void *unused)
{
	hit_both();
}

static void *live_and_leave(void *unused)
{
	pthread_setspecific(key, &key);
	hit_both();
	return NULL;
}

static void hits_in_a_thread_s_last_moments(void **state)
{
	unsigned long count = 0;
	pthread_t thread;
	unsigned int i;

	assert_int_equal(pthread_key_create(&key, hit_at_exit), 0);
	assert_int_equal(marker_probe_register("thread_*", "%d", count_shared, &count), 2);
	for (i = 0; i < 50; i++) {
		pthread_create(&thread, NULL, live_and_leave, NULL);
		pthread_join(thread, NULL);
	}
	assert_int_equal(count, 200);
	assert_int_equal(marker_probe_unregister("thread_*", count_shared, &count), 0);
	assert_int_equal(marker_synchronize(), 0);
	pthread_key_delete(key);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(threads_come_and_go),
		cmocka_unit_test(hits_in_a_thread_s_last_moments),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
