// SPDX-License-Identifier: GPL-2.0-only
/*
 * mod_int3.c - counts the breakpoints that nobody before marker.ko knew, so: those of its patching
 *
 * marker.ko's notifier has the highest priority and stops the chain, so this has to be loaded first.
 */
#include <linux/kdebug.h>
#include <linux/kprobes.h>
#include <linux/module.h>

static atomic_long_t nr = ATOMIC_LONG_INIT(0);

static int count(struct notifier_block *block, unsigned long reason, void *data)
{
	if (reason == DIE_INT3)
		atomic_long_inc(&nr);
	return NOTIFY_DONE;
}
NOKPROBE_SYMBOL(count);

static struct notifier_block block = {
	.notifier_call = count,
	.priority = INT_MAX,
};

static int read_hits(char *buffer, const struct kernel_param *param)
{
	return sprintf(buffer, "%ld\n", atomic_long_read(&nr));
}

static const struct kernel_param_ops hits_ops = { .get = read_hits };
module_param_cb(hits, &hits_ops, NULL, 0444);
MODULE_PARM_DESC(hits, "how many there were");

static int __init int3_init(void)
{
	return register_die_notifier(&block);
}

static void __exit int3_exit(void)
{
	unregister_die_notifier(&block);
}

module_init(int3_init);
module_exit(int3_exit);

MODULE_DESCRIPTION("Test of markers: counts breakpoints");
MODULE_LICENSE("GPL");
