// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer target of the agent's protocol: lines in, requests out, and lines that are written are read
 * as what they were.
 *
 *	make CC=clang O=build/fuzz SAN=fuzzer-no-link,address,undefined fuzz-programs
 *	build/fuzz/tests/fuzz/fuzz_agent -max_len=8192 tests/fuzz/corpus/agent
 */
#include "marker/agent/request.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A word, quoted, is that word. */
static void check_word(const char *word)
{
	char *quoted = malloc(MARKER_QUOTED_MAX(strlen(word)));
	struct marker_line again;

	if (marker_line_quote(quoted, word) >= MARKER_QUOTED_MAX(strlen(word)))
		abort();
	if (marker_line_parse(quoted, &again) || again.nr != 1 || strcmp(again.words[0], word) != 0)
		abort();
	free(quoted);
}

static void check_line(const char *text)
{
	char *copy = strdup(text);
	struct marker_line line;
	unsigned int i;

	if (!marker_line_parse(copy, &line))
		for (i = 0; i < line.nr; i++)
			check_word(line.words[i]);
	free(copy);
}

static void check_request(const char *text)
{
	char *copy = strdup(text);
	struct marker_request request;
	const char *why = NULL;
	int ret = marker_request_parse(copy, &request, &why);

	if (!why || (!ret && request.verb >= MARKER_NR_VERBS))
		abort();
	if (!ret && request.verb == MARKER_VERB_ENABLE && (!*request.glob || !*request.probe))
		abort();
	if (!ret && request.arg)
		check_word(request.arg);
	free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1), *rest = text, *line;

	memcpy(text, data, size);
	text[size] = '\0';
	while ((line = strsep(&rest, "\n"))) {
		check_line(line);
		check_request(line);
	}
	free(text);
	return 0;
}
