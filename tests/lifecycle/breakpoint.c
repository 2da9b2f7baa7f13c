// SPDX-License-Identifier: GPL-2.0-only
/*
 * breakpoint.c - a debugger sits exactly on a site
 *
 * The debugger stops in here(1), puts a breakpoint on breakpoint_site, and lets go; it takes it
 * away in here(2).
 */
#include "life.h"

unsigned char *breakpoint_site;
volatile int breakpoint_step;

__attribute__((noinline)) void here(int step);
__attribute__((noinline)) void here(int step)
{
	breakpoint_step = step;
	__asm__ __volatile__("" : : : "memory");
}

static __attribute__((noinline)) void hit(int value)
{
	MARK(breakpoint_marker, "value %d", value);
}

int main(void)
{
	struct marker_probe probe = {
		.name = "breakpoint_marker",
		.format = "value %d",
		.func = count_hit,
	};
	struct marker_result result;
	struct hits hits = { 0 };
	char bytes[16];
	int ret;

	probe.private_data = &hits;
	breakpoint_site = site_of("breakpoint_marker");
	here(1);
	if (*breakpoint_site != 0xcc) {
		ok(0, "gdb: the breakpoint is there");
		return 1;
	}
	ret = marker_probe_connect(&probe, &result);
	ok(ret == -EBUSY && result.failed == 1, "gdb: a breakpoint on a site: -EBUSY (%d)", ret);
	snprintf(bytes, sizeof(bytes), "cc %02x %02x", breakpoint_site[1], breakpoint_site[2]);
	ok(strstr(result.reason, bytes) && strstr(result.reason, "expected a9 ") &&
		   strstr(result.reason, "or e9 "),
	   "gdb: the reason has what is there and what should be: %s", result.reason);
	ok(*breakpoint_site == 0xcc, "gdb: the breakpoint is left alone");
	here(2);
	ok(*breakpoint_site == 0xa9, "gdb: the breakpoint is gone, the site is off");
	ok(marker_probe_connect(&probe, &result) == 1, "gdb: now the marker can be connected");
	hit(3);
	ok(hits.count == 1 && hits.sum == 3, "gdb: and is hit");
	here(3);
	hit(3);
	ok(hits.count == 2, "gdb: a breakpoint on the line of a marker that is on does no harm");
	return life_failures != 0;
}
