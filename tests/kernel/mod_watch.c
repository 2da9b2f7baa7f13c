// SPDX-License-Identifier: GPL-2.0-only
/*
 * mod_watch.c - a module with a probe and no markers: counts hits by the marker's name
 *
 * Reading the parameter "hits" gives "NAME N ..." of all that was hit.
 */
#include <linux/module.h>
#include <linux/spinlock.h>
#include <linux/string.h>

#include <marker/marker.h>

static char *glob = "*";
module_param(glob, charp, 0444);
MODULE_PARM_DESC(glob, "the markers");

static char *format;
module_param(format, charp, 0444);
MODULE_PARM_DESC(format, "what they must have, any if it is not given");

static bool forget;
module_param(forget, bool, 0444);
MODULE_PARM_DESC(forget, "the module goes with its probe connected");

static int connected;
module_param(connected, int, 0444);
MODULE_PARM_DESC(connected, "what the registration said");

static struct entry {
	char name[40];
	atomic_t hits;
} entries[64];

static DEFINE_RAW_SPINLOCK(lock);

static void watch(void *private_data, const struct marker_info *marker, va_list *args)
{
	struct entry *entry = entries;
	unsigned long flags;

	raw_spin_lock_irqsave(&lock, flags);
	while (*entry->name && strcmp(entry->name, marker->name) &&
	       entry < entries + ARRAY_SIZE(entries) - 1)
		entry++;
	strscpy(entry->name, marker->name, sizeof(entry->name));
	raw_spin_unlock_irqrestore(&lock, flags);
	atomic_inc(&entry->hits);
}

static int read_hits(char *buffer, const struct kernel_param *param)
{
	struct entry *entry;
	int len = 0;

	for (entry = entries; entry < entries + ARRAY_SIZE(entries) && *entry->name; entry++)
		len += scnprintf(buffer + len, PAGE_SIZE - len, "%s %d\n", entry->name,
				 atomic_read(&entry->hits));
	return len;
}

static const struct kernel_param_ops hits_ops = { .get = read_hits };
module_param_cb(hits, &hits_ops, NULL, 0444);
MODULE_PARM_DESC(hits, "how often each marker was hit");

static int __init watch_init(void)
{
	connected = marker_probe_register(glob, format, watch, NULL);
	return connected < 0 ? connected : 0;
}

static void __exit watch_exit(void)
{
	if (forget)
		return;
	marker_probe_unregister(glob, watch, NULL);
	marker_synchronize();
}

module_init(watch_init);
module_exit(watch_exit);

MODULE_DESCRIPTION("Test of markers: a module with a probe");
MODULE_LICENSE("GPL");
