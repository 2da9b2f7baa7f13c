// SPDX-License-Identifier: GPL-2.0-only
/*
 * The command line, as perf diff has it.  One table says which options there are; getopt's and the
 * help are made from it.
 */
#include "user/markdiff/options.h"

#include <errno.h>
#include <getopt.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "user/markdiff/config.h"
#include "user/markdiff/option_values.h"

/* A line of the table: an option, or the title of those that follow (a name alone). */
struct spec {
	char letter; /* 0: none */
	const char *name;
	const char *value; /* what the help calls it; NULL: it has none */
	size_t flag;	   /* where in struct options, if there is nothing to parse */
	value_fn parse;
	const char *help;
};

#define FLAG(letter, name, field, help)                                         \
	{                                                                       \
		letter, name, NULL, offsetof(struct options, field), NULL, help \
	}

static const struct spec specs[] = {
	{ .name = "What is compared:" },
	{ 'c', "compute", "METHOD", 0, value_compute,
	  "delta, delta-abs (default), ratio, wdiff:W1,W2, cycles" },
	{ 'o', "order", "N", 0, value_order,
	  "sort by the figures of file N; 0: by the baseline (default 1)" },
	{ 's', "sort", "KEY[,KEY...]", 0, value_sort,
	  "what makes a row (default dso,symbol); see below" },
	{ 0, "match", "HOW", 0, value_match,
	  "which symbols pair: exact, canonical (default), address" },
	FLAG(0, "children", children, "costs with those of what was called"),
	FLAG(0, "inline", inline_frames, "functions that were inlined are rows of their own"),
	{ 0, "parent", "REGEX", 0, value_parent, "which callers the key parent shows" },
	FLAG(0, "cycles-hist", cycles_hist, "with -c cycles, how much they vary"),
	FLAG(0, "stream", stream, "compare the most frequent branch streams"),

	{ .name = "Which samples:" },
	{ 'd', "dsos", "LIST", 0, value_dsos, "only these programs and libraries" },
	{ 'C', "comms", "LIST", 0, value_comms, "only threads of these names" },
	{ 'S', "symbols", "LIST", 0, value_symbols, "only these symbols" },
	{ 0, "pid", "N[,N...]", 0, value_pids, "only these processes" },
	{ 0, "tid", "N[,N...]", 0, value_tids, "only these threads" },
	{ 0, "cpu", "N[-M][,...]", 0, value_cpus, "only these processors" },
	{ 0, "time", "RANGES", 0, value_time, "only these times: START,STOP or 10%/2 or 0%-10%" },
	{ 0, "percentage", "WHICH", 0, value_percentage,
	  "absolute (default): of all samples; relative: of those shown" },

	{ .name = "Symbols:" },
	{ 0, "kallsyms", "[N:]FILE", 0, value_kallsyms, "the kernel's symbols (of file N)" },
	FLAG('m', "modules", modules, "symbols of the modules that are loaded now"),
	{ 0, "symfs", "[N:]DIR", 0, value_symfs,
	  "look for files with symbols below DIR (of file N)" },

	{ .name = "Output:" },
	FLAG('b', "baseline-only", baseline_only,
	     "only rows that the baseline and another file have"),
	FLAG('p', "period", period, "show the periods"),
	FLAG('F', "formula", formula, "show how each figure is computed"),
	{ 't', "field-separator", "C", 0, value_separator, "columns separated by C, not padded" },
	FLAG('q', "quiet", quiet, "rows only"),
	FLAG('v', "verbose", verbose, "say what the files have and lack"),
	FLAG('D', "dump-raw-trace", dump, "all records, before the table"),
	FLAG(0, "perf-compat", perf_compat, "exactly what perf diff prints"),
	{ 0, "color", "WHEN", 0, value_color, "auto (default), always, never" },
	{ 0, "progress", "WHEN", 0, value_progress, "auto (default), always, never" },
	{ 0, "pager", NULL, 0, value_pager, "even if the table fits the screen" },
	{ 0, "no-pager", NULL, 0, value_no_pager, "never" },
	FLAG('f', "force", force, "accepted; who owns a file is not checked"),
	{ 'h', "help", NULL, 0, NULL, NULL },
	{ 0, "version", NULL, 0, NULL, NULL },
};

#define NR_SPECS (sizeof(specs) / sizeof(specs[0]))

static const char help_head[] =
	"usage: markdiff [options] [BASE] [NEW...]\n"
	"Compares perf.data files symbol by symbol.  Without files: perf.data.old and perf.data;\n"
	"with one: perf.data.old and that.\n";

static const char help_tail[] =
	"\n"
	"  -h, --help, --version\n"
	"\n"
	"Exit status: 0 compared, 2 usage, 3 a file cannot be read or nothing can be compared.\n"
	"LIST is NAME[,NAME...] or file://PATH, a name a line.\n"
	"KEY is one of:";

