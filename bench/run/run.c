// SPDX-License-Identifier: GPL-2.0-only
/*
 * run.c - pinning, warm-up, interleaved rounds, calibration
 *
 * One sample of a row: a quarter of its loops untimed, so that caches and predictors know the row
 * again after its neighbours (a row may have something else done there, say that they forget it),
 * then all of them between two readings of the clock.  Nothing is
 * allocated, written or printed between the first round and the last.  Events are read outside the
 * clock.
 */
#include "run.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "../machine.h"
#include "order.h"
#include "run_counts.h"

/* The second copy of a base: where there is one, it shows the noise floor of all compared to it. */
static const struct bench *copy_of(const struct bench *base)
{
	size_t i, j;

	for (i = 0; i < bench_nr_groups; i++) {
		for (j = 0; j < bench_groups[i]->nr; j++) {
			const struct bench *bench = &bench_groups[i]->rows[j];

			if (bench->copy && !strcmp(bench->base, base->name))
				return bench;
		}
	}
	return NULL;
}

static int row_append(struct run *run, const struct bench *bench)
{
	unsigned long weight = bench->weight ? bench->weight : 1;
	struct run_row *rows;

	if (run->nr >= RUN_ROWS_MAX)
		return -E2BIG;
	rows = realloc(run->rows, (run->nr + 1) * sizeof(*rows));
	if (!rows)
		return -ENOMEM;
	run->rows = rows;
	rows += run->nr;
	memset(rows, 0, sizeof(*rows));
	rows->bench = bench;
	rows->loops = run->loops > weight ? run->loops / weight : 1;
	rows->cycles = calloc(run->rounds, sizeof(*rows->cycles));
	if (!rows->cycles)
		return -ENOMEM;
	run->nr++;
	return 0;
}

/**
 * run_add() - measure a row too, with its base and the second copy of that
 * @run:	@loops and @rounds are set
 * @bench:	the row; one that is there already is not added again
 *
 * Return: 0, -ENOMEM, -E2BIG for too many rows.
 */
int run_add(struct run *run, const struct bench *bench)
{
	const struct bench *base = bench->base ? bench_find(bench->base) : NULL, *copy;
	int ret;

	if (run_find(run, bench->name))
		return 0;
	if (base) {
		ret = run_add(run, base);
		if (ret)
			return ret;
	}
	ret = row_append(run, bench);
	copy = copy_of(bench);
	if (ret || !copy)
		return ret;
	return run_add(run, copy);
}

/* Pins this thread to the last processor it may use: the first takes most interrupts. */
static int pin(cpu_set_t *before)
{
	cpu_set_t one;
	int cpu;

	if (sched_getaffinity(0, sizeof(*before), before))
		return -errno;
	for (cpu = CPU_SETSIZE - 1; cpu > 0 && !CPU_ISSET(cpu, before);)
		cpu--;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	if (sched_setaffinity(0, sizeof(one), &one))
		return -errno;
	return cpu;
}

static void init_rows(struct run *run)
{
	unsigned int i;

	for (i = 0; i < run->nr; i++) {
		struct run_row *row = &run->rows[i];

		if (row->bench->init)
			row->error = row->bench->init(row->bench, row->why, sizeof(row->why));
		if (row->error && !row->why[0])
			strncpy(row->why, strerror(-row->error), sizeof(row->why) - 1);
	}
}

static void exit_rows(struct run *run)
{
	unsigned int i;

	for (i = 0; i < run->nr; i++) {
		struct run_row *row = &run->rows[i];

		if (!row->error && row->bench->exit)
			row->bench->exit(row->bench);
	}
}

static double timed(struct run *run, void (*function)(unsigned long loops), unsigned long loops)
{
	uint64_t begin, end;

	counts_begin(run);
	begin = machine_ticks();
	function(loops);
	end = machine_ticks();
	counts_end(run);
	return (double)(end - begin);
}

static double sample(struct run *run, void (*function)(unsigned long loops), unsigned long loops)
{
	function(loops / 4 + 1);
	return timed(run, function, loops);
}

static double sample_row(struct run *run, const struct run_row *row)
{
	const struct bench *bench = row->bench;

	if (!bench->before)
		return sample(run, bench->run, row->loops);
	bench->before();
	return timed(run, bench->run, row->loops);
}

static BENCH_CODE void run_nothing(unsigned long loops)
{
	BENCH_BARRIER();
}

