// SPDX-License-Identifier: GPL-2.0-only
/*
 * The command line, as perf diff has it, and what verdicts add to it.
 */
#include "user/markdiff/options/options.h"

#include <errno.h>
#include <getopt.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "user/markdiff/options/config.h"
#include "user/markdiff/options/table.h"
#include "user/markdiff/out/outputs.h"

/* ---- getopt's tables ---- */

#define A_FILE	   1   /* what getopt calls it */
#define FIRST_LONG 256 /* of an option with the number 0 */

struct tables {
	char letters[2 * OPTION_SPECS_MAX + 4];
	struct option names[OPTION_SPECS_MAX + 1];
};

static int argument_of(const struct option_spec *spec)
{
	if (!spec->value)
		return no_argument;
	return spec->value[0] == '[' && !strchr(spec->value, ':') ? optional_argument :
								    required_argument;
}

/* Both end where they are zero. */
static void make_tables(struct tables *t)
{
	char *letter = t->letters;
	struct option *name = t->names;

	*letter++ = '-'; /* files come in between: which side they are of depends on the place */
	*letter++ = ':'; /* a missing value is told from an unknown option */
	for (size_t i = 0; i < nr_option_specs; i++) {
		const struct option_spec *spec = &option_specs[i];

		if (option_is_title(spec))
			continue;
		name->name = spec->name;
		name->has_arg = argument_of(spec);
		name->val = FIRST_LONG + i;
		name++;
		if (spec->letter)
			*letter++ = spec->letter;
		if (spec->letter && spec->value)
			*letter++ = ':';
	}
}

static const struct option_spec *find_spec(int c)
{
	if (c >= FIRST_LONG)
		return &option_specs[c - FIRST_LONG];
	for (const struct option_spec *s = option_specs; s < option_specs + nr_option_specs; s++)
		if (s->letter == c)
			return s;
	return NULL;
}

/* ---- the command line ---- */

struct parser {
	struct options *options;
	enum action action;
	char *message;
	const char *plain, *verdicts; /* the last option of that table alone */
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

static int take_value(struct parser *p, const struct option_spec *spec, const char *value)
{
	char why[OPTION_WHY] = "";
	int err = spec->parse(p->options, value, why);

	if (err)
		snprintf(p->message, OPTIONS_MESSAGE, "--%s: %s", spec->name,
			 *why ? why : strerror(-err));
	return err;
}

static void note_model(struct parser *p, const struct option_spec *spec)
{
	switch (option_model(spec)) {
	case MODEL_PLAIN:
		p->plain = spec->name;
		break;
	case MODEL_VERDICTS:
		p->verdicts = spec->name;
		break;
	case MODEL_GIVES:
		p->options->verdicts.asked = true;
		break;
	default:
		break;
	}
}

static int take_option(struct parser *p, const struct option_spec *spec, const char *value)
{
	note_model(p, spec);
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
		else if (c == A_FILE)
			err = side_files_add(&p->options->given, optarg);
		else
			err = take_option(p, find_spec(c), optarg);
	}
	for (; !err && p->action == ACTION_DIFF && optind < argc; optind++)
		err = side_files_add(&p->options->given, argv[optind]);
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
	verdict_options_defaults(&o->verdicts);
}

/* perf's names for the last two recordings; a file that is named is compared with the older one. */
static int default_files(struct options *o)
{
	char **files = calloc(3, sizeof(*files));

	if (!files)
		return -ENOMEM;
	o->one_file = o->nr_files == 1;
	files[0] = "perf.data.old";
	files[1] = o->one_file ? o->files[0] : "perf.data";
	free(o->files);
	o->files = files;
	o->nr_files = 2;
	o->verdicts.sides.nr[SIDE_BASE] = o->verdicts.sides.nr[SIDE_NEW] = 1;
	return 0;
}

static int take_files(struct options *o)
{
	struct sides *sides = &o->verdicts.sides;
	uint32_t nr = o->given.nr;

	o->files = side_files_take(&o->given, sides);
	if (!o->files)
		return -ENOMEM;
	o->nr_files = nr;
	if (nr >= 2 || sides->named || o->verdicts.aa) {
		if (!sides->nr[SIDE_NEW] && nr == 2)
			*sides = (struct sides){ .nr = { 1, 1 } };
		return 0;
	}
	return default_files(o);
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

/* Which files are of which side, and that no option is without effect. */
static int check_verdicts(struct parser *p)
{
	const struct verdict_options *v = &p->options->verdicts;

	if (!v->asked && p->verdicts)
		snprintf(p->message, OPTIONS_MESSAGE,
			 "--%s is of the table of verdicts; give --runs A... --vs B..., or "
			 "--verdicts A B",
			 p->verdicts);
	else if (v->asked && p->plain)
		snprintf(p->message, OPTIONS_MESSAGE,
			 "--%s is of the plain table, which has no verdicts; leave it out",
			 p->plain);
	else if (v->aa && exports_are_asked(&p->options->exports))
		snprintf(
			p->message, OPTIONS_MESSAGE,
			"--folded and --pprof are of two sides, which --aa has not; leave them out");
	else if (v->asked)
		verdict_options_check(v, p->options->nr_files, p->message);
	return p->message[0] ? -EINVAL : 0;
}

/* Markers are in functions of programs, and all of these count. */
static int check_markers(struct parser *p)
{
	const struct options *o = p->options;
	const char *what = NULL;

	if (!o->verdicts.markers)
		return 0;
	if (!options_have_key(o, KEY_DSO) || !options_have_key(o, KEY_SYMBOL))
		what = "--markers needs the keys dso and symbol in -s";
	else if (o->filters[KEY_DSO].nr || o->filters[KEY_SYMBOL].nr)
		what = "--markers is of all programs and symbols; leave out -d and -S";
	else if (o->inline_frames)
		what = "--markers is of functions as they were compiled; leave out --inline";
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
	if (o->verdicts.asked)
		o->order = 1; /* a configuration file may say something else */
	err = check_verdicts(p);
	if (!err && o->order >= o->nr_files) {
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
		err = exports_check(&o->exports, o->nr_files, o->verdicts.sides.named, p->message,
				    OPTIONS_MESSAGE);
	if (!err)
		err = outputs_check(o, p->message, OPTIONS_MESSAGE);
	if (!err)
		err = check_markers(p);
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
		err = take_files(options);
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
	side_files_free(&options->given);
	verdict_options_free(&options->verdicts);
	options->kallsyms.values = options->symfs.values = NULL;
	options->files = NULL;
}
