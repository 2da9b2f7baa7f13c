// SPDX-License-Identifier: GPL-2.0-only
/*
 * A timer whose handler hits markers, whatever it interrupts: registrations, probes, the heap.  The
 * first and the last moments of a thread are in test_core_thread_end.c.
 */
#include "crew.h"

#include <signal.h>
#include <sys/time.h>

#define ROUNDS 3000

static unsigned long handled, delivered, bad;

static void probe(void *private_data, const struct marker_info *marker, va_list *args)
{
	if (va_arg(*args, int) != 3 || *(int *)private_data != 17)
		add_one(&bad);
	add_one(&delivered);
}

static void handler(int signal)
{
	int saved = errno;

	MARK(signal_jump, "%d", 3);
	MARK_GENERIC(signal_generic, "%d", 3);
	MARK_IMMEDIATE(signal_immediate, "%d", 3);
	add_one(&handled);
	errno = saved;
}

static void start_timer(long interval_us)
{
	struct itimerval timer = { .it_interval.tv_usec = interval_us,
				   .it_value.tv_usec = interval_us };
	struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESTART };

	assert_int_equal(sigaction(SIGALRM, &action, NULL), 0);
	assert_int_equal(setitimer(ITIMER_REAL, &timer, NULL), 0);
}

static void stop_timer(void)
{
	struct itimerval none = { .it_interval.tv_usec = 0 };

	setitimer(ITIMER_REAL, &none, NULL);
}

static void hit_outside(void *unused)
{
	MARK(signal_outside, "%d", 3);
}

/* Data that is freed each round: a handler's probe must be a reader as any other is. */
static void register_once(const char *pattern)
{
	int *data = malloc(sizeof(*data));

	assert_non_null(data);
	*data = 17;
	assert_true(marker_probe_register(pattern, "%d", probe, data) > 0);
	hit_outside(NULL);
	assert_int_equal(marker_probe_unregister(pattern, probe, data), 0);
	assert_int_equal(marker_synchronize(), 0);
	*data = 0;
	free(data);
}

static void t38_handlers_hit_markers_during_registrations(void **state)
{
	static struct crew crew;
	unsigned int i;

	crew_start(&crew, 1, hit_outside, NULL);
	register_once("signal_*");
	while (read_word(&crew.rounds) < 2)
		sched_yield();
	start_timer(100);
	for (i = 0; i < ROUNDS; i++)
		register_once("signal_*");
	while (read_word(&handled) < 50)
		register_once("signal_jump");
	crew_stop(&crew);
	stop_timer();
	assert_int_equal(bad, 0);
	assert_true(delivered > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t38_handlers_hit_markers_during_registrations),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
