/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * filter.h - which hits reach a probe: a condition over the arguments, one of N, N a second, one
 * thread
 *
 * A filter stands between a connection and its probe ("inner"):
 *
 *	site --> marker_filter_probe(point) --> inner, with a list of arguments that nobody has used
 *			|
 *			point: one for each marker, made at attach: the condition compiled for the
 *			marker's own fields, the counter of "every", the bucket of "rate"
 *
 * In this order, the cheapest and the most telling first; a hit that one of them stops is counted
 * there and goes no further:
 *
 *	tid	the thread's number is this one
 *	if	the condition is true
 *	every	the first of each N hits of a marker, of all threads, that came so far: as perf's
 *		period counts what its filter has let through
 *	rate	a bucket of N for each marker, of all threads, that fills with N a second: at most N at
 *		once, and N a second in the long run
 *
 * Conditions
 *
 *	len > 100 && comm == "worker"		|| && !, == != ~ < <= > >=, + - * / %, & | ^ << >>, ( )
 *
 *	field names	the marker's; argN is the N-th argument, from 0, whatever its name
 *	built in	comm (of the thread), pid, tid, cpu, name (of the marker); a field of that name
 *			goes before
 *	constants	100, 0x64, 'd', "text", 1.5e3 (user space); escapes as C's
 *
 * What binds tighter, from loose to tight: || then && then comparisons, which do not chain, then |
 * ^ &, << >>, + -, * / %, and the unary - and !.  So "flags & 4 == 4" means what it looks like; C
 * takes it for flags & (4 == 4).
 *
 * Integers are exact: signed and unsigned ones are compared by value, and "len - 5 < 0" is true for
 * a size_t of 3.  They have 64 bits and a sign; & | ^ >> see them as two's complement.  What has no
 * value - a division by zero, a result that does not fit, a shift by less than 0 or more than 63 -
 * makes the whole condition false.  Where one operand is a double both are, and NaN is equal to
 * nothing.
 *
 * Texts are compared whole (== !=) or with a pattern in quotes of '*', '?' and [a-z] (~).  At most
 * 4096 bytes of one are read (~: 255), fewer if its conversion has a precision; a NULL pointer is
 * unlike every text.  A pointer that is neither is read, as printf would.
 *
 * A marker without a field that the condition names is not let through.
 *
 *	who		beside whom	why it is safe
 *	hits		hits		points are read; counters and buckets are atomic
 *	hits		attach		a point is whole before a site can call it
 *	attach		attach		the registry's lock
 *	open, close	-		as malloc() and free(): nobody else may know the filter
 */
#ifndef PROBES_FILTER_H
#define PROBES_FILTER_H

#include "../../marker/named_probe.h"
#include "../../marker/os.h"

#define MARKER_FILTER_LENGTH_MAX 1024	  /* of a condition, in bytes */
#define MARKER_FILTER_RATE_MAX	 10000000 /* the bucket counts in nanoseconds */

struct marker_filter;

/**
 * struct marker_filter_spec - what is to be let through; zero lets through all
 * @condition:	text, or NULL
 * @every:	one of so many, 0 and 1: all
 * @rate:	so many a second and marker, 0: all
 * @tid:	of this thread (its number in the process's own name space), 0: of all
 */
struct marker_filter_spec {
	const char *condition;
	u64 every;
	u64 rate;
	u32 tid;
};

/** struct marker_filter_counts - hits that were stopped, by what */
struct marker_filter_counts {
	unsigned long tid;
	unsigned long condition;
	unsigned long every;
	unsigned long rate;
};

/**
 * marker_filter_open() - make a filter, to be connected in the place of a probe
 * @spec:	copied
 * @inner:	the probe behind it; must stay
 * @inner_private:	what its open() gave
 * @filter:	the filter; connect { .func = marker_filter_probe, .private_data = filter,
 *		.attach = marker_filter_attach }
 * @why:	on an error a sentence, with the column (from 1) of the condition
 * @why_size:	its room in bytes
 *
 * Context: may sleep.
 * Return: 0, -EINVAL for a condition that is none, -E2BIG for one that is too long or too deep,
 * -ERANGE for a rate above MARKER_FILTER_RATE_MAX, -EOPNOTSUPP for a double in the kernel, -ENOMEM.
 */
int marker_filter_open(const struct marker_filter_spec *spec,
		       const struct marker_named_probe *inner, void *inner_private,
		       struct marker_filter **filter, char *why, size_t why_size);

/**
 * marker_filter_close() - free a filter; the probe behind it is its owner's to close
 * @filter:	disconnected, and marker_synchronize() has returned since; NULL is fine
 *
 * Context: may sleep.
 */
void marker_filter_close(struct marker_filter *filter);

/**
 * marker_filter_unmatched() - does the condition fit none of the markers it was connected to?
 * @filter:	after a registration
 * @why:	if so a sentence: which field the first of them has not, or what types do not fit
 * @why_size:	its room in bytes
 *
 * False, too, as long as there is no marker.  Not an error: one that fits may arrive.
 */
bool marker_filter_unmatched(const struct marker_filter *filter, char *why, size_t why_size);

/** marker_filter_count() - what was stopped so far; may be called beside hits */
void marker_filter_count(const struct marker_filter *filter, struct marker_filter_counts *counts);

extern marker_probe_fn marker_filter_probe;
int marker_filter_attach(void *filter, const struct marker_info *marker,
			 struct marker_attached *attached);

#endif
