// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * kmod.c - marker.ko: start, end, and what it exports
 *
 * The module stays while any module with markers or probes of its own is loaded, since those need its
 * symbols; when it goes nobody is left to be told.
 */
#include "kmod.h"
#include "named.h"

#include "../probes/bench.h"

static const struct marker_named_probe empty_probe = {
	.name = "empty",
	.func = marker_bench_empty,
};

static struct marker_named empty = { .probe = &empty_probe };

/* Nothing in the kernel asks for probes before there is anybody to ask. */
void marker_startup(void)
{
}

static int __init marker_init(void)
{
	int ret = marker_text_init();

	if (ret)
		return ret;
	ret = marker_modules_init();
	if (ret)
		goto exit_text;
	ret = marker_named_register(&empty);
	if (ret)
		goto exit_modules;
	marker_debugfs_init();
	return 0;

exit_modules:
	marker_modules_exit();
exit_text:
	marker_text_exit();
	return ret;
}

static void __exit marker_exit(void)
{
	marker_debugfs_exit();
	marker_named_unregister(&empty);
	marker_modules_exit();
	marker_synchronize();
	marker_buckets_free();
	marker_text_exit();
}

core_initcall(marker_init);
module_exit(marker_exit);

MODULE_DESCRIPTION("Static markers that cost a nop until a probe is connected");
MODULE_LICENSE("Dual BSD/GPL");

EXPORT_SYMBOL_GPL(marker_nothing);
EXPORT_SYMBOL_GPL(marker_probe_register);
EXPORT_SYMBOL_GPL(marker_probe_connect);
EXPORT_SYMBOL_GPL(marker_probe_unregister);
EXPORT_SYMBOL_GPL(marker_probe_unregister_all);
EXPORT_SYMBOL_GPL(marker_synchronize);
EXPORT_SYMBOL_GPL(marker_refresh);
EXPORT_SYMBOL_GPL(marker_for_each);
EXPORT_SYMBOL_GPL(marker_kind_name);
EXPORT_SYMBOL_GPL(marker_patch_mode);
