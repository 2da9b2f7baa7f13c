/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * protocol.h - what client and server say to each other: lines
 *
 *	GET key			VALUE value | NONE
 *	SET key value		OK | ERROR reason
 *	DEL key			OK | NONE
 *	anything else		ERROR reason
 *
 * A key has no blanks, a value no newlines.  Requests may follow each other without waiting.
 */
#ifndef KV_PROTOCOL_H
#define KV_PROTOCOL_H

#include <stddef.h>

#define LINE_MAX_BYTES 4096 /* of a request, with its newline */

enum op {
	OP_GET,
	OP_SET,
	OP_DEL
};

struct request {
	enum op op;
	const char *key, *value; /* inside the line, terminated */
	size_t key_len, value_len;
};

/**
 * request_parse() - read a line, in place
 * @line:	without its newline, terminated
 * @len:	its length
 * @reason:	set on an error
 *
 * Return: 0 or -EINVAL.
 */
int request_parse(char *line, size_t len, struct request *request, const char **reason);

#endif
