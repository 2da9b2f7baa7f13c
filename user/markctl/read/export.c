// SPDX-License-Identifier: GPL-2.0-only
/*
 * export.c - markctl export: traces in the form of another program
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "user/markctl/read/chrome.h"
#include "user/markctl/command.h"
#include "user/markctl/read/traces.h"
#include "user/lib/output.h"

struct options {
	struct chrome_pair pairs[CHROME_PAIRS_MAX];
	size_t nr_pairs;
	const char *output;
	bool chrome;
};

static int export_all(struct chrome *chrome, struct ctf_reader *reader)
{
	struct ctf_message message;
	int ret, err = 0;

	while (!err && (ret = ctf_reader_next(reader, &message)) > 0)
		err = chrome_add(chrome, &message);
	return err ? err : ret;
}

/* What comes before some damage is exported, and is whole JSON. */
static int export_to(const struct options *options, struct ctf_reader *reader, FILE *out)
{
	struct chrome *chrome = chrome_open(out, options->pairs, options->nr_pairs);
	int ret, err;

	if (!chrome)
		return -ENOMEM;
	ret = export_all(chrome, reader);
	err = chrome_close(chrome);
	return err ? err : ret;
}

static int complain(const char *path, int err)
{
	fprintf(stderr, "markctl: export: %s: %s\n", path, strerror(err));
	return EXIT_SYSTEM;
}

static int export_traces(const struct options *options, char **dirs, size_t nr_dirs)
{
	bool to_stdout = !strcmp(options->output, "-");
	struct ctf_reader *reader;
	int status, ret, err;
	FILE *out;

	status = traces_open(&reader, &export_command, dirs, nr_dirs);
	if (status)
		return status;
	out = to_stdout ? stdout : fopen(options->output, "we");
	if (!out) {
		status = complain(options->output, errno);
		ctf_reader_close(reader);
		return status;
	}
	ret = export_to(options, reader, out);
	err = output_flush(out, 0);
	status = traces_close(reader, &export_command, err ? 0 : ret);
	if (!to_stdout && fclose(out) && !err)
		err = -errno;
	return err ? complain(options->output, -err) : status;
}

/* "A:B" */
static int add_pair(struct options *options, char *text)
{
	char *colon = strchr(text, ':');

	if (!colon || colon == text || !colon[1] || strchr(colon + 1, ':') ||
	    options->nr_pairs == CHROME_PAIRS_MAX) {
		fprintf(stderr, "markctl: export: --pairs '%s': %s\n", text,
			options->nr_pairs == CHROME_PAIRS_MAX ? "too many" : "not BEGIN:END");
		return -EINVAL;
	}
	*colon = '\0';
	options->pairs[options->nr_pairs++] = (struct chrome_pair){ text, colon + 1 };
	return 0;
}

static int parse(int argc, char **argv, struct options *options)
{
	static const struct option longs[] = {
		{ "chrome", no_argument, NULL, 'c' },
		{ "output", required_argument, NULL, 'o' },
		{ "pairs", required_argument, NULL, 'P' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	int c;

	while ((c = getopt_long(argc, argv, "o:h", longs, NULL)) != -1) {
		switch (c) {
		case 'c':
			options->chrome = true;
			break;
		case 'o':
			options->output = optarg;
			break;
		case 'P':
			if (add_pair(options, optarg))
				return -EINVAL;
			break;
		case 'h':
			return 1;
		default:
			return -EINVAL;
		}
	}
	return options->chrome && options->output && optind < argc ? 0 : -EINVAL;
}

static int run(int argc, char **argv)
{
	struct options options = { .nr_pairs = 0 };
	int ret = parse(argc, argv, &options);

	if (ret < 0)
		return command_usage(&export_command);
	if (ret > 0)
		return command_help(&export_command);
	return export_traces(&options, argv + optind, argc - optind);
}

const struct command export_command = {
	.name = "export",
	.usage = "--chrome [--pairs BEGIN:END]... -o FILE DIR...",
	.summary = "write traces in the form of another program",
	.help = "      --chrome       JSON for Perfetto's page (ui.perfetto.dev) and chrome://tracing\n"
		"  -o, --output FILE  where to; - for standard output\n"
		"      --pairs BEGIN:END   these two markers begin and end something, as\n"
		"                     X_begin and X_end do, X_enter and X_exit, X_start and X_done\n",
	.run = run,
};
