/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Branch stacks: the last jumps that a processor took before a sample, the newest first (perf
 * record -b).
 */
#ifndef USER_MARKDIFF_BRANCHES_H
#define USER_MARKDIFF_BRANCHES_H

#include "user/markdiff/profile/profile.h"

/**
 * branches_of - the fields of a sample that has branches; false where it has none
 */
bool branches_of(struct perfdata *pd, const struct perfdata_sample *sample,
		 struct perfdata_fields *fields);

/**
 * branch_locate - what was at an address of a branch
 *
 * A branch does not say in which mode it was; the address does: kernels are in the upper half.
 */
void branch_locate(struct perfdata *pd, const struct perfdata_sample *sample, uint64_t ip,
		   struct spent *place);

#endif
