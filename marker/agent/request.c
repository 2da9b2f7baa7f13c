// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * request.c - the grammar of requests
 *
 *	list [GLOB]
 *	status
 *	enable GLOB PROBE[=ARG] [if=CONDITION] [every=N] [rate=N] [tid=N] [later=1]
 *	disable GLOB [PROBE[=ARG]]
 *
 * An option that is not known is an error, so that nobody takes a filter for set that is not.
 */
#include "request.h"

#define NUMBER_MAX ((u32)-1)
#define TID_MAX	   (NUMBER_MAX >> 1)

struct verb {
	const char *name;
	unsigned int min, max; /* words behind it that are no options */
	bool options;
};

static const struct verb verbs[MARKER_NR_VERBS] = {
	[MARKER_VERB_LIST] = { "list", 0, 1, false },
	[MARKER_VERB_STATUS] = { "status", 0, 0, false },
	[MARKER_VERB_ENABLE] = { "enable", 2, 2, true },
	[MARKER_VERB_DISABLE] = { "disable", 1, 2, false },
};

static const char *const options[] = { "if", "every", "rate", "tid", "later" };

static const struct verb *find_verb(const char *name, struct marker_request *request)
{
	unsigned int i;

	for (i = 0; i < MARKER_NR_VERBS; i++) {
		if (strcmp(verbs[i].name, name) != 0)
			continue;
		request->verb = i;
		return &verbs[i];
	}
	return NULL;
}

static bool is_option(const char *word)
{
	size_t len = strcspn(word, "=");
	unsigned int i;

	for (i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		if (word[len] && strlen(options[i]) == len && !strncmp(options[i], word, len))
			return true;
	return false;
}

static int take_number(const struct marker_line *line, const char *key, u64 max, u64 *value)
{
	int ret = marker_line_number(line, key, max, value);

	return ret == -ENOENT ? 0 : ret;
}

/* The words from @first on. */
static int take_options(const struct marker_line *line, unsigned int first,
			struct marker_request *request, const char **why)
{
	struct marker_line rest = { .nr = line->nr - first };
	u64 later = 0;
	unsigned int i;

	memcpy(rest.words, line->words + first, rest.nr * sizeof(rest.words[0]));
	*why = "no such option";
	for (i = 0; i < rest.nr; i++)
		if (!is_option(rest.words[i]))
			return -EINVAL;
	*why = "an option is no number, or too large";
	if (take_number(&rest, "every", NUMBER_MAX, &request->every) ||
	    take_number(&rest, "rate", NUMBER_MAX, &request->rate) ||
	    take_number(&rest, "tid", TID_MAX, &request->tid) ||
	    take_number(&rest, "later", 1, &later))
		return -EINVAL;
	request->condition = marker_line_value(&rest, "if");
	request->later = later;
	return 0;
}

static int take_words(const struct marker_line *line, const struct verb *verb,
		      struct marker_request *request, const char **why)
{
	unsigned int words = line->nr - 1;

	*why = "too few words";
	if (words < verb->min)
		return -EINVAL;
	*why = "too many words";
	if (words > verb->max && !verb->options)
		return -EINVAL;
	request->glob = words ? line->words[1] : "*";
	request->probe = words > 1 ? line->words[2] : NULL;
	*why = "a name is empty";
	if (!*request->glob || (request->probe && !*request->probe))
		return -EINVAL;
	return verb->options ? take_options(line, verb->max + 1, request, why) : 0;
}

static void split_probe(char *probe, struct marker_request *request)
{
	char *arg = strchr(probe, '=');

	if (!arg)
		return;
	*arg = '\0';
	request->arg = arg + 1;
}

int marker_request_take(const struct marker_line *line, struct marker_request *request,
			const char **why)
{
	const struct verb *verb;
	int ret;

	memset(request, 0, sizeof(*request));
	*why = "no such command: list, status, enable, disable";
	verb = line->nr ? find_verb(line->words[0], request) : NULL;
	if (!verb)
		return -EINVAL;
	ret = take_words(line, verb, request, why);
	if (!ret && request->verb == MARKER_VERB_ENABLE)
		split_probe(line->words[2], request);
	if (ret || !request->probe || *request->probe)
		return ret;
	*why = "a name is empty";
	return -EINVAL;
}

int marker_request_parse(char *text, struct marker_request *request, const char **why)
{
	struct marker_line line;
	int ret = marker_line_parse(text, &line);

	*why = "not a line of words";
	return ret ? ret : marker_request_take(&line, request, why);
}
