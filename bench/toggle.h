/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * toggle.h - sites that are switched while another thread runs over them, and exact counts
 */
#ifndef BENCH_TOGGLE_H
#define BENCH_TOGGLE_H

#define TOGGLE_SITES  64
#define TOGGLE_PREFIX "bench_toggle_"

/**
 * struct toggle - what to do, and what came of it
 * @toggles:	how often to switch, on and off counted alike
 * @passes:	how many at least the other thread makes in settled states, off and on together
 * @done:	toggles made
 * @made:	passes made in settled states
 * @wrong:	blocks of passes whose hits were not exactly as many as the state asks for
 * @offsets:	places within a line of 64 bytes that have a site
 * @error:	negative errno of the call that failed; the rest was left out
 */
struct toggle {
	unsigned long toggles;
	unsigned long passes;
	unsigned long done;
	unsigned long made;
	unsigned long wrong;
	unsigned int offsets;
	int error;
};

int toggle_run(struct toggle *toggle);

/* toggle_sites.c */
extern void (*const toggle_sites[TOGGLE_SITES])(void);
extern const char *const toggle_names[TOGGLE_SITES];

#endif
