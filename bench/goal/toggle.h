/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * toggle.h - sites that are switched while another thread runs over them, and exact counts
 */
#ifndef BENCH_TOGGLE_H
#define BENCH_TOGGLE_H

/* At most: a word says which (toggle.c). */
#define TOGGLE_SITES 64

/**
 * struct toggle_set - functions with a site each
 * @prefix:	of the names of their markers
 * @names:	of their markers
 * @nr:		how many there are
 */
struct toggle_set {
	const char *prefix;
	void (*const *sites)(void);
	const char *const *names;
	unsigned int nr;
};

/**
 * struct toggle - what to do, and what came of it
 * @set:	the sites
 * @toggles:	how often to switch, on and off counted alike
 * @passes:	how many at least the other thread makes in settled states, off and on together
 * @done:	toggles made
 * @made:	passes made in settled states
 * @wrong:	blocks of passes whose hits were not exactly as many as the state asks for
 * @offsets:	places within a line of 64 bytes that have a site
 * @error:	negative errno of the call that failed; the rest was left out
 */
struct toggle {
	const struct toggle_set *set;
	unsigned long toggles;
	unsigned long passes;
	unsigned long done;
	unsigned long made;
	unsigned long wrong;
	unsigned int offsets;
	int error;
};

int toggle_run(struct toggle *toggle);

/* toggle_sites.c: at every place of a line of 64 bytes; nop8/toggle_sites.c: at every even one. */
extern const struct toggle_set toggle_flip, toggle_nop8;

#endif
