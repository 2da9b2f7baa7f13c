// SPDX-License-Identifier: GPL-2.0-only
/*
 * The command line, as perf diff has it.
 */
#include "user/markdiff/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARKDIFF_VERSION "0.1"

enum {
	OPT_HELP = 256,
	OPT_VERSION,
	OPT_KALLSYMS,
	OPT_SYMFS,
	OPT_PERCENTAGE,
};

static const struct option long_options[] = {
	{ "baseline-only", no_argument, NULL, 'b' },
	{ "comms", required_argument, NULL, 'C' },
	{ "compute", required_argument, NULL, 'c' },
	{ "dsos", required_argument, NULL, 'd' },
	{ "field-separator", required_argument, NULL, 't' },
	{ "force", no_argument, NULL, 'f' },
	{ "formula", no_argument, NULL, 'F' },
	{ "help", no_argument, NULL, OPT_HELP },
	{ "kallsyms", required_argument, NULL, OPT_KALLSYMS },
	{ "order", required_argument, NULL, 'o' },
	{ "percentage", required_argument, NULL, OPT_PERCENTAGE },
	{ "period", no_argument, NULL, 'p' },
	{ "quiet", no_argument, NULL, 'q' },
	{ "sort", required_argument, NULL, 's' },
	{ "symbols", required_argument, NULL, 'S' },
	{ "symfs", required_argument, NULL, OPT_SYMFS },
	{ "verbose", no_argument, NULL, 'v' },
	{ "version", no_argument, NULL, OPT_VERSION },
	{ NULL, 0, NULL, 0 },
};

static const char help_text[] =
	"usage: markdiff [options] [BASE] [NEW...]\n"
	"Compares perf.data files symbol by symbol.  Without files: perf.data.old and perf.data;\n"
	"with one: perf.data.old and that.\n"
	"\n"
	"  -c, --compute=METHOD      delta, delta-abs (default), ratio, wdiff:W1,W2\n"
	"  -o, --order=N             sort by the figures of file N; 0: by the baseline (default 1)\n"
	"  -s, --sort=KEY[,KEY...]   dso, symbol, comm (default dso,symbol)\n"
	"  -d, --dsos=LIST           only these programs and libraries\n"
	"  -C, --comms=LIST          only threads of these names\n"
	"  -S, --symbols=LIST        only these symbols\n"
	"      --percentage=WHICH    absolute (default): of all samples; relative: of those shown\n"
	"  -b, --baseline-only       only rows that the baseline and another file have\n"
	"  -p, --period              show the periods\n"
	"  -F, --formula             show how each figure is computed\n"
	"  -t, --field-separator=C   columns separated by C, without padding\n"
	"      --kallsyms=FILE       the kernel's symbols\n"
	"      --symfs=DIR           look for files with symbols below DIR\n"
	"  -q, --quiet               rows only\n"
	"  -v, --verbose             say what the files lack\n"
	"  -f, --force               accepted; who owns a file is not checked\n"
	"      --help, --version\n"
	"\n"
	"LIST is NAME[,NAME...] or file://PATH, a name a line.\n"
	"Exit status: 0 compared, 2 usage, 3 a file cannot be read or nothing can be compared.\n";

struct parser {
	struct options *options;
	char *message;
	bool done;
};

static int usage(struct parser *p, const char *what, const char *value, const char *hint)
{
	snprintf(p->message, 256, "%s '%s'; %s", what, value, hint);
	return -EINVAL;
}

/* "wdiff:W1,W2": two weights other than 0. */
static int parse_weights(struct parser *p, const char *text)
{
	struct options *o = p->options;
	char *end;

	o->weight_base = strtoll(text, &end, 10);
	if (*end == ',') {
		o->weight_new = strtoll(end + 1, &end, 10);
		if (!*end && o->weight_base && o->weight_new)
			return 0;
	}
	return usage(p, "bad weights", text, "give two numbers other than 0: wdiff:W1,W2");
}

static int parse_compute(struct parser *p, const char *text)
{
	static const char *const names[] = {
		[COMPUTE_DELTA] = "delta",
		[COMPUTE_DELTA_ABS] = "delta-abs",
		[COMPUTE_RATIO] = "ratio",
	};

	for (int i = 0; i < 3; i++) {
		if (strcmp(text, names[i]) != 0)
			continue;
		p->options->compute = i;
		return 0;
	}
	if (strncmp(text, "wdiff:", 6) != 0)
		return usage(p, "unknown method", text,
			     "give delta, delta-abs, ratio or wdiff:W1,W2");
	p->options->compute = COMPUTE_WDIFF;
	return parse_weights(p, text + 6);
}

bool options_have_key(const struct options *options, enum key key)
{
	uint32_t i;

	for (i = 0; i < options->nr_keys; i++)
		if (options->keys[i] == key)
			return true;
	return false;
}

static int parse_key(struct parser *p, const char *text)
{
	static const struct {
		const char *name;
		enum key key;
	} names[] = {
		{ "dso", KEY_DSO },
		{ "symbol", KEY_SYMBOL },
		{ "sym", KEY_SYMBOL },
		{ "comm", KEY_COMM },
	};
	struct options *o = p->options;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strcmp(text, names[i].name) != 0)
			continue;
		if (!options_have_key(o, names[i].key))
			o->keys[o->nr_keys++] = names[i].key;
		return 0;
	}
	return usage(p, "unknown sort key", text, "give dso, symbol or comm");
}