static bool is_title(const struct spec *spec)
{
	return !spec->help && !spec->value && strchr(spec->name, ':');
}

static void list_keys(FILE *out)
{
	for (enum key key = 0; key < NR_KEYS; key++)
		fprintf(out, "%s%s", key % 8 ? " " : "\n  ", key_info(key)->name);
	putc('\n', out);
}

void options_help(FILE *out)
{
	char text[64];

	fputs(help_head, out);
	for (const struct spec *s = specs; s < specs + NR_SPECS; s++) {
		if (is_title(s))
			fprintf(out, "\n%s\n", s->name);
		if (!s->help)
			continue;
		snprintf(text, sizeof(text), "--%s%s%s", s->name, s->value ? "=" : "",
			 s->value ? s->value : "");
		fprintf(out, "  %c%c%c %-25s %s\n", s->letter ? '-' : ' ',
			s->letter ? s->letter : ' ', s->letter ? ',' : ' ', text, s->help);
	}
	fputs(help_tail, out);
	list_keys(out);
}

/* ---- getopt's tables ---- */

#define FIRST_LONG 256 /* of an option with the number 0 */

struct tables {
	char letters[2 * NR_SPECS + 3];
	struct option names[NR_SPECS + 1];
};

/* Both end where they are zero. */
static void make_tables(struct tables *t)
{
	char *letter = t->letters;
	struct option *name = t->names;

	*letter++ = ':'; /* a missing value is told from an unknown option */
	for (size_t i = 0; i < NR_SPECS; i++) {
		if (is_title(&specs[i]))
			continue;
		name->name = specs[i].name;
		name->has_arg = specs[i].value ? required_argument : no_argument;
		name->val = FIRST_LONG + i;
		name++;
		if (specs[i].letter)
			*letter++ = specs[i].letter;
		if (specs[i].letter && specs[i].value)
			*letter++ = ':';
	}
}

static const struct spec *find_spec(int c)
{
	if (c >= FIRST_LONG)
		return &specs[c - FIRST_LONG];
	for (const struct spec *s = specs; s < specs + NR_SPECS; s++)
		if (s->letter == c)
			return s;
	return NULL;
}

/* ---- the command line ---- */

struct parser {
	struct options *options;
	enum action action;
	char *message;
};

/* getopt's '?' or ':'. */
static int refuse(struct parser *p, int c, char **argv)
{
	const char *what = c == ':' ? "has no value" : "is unknown, or short for several";
	char letter[] = { '-', optopt < FIRST_LONG ? optopt : 0, 0 };
	bool is_long = !letter[1] || !strncmp(argv[optind - 1], "--", 2);

	snprintf(p->message, OPTIONS_MESSAGE, "option '%.100s' %s; see markdiff --help",
		 is_long ? argv[optind - 1] : letter, what);
	return -EINVAL;
}

static int take_value(struct parser *p, const struct spec *spec, const char *value)
{
	char why[OPTION_WHY] = "";
	int err = spec->parse(p->options, value, why);

	if (err)
		snprintf(p->message, OPTIONS_MESSAGE, "--%s: %s", spec->name,
			 *why ? why : strerror(-err));
	return err;
}

static int take_option(struct parser *p, const struct spec *spec, const char *value)
{
	if (!strcmp(spec->name, "help")) {
		p->action = ACTION_HELP;
	} else if (!strcmp(spec->name, "version")) {
		p->action = ACTION_VERSION;
	} else if (spec->parse) {
		return take_value(p, spec, value);
	} else {
		*(bool *)((char *)p->options + spec->flag) = true;
	}
	return 0;
}

