// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf's options end where the program begins, so which of them have a value in the next word has
 * to be known: those of perf record 6.1, and a few that came since.  An option of the program that
 * is called like one of perf's is the program's.
 */
#include "user/markdiff/remarks/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Letters with a value, in the same word or the next one; and those with one in the same alone. */
static const char with_value[] = "CDFGcejkmoprtu";
static const char with_rest[] = "ISz";

static const char *const names_with_value[] = {
	"affinity",
	"branch-filter",
	"call-graph",
	"cgroup",
	"clang-opt",
	"clang-path",
	"clockid",
	"control",
	"count",
	"cpu",
	"delay",
	"event",
	"filter",
	"freq",
	"max-size",
	"mmap-flush",
	"mmap-pages",
	"num-thread-synthesize",
	"off-cpu-thresh",
	"output",
	"pid",
	"proc-map-timeout",
	"realtime",
	"setup-filter",
	"switch-max-files",
	"switch-output-event",
	"synth",
	"tid",
	"uid",
	"vmlinux",
};

#define NR_NAMES (sizeof(names_with_value) / sizeof(names_with_value[0]))

/* Options that are called as others with a value begin. */
static const char *const names_without[] = { "off-cpu", "switch-output" };

#define NR_WITHOUT (sizeof(names_without) / sizeof(names_without[0]))

/* An option of perf's. */
struct perf_option {
	uint32_t nr;  /* words that it takes */
	int kept;     /* bytes of the first that say what was recorded */
	bool to_file; /* the value is the recording itself */
};

static struct perf_option letters_of(const char *word)
{
	const char *at = word + 1;

	while (*at && !strchr(with_value, *at) && !strchr(with_rest, *at))
		at++;
	if (!*at || strchr(with_rest, *at))
		return (struct perf_option){ 1, strlen(word), false };
	if (*at == 'o')
		return (struct perf_option){ at[1] ? 1 : 2, at > word + 1 ? at - word : 0, true };
	return (struct perf_option){ at[1] ? 1 : 2, strlen(word), false };
}

/* As getopt, perf takes the beginning of a name for it. */
static const char *find_name(const char *name, size_t length)
{
	for (size_t i = 0; i < NR_WITHOUT; i++)
		if (!strncmp(names_without[i], name, length) && !names_without[i][length])
			return NULL;
	for (size_t i = 0; i < NR_NAMES; i++)
		if (!strncmp(names_with_value[i], name, length))
			return names_with_value[i];
	return NULL;
}

static struct perf_option name_of(const char *word)
{
	size_t length = strcspn(word + 2, "=");
	const char *name = find_name(word + 2, length);
	struct perf_option option = { 1, strlen(word), false };

	if (!name)
		return option;
	if (!word[2 + length])
		option.nr = 2;
	option.to_file = !strcmp(name, "output");
	if (option.to_file)
		option.kept = 0;
	return option;
}

static struct perf_option option_of(const char *word)
{
	return word[1] == '-' ? name_of(word) : letters_of(word);
}

/* perf record, perf mem record: where the options of that begin. */
static uint32_t options_begin(const struct perfdata_info *info)
{
	uint32_t i;

	for (i = 1; i < info->nr_words; i++)
		if (!strcmp(info->words[i], "record") || !strcmp(info->words[i], "rec"))
			return i + 1;
	return info->nr_words;
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

/* Prints what is kept of perf's part, if to anybody; returns where the program begins. */
static uint32_t walk_options(const struct perfdata_info *info, FILE *out)
{
	uint32_t i = options_begin(info), nr;
	struct perf_option option;

	while (i < info->nr_words && info->words[i][0] == '-' && info->words[i][1]) {
		if (!strcmp(info->words[i], "--"))
			return i + 1;
		option = option_of(info->words[i]);
		if (out && option.kept)
			fprintf(out, " %.*s", option.kept, info->words[i]);
		for (nr = 1; nr < option.nr && i + nr < info->nr_words; nr++)
			if (out && !option.to_file)
				fprintf(out, " %s", info->words[i + nr]);
		i += nr;
	}
	return i;
}

const char *command_program(const struct perfdata_info *info)
{
	uint32_t i = walk_options(info, NULL);

	return i < info->nr_words ? base_name(info->words[i]) : NULL;
}

char *command_text(const struct perfdata_info *info)
{
	uint32_t i, begin = options_begin(info);
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	for (i = 0; i < begin; i++)
		fprintf(out, "%s%s", i ? " " : "", i ? info->words[i] : base_name(info->words[i]));
	for (i = walk_options(info, out); i < info->nr_words; i++)
		fprintf(out, " %s", base_name(info->words[i]));
	if (fclose(out)) {
		free(text);
		return NULL;
	}
	return text;
}
