/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * quick_user.h - the way of a marker of few integers and pointers, where it is written in assembler
 *
 * quick_x86.S is one; attach_user.c compares the offsets.
 */
#ifndef MARKER_RECORD_QUICK_USER_H
#define MARKER_RECORD_QUICK_USER_H

/* struct record_thread, with its first stream in it */
#define THREAD_LEVEL  8
#define THREAD_AT     16
#define THREAD_END    24
#define THREAD_PACKET 32
#define THREAD_EVENTS 40

/* struct record_marker */
#define MARKER_NEED  8
#define MARKER_ID    24
#define MARKER_PLACE 28

/* struct marker_ctf_packet */
#define PACKET_CONTENT 40
#define PACKET_LAST    56

#define QUICK_FIELDS 3	 /* at most */
#define QUICK_SIZE   256 /* bytes of a function */

#ifndef __ASSEMBLER__
#include "record_user.h"

/* A function for each number of fields and each row of sizes of them. */
#if defined(__x86_64__)
extern char record_quick[] __attribute__((visibility("hidden")));
#define RECORD_QUICK record_quick
#else
#define RECORD_QUICK ((char *)NULL)
#endif

typedef int record_quick_fn(void *marker, const unsigned long *words);

/**
 * record_quick_of() - what struct marker_attached has as its quick for a marker; NULL if there is nothing
 * @marker:	all its arguments are words
 */
static inline record_quick_fn *record_quick_of(const struct record_marker *marker)
{
	const struct marker_ctf_layout *layout = &marker->layout;
	char *first = RECORD_QUICK;
	unsigned int i, fours = 0;

	if (!first || layout->nr > QUICK_FIELDS || !marker->short_time)
		return NULL;
	for (i = 0; i < layout->nr; i++)
		fours |= (unsigned int)(layout->kinds[i] == MARKER_CTF_4) << i;
	first += QUICK_SIZE * ((1u << layout->nr) - 1 + fours);
	return (record_quick_fn *)(void *)first;
}
#endif

#endif
