/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Folded stacks: what stackcollapse-*.pl, inferno and many profilers write.
 *
 *	main;work;hash 120		the outermost caller first, and how much was spent in hash
 *	main;work;hash 120 95		as difffolded.pl writes it: before and after
 *	main;do_syscall_64_[k] 7	_[k] kernel, _[j] made by a JIT, _[i] inlined, _[w] a waker
 *
 * They become a recording: each line a sample with a call chain, each frame's text an address.  So
 * all that is done with recordings is done with them, but for looking up symbols: the address says
 * the name.
 */
#ifndef USER_MARKDIFF_FOLDED_H
#define USER_MARKDIFF_FOLDED_H

#include "user/markdiff/profile/names.h"
#include "user/markdiff/profile/source.h"
#include "user/perfdata/perfdata.h"

struct folded {
	uint8_t *bytes; /* the recording */
	size_t size, cap;
	struct names frames;
};

/**
 * folded_columns - how many counts the lines have: 1 or 2; 0 where they have none
 */
int folded_columns(const struct source *source);

/**
 * folded_open - make a recording of folded stacks
 * @column: which of the counts
 *
 * Returns 0; or a negative errno with the line that is wrong in @error.
 */
int folded_open(const struct source *source, int column, struct folded **out, struct perfdata **pd,
		struct perfdata_error *error);
void folded_free(struct folded *folded);

/* The text of a frame, without what tells its mode. */
const char *folded_frame(const struct folded *folded, uint64_t addr);

bool event_is_folded(const struct perfdata_event *event);

#endif
