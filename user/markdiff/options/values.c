// SPDX-License-Identifier: GPL-2.0-only
/*
 * Values of options.
 */
#include "user/markdiff/options/values.h"

#include <ctype.h>
#include <errno.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int wrong(char *why, const char *what, const char *value, const char *hint)
{
	snprintf(why, OPTION_WHY, "%s '%.300s'; %s", what, value, hint);
	return -EINVAL;
}

/* The place of a text in a list of words, or -ENOENT. */
static int find_word(const char *const *words, const char *text)
{
	for (int i = 0; words[i]; i++)
		if (!strcmp(words[i], text))
			return i;
	return -ENOENT;
}

/* ---- what is compared ---- */

/* "wdiff:W1,W2": two weights other than 0. */
static int parse_weights(struct options *o, const char *text, char *why)
{
	char *end;

	o->weight_base = strtoll(text, &end, 10);
	if (*end == ',') {
		o->weight_new = strtoll(end + 1, &end, 10);
		if (!*end && o->weight_base && o->weight_new)
			return 0;
	}
	return wrong(why, "bad weights", text, "give two numbers other than 0: wdiff:W1,W2");
}

int value_compute(struct options *o, const char *text, char *why)
{
	static const char *const methods[] = {
		[COMPUTE_DELTA] = "delta",
		[COMPUTE_DELTA_ABS] = "delta-abs",
		[COMPUTE_RATIO] = "ratio",
		NULL,
	};
	int method = find_word(methods, text);

	if (!strcmp(text, "cycles"))
		method = COMPUTE_CYCLES;
	if (method >= 0) {
		o->compute = method;
		return 0;
	}
	if (strncmp(text, "wdiff:", 6) != 0)
		return wrong(why, "unknown method", text,
			     "give delta, delta-abs, ratio, wdiff:W1,W2 or cycles");
	o->compute = COMPUTE_WDIFF;
	return parse_weights(o, text + 6, why);
}

int value_order(struct options *o, const char *text, char *why)
{
	unsigned long order;
	char *end;

	order = strtoul(text, &end, 10);
	if (!isdigit((unsigned char)*text) || *end || order > INT32_MAX)
		return wrong(why, "bad order", text, "give the number of a file");
	o->order = order;
	return 0;
}

int value_percentage(struct options *o, const char *text, char *why)
{
	o->relative = !strcmp(text, "relative");
	if (o->relative || !strcmp(text, "absolute"))
		return 0;
	return wrong(why, "unknown percentage", text, "give absolute or relative");
}

static int unknown_key(const char *text, char *why)
{
	char list[512];

	keys_list(list, sizeof(list));
	snprintf(why, OPTION_WHY, "unknown sort key '%.40s'; keys are %s", text, list);
	return -EINVAL;
}

static int parse_key(struct options *o, const char *text, char *why)
{
	enum key key = key_find(text);

	if (key == NR_KEYS)
		return unknown_key(text, why);
	if (!options_have_key(o, key))
		o->keys[o->nr_keys++] = key;
	return 0;
}

/* "+comm" is the default keys and comm. */
int value_sort(struct options *o, const char *text, char *why)
{
	char *copy = strdup(text), *rest = copy, *key;
	int err = copy ? 0 : -ENOMEM;

	o->keys_given = true;
	if (text[0] == '+')
		rest++;
	else
		o->nr_keys = 0;
	while (!err && (key = strsep(&rest, ", ")))
		if (*key)
			err = parse_key(o, key, why);
	free(copy);
	if (!err && !o->nr_keys)
		err = wrong(why, "no sort key in", text, "for example dso,symbol");
	return err;
}

int value_match(struct options *o, const char *text, char *why)
{
	static const char *const ways[] = {
		[MATCH_BY_CANONICAL] = "canonical",
		[MATCH_BY_NAME] = "exact",
		[MATCH_BY_ADDRESS] = "address",
		NULL,
	};
	int way = find_word(ways, text);

	if (way < 0)
		return wrong(why, "unknown way to match", text, "give exact, canonical or address");
	o->match = way;
	return 0;
}

