// SPDX-License-Identifier: GPL-2.0-only
/*
 * protocol.c - one request from one line
 */
#include "protocol.h"

#include <errno.h>
#include <string.h>

static const char *const verbs[] = { [OP_GET] = "GET", [OP_SET] = "SET", [OP_DEL] = "DEL" };

#define NR_VERBS (sizeof(verbs) / sizeof(verbs[0]))

static int parse_verb(const char *line, size_t len, enum op *op)
{
	size_t i;

	if (len < 4 || line[3] != ' ')
		return -EINVAL;
	for (i = 0; i < NR_VERBS; i++) {
		if (memcmp(line, verbs[i], 3) != 0)
			continue;
		*op = i;
		return 0;
	}
	return -EINVAL;
}

/* The key ends at a blank where a value follows, else at the end of the line. */
static int parse_key(char *key, size_t len, struct request *request)
{
	char *blank = memchr(key, ' ', len);

	request->key = key;
	request->key_len = blank ? (size_t)(blank - key) : len;
	request->value = key + len;
	request->value_len = 0;
	if (request->key_len == 0 || !!blank != (request->op == OP_SET))
		return -EINVAL;
	if (blank) {
		*blank = '\0';
		request->value = blank + 1;
		request->value_len = len - request->key_len - 1;
	}
	return 0;
}

int request_parse(char *line, size_t len, struct request *request, const char **reason)
{
	*reason = "NUL in a line";
	if (memchr(line, '\0', len))
		return -EINVAL;
	*reason = "no such verb";
	if (parse_verb(line, len, &request->op))
		return -EINVAL;
	*reason = "wrong number of words";
	return parse_key(line + 4, len - 4, request);
}
