// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * bind.c - a condition for one marker: names become arguments, operators learn their types
 *
 * A marker's types are all in its format, so nothing is asked about types when it is hit.  No
 * locks.
 */
#include "code.h"

struct binding {
	const struct marker_info *marker;
	struct marker_filter_program *program;
	char *why;
	size_t why_size;
	unsigned int depth;
	u8 types[MARKER_FILTER_STACK_MAX];
};

static const struct {
	const char *name;
	u8 op, type;
} builtins[] = {
	{ "comm", FILTER_COMM, FILTER_IS_TEXT },   { "pid", FILTER_PID, FILTER_IS_INTEGER },
	{ "tid", FILTER_TID, FILTER_IS_INTEGER },  { "cpu", FILTER_CPU, FILTER_IS_INTEGER },
	{ "name", FILTER_MARKER, FILTER_IS_TEXT },
};

static int wrong_types(struct binding *binding, const struct marker_filter_node *node,
		       const char *what)
{
	snprintf(binding->why, binding->why_size, "marker %s: column %u: %s", binding->marker->name,
		 node->column, what);
	return -EINVAL;
}

/* The names that there are, as far as there is room. */
static int unknown_name(struct binding *binding, const struct marker_filter_node *node)
{
	const struct marker_info *marker = binding->marker;
	unsigned int i;
	size_t used;

	used = snprintf(binding->why, binding->why_size,
			"column %u: marker %s has no field '%s'; it has", node->column,
			marker->name, node->text);
	for (i = 0; i < marker->nfields && used < binding->why_size; i++) {
		const struct marker_field *field = &marker->fields[i];

		if (field->name)
			used += snprintf(binding->why + used, binding->why_size - used, "%s %.*s",
					 i ? "," : "", (int)field->name_len, field->name);
		else
			used += snprintf(binding->why + used, binding->why_size - used, "%s arg%u",
					 i ? "," : "", i);
	}
	if (!marker->nfields && used < binding->why_size)
		snprintf(binding->why + used, binding->why_size - used, " none");
	return -ENOENT;
}

/* The N of "argN"; -1 if it is another name. */
static int numbered(const char *name)
{
	int number = 0;

	if (strncmp(name, "arg", 3) != 0 || !name[3] || (name[3] == '0' && name[4]))
		return -1;
	for (name += 3; *name; name++) {
		if (*name < '0' || *name > '9' || number > MARKER_FILTER_FIELDS)
			return -1;
		number = number * 10 + (*name - '0');
	}
	return number;
}

/** marker_filter_find_field() - which argument has a name, or is the N of argN; -1 if none */
int marker_filter_find_field(const struct marker_info *marker, const char *name)
{
	size_t len = strlen(name);
	unsigned int i;
	int number;

	for (i = 0; i < marker->nfields; i++)
		if (marker->fields[i].name && marker->fields[i].name_len == len &&
		    !strncmp(marker->fields[i].name, name, len))
			return i;
	number = numbered(name);
	return number < (int)marker->nfields ? number : -1;
}

static u8 type_of_field(const struct marker_field *field)
{
	switch (field->type) {
	case MARKER_STRING:
		return FILTER_IS_TEXT;
	case MARKER_DOUBLE:
	case MARKER_LONG_DOUBLE:
		return FILTER_IS_REAL;
	default:
		return FILTER_IS_INTEGER;
	}
}

static bool is_real(const struct marker_field *field)
{
	return type_of_field(field) == FILTER_IS_REAL;
}

static int push(struct binding *binding, u8 type)
{
	binding->types[binding->depth++] = type;
	return 0;
}

static int bind_name(struct binding *binding, struct marker_filter_node *node)
{
	struct marker_filter_program *program = binding->program;
	int index = marker_filter_find_field(binding->marker, node->text);
	unsigned int i;

	if (index >= 0) {
		if (is_real(&binding->marker->fields[index]) && !marker_filter_has_real())
			return wrong_types(binding, node, "there are no doubles in the kernel");
		node->op = FILTER_FIELD;
		node->to = index;
		if (program->nr_loads <= (unsigned int)index)
			program->nr_loads = index + 1;
		return push(binding, type_of_field(&binding->marker->fields[index]));
	}
	for (i = 0; i < sizeof(builtins) / sizeof(builtins[0]); i++) {
		if (strcmp(builtins[i].name, node->text) != 0)
			continue;
		node->op = builtins[i].op;
		/* User space: of the C library, which promises nothing about registers. */
		program->general &= node->op == FILTER_MARKER;
		return push(binding, builtins[i].type);
	}
	return unknown_name(binding, node);
}

static int bind_value(struct binding *binding, struct marker_filter_node *node)
{
	switch (node->op) {
	case FILTER_NUMBER:
		return push(binding, FILTER_IS_INTEGER);
	case FILTER_REAL:
		return push(binding, FILTER_IS_REAL);
	case FILTER_TEXT:
		return push(binding, FILTER_IS_TEXT);
	default:
		return bind_name(binding, node);
	}
}

static const char no_truth[] = "a double is neither true nor false: compare it with something";

static int bind_unary(struct binding *binding, struct marker_filter_node *node)
{
	u8 *type = &binding->types[binding->depth - 1];

	if (*type == FILTER_IS_TEXT)
		return wrong_types(binding, node, "a text is neither true nor a number");
	if (*type == FILTER_IS_REAL && node->op != FILTER_NEGATE)
		return wrong_types(binding, node, no_truth);
	node->type = *type;
	if (*type == FILTER_IS_REAL)
		binding->program->general = false;
	if (node->op == FILTER_AND_JUMP || node->op == FILTER_OR_JUMP)
		binding->depth--;
	else if (node->op != FILTER_NEGATE)
		*type = FILTER_IS_INTEGER;
	return 0;
}

