/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * chrome.h - events as JSON of Chrome's Trace Event Format, which Perfetto reads too
 *
 * "Trace Event Format", Google, docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU:
 * duration events ("B" and "E", in the order of time, nested in each thread), instant events ("i"), and
 * metadata ("M": process_name, thread_name); ts is in microseconds.
 */
#ifndef MARKCTL_CHROME_H
#define MARKCTL_CHROME_H

#include <stdio.h>

#include "user/ctf/reader.h"

#define CHROME_PAIRS_MAX 64

/** struct chrome_pair - two markers of which one begins what the other ends */
struct chrome_pair {
	const char *begin;
	const char *end;
};

struct chrome;

/** chrome_open() - the head of the file; NULL if there is no memory */
struct chrome *chrome_open(FILE *out, const struct chrome_pair *pairs, size_t nr_pairs);

/** chrome_add() - the next event; 0, -ENOMEM, or -EIO */
int chrome_add(struct chrome *chrome, const struct ctf_message *message);

/**
 * chrome_close() - end what was begun and did not end, and the file
 *
 * Return: 0 or -EIO.
 */
int chrome_close(struct chrome *chrome);

#endif
