/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * matrix.h - a program full of markers that checks itself, for each compiler, option and linker
 *
 * Each case says what it is going to hit, with want(), and then runs the marked code.  The engine
 * (matrix.c) switches markers on one by one, all together and off again, runs all cases each time,
 * and compares, in order, what the probe was given with what was wanted of the markers that are on:
 * the text as the C library prints it.  EV() stands around the first argument of each marker: while
 * a marker is off it must not be evaluated.  The value that the cases compute must never depend on
 * which markers are on.
 *
 * All of it is C and C++; matrix_cxx.cc is C++ alone.
 */
#ifndef MATRIX_H
#define MATRIX_H

#include <marker/marker.h>

#ifdef __cplusplus
extern "C" {
#endif

extern unsigned long evaluations;
#define EV(x) (evaluations++, (x))

/* "The marker of that name and format is hit next, with these arguments." */
void want(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));
void want_noargs(const char *name);
int is_on(const char *name);
/* A condition that must hold; tells the line where it did not. */
void must(int condition, const char *what, int line);
#define MUST(condition) must(!!(condition), #condition, __LINE__)

long cases_kinds(long seed);
long cases_code(long seed);
long cases_unit(long seed);
long cases_cxx(long seed);

/* In the unit of another linkage: the compiler must not know what these do. */
void clobber_registers(void);
long opaque(long value);

#ifdef MATRIX_ROWS
void check_rows(void);
unsigned long run_and_count(void);
#endif
int matrix_main(void);

#ifdef __cplusplus
}
#endif

#endif
