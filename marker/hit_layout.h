/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * hit_layout.h - where a slow path that is written in assembler finds things; hit.c compares
 */
#ifndef MARKER_HIT_LAYOUT_H
#define MARKER_HIT_LAYOUT_H

/* struct marker_array */
#define ARRAY_QUICK	  24
#define ARRAY_QUICK_WORDS 32
#define ARRAY_QUICK_TRY	  40
#define ARRAY_ONLY_DATA	  48
#define ARRAY_INFO	  56

#endif
