// SPDX-License-Identifier: GPL-2.0-only
/*
 * Branch stacks.
 */
#include "user/markdiff/profile/branches.h"

bool branches_of(struct perfdata *pd, const struct perfdata_sample *sample,
		 struct perfdata_fields *fields)
{
	return perfdata_event(pd, sample->event)->sample_type & PERFDATA_HAS_BRANCH_STACK &&
	       perfdata_fields(pd, sample, fields) && fields->branches.nr;
}

static uint16_t mode_of(const struct perfdata_sample *sample, uint64_t ip)
{
	bool guest = sample->mode == PERFDATA_MODE_GUEST_KERNEL ||
		     sample->mode == PERFDATA_MODE_GUEST_USER;

	if ((int64_t)ip < 0)
		return guest ? PERFDATA_MODE_GUEST_KERNEL : PERFDATA_MODE_KERNEL;
	return guest ? PERFDATA_MODE_GUEST_USER : PERFDATA_MODE_USER;
}

void branch_locate(struct perfdata *pd, const struct perfdata_sample *sample, uint64_t ip,
		   struct spent *place)
{
	struct perfdata_sample at = *sample;
	struct perfdata_place found;

	at.ip = ip;
	at.mode = mode_of(sample, ip);
	perfdata_locate(pd, &at, &found);
	*place = (struct spent){ .addr = found.addr, .object = found.object, .mode = at.mode };
}