int value_parent(struct options *o, const char *text, char *why)
{
	char said[128];
	regex_t regex;
	int err = regcomp(&regex, text, REG_EXTENDED | REG_NOSUB);

	o->parent = text;
	if (!err) {
		regfree(&regex);
		return 0;
	}
	regerror(err, NULL, said, sizeof(said));
	return wrong(why, "bad regular expression", text, said);
}

/* ---- which samples ---- */

static int parse_filter(struct filter *filter, const char *text, char *why)
{
	int err = filter_parse(filter, text);

	return err ? wrong(why, strerror(-err), text, "give NAME,NAME... or file://PATH") : 0;
}

int value_dsos(struct options *o, const char *text, char *why)
{
	return parse_filter(&o->filters[KEY_DSO], text, why);
}

int value_comms(struct options *o, const char *text, char *why)
{
	return parse_filter(&o->filters[KEY_COMM], text, why);
}

int value_symbols(struct options *o, const char *text, char *why)
{
	return parse_filter(&o->filters[KEY_SYMBOL], text, why);
}

static int parse_numbers(struct numbers *numbers, const char *text, char *why, const char *hint)
{
	int err = numbers_parse(numbers, text);

	return err == -EINVAL ? wrong(why, "bad list", text, hint) : err;
}

int value_pids(struct options *o, const char *text, char *why)
{
	return parse_numbers(&o->pids, text, why, "give process ids: 123,456");
}

int value_tids(struct options *o, const char *text, char *why)
{
	return parse_numbers(&o->tids, text, why, "give thread ids: 123,456");
}

int value_cpus(struct options *o, const char *text, char *why)
{
	return parse_numbers(&o->cpus, text, why, "give processors: 0,2-4");
}

int value_time(struct options *o, const char *text, char *why)
{
	int err = times_parse(&o->times, text);

	if (err != -EINVAL)
		return err;
	return wrong(why, "bad time", text,
		     "give START,STOP in seconds, 10%/2 or 0%-10%, or several of one kind");
}

/* ---- symbols ---- */

/* "[N:]VALUE" */
static int add_file_value(struct file_values *list, const char *text)
{
	struct file_value *values, value = { .file = ALL_FILES, .value = text };
	unsigned long file;
	char *end;

	file = strtoul(text, &end, 10);
	if (isdigit((unsigned char)*text) && *end == ':') {
		value.file = file < ALL_FILES ? file : ALL_FILES - 1;
		value.value = end + 1;
	}
	values = realloc(list->values, (list->nr + 1) * sizeof(*values));
	if (!values)
		return -ENOMEM;
	list->values = values;
	values[list->nr++] = value;
	return 0;
}

int value_kallsyms(struct options *o, const char *text, char *why)
{
	return add_file_value(&o->kallsyms, text);
}

int value_symfs(struct options *o, const char *text, char *why)
{
	return add_file_value(&o->symfs, text);
}

/* ---- output ---- */

int value_separator(struct options *o, const char *text, char *why)
{
	if (!strcmp(text, "\\t"))
		text = "\t";
	if (!*text || text[0] == '.')
		return wrong(why, "bad separator", text,
			     "any character but '.', which numbers have");
	o->separator = text;
	return 0;
}

static int parse_when(enum when *when, const char *text, char *why)
{
	static const char *const words[] = {
		[WHEN_AUTO] = "auto",
		[WHEN_ALWAYS] = "always",
		[WHEN_NEVER] = "never",
		NULL,
	};
	int word = find_word(words, text);

	if (word < 0)
		return wrong(why, "unknown word", text, "give auto, always or never");
	*when = word;
	return 0;
}

int value_color(struct options *o, const char *text, char *why)
{
	return parse_when(&o->color, text, why);
}

int value_pager(struct options *o, const char *text, char *why)
{
	o->pager = WHEN_ALWAYS;
	return 0;
}

int value_no_pager(struct options *o, const char *text, char *why)
{
	o->pager = WHEN_NEVER;
	return 0;
}

int value_progress(struct options *o, const char *text, char *why)
{
	return parse_when(&o->progress, text, why);
}
