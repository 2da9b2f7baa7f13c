// SPDX-License-Identifier: GPL-2.0-only
/*
 * report_parts.c - which groups of rows are measured together, for which section
 */
#include <string.h>

#include "section.h"

const char *const report_part_names[REPORT_PARTS] = {
	[REPORT_MICRO] = "micro-benchmarks", [REPORT_SEPARATION] = "separation",
	[REPORT_COLD] = "out of the caches", [REPORT_CONNECTED] = "connected",
	[REPORT_RECORDING] = "recording",
};

static const struct {
	const char *group;
	enum report_part part;
} parts[] = {
	{ "loop", REPORT_MICRO },	   { "memcpy", REPORT_MICRO },
	{ "call", REPORT_MICRO },	   { "unlocked", REPORT_MICRO },
	{ "trap", REPORT_MICRO },	   { "loop8", REPORT_SEPARATION },
	{ "straight", REPORT_SEPARATION }, { "cold", REPORT_COLD },
	{ "leaf", REPORT_SEPARATION },	   { "leafx", REPORT_SEPARATION },
	{ "many", REPORT_COLD },	   { "lttng", REPORT_SEPARATION },
	{ "sdt", REPORT_SEPARATION },	   { "sdtsem", REPORT_SEPARATION },
	{ "pfe", REPORT_SEPARATION },	   { "alu", REPORT_SEPARATION },
	{ "record", REPORT_RECORDING },	   { "lttng-record", REPORT_RECORDING },
};

/** report_part_of() - of a group; one that is named nowhere stands with the connected ones */
enum report_part report_part_of(const char *group)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(parts); i++) {
		if (!strcmp(parts[i].group, group))
			return parts[i].part;
	}
	return REPORT_CONNECTED;
}

/**
 * report_part_has() - whether rows of a group are measured in a part
 *
 * The connected rows of 2006 are measured again beside their peers, so that those are paired with them.
 * A peer's group has rows for places of both kinds.
 */
bool report_part_has(enum report_part part, const char *group)
{
	static const char *const twice[] = { "call", "unlocked", "trap" };
	size_t i;

	if (report_part_of(group) == part)
		return true;
	if (part == REPORT_COLD)
		return report_part_of(group) == REPORT_SEPARATION;
	/* What a program did before it had a recorder. */
	if (part == REPORT_RECORDING)
		return !strcmp(group, "trace");
	for (i = 0; part == REPORT_CONNECTED && i < ARRAY_SIZE(twice); i++) {
		if (!strcmp(twice[i], group))
			return true;
	}
	return false;
}

/* Of the rows that are measured twice one kind is enough beside the peers: that of MARK. */
static bool is_of_jump_or_no_kind(const struct bench *bench)
{
	return !strstr(bench->name, "-immediate") && !strstr(bench->name, "-generic");
}

static bool is_cold(const struct bench *bench)
{
	return cell_is_of(bench, "cold") || cell_is_of(bench, "many");
}

/**
 * report_part_takes() - whether a row of a group that a part has is measured in it
 *
 * Rows that empty the caches take a thousand times as long as the others, and get fewer rounds.
 */
bool report_part_takes(enum report_part part, const struct bench *bench)
{
	switch (part) {
	case REPORT_CONNECTED:
		return is_of_jump_or_no_kind(bench);
	case REPORT_SEPARATION:
		return !is_cold(bench);
	case REPORT_COLD:
		return is_cold(bench);
	default:
		return true;
	}
}
