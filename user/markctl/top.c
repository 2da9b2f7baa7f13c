// SPDX-License-Identifier: GPL-2.0-only
/*
 * top.c - markctl top: which markers of a running process are hit, and how often, as it goes
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "command.h"
#include "counting.h"
#include "rates.h"
#include "running.h"
#include "screen.h"
#include "until.h"
#include "user/lib/text.h"

#define GLOBS_MAX ATTACH_MAX

struct options {
	char *globs[GLOBS_MAX];
	size_t nr_globs;
	pid_t pid;
	double interval_s;
	long batch; /* so many tables, one below the other; 0: a screen */
};

struct top {
	const struct options *options;
	struct counting counting;
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

static int update(struct top *top)
{
	struct marker_count_total *totals;
	double now = now_s();
	int nr, err;

	nr = marker_count_totals(top->counting.file.region, &totals);
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

static void print_table(const struct top *top, int lines, int columns)
{
	char head[512];
	size_t i;

	snprintf(head, sizeof(head), "%s (%d): %.1f hits/s%s", top->program, (int)top->options->pid,
		 sum(&top->rates), columns ? "; q quits" : "");
	print_line(head, columns);
	print_line("", columns);
	print_line("         hits/s            hits  marker                   format", columns);
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
	return fflush(stdout) || ferror(stdout) ? -EIO : 0;
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
	if (!options->batch && screen_begin()) {
		status = complain(EXIT_SYSTEM, "not a terminal: --batch N prints tables");
	} else {
		err = loop(top);
		screen_end();
		if (err)
			status = complain(EXIT_SYSTEM, strerror(-err));
	}
	err = counting_pause(&top->counting, why, sizeof(why));
	if (err)
		status = complain(err, why);
	counting_stop(&top->counting);
	return status;
}

static int top(const struct options *options)
{
	struct top top = { .options = options };
	char why[128];
	int err, status;

	process_program(options->pid, top.program, sizeof(top.program));
	err = until_open(&top.until, options->pid);
	if (err) {
		snprintf(why, sizeof(why), "process %d: %s", (int)options->pid, strerror(-err));
		return complain(EXIT_PROCESS, why);
	}
	status = count(&top);
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
	return options->pid && optind == argc ? 0 : -EINVAL;
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
	.usage = "-p PID [-e GLOB]... [--interval SECONDS] [--batch N]",
	.summary = "show how often markers of a running process are hit, as it goes",
	.help = "  -p, --pid PID      the process\n"
		"  -e, --event GLOB   markers to count ('*')\n"
		"  -d, --interval SECONDS   between two tables (1)\n"
		"  -b, --batch N      print N tables, one below the other, and end; else a screen, until\n"
		"                     q is pressed\n",
	.run = run,
};
