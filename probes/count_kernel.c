// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * count_kernel.c - counts hits in one region for all that is counted; debugfs shows them
 *
 * Locking: named probes are opened, closed and read under one lock, marker_named_lock().
 */
#include "../marker/named.h"
#include "count.h"

#include <linux/module.h>

static struct marker_count_region *region;
static unsigned int nr_open, nr_ranks;

static int count_open(const char *arg, void **private_data)
{
	struct marker_counter *counter;

	if (arg)
		return -EINVAL;
	counter = os_alloc(sizeof(*counter));
	if (!counter)
		return -ENOMEM;
	if (!region) {
		region = os_alloc(sizeof(*region));
		if (!region) {
			os_free(counter);
			return -ENOMEM;
		}
		marker_count_init(region);
	}
	nr_open++;
	counter->region = region;
	counter->rank = nr_ranks++;
	*private_data = counter;
	return 0;
}

static void count_close(void *private_data)
{
	os_free(private_data);
	if (--nr_open)
		return;
	os_free(region);
	region = NULL;
	nr_ranks = 0;
}

static unsigned long count_hits(void *private_data, const struct marker_info *marker)
{
	return marker_count_hits(private_data, marker);
}

static const struct marker_named_probe count = {
	.name = "count",
	.func = marker_count_probe,
	.open = count_open,
	.close = count_close,
};

static struct marker_named named = { .probe = &count, .hits = count_hits };

static int __init count_init(void)
{
	return marker_named_register(&named);
}

static void __exit count_exit(void)
{
	marker_named_unregister(&named);
}

module_init(count_init);
module_exit(count_exit);

MODULE_DESCRIPTION("Probe of markers: counts hits");
MODULE_ALIAS("marker-probe-count");
MODULE_LICENSE("Dual BSD/GPL");
