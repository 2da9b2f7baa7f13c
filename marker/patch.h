/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * patch.h - what a site looks like in its two states, and batches of sites to switch
 */
#ifndef MARKER_PATCH_H
#define MARKER_PATCH_H

#include "os.h"

struct marker;
struct marker_row;
struct marker_site;
struct marker_result;

#define MARKER_FORM_MAX 8

/**
 * struct marker_form - the two states of a site, and the write that leads from one to the other
 * @start:	the first byte that has to be as expected
 * @len:	how many, at most MARKER_FORM_MAX
 * @at:		where in them the write goes
 * @unit:	its size: 1, or 2 or 4 naturally aligned bytes; 0 if this target has no such kind
 * @text:	the bytes are instructions
 * @mask:	the bits that count; byte i of the memory is bits 8i to 8i + 7
 * @off, @on:	the bytes in either state
 * @key:	the static key that is switched in the place of bytes, or NULL
 */
struct marker_form {
	u8 *start;
	u8 len;
	u8 at;
	u8 unit;
	bool text;
	u64 mask;
	u64 off;
	u64 on;
	void *key;
};

/* ---- a target's half: arch/NAME.c ---- */

/* Pure: reads the row, not the site.  Generic sites are done by patch.c for all. */
void arch_site_form(const struct marker_row *row, struct marker_form *form);

/*
 * A function of two instructions at most whose value is 0, or 1 once the unit at arch_try_form()
 * is switched on: does a way of writing text reach the processor?  Returns false if the target has
 * no text to patch.
 */
bool arch_try_form(struct marker_form *form);
int arch_try_call(void);

/* ---- batches ---- */

enum marker_state {
	MARKER_OFF,
	MARKER_ON,
	MARKER_FOREIGN
};

/**
 * struct marker_batch - sites to bring to the state that their markers want, with one
 * synchronisation for all
 */
struct marker_batch {
	struct marker_site *first;
	struct marker_site *last;
	bool neighbours; /* first to last are neighbours in an image, and not linked */
	bool one_run;	 /* all text, ascending, near each other: as one marker's sites are */
	unsigned int nr;
	unsigned int ok; /* after commit: sites in the wanted state */
	unsigned int failed;
	unsigned int written;
};

void marker_batch_init(struct marker_batch *batch);
void marker_batch_add(struct marker_batch *batch, struct marker_site *site);
void marker_batch_add_marker(struct marker_batch *batch, struct marker *marker);
void marker_batch_commit(struct marker_batch *batch, struct marker_result *result);

enum marker_state marker_site_state(const struct marker_row *row);
bool marker_site_is_text(const struct marker_site *site);
bool marker_site_follows(const struct marker_site *site, const struct marker_site *last);

#endif
