/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * token.h - the words of a condition
 */
#ifndef PROBES_FILTER_TOKEN_H
#define PROBES_FILTER_TOKEN_H

#include "code.h"

enum marker_filter_token_kind {
	TOKEN_END,
	TOKEN_VALUE, /* op says which */
	TOKEN_UNARY_ONLY,
	TOKEN_BINARY,
	TOKEN_OPEN,
	TOKEN_CLOSE,
};

/**
 * struct marker_filter_token - one word
 * @op:		of a value NUMBER, REAL, TEXT or NAME, else the operator
 * @binds:	of a binary operator how tightly, from 1
 * @column:	from 1
 * @spelling:	as it stands in the condition, @len bytes
 * @bits:	a number's or double's value
 * @text:	a text without its quotes and escapes, a name; terminated, in the pool
 */
struct marker_filter_token {
	enum marker_filter_token_kind kind;
	unsigned int op;
	unsigned int binds;
	unsigned int column;
	const char *spelling;
	unsigned int len;
	u64 bits;
	const char *text;
};

#define TOKEN_BINDS_OR	    1
#define TOKEN_BINDS_AND	    2
#define TOKEN_BINDS_COMPARE 3

/**
 * struct marker_filter_lexer - where the reader is
 * @start, @at:	the condition, and what is to be read of it
 * @pool:	room for what texts and names become: as long as the condition and one more for each
 */
struct marker_filter_lexer {
	const char *start, *at;
	char *pool;
	char *why;
	size_t why_size;
};

/** marker_filter_next() - the next word; 0, or -errno with a sentence in the lexer's why */
int marker_filter_next(struct marker_filter_lexer *lexer, struct marker_filter_token *token);

/** marker_filter_wrong() - writes "column N: ..." into why; returns -EINVAL */
int marker_filter_wrong(struct marker_filter_lexer *lexer, unsigned int column, const char *format,
			...) __attribute__((format(printf, 3, 4)));

#endif
