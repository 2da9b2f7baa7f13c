/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * twin.h - rows whose loop runs in two threads at once
 *
 * The runner times one thread.  A second one, on another processor, does the same loops beside it;
 * the sample ends when both have.  Between samples it sleeps, so that the rows of one thread have
 * the machine to themselves: twin_wake() is for the row's before(), which is not timed.
 */
#ifndef BENCH_TWIN_H
#define BENCH_TWIN_H

#include <stddef.h>

int twin_open(char *why, size_t len);
void twin_wake(void (*run)(unsigned long loops), unsigned long warm);
void twin_run(void (*run)(unsigned long loops), unsigned long loops);
void twin_close(void);

#endif
