// SPDX-License-Identifier: GPL-2.0-only
/*
 * The probe "latency" on real hits: threads, keys that one thread opens and another closes, signal
 * handlers, forked children.  Every begin is accounted for.
 */
#include "crew.h"
#include "probes/latency/latency.h"

#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define HITS 20000

static struct latency *latency;

static int connect_latency(const char *glob, const char *arg)
{
	struct marker_probe probe = {
		.name = glob,
		.func = marker_latency_named.func,
		.attach = marker_latency_named.attach,
	};

	assert_int_equal(marker_latency_named.open(arg, &probe.private_data), 0);
	latency = probe.private_data;
	return marker_probe_connect(&probe, NULL);
}

/* Disconnects, and says what there was; the report goes nowhere. */
static struct latency_summary close_latency(u64 *still_open)
{
	struct latency_summary summary;

	assert_true(marker_probe_unregister_all(marker_latency_named.func, latency) > 0);
	assert_int_equal(marker_synchronize(), 0);
	marker_latency_sum_up(latency->pairs->histogram, &summary);
	*still_open = marker_latency_still_open(latency->pairs->table);
	latency->printer = 0;
	marker_latency_named.close(latency);
	return summary;
}

static __attribute__((noinline)) void begin(int id, const char *name)
{
	MARK(lat_begin, "id %d name %s", id, name);
}

static __attribute__((noinline)) void end(int id, const char *name)
{
	MARK(lat_end, "id %d name %s", id, name);
}

static void check_whole(const struct latency_summary *summary, u64 count, u64 still_open)
{
	assert_int_equal(summary->count, count);
	assert_int_equal(summary->all.ends, 0);
	assert_int_equal(summary->all.evicted, 0);
	assert_int_equal(summary->all.missed, 0);
	assert_int_equal(still_open, 0);
	assert_true(summary->all.min <= summary->all.max);
	assert_true(summary->all.sum >= summary->all.max);
}

static void *nest(void *unused)
{
	unsigned int i, deep;

	for (i = 0; i < HITS; i++) {
		for (deep = 0; deep < 1 + i % 8; deep++)
			begin(i, "x");
		for (deep = 0; deep < 1 + i % 8; deep++)
			end(i, "x");
	}
	return NULL;
}

#define THREADS 8

static void run_threads(void *(*function)(void *))
{
	pthread_t threads[THREADS];
	long i;

	for (i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, function, (void *)i), 0);
	for (i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
}

static void threads_that_nest(void **state)
{
	struct latency_summary summary;
	u64 still_open;

	assert_int_equal(connect_latency("lat_*", NULL), 2);
	run_threads(nest);
	summary = close_latency(&still_open);
	check_whole(&summary, THREADS * HITS / 8 * (1 + 2 + 3 + 4 + 5 + 6 + 7 + 8), still_open);
}

/* Each opens keys of its own and closes those that its neighbour has opened. */
#define KEYS 64
static int turns[THREADS]; /* how many rounds of a thread are open, ever */

static void *pass_on(void *data)
{
	long self = (long)data, neighbour = (self + 1) % THREADS;
	int round, i;

	for (round = 1; round <= 50; round++) {
		for (i = 0; i < KEYS; i++)
			begin(self * KEYS + i, "x");
		__atomic_store_n(&turns[self], round, __ATOMIC_RELEASE);
		while (__atomic_load_n(&turns[neighbour], __ATOMIC_ACQUIRE) < round)
			sched_yield();
		for (i = 0; i < KEYS; i++)
			end(neighbour * KEYS + i, "x");
	}
	return NULL;
}

static void keys_that_another_thread_closes(void **state)
{
	struct latency_summary summary;
	u64 still_open;

	memset(turns, 0, sizeof(turns));
	assert_int_equal(connect_latency("lat_*", "lat_begin:lat_end;key=id"), 2);
	run_threads(pass_on);
	summary = close_latency(&still_open);
	/* Up to two rounds of 512 keys are open, in 1024 buckets of 16. */
	check_whole(&summary, THREADS * 50 * KEYS, still_open);
}

static void keys_that_are_texts(void **state)
{
	char name[] = "connection 7", same[] = "connection 7";
	struct marker_named_status status = { 0 };
	struct latency_summary summary;
	u64 still_open;

	assert_int_equal(connect_latency("lat_*", "key=name"), 2);
	begin(1, name);
	begin(2, "connection 8");
	end(3, "connection 9");
	end(4, same);
	begin(5, NULL);
	end(6, NULL);
	assert_int_equal(marker_latency_named.status(latency, NULL, &status), 0);
	assert_int_equal(status.hits, 6);
	assert_int_equal(status.dropped, 0);
	summary = close_latency(&still_open);
	assert_int_equal(summary.count, 2);
	assert_int_equal(summary.all.ends, 1);
	assert_int_equal(still_open, 1);
}

/* A thread's begins are nobody's when it has ended, though its memory is another's. */
static void *leave_open(void *unused)
{
	begin(1, "x");
	return NULL;
}

static void *close_only(void *unused)
{
	end(1, "x");
	return NULL;
}

static void a_thread_inherits_nothing(void **state)
{
	struct latency_summary summary;
	u64 still_open;

	assert_int_equal(connect_latency("lat_*", NULL), 2);
	run_threads(leave_open);
	run_threads(close_only);
	summary = close_latency(&still_open);
	assert_int_equal(summary.count, 0);
	assert_int_equal(summary.all.ends, THREADS);
	assert_int_equal(still_open, THREADS);
}

static unsigned long handled;

static void on_signal(int signal)
{
	begin(signal, "x");
	end(signal, "x");
	handled++;
}

/* It interrupts the probe, the clock and the code around them; and leaves nothing behind. */
static void signals_between(void **state)
{
	const struct itimerval often = { .it_interval.tv_usec = 100, .it_value.tv_usec = 100 };
	const struct itimerval never = { .it_interval.tv_usec = 0 };
	const struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
	struct latency_summary summary;
	u64 still_open, rounds;

	assert_int_equal(connect_latency("lat_*", NULL), 2);
	assert_int_equal(sigaction(SIGALRM, &action, NULL), 0);
	assert_int_equal(setitimer(ITIMER_REAL, &often, NULL), 0);
	handled = 0;
	for (rounds = 0; rounds < HITS || READ_ONCE(handled) < 50; rounds++) {
		begin(1, "x");
		end(1, "x");
	}
	assert_int_equal(setitimer(ITIMER_REAL, &never, NULL), 0);
	signal(SIGALRM, SIG_DFL);
	summary = close_latency(&still_open);
	check_whole(&summary, rounds + handled, still_open);
}

/* The histogram is shared; what is open is each one's own. */
static void children_are_counted(void **state)
{
	struct latency_summary summary;
	u64 still_open;
	int status;
	pid_t child;

	assert_int_equal(connect_latency("lat_*", NULL), 2);
	begin(1, "x");
	child = fork();
	assert_true(child >= 0);
	if (!child) {
		end(1, "x"); /* it was open when the child began */
		begin(2, "x");
		end(2, "x");
		begin(3, "x");
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	end(1, "x");
	summary = close_latency(&still_open);
	check_whole(&summary, 3, still_open);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(threads_that_nest),
		cmocka_unit_test(keys_that_another_thread_closes),
		cmocka_unit_test(keys_that_are_texts),
		cmocka_unit_test(a_thread_inherits_nothing),
		cmocka_unit_test(signals_between),
		cmocka_unit_test(children_are_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
