/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * valgrind_user.h - tells valgrind that text was rewritten; a few inert instructions without it
 */
#ifndef MARKER_VALGRIND_USER_H
#define MARKER_VALGRIND_USER_H

#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#define valgrind_discard(addr, len) VALGRIND_DISCARD_TRANSLATIONS(addr, len)
#else
#define valgrind_discard(addr, len) ((void)(addr), (void)(len))
#endif

#endif
