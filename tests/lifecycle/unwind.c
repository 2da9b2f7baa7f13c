// SPDX-License-Identifier: GPL-2.0-only
/*
 * unwind.c - who walks the stack from a probe, or from a signal that comes anywhere in a hit, finds main()
 *
 *	unwind			the checks, with the compiler's own unwinder
 *	unwind loop MS		hits for so long; for a debugger or a profiler from outside
 *
 * main() calls outer(), which calls marked(), a leaf.
 */
#include "life.h"

#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unwind.h>

#define FRAMES 32

void look(void *private_data, const struct marker_info *marker, va_list *args);
long marked(long value, const void *pointer);
long outer(long value);

__attribute__((noinline)) long marked(long value, const void *pointer)
{
	long low = value * 5;

	MARK(unwind_marked, "value %ld pointer %p", value, pointer);
	return low ^ value;
}

/* Not a tail call: there is something left to do. */
__attribute__((noinline)) long outer(long value)
{
	return marked(value, &life_failures) + 1;
}

struct walk {
	unsigned int nr;
	uintptr_t starts[FRAMES]; /* of the functions, as the unwinder knows them */
};

static _Unwind_Reason_Code step(struct _Unwind_Context *context, void *data)
{
	struct walk *walk = data;

	if (walk->nr == FRAMES)
		return _URC_END_OF_STACK;
	walk->starts[walk->nr++] = _Unwind_GetRegionStart(context);
	return _URC_NO_REASON;
}

int main(int argc, char **argv);

/* Where in a walk a function is; 0, which no caller can be, if it is not there. */
static unsigned int place_of(const struct walk *walk, uintptr_t function)
{
	unsigned int i;

	for (i = 1; i < walk->nr; i++)
		if (walk->starts[i] == function)
			return i;
	return 0;
}

static struct walk from_probe;
static volatile int walking;
static volatile unsigned long looked;

/* The arguments are in the list, whoever walks. */
__attribute__((noinline)) void look(void *private_data, const struct marker_info *marker,
				    va_list *args)
{
	long value = va_arg(*args, long);

	looked += value == 7 && va_arg(*args, const void *) == &life_failures;
	if (!walking)
		return;
	from_probe.nr = 0;
	_Unwind_Backtrace(step, &from_probe);
}

static void test_probe(void)
{
	unsigned int at;

	walking = 1;
	outer(7);
	walking = 0;
	at = place_of(&from_probe, (uintptr_t)outer);
	ok(looked == 1 && at > 1 && at <= 8, "unwind: outer() is found from the probe, %u up", at);
	ok(place_of(&from_probe, (uintptr_t)main) > at, "unwind: main() is above it");
}

static volatile unsigned long signals, complete;

static void on_signal(int number)
{
	struct walk walk = { 0 };

	_Unwind_Backtrace(step, &walk);
	signals++;
	complete += place_of(&walk, (uintptr_t)main) != 0;
}

static void hit_for(long ms)
{
	struct timespec now, begin;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
	do {
		int i;

		for (i = 0; i < 2000; i++)
			outer(7);
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	} while ((now.tv_sec - begin.tv_sec) * 1000 + (now.tv_nsec - begin.tv_nsec) / 1000000 < ms);
}

/*
 * In the few instructions between the first push and the call a walk ends at the marked function; it never
 * goes astray.
 */
static void test_signals(const char *state)
{
	struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
	struct itimerval every = { { 0, 200 }, { 0, 200 } }, never = { { 0, 0 }, { 0, 0 } };

	signals = complete = 0;
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &every, NULL);
	hit_for(500);
	setitimer(ITIMER_REAL, &never, NULL);
	ok(signals > 100 && complete * 100 >= signals * 80,
	   "unwind: %s: %lu of %lu signals in a loop of hits find main()", state, complete,
	   signals);
}

int main(int argc, char **argv)
{
	struct marker_probe probe = { .name = "unwind_marked", .func = look };

	if (argc < 3)
		test_signals("off");
	ok(marker_probe_connect(&probe, NULL) == 1, "unwind: the site is on");
	if (argc == 3) {
		hit_for(atol(argv[2]));
		return life_failures != 0;
	}
	test_probe();
	test_signals("on");
	probe.general = 1; /* not true, but nobody has anything in a vector register */
	marker_probe_unregister("unwind_marked", look, NULL);
	marker_probe_connect(&probe, NULL);
	test_signals("on, general");
	return life_failures != 0;
}
