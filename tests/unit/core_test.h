/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * core_test.h - what the tests of the core share
 *
 * Probes note what they get and never assert: cmocka leaves a failed test by longjmp(), and a probe
 * must not be left that way.
 */
#ifndef CORE_TEST_H
#define CORE_TEST_H

#include "marker/registry.h"

#include <setjmp.h>
#include <cmocka.h>

#define UNUSED __attribute__((unused))

/* What the quick of struct marker_attached must be compiled as, and whether there is a slow path that calls it. */
#if defined(__x86_64__)
#define QUICK_CODE __attribute__((target("general-regs-only"), no_caller_saved_registers))
#else
#define QUICK_CODE
#endif
#if defined(__SANITIZE_ADDRESS__)
#define QUICK_SANITIZED 1
#elif defined(__has_feature)
#define QUICK_SANITIZED (OS_TSAN || __has_feature(address_sanitizer))
#else
#define QUICK_SANITIZED OS_TSAN
#endif
#if defined(__x86_64__) && defined(MARKER_ASM_JUMP)
#define QUICK_IS_CALLED (!QUICK_SANITIZED && os_quick_gp())
#else
#define QUICK_IS_CALLED false
#endif

/* Private data: how often the probe ran. */
static UNUSED void count_hit(void *private_data, const struct marker_info *marker, va_list *args)
{
	(*(unsigned int *)private_data)++;
}

/* Another function of the same kind, so that pairs can differ in the function alone. */
static UNUSED void count_hit_too(void *private_data, const struct marker_info *marker,
				 va_list *args)
{
	*(unsigned int *)private_data += 1;
}

static inline int connect_as(const char *name, const char *format, int priority,
			     marker_probe_fn *func, void *private_data,
			     struct marker_result *result)
{
	struct marker_probe probe = {
		.name = name,
		.format = format,
		.func = func,
		.private_data = private_data,
		.priority = priority,
	};

	return marker_probe_connect(&probe, result);
}

/* How many sites the markers have that a glob matches: a compiler may make more of one line than one. */
struct sites_sum {
	const char *glob;
	unsigned int nr;
};

static inline int sum_sites(const struct marker_status *status, void *data)
{
	struct sites_sum *sum = data;
	unsigned int kind;

	for (kind = 0; marker_glob_match(sum->glob, status->info.name) && kind < MARKER_NR_KINDS;
	     kind++)
		sum->nr += status->sites[kind];
	return 0;
}

static UNUSED unsigned int sites_matched(const char *glob)
{
	struct sites_sum sum = { .glob = glob };

	assert_int_equal(marker_for_each(sum_sites, &sum), 0);
	return sum.nr;
}

/* What marker_for_each() tells of one marker; a NULL format takes the first of the name. */
struct sought {
	const char *name, *format;
	struct marker_status status;
	unsigned int found;
};

static inline int note_sought(const struct marker_status *status, void *data)
{
	struct sought *sought = data;

	if (strcmp(status->info.name, sought->name) != 0)
		return 0;
	if (sought->format && strcmp(status->info.format, sought->format) != 0)
		return 0;
	if (!sought->found++)
		sought->status = *status;
	return 0;
}

static inline struct sought seek(const char *name, const char *format)
{
	struct sought sought = { .name = name, .format = format };

	assert_int_equal(marker_for_each(note_sought, &sought), 0);
	return sought;
}

/* The sites of a name and a format, of all kinds. */
static inline unsigned int sites_of(const char *name, const char *format)
{
	struct sought sought = seek(name, format);
	unsigned int kind, nr = 0;

	for (kind = 0; kind < MARKER_NR_KINDS; kind++)
		nr += sought.status.sites[kind];
	return nr;
}

/* How many sites of a name and a format are on; their bytes are read. */
static inline unsigned int on_of(const char *name, const char *format)
{
	return seek(name, format).status.on;
}

#endif
