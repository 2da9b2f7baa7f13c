// SPDX-License-Identifier: GPL-2.0-only
/*
 * mod_plain.c - a module that has markers in its init and exit functions too, and does nothing else
 *
 *	plain_init_*	in __init text, hit once, when it is loaded
 *	plain_body_*	hit by each write of the parameter "hit"
 *	plain_exit_*	in __exit text
 *	plain_shared	in all three
 */
#include <linux/err.h>
#include <linux/module.h>

#include <marker/marker.h>

static bool fail;
module_param(fail, bool, 0444);
MODULE_PARM_DESC(fail, "init gives up, behind its markers");

static noinline int __init init_hits(void)
{
	MARK(plain_init_key, "n %d", 1);
	MARK_IMMEDIATE(plain_init_immediate, "n %d", 2);
	MARK_GENERIC(plain_init_generic, "n %d", 3);
	MARK(plain_shared, "n %d", 1);
	return mark_enabled(plain_shared);
}

/* Strings as a marker may be given them; the last has no end. */
#define NULL_TEXT  ((const char *)NULL)
#define ERROR_TEXT ((const char *)ERR_PTR(-EIO))
static const char open_text[3] = { 'a', 'b', 'c' };

static noinline void body_hits(void)
{
	MARK(plain_body_key, "n %d", 1);
	MARK_IMMEDIATE(plain_body_immediate, "n %d", 2);
	MARK_GENERIC(plain_body_generic, "n %d", 3);
	MARK(plain_shared, "n %d", 2);
	MARK(plain_body_text, "null %s error %s open %.3s", NULL_TEXT, ERROR_TEXT, open_text);
}

static noinline void __exit exit_hits(void)
{
	MARK(plain_exit_key, "n %d", 1);
	MARK_IMMEDIATE(plain_exit_immediate, "n %d", 2);
	MARK_GENERIC(plain_exit_generic, "n %d", 3);
	MARK(plain_shared, "n %d", 3);
}

static int write_hit(const char *value, const struct kernel_param *param)
{
	body_hits();
	return 0;
}

static const struct kernel_param_ops hit_ops = { .set = write_hit };
module_param_cb(hit, &hit_ops, NULL, 0200);
MODULE_PARM_DESC(hit, "hits the markers of the body");

static int __init plain_init(void)
{
	/* The core knows it already, and says nothing against it. */
	int ret = marker_register_this_module();

	if (ret)
		return ret;
	init_hits();
	return fail ? -ENODEV : 0;
}

static void __exit plain_exit(void)
{
	exit_hits();
}

module_init(plain_init);
module_exit(plain_exit);

MODULE_DESCRIPTION("Test of markers: a marked module");
MODULE_LICENSE("GPL");
