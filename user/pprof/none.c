// SPDX-License-Identifier: GPL-2.0-only
/*
 * For a build without protobuf-c.
 */
#include <errno.h>

#include "user/pprof/pprof.h"

const char *pprof_left_out(void)
{
	return "protobuf-c-compiler libprotobuf-c-dev zlib1g-dev";
}

int pprof_create(const char *path, struct pprof **out)
{
	*out = NULL;
	return -ENOSYS;
}

void pprof_head(struct pprof *p, const struct pprof_head *head)
{
}

uint64_t pprof_mapping(struct pprof *p, const struct pprof_mapping *mapping)
{
	return 0;
}

uint64_t pprof_function(struct pprof *p, const struct pprof_function *function)
{
	return 0;
}

uint64_t pprof_location(struct pprof *p, const struct pprof_location *location)
{
	return 0;
}

void pprof_sample(struct pprof *p, uint64_t *locations, uint32_t nr, int64_t *values,
		  uint32_t nr_values)
{
}

int pprof_close(struct pprof *p)
{
	return -ENOSYS;
}
