// SPDX-License-Identifier: GPL-2.0-only
/*
 * top.c - markctl top: which markers of a running process are hit, and how often, as it goes; or which are
 * recorded, by the files of a recording that is being written
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "user/markctl/command.h"
#include "user/markctl/read/counting.h"
#include "user/markctl/read/rates.h"
#include "user/markctl/record/recorded.h"
#include "user/markctl/record/running.h"
#include "user/markctl/read/screen.h"
#include "user/markctl/record/until.h"
#include "user/lib/output.h"
#include "user/lib/text.h"

#define GLOBS_MAX ATTACH_MAX

struct options {
	char *globs[GLOBS_MAX];
	size_t nr_globs;
	pid_t pid;	 /* 0: of a directory */
	const char *dir; /* NULL: of a process */
	double interval_s;
	long batch; /* so many tables, one below the other; 0: a screen */
};

struct top {
	const struct options *options;
	struct counting counting;
	struct recorded recorded;
	struct rates rates;
	struct until until;
	char program[256];
	double last_s; /* when the counts were taken */
};

static char all[] = "*";

static int complain(int status, const char *why)
{
	fprintf(stderr, "markctl: top: %s\n", why);
	return status;
}

static double now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec + now.tv_nsec * 1e-9;
}

static int take_totals(struct top *top, struct marker_count_total **totals)
{
	const struct options *options = top->options;
	int err;

	if (!options->dir)
		return marker_count_totals(top->counting.file.region, totals);
	err = recorded_update(&top->recorded);
	return err ? err :
		     recorded_totals(&top->recorded, (char *const *)options->globs,
				     options->nr_globs, totals);
}

static int update(struct top *top)
{
	struct marker_count_total *totals = NULL;
	double now = now_s();
	int nr, err;

	nr = take_totals(top, &totals);
	if (nr < 0)
		return nr;
	err = rates_update(&top->rates, totals, nr, now - top->last_s);
	top->last_s = now;
	os_free(totals);
	return err;
}

static double sum(const struct rates *rates)
{
	double per_s = 0;
	size_t i;

	for (i = 0; i < rates->nr; i++)
		per_s += rates->lines[i].per_s;
	return per_s;
}

/* A line, cut where the screen ends; on one, what stood there is wiped out. */
static void print_line(const char *text, int columns)
{
	if (columns)
		printf("%.*s\033[K\r\n", columns, text);
	else
		printf("%s\n", text);
}

static void print_marker(const struct rate *rate, int columns)
{
	char line[2048], format[1024];

	text_escape(format, sizeof(format), rate->format);
	snprintf(line, sizeof(line), "%15.1f %15lu  %-24s \"%s\"", rate->per_s, rate->hits,
		 rate->name, format);
	print_line(line, columns);
}

static void print_head(const struct top *top, int columns)
{
	const char *what = top->options->dir ? "events" : "hits";
	char head[512], process[32] = "";

	if (!top->options->dir)
		snprintf(process, sizeof(process), " (%d)", (int)top->options->pid);
	snprintf(head, sizeof(head), "%s%s: %.1f %s/s%s", top->program, process, sum(&top->rates),
		 what, columns ? "; q quits" : "");
	print_line(head, columns);
	print_line("", columns);
	snprintf(head, sizeof(head), "%13s/s %15s  %-24s format", what, what, "marker");
	print_line(head, columns);
}

static void print_table(const struct top *top, int lines, int columns)
{
	size_t i;

	print_head(top, columns);
	for (i = 0; i < top->rates.nr && (!lines || (int)i < lines - 4); i++)
		print_marker(&top->rates.lines[i], columns);
}

static int draw(const struct top *top)
{
	int lines = 0, columns = 0;

	if (!top->options->batch) {
		screen_size(&lines, &columns);
		fputs("\033[H", stdout);
	}
	print_table(top, lines, columns);
	fputs(top->options->batch ? "\n" : "\033[J", stdout);
	return output_flush(stdout, 0);
}

/* 1: it is over; 0: another interval has passed; or a negative errno. */
static int wait_interval(struct top *top)
{
	double end = now_s() + top->options->interval_s, left;
	bool batch = top->options->batch;

	while ((left = end - now_s()) > 0) {
		switch (until_wait(&top->until, left, batch ? -1 : STDIN_FILENO)) {
		case UNTIL_TIME:
			return 0;
		case UNTIL_INPUT:
			if (screen_key_is_quit())
				return 1;
			break;
		case UNTIL_SIGNAL:
		case UNTIL_PROCESS:
			return 1;
		default:
			return -EIO;
		}
	}
	return 0;
}

