// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * eval.c - runs a bound condition over the arguments of a hit
 *
 * A stack of values, as deep as the parser has said at most.  No memory, no locks; any context.
 * General registers only (Makefile), so that a filter of integers in front of a probe that spares
 * the vector registers spares them too: what else there is stands in other files, and binding a
 * condition that needs them says so.
 */
#include "code.h"

struct run {
	const struct marker_info *marker;
	unsigned int depth;
	struct marker_filter_value fields[MARKER_FILTER_FIELDS];
	struct marker_filter_value stack[MARKER_FILTER_STACK_MAX];
	char comm[MARKER_FILTER_COMM];
};

/*
 * Each value is written before it is read: the parser has counted what is on the stack.  clang-tidy
 * cannot know, and to write them all first would take longer than most conditions do.
 * NOLINTBEGIN
 */
static void set_unsigned(struct marker_filter_value *value, u64 number)
{
	value->bits = number;
	value->negative = false;
}

static void set_text(struct marker_filter_value *value, const char *text, u64 room)
{
	value->text = text;
	value->room = room;
}

/* A negative precision is none. */
static void load_text(struct run *run, const struct marker_filter_load *load, unsigned int i,
		      const char *text)
{
	const struct marker_filter_value *star = &run->fields[load->star ? i - 1 : i];
	u64 room = load->room;

	if (load->star && !star->negative && star->bits < room)
		room = star->bits;
	set_text(&run->fields[i], text, room);
}

static void load_field(struct run *run, const struct marker_filter_load *load, unsigned int i,
		       va_list *args)
{
	struct marker_filter_value *value = &run->fields[i];

	switch (load->type) {
	case MARKER_INT:
		marker_filter_number_set(value, va_arg(*args, int));
		break;
	case MARKER_UINT:
		set_unsigned(value, va_arg(*args, unsigned int));
		break;
	case MARKER_LONG:
		marker_filter_number_set(value, va_arg(*args, long long));
		break;
	case MARKER_ULONG:
		set_unsigned(value, va_arg(*args, unsigned long long));
		break;
	case MARKER_POINTER:
		set_unsigned(value, (uintptr_t)va_arg(*args, void *));
		break;
	case MARKER_STRING:
		load_text(run, load, i, va_arg(*args, const char *));
		break;
	default:
		marker_filter_real_load(value, load->type == MARKER_LONG_DOUBLE, args);
	}
}

static void push_value(struct run *run, const struct marker_filter_node *node)
{
	struct marker_filter_value *value = &run->stack[run->depth++];

	switch (node->op) {
	case FILTER_FIELD:
		*value = run->fields[node->to];
		break;
	case FILTER_TEXT:
		set_text(value, node->text, MARKER_FILTER_TEXT_MAX);
		break;
	case FILTER_COMM:
		marker_filter_comm(run->comm);
		set_text(value, run->comm, sizeof(run->comm));
		break;
	case FILTER_MARKER:
		set_text(value, run->marker->name, MARKER_FILTER_TEXT_MAX);
		break;
	case FILTER_PID:
		set_unsigned(value, marker_filter_pid());
		break;
	case FILTER_TID:
		set_unsigned(value, marker_filter_tid());
		break;
	case FILTER_CPU:
		set_unsigned(value, marker_filter_cpu());
		break;
	default: /* a number, or what represents a double */
		set_unsigned(value, node->bits);
	}
}

static void negate(const struct marker_filter_node *node, struct marker_filter_value *value)
{
	if (node->type == FILTER_IS_REAL)
		marker_filter_real_negate(value);
	else
		value->negative = !value->negative && value->bits;
}

/* Where the run goes on. */
static unsigned int run_unary(struct run *run, const struct marker_filter_node *node,
			      unsigned int at)
{
	struct marker_filter_value *value = &run->stack[run->depth - 1];
	bool is_true;

	if (node->op == FILTER_NEGATE) {
		negate(node, value);
		return at + 1;
	}
	is_true = value->bits;
	set_unsigned(value, is_true != (node->op == FILTER_NOT));
	if (node->op < FILTER_AND_JUMP)
		return at + 1;
	if (is_true == (node->op == FILTER_OR_JUMP))
		return node->to;
	run->depth--;
	return at + 1;
}

static bool run_binary(struct run *run, const struct marker_filter_node *node)
{
	struct marker_filter_value *right = &run->stack[--run->depth], *left = right - 1;

	if (node->type == FILTER_IS_TEXT) {
		set_unsigned(left, marker_filter_text(node->op, left, right));
		return true;
	}
	if (node->type == FILTER_IS_INTEGER)
		return marker_filter_number(node->op, left, right, left);
	return marker_filter_real(node, left, right, left);
}

/**
 * marker_filter_eval() - is the condition true?
 * @program:	of this marker
 * @marker:	whose hit it is
 * @args:	used up as far as the condition needs them
 *
 * Context: any.
 * Return: false, too, if something in it has no value.
 */
bool marker_filter_eval(const struct marker_filter_program *program,
			const struct marker_info *marker, va_list *args)
{
	struct run run;
	unsigned int i;

	run.marker = marker;
	run.depth = 0;
	for (i = 0; i < program->nr_loads; i++)
		load_field(&run, &program->loads[i], i, args);
	for (i = 0; i < program->nr;) {
		const struct marker_filter_node *node = &program->nodes[i];

		if (node->op >= FILTER_NOT && node->op < FILTER_MUL) {
			i = run_unary(&run, node, i);
			continue;
		}
		if (node->op < FILTER_NOT)
			push_value(&run, node);
		else if (!run_binary(&run, node))
			return false;
		i++;
	}
	return run.stack[0].bits;
}
/* NOLINTEND */
