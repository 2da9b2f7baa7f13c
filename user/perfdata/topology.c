// SPDX-License-Identifier: GPL-2.0-only
/*
 * CPU_TOPOLOGY: which processor is in which socket.
 *
 *	u32 nr, nr strings	lists of processors that share a core
 *	u32 nr, nr strings	lists of threads of a core
 *	{ u32 core, socket; }	of each processor that is there; newer perfs go on behind
 */
#include <errno.h>
#include <stdlib.h>

#include "user/perfdata/internal.h"

#define MAX_CPUS 65536

static bool skip_strings(struct cursor *c)
{
	uint32_t nr;

	if (!cursor_u32(c, &nr))
		return false;
	while (nr--)
		if (!cursor_sized_string(c))
			return false;
	return true;
}

int topology_read(struct perfdata *pd, struct cursor c)
{
	uint32_t nr = pd->info.nr_cpus_available, core, socket;

	if (pd->sockets || nr > MAX_CPUS || !skip_strings(&c) || !skip_strings(&c) ||
	    nr > cursor_left(&c) / 8 || !nr)
		return 0;
	pd->sockets = malloc(nr * sizeof(*pd->sockets));
	if (!pd->sockets)
		return -ENOMEM;
	while (pd->nr_sockets < nr && cursor_u32(&c, &core) && cursor_u32(&c, &socket))
		pd->sockets[pd->nr_sockets++] = socket;
	return 0;
}

int perfdata_socket(const struct perfdata *pd, uint32_t cpu)
{
	return cpu < pd->nr_sockets ? pd->sockets[cpu] : -1;
}
