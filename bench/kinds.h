/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kinds.h - the kinds of site that rows exist for
 *
 * MARKER_IMMEDIATE_FORM is read where MARK_IMMEDIATE is used, so a file with rows of both forms
 * defines its functions of one form, changes the macro, and defines the others:
 *
 *	#define MARKER_IMMEDIATE_FORM MOV
 *	#include "kinds.h"
 *	LOOP(immediate, MARK_IMMEDIATE)
 *	#undef MARKER_IMMEDIATE_FORM
 *	#define MARKER_IMMEDIATE_FORM CLC
 *	LOOP(clc, MARK_IMMEDIATE)
 */
#ifndef BENCH_KINDS_H
#define BENCH_KINDS_H

#include <marker/marker.h>

/* The marker of 2006: an integer and a pointer. */
#define BENCH_FORMAT "%d %p"

#endif
