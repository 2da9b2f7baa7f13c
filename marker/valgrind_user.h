/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * valgrind_user.h - what valgrind is told and asked; a few inert instructions without it
 */
#ifndef MARKER_VALGRIND_USER_H
#define MARKER_VALGRIND_USER_H

#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#define valgrind_discard(addr, len) VALGRIND_DISCARD_TRANSLATIONS(addr, len)
#define valgrind_runs()		    (RUNNING_ON_VALGRIND != 0)
#else
#define valgrind_runs()		    false
#define valgrind_discard(addr, len) ((void)(addr), (void)(len))
#endif

#endif
