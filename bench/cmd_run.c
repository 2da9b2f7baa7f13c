// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_run.c - markbench run
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

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

static int failed(int ret)
{
	fprintf(stderr, "markbench: cannot measure: %s\n", strerror(-ret));
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
	struct run run = {
		.loops = options->loops ? options->loops : RUN_LOOPS,
		.rounds = options->rounds ? options->rounds : RUN_ROUNDS,
	};
	int ret = select_what(&run, options), code;

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
		ret = run_measure(&run);
	code = ret ? failed(ret) : tell(&run, options);
free:
	run_free(&run);
	return code;
}
