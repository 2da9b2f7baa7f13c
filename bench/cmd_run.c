// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_run.c - markbench run
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "host.h"
#include "options.h"
#include "report.h"
#include "select.h"

static int select_all(struct run *run)
{
	size_t i;
	int ret = 0;

	for (i = 0; i < bench_nr_groups && !ret; i++)
		ret = select_rows(run, bench_groups[i]->name);
	return ret;
}

static int select_what(struct run *run, const struct options *options)
{
	int i, ret = 0;

	if (options->table2006)
		ret = report_2006_add(run);
	else if (!options->nr_args)
		ret = select_all(run);
	for (i = 0; i < options->nr_args && !ret; i++) {
		ret = select_rows(run, options->args[i]);
		if (ret == -ENOENT)
			fprintf(stderr, "markbench: %s: no such row; see markbench list\n",
				options->args[i]);
	}
	return ret;
}

/* Those that are asked for; 0, or -EINVAL with a sentence on stderr. */
static int read_events(struct events *events, const struct options *options)
{
	char why[EVENT_WHY];
	struct pmus pmus;
	cpu_set_t cpus;
	const struct event_place place = { &pmus, &cpus };
	unsigned int i;
	int ret = 0;

	if (!options->nr_events)
		return 0;
	pmus_open(&pmus, PMU_ROOT);
	sched_getaffinity(0, sizeof(cpus), &cpus);
	for (i = 0; i < options->nr_events && !ret; i++)
		ret = events_add(events, &place, options->events[i], why);
	pmus_close(&pmus);
	if (ret)
		fprintf(stderr, "markbench: %s; see markbench list events\n", why);
	return ret;
}

static int failed(const struct run *run, int ret)
{
	fprintf(stderr, "markbench: cannot measure: %s\n", *run->why ? run->why : strerror(-ret));
	return EXIT_SHORT;
}

static int tell(const struct run *run, const struct options *options)
{
	int ret;

	report_head(run, stdout);
	if (options->table2006)
		report_2006(run, &edition_2006_user, stdout);
	if (!options->table2006 || options->nr_args)
		report_rows(run, stdout);
	report_events(run, stdout);
	if (!options->json)
		return EXIT_OK;
	ret = report_json(run, options->table2006 ? &edition_2006_user : NULL, options->json);
	if (ret)
		fprintf(stderr, "markbench: %s: %s\n", options->json, strerror(-ret));
	return ret ? EXIT_SHORT : EXIT_OK;
}

/** cmd_run() - measure rows and tell */
int cmd_run(const struct options *options)
{
	static struct events events;
	struct host host;
	struct run run = {
		.host = &host,
		.loops = options->loops ? options->loops : RUN_LOOPS,
		.rounds = options->rounds ? options->rounds : RUN_ROUNDS,
		.seed = options->seed,
	};
	int ret, code;

	if (read_events(&events, options))
		return EXIT_USAGE;
	ret = select_what(&run, options);
	if (ret == -ENOENT) {
		code = EXIT_USAGE;
		goto free;
	}
	if (!ret && !run.nr) {
		fprintf(stderr, "markbench: left out of this build; see markbench list\n");
		code = EXIT_SHORT;
		goto free;
	}
	if (!ret)
		ret = run_add_events(&run, &events);
	if (!ret)
		ret = run_measure(&run);
	host_read(&host, "", (unsigned int)run.cpu);
	code = ret ? failed(&run, ret) : tell(&run, options);
free:
	run_free(&run);
	return code;
}
