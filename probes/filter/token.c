// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * token.c - a condition as words: numbers, texts, names, operators
 *
 * No locks; the text is the caller's and ends in a zero.
 */
#include "token.h"

/* The longest first. */
static const struct {
	char spelling[3];
	u8 kind, op, binds;
} operators[] = {
	{ "||", TOKEN_BINARY, FILTER_OR_JUMP, TOKEN_BINDS_OR },
	{ "&&", TOKEN_BINARY, FILTER_AND_JUMP, TOKEN_BINDS_AND },
	{ "==", TOKEN_BINARY, FILTER_EQ, TOKEN_BINDS_COMPARE },
	{ "!=", TOKEN_BINARY, FILTER_NE, TOKEN_BINDS_COMPARE },
	{ "<=", TOKEN_BINARY, FILTER_LE, TOKEN_BINDS_COMPARE },
	{ ">=", TOKEN_BINARY, FILTER_GE, TOKEN_BINDS_COMPARE },
	{ "<<", TOKEN_BINARY, FILTER_SHL, 7 },
	{ ">>", TOKEN_BINARY, FILTER_SHR, 7 },
	{ "<", TOKEN_BINARY, FILTER_LT, TOKEN_BINDS_COMPARE },
	{ ">", TOKEN_BINARY, FILTER_GT, TOKEN_BINDS_COMPARE },
	{ "~", TOKEN_BINARY, FILTER_LIKE, TOKEN_BINDS_COMPARE },
	{ "|", TOKEN_BINARY, FILTER_OR, 4 },
	{ "^", TOKEN_BINARY, FILTER_XOR, 5 },
	{ "&", TOKEN_BINARY, FILTER_AND, 6 },
	{ "+", TOKEN_BINARY, FILTER_ADD, 8 },
	{ "-", TOKEN_BINARY, FILTER_SUB, 8 },
	{ "*", TOKEN_BINARY, FILTER_MUL, 9 },
	{ "/", TOKEN_BINARY, FILTER_DIV, 9 },
	{ "%", TOKEN_BINARY, FILTER_MOD, 9 },
	{ "!", TOKEN_UNARY_ONLY, FILTER_NOT, 0 },
	{ "(", TOKEN_OPEN, 0, 0 },
	{ ")", TOKEN_CLOSE, 0, 0 },
};

#define NR_OPERATORS (sizeof(operators) / sizeof(operators[0]))

