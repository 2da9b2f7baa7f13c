/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * code.h - a condition as a postfix program: parsed once, bound to each marker, run at each
 * hit
 *
 *	"len > 100 && comm == \"x\""
 *
 *	parsed (struct marker_filter_code)	bound (the same nodes, for one marker)
 *	 0 NAME len				FIELD 0
 *	 1 NUMBER 100				NUMBER 100
 *	 2 GT					GT	integers
 *	 3 AND_JUMP to 8			AND_JUMP to 8
 *	 4 NAME comm				COMM
 *	 5 TEXT "x"				TEXT "x"
 *	 6 EQ					EQ	texts
 *	 7 TRUTH				TRUTH
 *
 * Jumps go forward only, so a run has at most as many steps as there are nodes.  How deep the stack
 * gets is known when it is parsed.
 */
#ifndef PROBES_FILTER_CODE_H
#define PROBES_FILTER_CODE_H

#include "../../marker/marker.h"
#include "../../marker/os.h"

#define MARKER_FILTER_NODES_MAX 128
#define MARKER_FILTER_STACK_MAX 16
#define MARKER_FILTER_DEPTH_MAX 16 /* of parentheses and unary operators: see parse.c */
#define MARKER_FILTER_TEXT_MAX	4096
#define MARKER_FILTER_LIKE_MAX	256
#define MARKER_FILTER_COMM	16
#define MARKER_FILTER_FIELDS	12 /* arguments of a marker */

enum marker_filter_op {
	/* values: one more on the stack */
	FILTER_NUMBER,
	FILTER_REAL,
	FILTER_TEXT,
	FILTER_NAME,
	FILTER_FIELD,
	FILTER_COMM,
	FILTER_PID,
	FILTER_TID,
	FILTER_CPU,
	FILTER_MARKER,
	/* the top of the stack becomes another */
	FILTER_NOT,
	FILTER_NEGATE,
	FILTER_TRUTH,
	/* takes one off: if it decides, 0 or 1 is left and the run goes on at "to" */
	FILTER_AND_JUMP,
	FILTER_OR_JUMP,
	/* two become one */
	FILTER_MUL,
	FILTER_DIV,
	FILTER_MOD,
	FILTER_ADD,
	FILTER_SUB,
	FILTER_SHL,
	FILTER_SHR,
	FILTER_AND,
	FILTER_XOR,
	FILTER_OR,
	FILTER_EQ,
	FILTER_NE,
	FILTER_LT,
	FILTER_LE,
	FILTER_GT,
	FILTER_GE,
	FILTER_LIKE,
};

enum marker_filter_type {
	FILTER_IS_INTEGER,
	FILTER_IS_REAL,
	FILTER_IS_TEXT,
};

/**
 * struct marker_filter_node - one step
 * @op:		what to do
 * @type:	bound: what type the operands are
 * @column:	where it stands in the condition, from 1
 * @to:		a jump's target; a field's index; where doubles are wanted, bit 0: the left operand is an
 *		integer, bit 1: the right one is
 * @bits:	a NUMBER's value, a REAL's representation
 * @text:	of TEXT and NAME, in the code's pool, terminated
 */
struct marker_filter_node {
	u8 op;
	u8 type;
	u16 column;
	u16 to;
	union {
		u64 bits;
		const char *text;
	};
};

/** struct marker_filter_code - a condition, parsed; @pool is what its texts point into */
struct marker_filter_code {
	char *pool;
	unsigned int nr;
	struct marker_filter_node nodes[MARKER_FILTER_NODES_MAX];
};

/**
 * struct marker_filter_load - how an argument is taken from the list
 * @type:	enum marker_type
 * @room:	of a text: the most that may be read
 * @star:	of a text: the argument that has its precision is the one before
 */
struct marker_filter_load {
	u8 type;
	bool star;
	u16 room;
};

/**
 * struct marker_filter_program - a condition, bound to one marker
 * @general:	running it uses general registers only
 * @nr_loads:	how many arguments it has to take, to get at the last that it wants
 */
struct marker_filter_program {
	bool general;
	unsigned int nr_loads;
	struct marker_filter_load loads[MARKER_FILTER_FIELDS];
	unsigned int nr;
	struct marker_filter_node nodes[];
};

/**
 * struct marker_filter_value - what the stack has; its type is known when the program is bound
 * @bits:	of an integer its magnitude, of a double its representation
 * @text:	NULL for a NULL pointer
 * @negative:	of an integer, 0 or 1; never of 0
 * @room:	of a text: how many bytes may be read
 *
 * Two words, each always written whole: a core that has to load what was stored in parts waits
 * until the parts have left its store buffer.
 */
struct marker_filter_value {
	union {
		u64 bits;
		const char *text;
	};
	union {
		u64 negative;
		u64 room;
	};
};

/* parse.c */
int marker_filter_parse(const char *condition, struct marker_filter_code **code, char *why,
			size_t why_size);
void marker_filter_code_free(struct marker_filter_code *code);

/* bind.c */
int marker_filter_bind(const struct marker_filter_code *code, const struct marker_info *marker,
		       struct marker_filter_program **program, char *why, size_t why_size);
int marker_filter_find_field(const struct marker_info *marker, const char *name);
bool marker_filter_has_star(const struct marker_info *marker, const struct marker_field *field);

/* eval.c */
bool marker_filter_eval(const struct marker_filter_program *program,
			const struct marker_info *marker, va_list *args);

/* number.c: false if there is no value */
void marker_filter_number_set(struct marker_filter_value *value, long long number);
bool marker_filter_number(unsigned int op, const struct marker_filter_value *a,
			  const struct marker_filter_value *b, struct marker_filter_value *result);

/* text_user.c, text_kernel.c: in the kernel a text that cannot be read is as a NULL pointer */
bool marker_filter_text(unsigned int op, const struct marker_filter_value *a,
			const struct marker_filter_value *b);

/* real_user.c: everything that has to do with doubles; real_kernel.c: that there are none */
bool marker_filter_has_real(void);
int marker_filter_real_parse(const char *text, const char **end, u64 *bits);
void marker_filter_real_load(struct marker_filter_value *value, bool long_double, va_list *args);
void marker_filter_real_negate(struct marker_filter_value *value);
bool marker_filter_real(const struct marker_filter_node *node, const struct marker_filter_value *a,
			const struct marker_filter_value *b, struct marker_filter_value *result);

/* rate.c */
bool marker_filter_rate(u64 *full_at, u64 rate, u64 now_ns);

/* filter_user.c, filter_kernel.c: what a hit can say of where it is; any context, once it was prepared */
void marker_filter_prepare(void);
void marker_filter_comm(char comm[MARKER_FILTER_COMM]);
u32 marker_filter_pid(void);
u32 marker_filter_tid(void);
u32 marker_filter_cpu(void);
u64 marker_filter_now_ns(void);

#endif
