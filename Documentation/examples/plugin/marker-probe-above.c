// SPDX-License-Identifier: GPL-2.0-only
/* A plug-in: --probe above,N counts the hits whose first argument, an int, is larger than N. */
#include <marker/named_probe.h>
#include <stdlib.h>

static long limit;
static unsigned long above;

static int above_open(const char *arg, void **private_data)
{
	limit = arg ? atol(arg) : 0;
	return 0;
}

static void above_hit(void *unused, const struct marker_info *marker, __builtin_va_list *args)
{
	if (marker->nfields && __builtin_va_arg(*args, int) > limit)
		__atomic_fetch_add(&above, 1, __ATOMIC_RELAXED);
}

static int above_status(void *unused, const struct marker_info *marker,
			struct marker_named_status *status)
{
	status->hits = __atomic_load_n(&above, __ATOMIC_RELAXED);
	return 0;
}

MARKER_PLUGIN(.func = above_hit, .open = above_open, .status = above_status);
