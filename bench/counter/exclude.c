// SPDX-License-Identifier: GPL-2.0-only
/*
 * exclude.c - from letters to bits, and from bits to a phrase that says what was counted
 *
 * No file says where an arm64 kernel runs, but its log does, as long as nothing has pushed its first
 * lines out and we may read it.
 */
#include "exclude.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/klog.h>
#include <sys/utsname.h>

/* syslog(2): the whole log, and how long it can be. */
#define LOG_READ_ALL 3
#define LOG_SIZE     10

static void exclude_levels_all(struct perf_event_attr *attr)
{
	attr->exclude_user = 1;
	attr->exclude_kernel = 1;
	attr->exclude_hv = 1;
}

static void exclude_sides_all(struct perf_event_attr *attr)
{
	attr->exclude_host = 1;
	attr->exclude_guest = 1;
}

static bool clear(char modifier, struct perf_event_attr *attr)
{
	switch (modifier) {
	case 'u':
		attr->exclude_user = 0;
		return true;
	case 'k':
		attr->exclude_kernel = 0;
		return true;
	case 'h':
		attr->exclude_hv = 0;
		return true;
	case 'H':
		attr->exclude_host = 0;
		return true;
	case 'G':
		attr->exclude_guest = 0;
		return true;
	default:
		return false;
	}
}

/**
 * exclude_parse() - letters into bits
 * @modifiers:	of u, k, h, H and G; "" counts everything
 * @attr:	its exclude bits are set
 *
 * Return: 0, or the letter that is none of them.
 */
int exclude_parse(const char *modifiers, struct perf_event_attr *attr)
{
	if (strpbrk(modifiers, "ukh"))
		exclude_levels_all(attr);
	if (strpbrk(modifiers, "HG"))
		exclude_sides_all(attr);
	for (; *modifiers; modifiers++) {
		if (!clear(*modifiers, attr))
			return (unsigned char)*modifiers;
	}
	return 0;
}

/**
 * exclude_world_of() - where a kernel runs
 * @machine:	as uname(2) says it
 * @log:	of the kernel, "" if it cannot be read
 */
enum exclude_world exclude_world_of(const char *machine, const char *log)
{
	if (strcmp(machine, "aarch64") != 0)
		return EXCLUDE_PLAIN;
	if (strstr(log, "CPU: All CPU(s) started at EL1"))
		return EXCLUDE_GUEST;
	if (!strstr(log, "CPU: All CPU(s) started at EL2"))
		return EXCLUDE_ARM64;
	if (strstr(log, "detected: Virtualization Host Extensions"))
		return EXCLUDE_VHE;
	return EXCLUDE_NVHE;
}

/** exclude_world_here() - where this kernel runs */
enum exclude_world exclude_world_here(void)
{
	enum exclude_world world;
	struct utsname names;
	int size, len = 0;
	char *log;

	if (uname(&names))
		return EXCLUDE_PLAIN;
	size = klogctl(LOG_SIZE, NULL, 0);
	log = calloc(1, size > 0 ? (size_t)size + 1 : 1);
	if (log && size > 0)
		len = klogctl(LOG_READ_ALL, log, size);
	if (log && len > 0)
		log[len] = '\0';
	world = exclude_world_of(names.machine, log && len > 0 ? log : "");
	free(log);
	return world;
}

/* What the levels are called; NULL where there is none that could be counted. */
static const struct {
	const char *user;
	const char *kernel;
	const char *hypervisor;
	const char *guest_user;
	const char *guest_kernel;
} worlds[] = {
	[EXCLUDE_PLAIN] = { "user", "kernel", NULL, "user", "kernel" },
	[EXCLUDE_ARM64] = { "EL0", "EL1 (EL2 with VHE)", "EL2 (without VHE)", "EL0", "EL1" },
	[EXCLUDE_VHE] = { "EL0", "EL2", NULL, "EL0", "EL1" },
	[EXCLUDE_NVHE] = { "EL0", "EL1", "EL2", "EL0", "EL1" },
	[EXCLUDE_GUEST] = { "EL0", "EL1", NULL, "EL0", "EL1" },
};

static void append(char text[static EXCLUDE_TEXT], const char *more)
{
	size_t len = strlen(text);

	snprintf(text + len, EXCLUDE_TEXT - len, "%s", more);
}

static void append_levels(char text[static EXCLUDE_TEXT], const char *const levels[3])
{
	bool none = true;
	unsigned int i;

	for (i = 0; i < 3; i++) {
		if (!levels[i])
			continue;
		append(text, none ? "" : " + ");
		append(text, levels[i]);
		none = false;
	}
	append(text, none ? "nothing" : "");
}

/** exclude_is_clock() - is it one of the kernel's clocks, which count ns? */
bool exclude_is_clock(const struct perf_event_attr *attr)
{
	return attr->type == PERF_TYPE_SOFTWARE && (attr->config == PERF_COUNT_SW_CPU_CLOCK ||
						    attr->config == PERF_COUNT_SW_TASK_CLOCK);
}

/**
 * exclude_levels() - what an event counts
 * @attr:	with its exclude bits
 * @text:	"host: EL0 + EL2; guests: EL0 + EL1"
 *
 * The kernel's clocks run whatever the bits say.
 */
void exclude_levels(const struct perf_event_attr *attr, enum exclude_world world,
		    char text[static EXCLUDE_TEXT])
{
	bool host = !attr->exclude_host, guest = !attr->exclude_guest;
	const char *const of_host[] = {
		host && !attr->exclude_user ? worlds[world].user : NULL,
		host && !attr->exclude_kernel ? worlds[world].kernel : NULL,
		host && !attr->exclude_hv ? worlds[world].hypervisor : NULL,
	};
	const char *const of_guests[] = {
		guest && !attr->exclude_user ? worlds[world].guest_user : NULL,
		guest && !attr->exclude_kernel ? worlds[world].guest_kernel : NULL,
		NULL,
	};

	*text = '\0';
	if (exclude_is_clock(attr)) {
		append(text, "all levels: it is a clock");
		return;
	}
	append(text, world == EXCLUDE_GUEST ? "here: " : "host: ");
	append_levels(text, of_host);
	append(text, "; guests: ");
	append_levels(text, of_guests);
	if (world == EXCLUDE_NVHE && of_host[2])
		append(text, "; not at entry to and exit from a guest");
}