static bool is_comparison(unsigned int op)
{
	return op >= FILTER_EQ && op <= FILTER_GE;
}

static int bind_texts(struct binding *binding, struct marker_filter_node *node, u8 left, u8 right)
{
	/* A text in quotes is the node before its operator. */
	const bool quoted = right == FILTER_IS_TEXT && node[-1].op == FILTER_TEXT;

	if (left != right)
		return wrong_types(binding, node, "a text is compared with a number");
	if (node->op == FILTER_LIKE && !quoted)
		return wrong_types(binding, node, "'~' wants a pattern in quotes on its right");
	if (node->op != FILTER_EQ && node->op != FILTER_NE && node->op != FILTER_LIKE)
		return wrong_types(binding, node, "texts have == and != and ~ only");
	if (node->op == FILTER_LIKE)
		binding->program->general = false;
	node->type = FILTER_IS_TEXT;
	return 0;
}

static int bind_numbers(struct binding *binding, struct marker_filter_node *node, u8 left, u8 right)
{
	const bool real = left == FILTER_IS_REAL || right == FILTER_IS_REAL;

	if (node->op == FILTER_LIKE)
		return wrong_types(binding, node, "'~' compares texts");
	if (real && (node->op == FILTER_MOD || (node->op >= FILTER_SHL && node->op <= FILTER_OR)))
		return wrong_types(binding, node, "this operator wants integers, not doubles");
	node->type = real ? FILTER_IS_REAL : FILTER_IS_INTEGER;
	/* Which of the two is an integer still, and has to be converted. */
	node->to = (left == FILTER_IS_INTEGER) | (right == FILTER_IS_INTEGER) << 1;
	if (real)
		binding->program->general = false;
	return 0;
}

static int bind_binary(struct binding *binding, struct marker_filter_node *node)
{
	u8 right = binding->types[binding->depth - 1], left = binding->types[binding->depth - 2];
	int err;

	if (left == FILTER_IS_TEXT || right == FILTER_IS_TEXT)
		err = bind_texts(binding, node, left, right);
	else
		err = bind_numbers(binding, node, left, right);
	binding->depth--;
	binding->types[binding->depth - 1] =
		is_comparison(node->op) || node->op == FILTER_LIKE ? FILTER_IS_INTEGER : node->type;
	return err;
}

static int bind_nodes(struct binding *binding)
{
	struct marker_filter_program *program = binding->program;
	unsigned int i;
	int err = 0;

	for (i = 0; i < program->nr && !err; i++) {
		struct marker_filter_node *node = &program->nodes[i];

		if (node->op < FILTER_NOT)
			err = bind_value(binding, node);
		else if (node->op < FILTER_MUL)
			err = bind_unary(binding, node);
		else
			err = bind_binary(binding, node);
	}
	if (!err && binding->types[0] == FILTER_IS_TEXT)
		err = wrong_types(binding, &program->nodes[0], "a text is no condition");
	if (!err && binding->types[0] == FILTER_IS_REAL)
		err = wrong_types(binding, &program->nodes[0], no_truth);
	return err;
}

/** marker_filter_has_star() - is it a text whose precision is the argument before: "%.*s"? */
bool marker_filter_has_star(const struct marker_info *marker, const struct marker_field *field)
{
	const char *p = marker->format + field->conversion;

	if (field->type != MARKER_STRING)
		return false;
	p += strcspn(p, ".s");
	return p[0] == '.' && p[1] == '*';
}

static void bind_loads(struct binding *binding)
{
	struct marker_filter_program *program = binding->program;
	unsigned int i;

	for (i = 0; i < program->nr_loads; i++) {
		const struct marker_field *field = &binding->marker->fields[i];
		struct marker_filter_load *load = &program->loads[i];

		load->type = field->type;
		load->room = MARKER_FILTER_TEXT_MAX;
		load->star = marker_filter_has_star(binding->marker, field);
		if (field->precision >= 0 && field->precision < MARKER_FILTER_TEXT_MAX)
			load->room = field->precision;
		if (is_real(field))
			program->general = false;
	}
}

/**
 * marker_filter_bind() - make the program of a marker
 * @code:	stays: the program points into its texts
 * @marker:	used during the call alone
 * @program:	os_free() frees it; NULL on an error
 * @why:	on an error a sentence
 * @why_size:	its room
 *
 * Return: 0, -ENOENT for a name that the marker has not, -EINVAL for types that do not fit,
 * -ENOMEM.
 */
int marker_filter_bind(const struct marker_filter_code *code, const struct marker_info *marker,
		       struct marker_filter_program **program, char *why, size_t why_size)
{
	const size_t size = code->nr * sizeof(code->nodes[0]);
	struct binding binding = { .marker = marker, .why = why, .why_size = why_size };
	int err;

	*program = NULL;
	binding.program = os_alloc(sizeof(**program) + size);
	if (!binding.program)
		return -ENOMEM;
	binding.program->general = true;
	binding.program->nr = code->nr;
	memcpy(binding.program->nodes, code->nodes, size);
	err = bind_nodes(&binding);
	if (err) {
		os_free(binding.program);
		return err;
	}
	bind_loads(&binding);
	*program = binding.program;
	return 0;
}
