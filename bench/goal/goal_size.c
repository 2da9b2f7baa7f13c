// SPDX-License-Identifier: GPL-2.0-only
/*
 * goal_size.c - S4: bytes; and the bytes of S2
 */
#include <inttypes.h>
#include <stdio.h>

#include "../bench.h"
#include "goal.h"
#include "size.h"
#include "../size/reference.h"

/** goal_size() - S4, from the file of markbench itself */
int goal_size(struct goal_report *report)
{
	struct goal_part *part;
	struct size size;
	char why[128] = "";
	int ret = size_read(&size, why, sizeof(why));

	if (ret) {
		part = goal_part_add(report, "bytes", 0, "");
		snprintf(part->missing, sizeof(part->missing), "%s", why);
		return 0;
	}
	goal_part_exact(report, "unlikely path", (double)size.unlikely, 32, " bytes");
	goal_part_exact(report, "table a site", size.table, 16, " bytes");
	goal_part_exact(report, ".data", (double)size.data, 0, " bytes");
	goal_part_exact(report, "relocations", (double)size.relocations, 0, "");
	return 0;
}

/* The likely path of a reference function over the vanilla one's; false if it was not built. */
static bool likely_bytes(const char *compiler, const char *level, const char *source,
			 const char *function, int64_t *bytes)
{
	const struct size_object *object = size_object_find(compiler, level, "jump", source);
	struct size_added added;
	struct elf_error error;

	if (!object || size_reference(object, function, &added, &error))
		return false;
	*bytes = added.likely;
	return true;
}

/* One part: the function that grows most, and what each grows by. */
static void add_likely(struct goal_report *report, const char *compiler, const char *level)
{
	int64_t open, leaf, leafx, most;
	char what[sizeof(report->parts[0].what)];

	if (!likely_bytes(compiler, level, "open", "my_open", &open) ||
	    !likely_bytes(compiler, level, "leaf", "leaf", &leaf) ||
	    !likely_bytes(compiler, level, "leaf", "leafx", &leafx))
		return;
	most = open > leaf ? open : leaf;
	most = most > leafx ? most : leafx;
	snprintf(what, sizeof(what),
		 "%s -%s, likely path of my_open +%" PRId64 ", leaf +%" PRId64
		 ", leaf with expressions +%" PRId64 ": most",
		 compiler, level, open, leaf, leafx);
	goal_part_exact(report, what, (double)most, 5, " bytes");
}

/** goal_likely() - S2, the bytes: of the reference functions of markbench size */
void goal_likely(struct goal_report *report)
{
	static const char *const compilers[] = { "gcc", "clang" };
	static const char *const levels[] = { "O2", "Os" };
	size_t c, l;

	for (c = 0; c < ARRAY_SIZE(compilers); c++)
		for (l = 0; l < ARRAY_SIZE(levels); l++)
			add_likely(report, compilers[c], levels[l]);
}
