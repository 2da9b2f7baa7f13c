// SPDX-License-Identifier: GPL-2.0-only
/*
 * run.c - interleaved rounds of all rows, on one CPU
 *
 * One sample of a row: interrupts off, a quarter of its loops untimed, so that caches and predictors
 * know the row again after its neighbours, then all of them between two readings of the clock,
 * interrupts on.  That is some ten to a hundred microseconds.  Between two samples others may run.
 *
 * A sample has one loop more than it is told, and one loop is timed alone: what reading the clock, the
 * call of the function, and its first and last instructions take is in both, and who subtracts them
 * has the loops, on a processor that counts instructions exactly.
 */
#include "run.h"

#include <linux/irqflags.h>
#include <linux/mm.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/smp.h>

#include "clock.h"

static void init_rows(struct run *run)
{
	unsigned int i;

	for (i = 0; i < run->nr; i++) {
		struct run_row *r = &run->rows[i];

		if (r->row->init)
			r->error = r->row->init(r->row, r->why);
	}
}

static void exit_rows(struct run *run)
{
	unsigned int i;

	for (i = 0; i < run->nr; i++) {
		struct run_row *r = &run->rows[i];

		if (!r->error && r->row->exit)
			r->row->exit(r->row);
	}
}

static u64 timed(void (*function)(unsigned long loops), unsigned long loops)
{
	u64 begin = bench_ticks();

	function(loops);
	return bench_ticks() - begin;
}

static void sample(struct run_row *r, unsigned int round)
{
	unsigned long flags;
	u64 overhead;

	local_irq_save(flags);
	r->row->run(r->loops / 4 + 1);
	overhead = timed(r->row->run, 1);
	r->ticks[round] = timed(r->row->run, r->loops + 1);
	local_irq_restore(flags);
	r->overhead = min(r->overhead, overhead);
	cond_resched_tasks_rcu_qs();
}

/* Odd rounds go backwards, so that a row does not always follow the same other one. */
static void do_round(struct run *run, unsigned int round)
{
	unsigned int i, at;

	for (i = 0; i < run->nr; i++) {
		at = (round & 1 ? run->nr - 1 - i : i) + round;
		if (!run->rows[at % run->nr].error)
			sample(&run->rows[at % run->nr], round);
	}
}

/* One untimed round more than asked for: its ticks are overwritten. */
static int do_rounds(struct run *run)
{
	unsigned int round;
	int ret = 0;

	migrate_disable();
	run->cpu = raw_smp_processor_id();
	do_round(run, 0);
	for (round = 0; round < run->rounds && !ret; round++) {
		do_round(run, round);
		ret = signal_pending(current) ? -EINTR : 0;
	}
	migrate_enable();
	return ret;
}

static int add_row(struct run *run, const struct bench_row *row)
{
	struct run_row *r = &run->rows[run->nr];

	r->row = row;
	r->loops = max(run->loops / max(row->weight, 1u), 1ul);
	r->overhead = U64_MAX;
	r->ticks = kvcalloc(run->rounds, sizeof(*r->ticks), GFP_KERNEL);
	if (!r->ticks)
		return -ENOMEM;
	run->nr++;
	return 0;
}

static int add_rows(struct run *run)
{
	size_t i, j, nr = 0;
	int ret = 0;

	for (i = 0; i < bench_nr_groups; i++)
		nr += bench_groups[i]->nr;
	run->rows = kvcalloc(nr, sizeof(*run->rows), GFP_KERNEL);
	if (!run->rows)
		return -ENOMEM;
	for (i = 0; i < bench_nr_groups; i++)
		for (j = 0; j < bench_groups[i]->nr && !ret; j++)
			ret = add_row(run, &bench_groups[i]->rows[j]);
	return ret;
}

/**
 * run_measure() - make all rows ready, run the rounds, undo
 * @run:	@loops and @rounds are set; to be freed with run_free(), also after an error
 *
 * A row that cannot be made ready is left out and says why; the others are measured.
 *
 * Context: sleeps.
 * Return: 0, -ENOMEM, -EINTR after a signal.
 */
int run_measure(struct run *run)
{
	int ret = add_rows(run);

	if (ret)
		return ret;
	init_rows(run);
	ret = do_rounds(run);
	exit_rows(run);
	return ret;
}

/** run_free() - what run_measure() allocated */
void run_free(struct run *run)
{
	unsigned int i;

	for (i = 0; i < run->nr; i++)
		kvfree(run->rows[i].ticks);
	kvfree(run->rows);
	run->rows = NULL;
	run->nr = 0;
}
