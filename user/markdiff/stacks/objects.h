/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which programs and libraries of several recordings are the same: places in them may be merged.
 */
#ifndef USER_MARKDIFF_STACKS_OBJECTS_H
#define USER_MARKDIFF_STACKS_OBJECTS_H

#include "user/markdiff/profile/names.h"
#include "user/markdiff/stacks/stacks.h"

/* All zero is an empty one. */
struct stacks_objects {
	struct names keys;
	uint32_t **of; /* by file and object: number of the stacks' objects */
	uint32_t *nr;  /* by file */
	uint32_t nr_files;
};

int stacks_objects_find(struct stacks_objects *objects, struct stacks *stacks);
void stacks_objects_free(struct stacks_objects *objects);

/* STACKS_NONE where nothing was mapped. */
uint32_t stacks_object_of(const struct stacks_objects *objects, uint32_t file, uint32_t object);

#endif