int marker_filter_wrong(struct marker_filter_lexer *lexer, unsigned int column, const char *format,
			...)
{
	int used = snprintf(lexer->why, lexer->why_size, "column %u: ", column);
	va_list args;

	if (used >= 0 && (size_t)used < lexer->why_size) {
		va_start(args, format);
		vsnprintf(lexer->why + used, lexer->why_size - used, format, args);
		va_end(args);
	}
	return -EINVAL;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static int hex_digit(char c)
{
	if (is_digit(c))
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

static unsigned int column_of(const struct marker_filter_lexer *lexer, const char *at)
{
	return at - lexer->start + 1;
}

/* Digits of a base; false if the number has more than 64 bits. */
static bool read_digits(const char **at, unsigned int base, u64 *number)
{
	bool fits = true;
	int digit;

	for (*number = 0;; (*at)++) {
		digit = hex_digit(**at);
		if (digit < 0 || digit >= (int)base)
			return fits;
		if (*number > (~0ull - digit) / base)
			fits = false;
		*number = *number * base + digit;
	}
}

static int read_real(struct marker_filter_lexer *lexer, struct marker_filter_token *token)
{
	int err = marker_filter_real_parse(token->spelling, &lexer->at, &token->bits);

	token->op = FILTER_REAL;
	if (err == -EINVAL)
		return marker_filter_wrong(lexer, token->column, "this is no number");
	if (err)
		marker_filter_wrong(lexer, token->column, "there is no floating point here");
	return err;
}

static int read_number(struct marker_filter_lexer *lexer, struct marker_filter_token *token)
{
	const char *at = lexer->at;
	bool hex = at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && hex_digit(at[2]) >= 0;
	bool fits;

	token->op = FILTER_NUMBER;
	lexer->at += hex ? 2 : 0;
	fits = read_digits(&lexer->at, hex ? 16 : 10, &token->bits);
	if (!hex && (*lexer->at == '.' || *lexer->at == 'e' || *lexer->at == 'E')) {
		int err = read_real(lexer, token);

		if (err)
			return err;
	} else if (!hex && at[0] == '0' && is_digit(at[1])) {
		return marker_filter_wrong(lexer, token->column,
					   "a number with a 0 before it: is it meant octal? "
					   "There are 10, 0x10");
	} else if (!fits) {
		return marker_filter_wrong(lexer, token->column,
					   "the number has more than 64 bits");
	}
	if (is_word(*lexer->at) || *lexer->at == '.')
		return marker_filter_wrong(lexer, column_of(lexer, lexer->at),
					   "a number goes on with '%c'", *lexer->at);
	return 0;
}

/* What stands after a backslash, as a byte; -1 if nothing that is known. */
static int read_escape(const char **at)
{
	static const char names[] = "ntrabfve0\\'\"*?[", values[] = "\n\t\r\a\b\f\v\033\0\\'\"*?[";
	const char *name;
	int high, low;

	if (**at == 'x') {
		high = hex_digit((*at)[1]);
		low = high < 0 ? -1 : hex_digit((*at)[2]);
		*at += low < 0 ? 0 : 3;
		return low < 0 ? -1 : high << 4 | low;
	}
	name = **at ? strchr(names, **at) : NULL;
	if (!name)
		return -1;
	(*at)++;
	return (u8)values[name - names];
}

/* One character of a text or constant that ends in @quote; a negative errno. */
static int read_character(struct marker_filter_lexer *lexer,
			  const struct marker_filter_token *token, char quote)
{
	unsigned int column = column_of(lexer, lexer->at);
	int c = (u8)*lexer->at;

	if (!c)
		return marker_filter_wrong(lexer, token->column, "the closing %c is missing",
					   quote);
	lexer->at++;
	if (c != '\\')
		return c;
	c = read_escape(&lexer->at);
	if (c < 0)
		return marker_filter_wrong(lexer, column, "no escape that is known: \\%.1s",
					   lexer->at);
	return c;
}

static int read_text(struct marker_filter_lexer *lexer, struct marker_filter_token *token)
{
	int c;

	token->op = FILTER_TEXT;
	token->text = lexer->pool;
	for (lexer->at++; *lexer->at != '"'; *lexer->pool++ = c) {
		c = read_character(lexer, token, '"');
		if (c < 0)
			return c;
		if (!c)
			return marker_filter_wrong(lexer, column_of(lexer, lexer->at) - 1,
						   "a text cannot hold a zero");
	}
	lexer->at++;
	*lexer->pool++ = '\0';
	return 0;
}

static int read_constant(struct marker_filter_lexer *lexer, struct marker_filter_token *token)
{
	int c;

	token->op = FILTER_NUMBER;
	lexer->at++;
	if (*lexer->at == '\'')
		return marker_filter_wrong(lexer, token->column, "a character is missing");
	c = read_character(lexer, token, '\'');
	if (c < 0)
		return c;
	if (*lexer->at != '\'')
		return marker_filter_wrong(lexer, token->column,
					   "'c' is one character; a text has double quotes");
	lexer->at++;
	token->bits = c;
	return 0;
}

static int read_name(struct marker_filter_lexer *lexer, struct marker_filter_token *token)
{
	token->op = FILTER_NAME;
	token->text = lexer->pool;
	while (is_word(*lexer->at))
		*lexer->pool++ = *lexer->at++;
	*lexer->pool++ = '\0';
	return 0;
}

static int read_operator(struct marker_filter_lexer *lexer, struct marker_filter_token *token)
{
	unsigned int i;

	for (i = 0; i < NR_OPERATORS; i++) {
		size_t len = strlen(operators[i].spelling);

		if (strncmp(lexer->at, operators[i].spelling, len) != 0)
			continue;
		token->kind = operators[i].kind;
		token->op = operators[i].op;
		token->binds = operators[i].binds;
		lexer->at += len;
		return 0;
	}
	if (*lexer->at == '=')
		return marker_filter_wrong(lexer, token->column, "'=': to compare is '=='");
	if (*lexer->at > ' ' && *lexer->at <= '~')
		return marker_filter_wrong(lexer, token->column, "'%c' means nothing here",
					   *lexer->at);
	return marker_filter_wrong(lexer, token->column, "the byte 0x%02x means nothing here",
				   (u8)*lexer->at);
}

static int read_token(struct marker_filter_lexer *lexer, struct marker_filter_token *token)
{
	char c = *lexer->at;

	token->kind = c ? TOKEN_VALUE : TOKEN_END;
	if (!c)
		return 0;
	if (is_digit(c))
		return read_number(lexer, token);
	if (is_word(c))
		return read_name(lexer, token);
	if (c == '"')
		return read_text(lexer, token);
	if (c == '\'')
		return read_constant(lexer, token);
	return read_operator(lexer, token);
}

int marker_filter_next(struct marker_filter_lexer *lexer, struct marker_filter_token *token)
{
	int err;

	while (*lexer->at && strchr(" \t\n", *lexer->at))
		lexer->at++;
	*token = (struct marker_filter_token){
		.spelling = lexer->at,
		.column = column_of(lexer, lexer->at),
	};
	err = read_token(lexer, token);
	token->len = lexer->at - token->spelling;
	return err;
}
