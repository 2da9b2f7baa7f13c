// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * parse.c - a condition becomes a postfix program that knows no marker yet
 *
 * Precedence climbing: an operand, then as many operators as bind at least as tightly as the caller
 * asks, each with its right side.  Everything is bounded: the text, the nodes, the nesting, the
 * stack. No locks.
 *
 * So is the stack of who parses: a parenthesis takes a call for itself and up to three for what stands before it
 * (||, &&, an operand), an operator that waits for its right side one more; in all 9 KiB at most of the
 * 16 that the kernel has.
 */
#include "filter.h"
#include "token.h"

struct parser {
	struct marker_filter_lexer lexer;
	struct marker_filter_token token; /* the next one, not used yet */
	struct marker_filter_code *code;
	unsigned int stack; /* values there would be now */
	unsigned int depth;
};

static int parse_binary(struct parser *parser, unsigned int binds);

static int next(struct parser *parser)
{
	return marker_filter_next(&parser->lexer, &parser->token);
}

static int too_much(struct parser *parser, unsigned int column, const char *what)
{
	marker_filter_wrong(&parser->lexer, column, "the condition is too %s", what);
	return -E2BIG;
}

/* How many values an operator takes off the stack and leaves there. */
static int stack_change(unsigned int op)
{
	if (op < FILTER_NOT)
		return 1;
	return op < FILTER_AND_JUMP ? 0 : -1;
}

static int emit(struct parser *parser, unsigned int op, const struct marker_filter_token *token)
{
	struct marker_filter_code *code = parser->code;
	struct marker_filter_node *node = &code->nodes[code->nr];

	if (code->nr == MARKER_FILTER_NODES_MAX)
		return too_much(parser, token->column, "long");
	parser->stack += stack_change(op);
	if (parser->stack > MARKER_FILTER_STACK_MAX)
		return too_much(parser, token->column, "deep");
	*node = (struct marker_filter_node){ .op = op, .column = token->column };
	if (op == FILTER_TEXT || op == FILTER_NAME)
		node->text = token->text;
	else
		node->bits = token->bits;
	code->nr++;
	return 0;
}

static int expected_value(struct parser *parser)
{
	const struct marker_filter_token *token = &parser->token;

	if (token->kind == TOKEN_END)
		return marker_filter_wrong(&parser->lexer, token->column,
					   "a value is missing at the end");
	return marker_filter_wrong(&parser->lexer, token->column, "expected a value, found '%.*s'",
				   (int)token->len, token->spelling);
}

static int parse_parenthesis(struct parser *parser)
{
	unsigned int opened = parser->token.column;
	int err = next(parser);

	if (!err)
		err = parse_binary(parser, TOKEN_BINDS_OR);
	if (err)
		return err;
	if (parser->token.kind == TOKEN_END)
		return marker_filter_wrong(&parser->lexer, opened, "this '(' is not closed");
	if (parser->token.kind != TOKEN_CLOSE)
		return marker_filter_wrong(&parser->lexer, parser->token.column,
					   "expected an operator or ')', found '%.*s'",
					   (int)parser->token.len, parser->token.spelling);
	return next(parser);
}

static int parse_operand(struct parser *parser);

static int parse_unary(struct parser *parser)
{
	const struct marker_filter_token token = parser->token;
	int err = next(parser);

	if (!err)
		err = parse_operand(parser);
	if (!err)
		err = emit(parser, token.op == FILTER_SUB ? FILTER_NEGATE : FILTER_NOT, &token);
	return err;
}

static int parse_value(struct parser *parser)
{
	int err = emit(parser, parser->token.op, &parser->token);

	return err ? err : next(parser);
}

