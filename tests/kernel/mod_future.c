// SPDX-License-Identifier: GPL-2.0-only
/*
 * mod_future.c - a module whose table is of a version that marker.ko does not know (mod_future.lds)
 */
#include <linux/module.h>

#include <marker/marker.h>

static int __init future_init(void)
{
	MARK(future_key, "n %d", 1);
	MARK_IMMEDIATE(future_immediate, "n %d", 1);
	MARK_GENERIC(future_generic, "n %d", 1);
	return 0;
}

static void __exit future_exit(void)
{
}

module_init(future_init);
module_exit(future_exit);

MODULE_DESCRIPTION("Test of markers: a table of another version");
MODULE_LICENSE("GPL");