/* "+comm" is the default keys and comm. */
static int parse_sort(struct parser *p, const char *text)
{
	char *copy = strdup(text), *rest = copy, *key;
	int err = copy ? 0 : -ENOMEM;

	if (text[0] == '+')
		rest++;
	else
		p->options->nr_keys = 0;
	while (!err && (key = strsep(&rest, ", ")))
		if (*key)
			err = parse_key(p, key);
	free(copy);
	if (!err && !p->options->nr_keys)
		err = usage(p, "no sort key in", text, "give dso, symbol or comm");
	return err;
}

static int parse_order(struct parser *p, const char *text)
{
	char *end;
	unsigned long order = strtoul(text, &end, 10);

	if (!*text || *end || order > UINT32_MAX)
		return usage(p, "bad order", text, "give the number of a file");
	p->options->order = order;
	return 0;
}

static int parse_separator(struct parser *p, const char *text)
{
	if (!strcmp(text, "\\t"))
		text = "\t";
	if (!*text || text[0] == '.')
		return usage(p, "bad separator", text, "any character but '.', which numbers have");
	p->options->separator = text;
	return 0;
}

static int parse_percentage(struct parser *p, const char *text)
{
	p->options->relative = !strcmp(text, "relative");
	if (p->options->relative || !strcmp(text, "absolute"))
		return 0;
	return usage(p, "unknown percentage", text, "give absolute or relative");
}

static int parse_filter(struct parser *p, enum key key, const char *text)
{
	int err = filter_parse(&p->options->filters[key], text);

	return err ? usage(p, strerror(-err), text, "give NAME,NAME... or file://PATH") : 0;
}

static int parse_flag(struct parser *p, int c)
{
	struct options *o = p->options;

	switch (c) {
	case 'b':
		o->baseline_only = true;
		return 0;
	case 'F':
		o->formula = true;
		return 0;
	case 'f':
		return 0;
	case 'p':
		o->period = true;
		return 0;
	case 'q':
		o->quiet = true;
		return 0;
	case 'v':
		o->verbose = true;
		return 0;
	case OPT_HELP:
		fputs(help_text, stdout);
		p->done = true;
		return 0;
	case OPT_VERSION:
		puts("markdiff " MARKDIFF_VERSION);
		p->done = true;
		return 0;
	default:
		snprintf(p->message, 256, "unknown option or missing value; see markdiff --help");
		return -EINVAL;
	}
}

static int parse_option(struct parser *p, int c, const char *value)
{
	switch (c) {
	case 'C':
		return parse_filter(p, KEY_COMM, value);
	case 'c':
		return parse_compute(p, value);
	case 'd':
		return parse_filter(p, KEY_DSO, value);
	case 'o':
		return parse_order(p, value);
	case 'S':
		return parse_filter(p, KEY_SYMBOL, value);
	case 's':
		return parse_sort(p, value);
	case 't':
		return parse_separator(p, value);
	case OPT_KALLSYMS:
		p->options->kallsyms = value;
		return 0;
	case OPT_SYMFS:
		p->options->symfs = value;
		return 0;
	case OPT_PERCENTAGE:
		return parse_percentage(p, value);
	default:
		return parse_flag(p, c);
	}
}

static void set_defaults(struct options *o)
{
	memset(o, 0, sizeof(*o));
	o->compute = COMPUTE_DELTA_ABS;
	o->order = 1;
	o->keys[0] = KEY_DSO;
	o->keys[1] = KEY_SYMBOL;
	o->nr_keys = 2;
}

static int take_files(struct parser *p, int nr, char **files)
{
	struct options *o = p->options;
	uint32_t i;

	o->nr_files = nr < 2 ? 2 : nr;
	o->files = calloc(o->nr_files, sizeof(*o->files));
	if (!o->files)
		return -ENOMEM;
	o->files[0] = "perf.data.old";
	o->files[1] = "perf.data";
	for (i = 0; i < (uint32_t)nr; i++)
		o->files[nr == 1 ? 1 : i] = files[i];
	if (o->order < o->nr_files)
		return 0;
	snprintf(p->message, 256, "order %u, but the files are numbered 0 to %u", o->order,
		 o->nr_files - 1);
	return -EINVAL;
}

int options_parse(struct options *options, int argc, char **argv, enum action *action,
		  char message[256])
{
	struct parser p = { .options = options, .message = message };
	int c, err = 0;

	set_defaults(options);
	message[0] = 0;
	opterr = 0;
	optind = 0; /* glibc: begin anew, also after a scan that ended early */
	while (!err && !p.done &&
	       (c = getopt_long(argc, argv, "bC:c:d:Ffo:pqS:s:t:v", long_options, NULL)) != -1)
		err = parse_option(&p, c, optarg);
	if (!err && !p.done)
		err = take_files(&p, argc - optind, argv + optind);
	*action = p.done ? ACTION_DONE : ACTION_DIFF;
	if (err && !message[0])
		snprintf(message, 256, "%s", strerror(-err));
	if (err)
		options_free(options);
	return err;
}

void options_free(struct options *options)
{
	for (int i = 0; i < NR_KEYS; i++)
		filter_free(&options->filters[i]);
	free(options->files);
	options->files = NULL;
}
