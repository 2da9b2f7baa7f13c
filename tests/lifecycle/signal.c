// SPDX-License-Identifier: GPL-2.0-only
/*
 * signal.c - markers hit in signal handlers on an alternate stack, and in threads that end (T38)
 *
 * Signals interrupt the marked code, the probe and the registration itself.
 */
#include "life.h"

#include <pthread.h>
#include <signal.h>
#include <sys/time.h>

#define TOGGLES 3000
#define THREADS 500
#define ENOUGH	2000 /* signals */

static struct hits handler_hits, main_hits;
static volatile unsigned long signals, delivered;
static volatile int stop;

static __attribute__((noinline)) void hit(int value)
{
	MARK(signal_main, "value %d", value);
}

static void on_signal(int number)
{
	unsigned long before = __atomic_load_n(&handler_hits.count, __ATOMIC_RELAXED);

	signals++;
	MARK(signal_handler, "value %d", 3);
	MARK(signal_toggled, "value %d", 3);
	delivered += __atomic_load_n(&handler_hits.count, __ATOMIC_RELAXED) - before;
}

static void handle(void)
{
	static char stack[1 << 16];
	stack_t alternate = { .ss_sp = stack, .ss_size = sizeof(stack) };
	struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_ONSTACK | SA_RESTART };

	sigaltstack(&alternate, NULL);
	sigemptyset(&action.sa_mask);
	sigaction(SIGUSR1, &action, NULL);
}

static void *sender(void *arg)
{
	pthread_t to = *(pthread_t *)arg;

	while (!stop) {
		pthread_kill(to, SIGUSR1);
		usleep(20);
	}
	return NULL;
}

/* A thread whose first hit is in the middle of its life, and that ends at once. */
static void *short_life(void *arg)
{
	hit(2);
	return arg;
}

static void threads_end(void)
{
	unsigned long before = main_hits.count;
	pthread_t thread;
	int i, made = 0;

	for (i = 0; i < THREADS; i++) {
		if (pthread_create(&thread, NULL, short_life, NULL))
			break;
		pthread_join(thread, NULL);
		made++;
	}
	ok(made == THREADS && main_hits.count == before + made, "threads that end: %d of %d hits",
	   (int)(main_hits.count - before), made);
	ok(marker_synchronize() == 0, "threads that end: grace periods do not wait for them");
}

int main(void)
{
	pthread_t self = pthread_self(), thread;
	struct hits toggled = { 0 };
	int i, bad = 0;

	handle();
	ok(marker_probe_register("signal_handler", "value %d", count_hit, &handler_hits) == 1 &&
		   marker_probe_register("signal_main", "value %d", count_hit, &main_hits) == 1,
	   "signals: connect");
	pthread_create(&thread, NULL, sender, &self);
	for (i = 0; i < TOGGLES || signals < ENOUGH; i++) {
		unsigned long before = main_hits.count;

		if (marker_probe_register("signal_toggled", NULL, count_hit, &toggled) != 1)
			bad++;
		hit(1);
		bad += main_hits.count != before + 1;
		if (marker_probe_unregister("signal_toggled", count_hit, &toggled))
			bad++;
		if (i % 16 == 0)
			marker_synchronize();
	}
	stop = 1;
	pthread_join(thread, NULL);
	ok(!bad, "T38 signals: toggling and hitting go on under them, %d wrong", bad);
	ok(delivered == signals, "T38 signals: %lu of %lu hits in handlers are delivered",
	   delivered, signals);
	ok(status_of("signal_main").missed == 0 && status_of("signal_handler").missed == 0,
	   "T38 signals: none is missed");
	threads_end();
	return life_failures != 0;
}