static int take_options(struct parser *p, int argc, char **argv)
{
	struct tables tables = { .letters = "" };
	int c, err = 0;

	make_tables(&tables);
	opterr = 0;
	optind = 0; /* glibc: begin anew, also after a scan that ended early */
	while (!err && p->action == ACTION_DIFF &&
	       (c = getopt_long(argc, argv, tables.letters, tables.names, NULL)) != -1) {
		if (c == '?' || c == ':')
			err = refuse(p, c, argv);
		else
			err = take_option(p, find_spec(c), optarg);
	}
	return err;
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

static int take_files(struct options *o, int nr, char **files)
{
	uint32_t i;

	o->nr_files = nr < 2 ? 2 : nr;
	o->one_file = nr == 1;
	o->files = calloc(o->nr_files, sizeof(*o->files));
	if (!o->files)
		return -ENOMEM;
	o->files[0] = "perf.data.old";
	o->files[1] = "perf.data";
	for (i = 0; i < (uint32_t)nr; i++)
		o->files[nr == 1 ? 1 : i] = files[i];
	return 0;
}

static int check_file_values(struct parser *p, const char *name, const struct file_values *list)
{
	uint32_t i;

	for (i = 0; i < list->nr; i++) {
		if (list->values[i].file == ALL_FILES ||
		    list->values[i].file < p->options->nr_files)
			continue;
		snprintf(p->message, OPTIONS_MESSAGE,
			 "--%s for file %u, but the files are numbered 0 to %u", name,
			 list->values[i].file, p->options->nr_files - 1);
		return -EINVAL;
	}
	return 0;
}

/* What works on branches goes with few of the other options. */
static int check_branches(struct parser *p)
{
	const struct options *o = p->options;
	bool cycles = o->compute == COMPUTE_CYCLES;
	const char *what = NULL;

	if (o->cycles_hist && !cycles)
		what = "--cycles-hist needs -c cycles";
	else if (cycles && (o->children || o->formula))
		what = "-c cycles is of single blocks; leave out --children and -F";
	else if (cycles && !options_have_key(o, KEY_SYMBOL))
		what = "-c cycles needs the key symbol in -s";
	else if (o->stream && o->nr_files != 2)
		what = "--stream compares two files, no more";
	else if (o->children && options_have_key(o, KEY_PARENT))
		what = "--children is of all callers, the key parent of one; leave one of them out";
	if (!what)
		return 0;
	snprintf(p->message, OPTIONS_MESSAGE, "%s", what);
	return -EINVAL;
}

/* What can be said when all is known. */
static int check(struct parser *p)
{
	struct options *o = p->options;
	int err = 0;

	o->verbose &= !o->quiet;
	if (o->order >= o->nr_files) {
		snprintf(p->message, OPTIONS_MESSAGE,
			 "order %u, but the files are numbered 0 to %u", o->order, o->nr_files - 1);
		err = -EINVAL;
	}
	if (!err && o->times.nr > 1 && o->times.nr != o->nr_files) {
		snprintf(p->message, OPTIONS_MESSAGE,
			 "--time: %u parts separated by ':', but there are %u files", o->times.nr,
			 o->nr_files);
		err = -EINVAL;
	}
	if (!err)
		err = check_branches(p);
	if (!err)
		err = check_file_values(p, "kallsyms", &o->kallsyms);
	if (!err)
		err = check_file_values(p, "symfs", &o->symfs);
	return err;
}

static int read_config(struct options *options, const char *const *config, char *message)
{
	int err = 0;

	while (!err && *config)
		err = config_read(options, *config++, message);
	return err;
}

int options_read(struct options *options, const char *const *config, int argc, char **argv,
		 enum action *action, char message[OPTIONS_MESSAGE])
{
	char config_message[OPTIONS_MESSAGE] = "";
	struct parser p = { .options = options, .message = message };
	int err, config_err;

	set_defaults(options);
	message[0] = 0;
	config_err = read_config(options, config, config_message);
	err = take_options(&p, argc, argv);
	/* A bad file is no reason to give no help. */
	if (!err && p.action == ACTION_DIFF && config_err) {
		memcpy(message, config_message, OPTIONS_MESSAGE);
		err = config_err;
	}
	if (!err && p.action == ACTION_DIFF)
		err = take_files(options, argc - optind, argv + optind);
	if (!err && p.action == ACTION_DIFF)
		err = check(&p);
	*action = p.action;
	if (err && !message[0])
		snprintf(message, OPTIONS_MESSAGE, "%s", strerror(-err));
	if (err)
		options_free(options);
	return err;
}

void options_default_to_symbols(struct options *o)
{
	if (o->keys_given)
		return;
	o->keys[0] = KEY_SYMBOL;
	o->nr_keys = 1;
}

int options_parse(struct options *options, int argc, char **argv, enum action *action,
		  char message[OPTIONS_MESSAGE])
{
	static const char *const no_config[] = { NULL };

	return options_read(options, no_config, argc, argv, action, message);
}

bool options_have_key(const struct options *options, enum key key)
{
	uint32_t i;

	for (i = 0; i < options->nr_keys; i++)
		if (options->keys[i] == key)
			return true;
	return false;
}

const char *file_value(const struct file_values *list, uint32_t file)
{
	const char *value = NULL;
	bool own = false;
	uint32_t i;

	for (i = 0; i < list->nr; i++) {
		if (list->values[i].file == file)
			own = true;
		else if (list->values[i].file != ALL_FILES || own)
			continue;
		value = list->values[i].value;
	}
	return value;
}

void options_free(struct options *options)
{
	for (int i = 0; i < NR_KEYS; i++)
		filter_free(&options->filters[i]);
	numbers_free(&options->pids);
	numbers_free(&options->tids);
	numbers_free(&options->cpus);
	times_free(&options->times);
	free(options->kallsyms.values);
	free(options->symfs.values);
	free(options->files);
	options->kallsyms.values = options->symfs.values = NULL;
	options->files = NULL;
}
