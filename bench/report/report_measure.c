// SPDX-License-Identifier: GPL-2.0-only
/*
 * report_measure.c - the runs that a report is made from, one after the other
 *
 * Nothing is printed while a run is measured (run.c): how long it will take is found out by a run of a
 * few rounds before it, and said first.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "../options.h"
#include "section.h"
#include "../select.h"

#define PILOT 3 /* rounds, and so many more to time them: few where a round takes long */
#define MANY  100
#define FEW   10
#define LONG  0.5 /* seconds of a pilot */

#define ENABLE_QUICK 101

static const unsigned int full_rounds[REPORT_PARTS] = {
	[REPORT_MICRO] = 5001,	   [REPORT_SEPARATION] = 10001, [REPORT_COLD] = 2001,
	[REPORT_CONNECTED] = 5001, [REPORT_RECORDING] = 2001,
};

#define QUICK_SHARE 10

static unsigned int rounds_of(const struct options *options, unsigned int part)
{
	if (options->rounds)
		return options->rounds;
	return options->quick ? full_rounds[part] / QUICK_SHARE + 1 : full_rounds[part];
}

static double now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void set_date(char *text, size_t len)
{
	time_t now = time(NULL);
	struct tm utc;

	if (gmtime_r(&now, &utc))
		strftime(text, len, "%Y-%m-%d %H:%M UTC", &utc);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static bool is_wanted(const struct bench *bench, const struct options *options)
{
	int i;

	for (i = 0; i < options->nr_args; i++) {
		if (select_is_meant(bench, options->args[i]))
			return true;
	}
	return !options->nr_args;
}

static int add_group(struct run *run, unsigned int part, const struct bench_group *group,
		     const struct options *options)
{
	size_t i;
	int ret = 0;

	for (i = 0; i < group->nr && !ret; i++)
		if (report_part_takes(part, &group->rows[i]) && is_wanted(&group->rows[i], options))
			ret = run_add(run, &group->rows[i]);
	return ret;
}

static int add_rows(struct run *run, unsigned int part, const struct options *options)
{
	size_t i;
	int ret = 0;

	for (i = 0; i < bench_nr_groups && !ret; i++)
		if (report_part_has(part, bench_groups[i]->name))
			ret = add_group(run, part, bench_groups[i], options);
	return ret;
}

/* ---- time ------------------------------------------------------------------------------------ */

/* Seconds of a run of so many rounds; negative if it cannot be measured. */
static double try_rounds(unsigned int part, const struct options *options, unsigned int rounds)
{
	struct run run = { .loops = options->loops ? options->loops : RUN_LOOPS,
			   .rounds = rounds,
			   .seed = STAT_SEED };
	double begin = now_s();
	int ret = add_rows(&run, part, options);

	if (!ret && run.nr)
		ret = run_measure(&run);
	run_free(&run);
	return ret ? -1 : now_s() - begin;
}

/* Seconds that a part will take, about. */
static double foresee(unsigned int part, const struct options *options)
{
	unsigned int rounds = rounds_of(options, part);
	double first, second, each;
	unsigned int more;

	if (rounds <= PILOT + MANY)
		return 0;
	first = try_rounds(part, options, PILOT);
	more = first > LONG ? FEW : MANY;
	second = first < 0 ? -1 : try_rounds(part, options, PILOT + more);
	if (second < 0)
		return 0;
	each = second > first ? (second - first) / (more + more / 20.0) : 0;
	return first + each * (rounds + rounds / 20.0 - PILOT);
}

static void say(unsigned int part, const struct run *run, const double *seconds)
{
	double left = 0;
	unsigned int i;

	for (i = part; i < REPORT_PARTS; i++)
		left += seconds[i];
	fprintf(stderr, "markbench: %s: %u rows, %u rounds", report_part_names[part], run->nr,
		run->rounds);
	if (left > 0)
		fprintf(stderr, "; about %.0f s, %.0f s left in all", seconds[part], left);
	fputc('\n', stderr);
	fflush(stderr);
}

/* ---- the runs -------------------------------------------------------------------------------- */

static int measure_part(struct report *report, unsigned int part, const struct options *options,
			const double *seconds)
{
	struct run *run = &report->runs[part];
	int ret;

	*run = (struct run){ .loops = options->loops ? options->loops : RUN_LOOPS,
			     .rounds = rounds_of(options, part),
			     .seed = STAT_SEED };
	ret = add_rows(run, part, options);
	if (ret || !run->nr)
		return ret;
	say(part, run, seconds);
	ret = run_measure(run);
	if (ret)
		return ret;
	return figures_init(&report->figures[part], run,
			    run->ratio.mid * report->timer.ticks_per_s / 1e9);
}

static int measure_enable(struct report *report, const struct options *options)
{
	if (options->nr_args)
		return 0;
	report->enable.rounds = options->rounds ? options->rounds :
				options->quick	? ENABLE_QUICK :
						  GOAL_ROUNDS;
	fprintf(stderr, "markbench: patching: 1 to 100,000 sites\n");
	fflush(stderr);
	ways_measure(report->ways, report->enable.rounds);
	report->latency.rounds =
		report->enable.rounds < LATENCY_ROUNDS ? report->enable.rounds : LATENCY_ROUNDS;
	report->latency_error = latency_measure(&report->latency);
	return goal_enable(&report->enable);
}

static int measure_parts(struct report *report, const struct options *options)
{
	double seconds[REPORT_PARTS];
	unsigned int part, rows = 0;
	int ret = 0;

	fprintf(stderr, "markbench: a few rounds of everything, to see how long it takes\n");
	fflush(stderr);
	for (part = 0; part < REPORT_PARTS; part++)
		seconds[part] = foresee(part, options);
	for (part = 0; part < REPORT_PARTS && !ret; part++) {
		ret = measure_part(report, part, options, seconds);
		rows += report->runs[part].nr;
	}
	return ret ? ret : rows ? 0 : -ENOENT;
}

/**
 * report_measure() - measure all that there is, or the rows that are named
 * @report:	@kernel and @macro are there already
 *
 * Return: 0, -ENOENT if no row is meant, or as run_measure() and goal_enable(); to be freed in any case.
 */
int report_measure(struct report *report, const struct options *options)
{
	double begin = now_s();
	int ret;

	set_date(report->date, sizeof(report->date));
	timer_measure(&report->timer);
	report->quick = options->quick;
	ret = measure_parts(report, options);
	if (!ret)
		ret = measure_enable(report, options);
	if (!ret && report->kernel) {
		ret = figures_init(&report->kernel_figures, &report->kernel->run, 0);
		report->counts = report->kernel_figures.exact;
	}
	host_read(&report->host, "", (unsigned int)report->runs[REPORT_MICRO].cpu);
	report->seconds = now_s() - begin;
	return ret;
}

/** report_free() - what report_measure() allocated */
void report_free(struct report *report)
{
	unsigned int part;

	for (part = 0; part < REPORT_PARTS; part++) {
		figures_exit(&report->figures[part]);
		run_free(&report->runs[part]);
	}
	figures_exit(&report->kernel_figures);
}
