// SPDX-License-Identifier: GPL-2.0-only
/*
 * A timer's handler hits a marker on top of a thread that hits one all the time.
 *
 *	usage: signals SIGNALS		how many times the handler is to come
 *
 * Thread 0 are the events of the loop, thread 1 those of the handler.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

#include <marker/marker.h>

static volatile sig_atomic_t signals;

static void on_timer(int signal)
{
	unsigned long n = signals;

	if (n % 1000 == 999)
		MARK(seq_text, "thread %d n %lu text %s", 1, n, n & 1 ? "odd" : "an even one");
	else
		MARK(seq, "thread %d n %lu", 1, n);
	signals = n + 1;
}

static void hit(unsigned long n)
{
	if (n % 1000 == 999)
		MARK(seq_text, "thread %d n %lu text %s", 0, n, n & 1 ? "odd" : "an even one");
	else
		MARK(seq, "thread %d n %lu", 0, n);
}

int main(int argc, char **argv)
{
	struct itimerval often = { { 0, 50 }, { 0, 50 } }, never = { 0 };
	unsigned long n, wanted = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;

	signal(SIGALRM, on_timer);
	setitimer(ITIMER_REAL, &often, NULL);
	for (n = 0; (unsigned long)signals < wanted; n++)
		hit(n);
	setitimer(ITIMER_REAL, &never, NULL);
	printf("%lu %lu\n", n, (unsigned long)signals);
	return 0;
}
