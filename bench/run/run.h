/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * run.h - the runner: all that a benchmark need not know
 *
 *	struct run run = { .rounds = 501, .loops = 50000, .seed = STAT_SEED };
 *
 *	run_add(&run, bench_find("loop-jump"));		with its base and the base's copy
 *	run_measure(&run);
 *	run_difference(&run, "loop-jump", "loop-none", &interval);
 *	run_free(&run);
 *
 * All rows are timed in each round, one after the other, in an order of the round's own (order.h);
 * what is told of two rows is the median over the rounds of what they differ by in one
 * round, so that what drifts (clock, heat, neighbours) meets both.
 */
#ifndef BENCH_RUN_H
#define BENCH_RUN_H

#include "../bench.h"
#include "../counter/counter.h"
#include "../counter/exclude.h"
#include "interference.h"
#include "stat.h"
#include "steady.h"

struct host;

#define RUN_LOOPS      50000
#define RUN_ROUNDS     501
#define RUN_LOOPS_MAX  1000000000ul
#define RUN_ROUNDS_MAX 100001u
#define RUN_ROWS_MAX   256u
#define RUN_CHAIN      48000 /* steps of the chain of calibration */

/**
 * struct run_row - a row in a run
 * @loops:	of one sample
 * @cycles:	core cycles a loop, one of each round
 * @counts:	of each event in turn, a loop, one of each round; NaN where it was on no counter
 * @error:	negative errno of init(): the row has no figures, and @why says why
 */
struct run_row {
	const struct bench *bench;
	unsigned long loops;
	double *cycles;
	double *counts;
	int error;
	char why[128];
};

/**
 * struct run_event - an event that is counted in each sample
 * @by_clock:	there is no PMU: the cycles are the clock's
 * @width:	bits of the counter, if it was read by the instruction
 * @begin:	before the last sample
 * @end:	behind it
 * @empty:	of a sample that runs nothing, one of each round
 */
struct run_event {
	const struct event *event;
	struct counter counter;
	bool by_clock;
	unsigned int width;
	struct count begin;
	struct count end;
	double *empty;
};

/**
 * struct run - a measurement
 * @loops:	of a sample of an empty loop; heavier rows take proportionally fewer
 * @rounds:	of all rows
 * @seed:	of the orders of the rows and of the resamples
 * @cpu:	where it ran
 * @host:	where; NULL where only its results came here
 * @clock:	what was read, if not this machine's clock (machine.h)
 * @ratio:	core cycles a tick of the clock, with its interval over the rounds
 * @ticks:	of the chain of calibration, one of each round
 * @steady:	what core cycles a tick were over the rounds
 * @interference: of each round; NULL where it was not looked for
 * @order:	of the rows, in the round that runs
 * @world:	where the kernel runs: which levels an event counts
 * @why:	a sentence, if an event was refused; "" if not
 */
struct run {
	unsigned long loops;
	unsigned int rounds;
	uint64_t seed;
	int cpu;
	const struct host *host;
	const char *clock;
	struct stat_interval ratio;
	double *ticks;
	struct steady steady;
	struct interference *interference;
	unsigned int *order;
	struct run_row *rows;
	unsigned int nr;
	struct run_event *events;
	unsigned int nr_events;
	enum exclude_world world;
	char why[EVENT_NAME + 256];
};

int run_add(struct run *run, const struct bench *bench);
int run_add_events(struct run *run, const struct events *events);
int run_measure(struct run *run);
void run_free(struct run *run);

/* difference.c */
const struct run_row *run_find(const struct run *run, const char *name);
int run_cycles(const struct run *run, const char *name, struct stat_interval *interval);
int run_difference(const struct run *run, const char *name, const char *base,
		   struct stat_interval *interval);
int run_ratio(const struct run *run, const char *name, const char *base,
	      struct stat_interval *interval);
bool run_is_told(const struct stat_interval *difference, double floor);
int run_extra_ratio(const struct run *run, const char *const num[2], const char *const den[2],
		    struct stat_interval *interval);
double run_floor(const struct run *run, const char *base);

/* difference_counts.c */
int run_count(const struct run *run, unsigned int event, const char *name,
	      struct stat_interval *interval, unsigned int *nr);
int run_count_difference(const struct run *run, unsigned int event, const char *name,
			 const char *base, struct stat_interval *interval);
double run_count_floor(const struct run *run, unsigned int event, const char *base);

#endif
