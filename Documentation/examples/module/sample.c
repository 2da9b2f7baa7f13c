// SPDX-License-Identifier: GPL-2.0-only
/*
 * sample.c - a kernel module with markers: a timer that hits them ten times a second
 *
 *	sample_start	in __init code: heard by who connected before the module was loaded
 *	sample_tick	the default kind, from a timer interrupt
 *	sample_value	an immediate value, the form of 2006
 *	sample_slow	the generic kind
 */
#include <linux/module.h>
#include <linux/timer.h>

#include <marker/marker.h>

static unsigned int period_ms = 100;
module_param(period_ms, uint, 0444);
MODULE_PARM_DESC(period_ms, "time between two ticks in milliseconds");

static struct timer_list timer;
static unsigned int ticks;

static void tick(struct timer_list *unused)
{
	ticks++;
	MARK(sample_tick, "ticks %u jiffies %lu", ticks, jiffies);
	MARK_IMMEDIATE(sample_value, "ticks %u", ticks);
	if (!(ticks % 10))
		MARK_GENERIC(sample_slow, "name %s ticks %u", KBUILD_MODNAME, ticks);
	mod_timer(&timer, jiffies + msecs_to_jiffies(period_ms));
}

static int __init sample_init(void)
{
	if (!period_ms)
		return -EINVAL;
	MARK(sample_start, "period_ms %u", period_ms);
	timer_setup(&timer, tick, 0);
	mod_timer(&timer, jiffies + msecs_to_jiffies(period_ms));
	return 0;
}

static void __exit sample_exit(void)
{
	del_timer_sync(&timer);
	MARK_NOARGS(sample_stop);
}

module_init(sample_init);
module_exit(sample_exit);

MODULE_DESCRIPTION("Sample: a module with markers");
MODULE_LICENSE("GPL");