static int parse_operand(struct parser *parser)
{
	const struct marker_filter_token *token = &parser->token;
	int err;

	if (parser->depth == MARKER_FILTER_DEPTH_MAX)
		return too_much(parser, token->column, "deep");
	parser->depth++;
	if (token->kind == TOKEN_OPEN)
		err = parse_parenthesis(parser);
	else if (token->kind == TOKEN_UNARY_ONLY ||
		 (token->kind == TOKEN_BINARY && token->op == FILTER_SUB))
		err = parse_unary(parser);
	else if (token->kind == TOKEN_VALUE)
		err = parse_value(parser);
	else
		err = expected_value(parser);
	parser->depth--;
	return err;
}

/* The right side of && and || is jumped over if the left one decides. */
static int parse_logic(struct parser *parser, const struct marker_filter_token *token)
{
	struct marker_filter_code *code = parser->code;
	unsigned int jump = code->nr;
	int err = emit(parser, token->op, token);

	if (!err)
		err = parse_binary(parser, token->binds + 1);
	if (!err)
		err = emit(parser, FILTER_TRUTH, token);
	if (!err)
		code->nodes[jump].to = code->nr;
	return err;
}

static int parse_right(struct parser *parser, const struct marker_filter_token *token)
{
	int err = parse_binary(parser, token->binds + 1);

	if (!err)
		err = emit(parser, token->op, token);
	if (!err && token->binds == TOKEN_BINDS_COMPARE && parser->token.kind == TOKEN_BINARY &&
	    parser->token.binds == TOKEN_BINDS_COMPARE)
		err = marker_filter_wrong(
			&parser->lexer, parser->token.column,
			"comparisons do not chain: write && between them, or ( )");
	return err;
}

static int parse_binary(struct parser *parser, unsigned int binds)
{
	int err = parse_operand(parser);

	while (!err && parser->token.kind == TOKEN_BINARY && parser->token.binds >= binds) {
		const struct marker_filter_token token = parser->token;

		err = next(parser);
		if (!err && token.binds <= TOKEN_BINDS_AND)
			err = parse_logic(parser, &token);
		else if (!err)
			err = parse_right(parser, &token);
	}
	return err;
}

static int parse_all(struct parser *parser)
{
	const struct marker_filter_token *token = &parser->token;
	int err = next(parser);

	if (!err)
		err = parse_binary(parser, TOKEN_BINDS_OR);
	if (err || token->kind == TOKEN_END)
		return err;
	if (token->kind == TOKEN_CLOSE)
		return marker_filter_wrong(&parser->lexer, token->column,
					   "this ')' has no '(' before it");
	return marker_filter_wrong(&parser->lexer, token->column,
				   "expected an operator, found '%.*s'", (int)token->len,
				   token->spelling);
}

void marker_filter_code_free(struct marker_filter_code *code)
{
	if (code)
		os_free(code->pool);
	os_free(code);
}

/**
 * marker_filter_parse() - read a condition
 * @condition:	the text
 * @code:	what it is; marker_filter_code_free() frees it
 * @why:	on an error "column N: ..."
 * @why_size:	its room
 *
 * Return: as marker_filter_open().
 */
int marker_filter_parse(const char *condition, struct marker_filter_code **code, char *why,
			size_t why_size)
{
	size_t len = strnlen(condition, MARKER_FILTER_LENGTH_MAX + 1);
	struct parser parser = {
		.lexer = { condition, condition, NULL, why, why_size },
	};
	int err;

	if (len > MARKER_FILTER_LENGTH_MAX)
		return too_much(&parser, MARKER_FILTER_LENGTH_MAX + 1, "long");
	parser.code = os_alloc(sizeof(*parser.code));
	if (!parser.code)
		return -ENOMEM;
	/* A name is followed by what is none, a text had quotes; but for the last there is a byte. */
	parser.code->pool = os_alloc(len + 1);
	parser.lexer.pool = parser.code->pool;
	err = parser.code->pool ? parse_all(&parser) : -ENOMEM;
	if (err)
		marker_filter_code_free(parser.code);
	else
		*code = parser.code;
	return err;
}
