// SPDX-License-Identifier: GPL-2.0-only
/*
 * latency_case.c - windows: the longest gap of one thread while the other does something
 *
 *	main				worker, on another processor
 *	----				----
 *	ask: number + 1			each pass: read the clock, run the site, look at the number;
 *	wait for the answer		a new number: publish the longest gap, begin a window, answer
 *	toggle, or wait as long
 *	ask: number + 1			...
 *	longest gap of the window
 *
 * The worker waits for nothing and makes no system call: a gap is what the processor, the kernel or
 * a hypervisor took from it.  Windows with and without a toggle follow each other in each round,
 * so that interrupts and neighbours meet both.
 */
#include "latency.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../bench.h"
#include "../row/connect.h"
#include "../machine.h"
#include "../many.h"

#define STOP	   (~0ul)
#define SYNC_EVERY 64

/* On lines of their own: the worker looks at the first each pass, and must not wait for more. */
struct window {
	_Atomic unsigned long asked __attribute__((aligned(64)));
	_Atomic unsigned long answered __attribute__((aligned(64)));
	uint64_t longest; /* of the window that the answer ended */
	void (*pass)(void) __attribute__((aligned(64)));
	int cpu;
};

/* In ticks, one of each round. */
struct samples {
	double *toggle;
	double *idle;
	double *extra;
	double *call;
};

static int pin(int cpu)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	return sched_setaffinity(0, sizeof(one), &one) ? -errno : 0;
}

static void *worker(void *arg)
{
	struct window *window = arg;
	unsigned long seen = 0, asked;
	struct gaps gaps;

	pin(window->cpu);
	gaps_begin(&gaps, machine_ticks());
	do {
		window->pass();
		gaps_pass(&gaps, machine_ticks());
		asked = atomic_load_explicit(&window->asked, memory_order_acquire);
		if (asked == seen)
			continue;
		window->longest = gaps.longest;
		atomic_store(&window->answered, asked);
		seen = asked;
		gaps_begin(&gaps, machine_ticks());
	} while (asked != STOP);
	return NULL;
}

/* Ends the window of the worker and begins another; the longest gap of the one that ended. */
static double ask(struct window *window)
{
	unsigned long number = atomic_load(&window->asked) + 1;

	atomic_store(&window->asked, number);
	while (atomic_load(&window->answered) != number)
		;
	return (double)window->longest;
}

static void wait_ticks(double ticks)
{
	uint64_t begin = machine_ticks();

	while ((double)(machine_ticks() - begin) < ticks)
		;
}

static int toggle(const struct latency_sites *sites, bool on)
{
	int ret;

	if (!on)
		return marker_probe_unregister(sites->marker, marker_bench_empty, NULL);
	ret = connect_probe(sites->marker, MANY_FORMAT, marker_bench_empty, NULL);
	if (ret < 0)
		return ret;
	return ret == (int)sites->sites ? 0 : -ERANGE;
}

static int do_round(struct window *window, const struct latency_sites *sites,
		    const struct samples *samples, unsigned int round)
{
	uint64_t begin;
	int ret;

	ask(window);
	begin = machine_ticks();
	ret = toggle(sites, !(round & 1));
	samples->call[round] = (double)(machine_ticks() - begin);
	samples->toggle[round] = ask(window);
	wait_ticks(samples->call[round]);
	samples->idle[round] = ask(window);
	samples->extra[round] = samples->toggle[round] - samples->idle[round];
	if (round % SYNC_EVERY == SYNC_EVERY - 1)
		marker_synchronize();
	return ret;
}

static int do_rounds(struct window *window, const struct latency_sites *sites,
		     const struct samples *samples, unsigned int rounds)
{
	unsigned int round;
	pthread_t thread;
	int ret = -pthread_create(&thread, NULL, worker, window);

	if (ret)
		return ret;
	/* The first pair touches memory for all. */
	ret = do_round(window, sites, samples, 0);
	if (!ret)
		ret = do_round(window, sites, samples, 1);
	for (round = 0; round < rounds && !ret; round++)
		ret = do_round(window, sites, samples, round);
	atomic_store(&window->asked, STOP);
	pthread_join(thread, NULL);
	marker_probe_unregister(sites->marker, marker_bench_empty, NULL);
	marker_synchronize();
	return ret;
}

static void scale(double *values, unsigned int nr, double factor)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		values[i] *= factor;
}

static double now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static int tell(struct latency_case *this, const struct samples *samples, unsigned int nr,
		double ns_per_tick)
{
	double *const all[] = { samples->toggle, samples->idle, samples->extra, samples->call };
	size_t i;
	int ret;

	for (i = 0; i < ARRAY_SIZE(all); i++)
		scale(all[i], nr, ns_per_tick);
	ret = gap_figures(samples->toggle, nr, &this->toggle);
	if (!ret)
		ret = gap_figures(samples->idle, nr, &this->idle);
	if (!ret)
		ret = stat_median_interval(samples->extra, nr, STAT_SEED, &this->extra);
	return ret ? ret : stat_median_interval(samples->call, nr, STAT_SEED, &this->call);
}

static int measure(const struct latency *latency, struct latency_case *this,
		   const struct latency_sites *sites, const struct samples *samples)
{
	static struct window window;
	double begin_ns = now_ns();
	uint64_t begin = machine_ticks();
	int ret = pin(latency->cpu_patches);

	if (ret)
		return ret;
	window.pass = sites->pass;
	window.cpu = latency->cpu_runs;
	ret = do_rounds(&window, sites, samples, latency->rounds);
	if (ret)
		return ret;
	return tell(this, samples, latency->rounds,
		    (now_ns() - begin_ns) / (double)(machine_ticks() - begin));
}

/**
 * latency_case_run() - measure one case in this process, as it is
 * @latency:	@rounds and the processors are set
 * @this:	@path and @sites are set, the rest is filled in
 */
void latency_case_run(const struct latency *latency, struct latency_case *this)
{
	const struct latency_sites *sites = latency_sites_find(this->sites);
	unsigned int nr = latency->rounds > 2 ? latency->rounds : 2;
	double *memory = calloc(4ul * nr, sizeof(*memory));
	struct samples samples = { memory, memory + nr, memory + 2ul * nr, memory + 3ul * nr };

	if (!sites) {
		this->error = -ENOTSUP;
		snprintf(this->why, sizeof(this->why), "no jump kind here");
	} else {
		this->error = memory ? measure(latency, this, sites, &samples) : -ENOMEM;
		if (this->error)
			snprintf(this->why, sizeof(this->why), "%s: %s", sites->marker,
				 strerror(-this->error));
	}
	free(memory);
}