/* What was counted up to its end is shown too, where it stays to be seen. */
static int loop(struct top *top)
{
	long shown = 0;
	int over, err;

	do {
		over = wait_interval(top);
		if (over < 0)
			return over;
		err = over && !top->options->batch ? 0 : update(top);
		if (!err && (!over || top->options->batch))
			err = draw(top);
	} while (!err && !over && (!top->options->batch || ++shown < top->options->batch));
	return err;
}

/* On the screen, or as tables; an exit status. */
static int show(struct top *top)
{
	int err;

	if (!top->options->batch && screen_begin())
		return complain(EXIT_SYSTEM, "not a terminal: --batch N prints tables");
	err = loop(top);
	screen_end();
	return err ? complain(EXIT_SYSTEM, strerror(-err)) : 0;
}

static int count(struct top *top)
{
	const struct options *options = top->options;
	char why[512];
	int err, status;

	status = counting_start(&top->counting, options->pid, options->globs, options->nr_globs,
				why, sizeof(why));
	if (status)
		return complain(status, why);
	top->last_s = now_s();
	status = show(top);
	err = counting_pause(&top->counting, why, sizeof(why));
	if (err)
		status = complain(err, why);
	counting_stop(&top->counting);
	return status;
}

/* The first table has the rates since now, not since the recording began. */
static int follow(struct top *top)
{
	char why[512];
	int err, status;

	top->recorded.dir = top->options->dir;
	top->last_s = now_s();
	err = update(top);
	if (err) {
		snprintf(why, sizeof(why), "%.400s: %s", top->options->dir,
			 err == -ENOENT ? "no trace of markers is there" : strerror(-err));
		status = complain(EXIT_INPUT, why);
	} else {
		status = show(top);
	}
	recorded_close(&top->recorded);
	return status;
}

static int top(const struct options *options)
{
	struct top top = { .options = options };
	char why[128];
	int err, status;

	if (options->dir)
		snprintf(top.program, sizeof(top.program), "%s", options->dir);
	else
		process_program(options->pid, top.program, sizeof(top.program));
	err = until_open(&top.until, options->pid);
	if (err) {
		snprintf(why, sizeof(why), "process %d: %s", (int)options->pid, strerror(-err));
		return complain(EXIT_PROCESS, why);
	}
	status = options->dir ? follow(&top) : count(&top);
	rates_free(&top.rates);
	until_close(&top.until);
	return status;
}

static int parse_option(struct options *options, int c)
{
	char *end;

	switch (c) {
	case 'e':
		if (options->nr_globs == GLOBS_MAX || !*optarg)
			return -EINVAL;
		options->globs[options->nr_globs++] = optarg;
		return 0;
	case 'p':
		options->pid = process_number(optarg);
		return options->pid ? 0 : -EINVAL;
	case 'd':
		return until_seconds(optarg, &options->interval_s);
	case 'b':
		options->batch = strtol(optarg, &end, 10);
		return *optarg && !*end && options->batch > 0 ? 0 : -EINVAL;
	case 'h':
		return 1;
	default:
		return -EINVAL;
	}
}

static int parse(int argc, char **argv, struct options *options)
{
	static const struct option longs[] = {
		{ "event", required_argument, NULL, 'e' },
		{ "pid", required_argument, NULL, 'p' },
		{ "interval", required_argument, NULL, 'd' },
		{ "batch", required_argument, NULL, 'b' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	int c, ret;

	while ((c = getopt_long(argc, argv, "e:p:d:b:h", longs, NULL)) != -1) {
		ret = parse_option(options, c);
		if (ret)
			return ret;
	}
	if (!options->nr_globs)
		options->globs[options->nr_globs++] = all;
	if (optind < argc)
		options->dir = argv[optind++];
	return !options->pid == !!options->dir && optind == argc ? 0 : -EINVAL;
}

static int run(int argc, char **argv)
{
	struct options options = { .interval_s = 1 };
	int ret = parse(argc, argv, &options);

	if (ret < 0)
		return command_usage(&top_command);
	if (ret > 0)
		return command_help(&top_command);
	return top(&options);
}

const struct command top_command = {
	.name = "top",
	.usage = "(-p PID | DIR) [-e GLOB]... [--interval SECONDS] [--batch N]",
	.summary = "show how often markers are hit, or recorded into DIR, as it goes",
	.help = "  -p, --pid PID      the process\n"
		"  -e, --event GLOB   markers to count ('*')\n"
		"  -d, --interval SECONDS   between two tables (1)\n"
		"  -b, --batch N      print N tables, one below the other, and end; else a screen, until\n"
		"                     q is pressed\n",
	.run = run,
};