static void sample_nothing(struct run *run, unsigned int round)
{
	if (!run->nr_events)
		return;
	sample(run, run_nothing, 0);
	counts_keep(run, NULL, round);
}

static void do_round(struct run *run, unsigned int round)
{
	unsigned int i;

	order_fill(run->order, run->nr, run->seed, round);
	run->ticks[round] = sample(run, machine_chain, RUN_CHAIN);
	sample_nothing(run, round);
	for (i = 0; i < run->nr; i++) {
		struct run_row *row = &run->rows[run->order[i]];

		if (row->error)
			continue;
		row->cycles[round] = sample_row(run, row);
		counts_keep(run, row, round);
	}
}

/* Did the core's clock move?  By core cycles a tick, round by round. */
static int read_steady(struct run *run, double chain)
{
	double *values = calloc(run->rounds, sizeof(*values));
	unsigned int i;
	int ret;

	if (!values)
		return -ENOMEM;
	for (i = 0; i < run->rounds; i++)
		values[i] = chain / run->ticks[i];
	ret = steady_read(values, run->rounds, &run->steady);
	free(values);
	return ret;
}

/* From ticks a sample to core cycles a loop. */
static int calibrate(struct run *run)
{
	double chain = (double)machine_chain_cycles * RUN_CHAIN, high;
	unsigned int i, round;
	int ret;

	ret = stat_median_interval(run->ticks, run->rounds, run->seed, &run->ratio);
	if (!ret)
		ret = read_steady(run, chain);
	if (ret)
		return ret;
	high = chain / run->ratio.low;
	run->ratio.mid = chain / run->ratio.mid;
	run->ratio.low = chain / run->ratio.high;
	run->ratio.high = high;
	for (i = 0; i < run->nr; i++) {
		struct run_row *row = &run->rows[i];

		for (round = 0; round < run->rounds; round++)
			row->cycles[round] *= run->ratio.mid / (double)row->loops;
	}
	counts_finish(run);
	return 0;
}

/* A round, and what took the processor away in it. */
static void do_watched_round(struct run *run, unsigned int round,
			     const struct interference_meter *meter)
{
	struct interference before, after;

	interference_read(meter, &before);
	do_round(run, round);
	interference_read(meter, &after);
	interference_between(&before, &after, &run->interference[round]);
}

static void do_rounds(struct run *run)
{
	struct interference_meter meter;
	unsigned int round;

	interference_open(&meter, run->cpu);
	init_rows(run);
	for (round = 0; round < run->rounds / 20 + 1; round++)
		do_round(run, round % run->rounds);
	for (round = 0; round < run->rounds; round++)
		do_watched_round(run, round, &meter);
	exit_rows(run);
	interference_close(&meter);
}

/**
 * run_measure() - make all rows ready, run the rounds, undo
 * @run:	with its rows
 *
 * A row that cannot be made ready is left out and says why; the others are measured.
 *
 * Return: 0, -EINVAL without rows, -ENOMEM, or why this thread could not be pinned or an event not be
 * counted; of that @run->why has a sentence.
 */
int run_measure(struct run *run)
{
	cpu_set_t before;
	int ret;

	if (!run->nr || !run->rounds)
		return -EINVAL;
	run->ticks = calloc(run->rounds, sizeof(*run->ticks));
	run->interference = calloc(run->rounds, sizeof(*run->interference));
	run->order = calloc(run->nr, sizeof(*run->order));
	if (!run->ticks || !run->interference || !run->order)
		return -ENOMEM;
	ret = pin(&before);
	if (ret < 0)
		return ret;
	run->cpu = ret;
	ret = counts_open(run);
	if (!ret)
		do_rounds(run);
	counts_close(run);
	sched_setaffinity(0, sizeof(before), &before);
	return ret ? ret : calibrate(run);
}

/** run_free() - what run_add() and run_measure() allocated */
void run_free(struct run *run)
{
	unsigned int i;

	for (i = 0; i < run->nr; i++) {
		free(run->rows[i].cycles);
		free(run->rows[i].counts);
	}
	counts_free(run);
	free(run->rows);
	free(run->ticks);
	free(run->interference);
	free(run->order);
	run->rows = NULL;
	run->ticks = NULL;
	run->interference = NULL;
	run->order = NULL;
	run->nr = 0;
}
