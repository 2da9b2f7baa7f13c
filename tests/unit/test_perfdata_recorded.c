// SPDX-License-Identifier: GPL-2.0-only
/*
 * The ways in which perf writes recordings: files, streams, directories, compressed.
 */
#include "tests/unit/perfdata_recorded.h"

static bool has_stack(const struct perfdata_fields *f)
{
	return f->stack_user.size > 0 && f->regs_user.values.nr > 0;
}

static const struct kind kinds[] = {
	{ .name = "plain", .options = CLOCK },
	{ .name = "compressed", .options = CLOCK " -z", .packed = true },
	{ .name = "compressed well", .options = CLOCK " -z22", .packed = true },
	{ .name = "stream", .options = CLOCK, .pipe = true },
	{ .name = "compressed stream", .options = CLOCK " -z", .pipe = true, .packed = true },
	{ .name = "two events, a stream",
	  .options = "-F 2000 -e cpu-clock,task-clock",
	  .pipe = true },
	{ .name = "directory", .options = CLOCK " --threads" },
	{ .name = "compressed directory", .options = CLOCK " --threads -z -a", .packed = true },
	{ .name = "user stacks, compressed",
	  .options = CLOCK " --call-graph dwarf -z",
	  .packed = true,
	  .has = has_stack },
	{ .name = "system", .options = CLOCK " -a" },
	{ .name = "maps at the end", .options = CLOCK " -a --tail-synthesize --overwrite" },
};

int main(void)
{
	return run_kinds(kinds, sizeof(kinds) / sizeof(kinds[0]));
}
